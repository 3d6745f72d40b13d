/**
 * The one vocabulary of refusals. A broken rule anywhere throws a `Problem`; `http.ts` prints it as
 * `{error, code?, ...facts}` (docs/contract.md, section 1.2). No other module writes `{error}`.
 */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly code: string | undefined
  readonly facts: Record<string, unknown>

  /**
   * @param status the HTTP status, 400–599
   * @param error the sentence a person reads: which field, which rule, what to do next
   * @param detail a stable `code` to branch on and the facts beside it, where a client needs them
   */
  constructor(
    status: number,
    error: string,
    detail: { code?: string; [fact: string]: unknown } = {},
  ) {
    super(error)
    const { code, ...facts } = detail
    this.status = status
    this.code = code
    this.facts = facts
  }
}

/** 400: a field of the input breaks a rule. */
export const invalid = (error: string) => new Problem(400, error)

/** 403: known, but not allowed. */
export const forbidden = (error: string, code?: string) =>
  new Problem(403, error, code ? { code } : {})

/** 404: unknown, or another user's private record. */
export const notFound = (noun: string) => new Problem(404, `${noun} not found`)

/** 409: the state of things does not allow it. */
export const conflict = (error: string, code: string, facts: Record<string, unknown> = {}) =>
  new Problem(409, error, { ...facts, code })

/** 503: there is more to do than can be done soon; `what` is the plural of it, as in `sign-ins`. */
export const busy = (what: string) =>
  new Problem(503, `Too many ${what} at once, try again in a second`, {
    code: 'busy',
    retry_after: 1,
  })

/** Turns "no row" into a 404 at the edge, so that queries may simply return undefined. */
export function found<T>(row: T | undefined, noun: string): T {
  if (row === undefined) throw notFound(noun)
  return row
}
