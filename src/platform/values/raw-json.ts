/** JSON that the database has written already: it leaves as it is. */
class Written {
  readonly parts: string[]

  constructor(parts: string[]) {
    this.parts = parts
  }

  toJSON(): unknown {
    return JSON.parse(this.parts.join(''))
  }
}

/** Text that is the JSON of a T, in one part or several, for an answer that needs no other work. */
export function written<T>(...parts: string[]): T {
  // It is a T as soon as somebody reads it; inside the process nobody looks into it.
  return new Written(parts) as T
}

/** The text of an answer. */
export function toText(answer: unknown): string {
  return toTexts(answer).join('')
}

/** The text of an answer, in the parts in which it was written. */
export function toTexts(answer: unknown): string[] {
  return answer instanceof Written ? answer.parts : [JSON.stringify(answer)]
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
