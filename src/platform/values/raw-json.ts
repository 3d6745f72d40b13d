/** JSON that is text already, as written by PostgreSQL: it is sent unchanged. */
class RawJson {
  readonly parts: string[]

  constructor(parts: string[]) {
    this.parts = parts
  }

  toJSON(): unknown {
    return JSON.parse(this.parts.join(''))
  }
}

/** Returns text that is the JSON of a T, in one part or several, as an answer that needs no other work. */
export function written<T>(...parts: string[]): T {
  // The caller reads it as a T; inside the process nothing looks into it.
  return new RawJson(parts) as T
}

/** Returns the text of an answer, in the parts in which it was written. */
export function toTexts(answer: unknown): string[] {
  if (answer instanceof Cacheable) return toTexts(answer.body)
  return answer instanceof RawJson ? answer.parts : [JSON.stringify(answer)]
}

/** An answer of a handler with the details that the response cache needs. */
export class Cacheable {
  readonly body: object
  /** the names under which the database reports changes to the content of the answer */
  readonly names: string[]
  /** the instant after which the answer is wrong although nothing has changed */
  readonly until: Date | undefined

  constructor(body: object, names: string[], until?: Date) {
    this.body = body
    this.names = names
    this.until = until
  }
}

/**
 * Returns an answer with the names of its content, so that a route with `cache: true` may cache it until a change to
 * one of the names is reported, or until the instant `until`.
 */
export function cacheTags<T extends object>(answer: T, names: string[], until?: Date): T {
  // Only the sender of the answer looks into it, as with `written`.
  return new Cacheable(answer, names, until) as unknown as T
}
