import type { RateLimit } from './rate-limit.ts'

/** A field of the input that breaks a rule: `path` as in `items[0].name`, and a stable `code`. */
export type FieldFault = { path: string; code: string; message: string }

/** The default code of a refusal, by its status. */
const codesOfStatuses: Record<number, string> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'unavailable',
}

/** Returns the code of a refusal with this status that names no other. */
export const codeOfStatus = (status: number): string => codesOfStatuses[status] ?? 'internal'

/**
 * The one vocabulary of refusals. Any broken rule throws a `Problem`, which is answered as `{error, code, ...facts}`
 * (docs/contract, section 1.2). No other module writes `{error}`.
 */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly code: string
  readonly facts: Record<string, unknown>
  /** the remaining quota of the exceeded limit; answered in headers */
  readonly rateLimit: RateLimit | undefined

  /**
   * @param status the HTTP status, 400–599
   * @param error the sentence a person reads: which field, which rule, what to do next
   * @param detail a stable `code` to branch on, if the status is not specific enough, the limit that it is
   *   about, and the facts beside it
   */
  constructor(
    status: number,
    error: string,
    detail: { code?: string; rateLimit?: RateLimit; [fact: string]: unknown } = {},
  ) {
    super(error)
    const { code, rateLimit, ...facts } = detail
    this.status = status
    this.code = code ?? codeOfStatus(status)
    this.facts = facts
    this.rateLimit = rateLimit
  }
}

/** 400: the input as a whole breaks a rule. */
export const invalid = (error: string) => new Problem(400, error)

/** 400: fields of the input break rules; `error` names them all. */
export const invalidFields = (error: string, fields: FieldFault[]) =>
  new Problem(400, error, { fields })

/** 400: a field breaks a rule, as in `invalidField('amount', 'must be more than 0')`. */
export function invalidField(path: string, rule: string, code = 'rule'): Problem {
  const message = `${path} ${rule}`
  return invalidFields(message, [{ path, code, message }])
}

/** 400: fields are missing. `why` ends the sentence. */
export function missingFields(paths: string[], why = ''): Problem {
  const fields = paths.map((path) => ({ path, code: 'required', message: `${path} is required` }))
  return invalidFields(
    `${inWords(paths)} ${paths.length === 1 ? 'is' : 'are'} required${why}`,
    fields,
  )
}

/** `a, b and c` */
export function inWords(names: string[]): string {
  const [last = '', ...others] = names.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}

/** 403: known, but not allowed. */
export const forbidden = (error: string, code?: string) =>
  new Problem(403, error, code ? { code } : {})

/** 404: unknown, or another user's private record. */
export const notFound = (noun: string) => new Problem(404, `${noun} not found`)

/** 409: the present state does not allow it. */
export const conflict = (error: string, code: string, facts: Record<string, unknown> = {}) =>
  new Problem(409, error, { ...facts, code })

type Reached = { code: string; limit: Omit<RateLimit, 'remaining'> & { reset: number } }

/** 429: too many of one kind. `limit` is the exceeded limit, with the time until there is room again. */
export const tooManyRequests = (
  error: string,
  { code, limit }: Reached,
  facts: Record<string, unknown> = {},
) =>
  new Problem(429, error, {
    ...facts,
    code,
    retry_after: limit.reset,
    rateLimit: { ...limit, remaining: 0 },
  })

/** 503: there is more work than can be done soon; `what` is its plural noun, as in `sign-ins`. */
export const busy = (what: string) =>
  new Problem(503, `Too many ${what} at once: retry in a second`, {
    code: 'busy',
    retry_after: 1,
  })

/** Throws a 404 if there is no row, so that queries may simply return undefined. */
export function found<T>(row: T | undefined, noun: string): T {
  if (row === undefined) throw notFound(noun)
  return row
}
