/** JSON that the database has written already: it leaves as it is. */
class Written {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** Text that is the JSON of a T, for an answer that needs no other work. */
export function written<T>(text: string): T {
  // It is a T as soon as somebody reads it; inside the process nobody looks into it.
  return new Written(text) as T
}

/** The JSON text of an answer. */
export function toText(answer: unknown): string {
  return answer instanceof Written ? answer.text : JSON.stringify(answer)
}

/** What an answer shows, by the names under which the database tells of changes, and until when. */
export type Shown = { names: string[]; until?: Date | undefined }

const notes = new WeakMap<object, Shown>()

/**
 * Notes on an answer what it shows, so that a route with `keeps: true` may keep it until one of the
 * names is told, or until the instant at which it is no longer true by itself. Gives the answer back.
 */
export function shows<T extends object>(answer: T, names: string[], until?: Date): T {
  notes.set(answer, { names, until })
  return answer
}

/** What was noted on it. */
export function shownBy(answer: unknown): Shown | undefined {
  return typeof answer === 'object' && answer !== null ? notes.get(answer) : undefined
}
