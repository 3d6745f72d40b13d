import type { ErrorCode, FieldCode } from './types.ts'

/** A code of this version of the service, of a later one, or of the network. */
export type Code = ErrorCode | (string & {})

/** A field of the input that breaks a rule. */
export type FieldError = {
  /** such as `items[0].name`; empty for the body as a whole */
  path: string
  /** the rule it breaks */
  code: FieldCode | (string & {})
  message: string
}

/** A refusal as the service answered it: its message, its code, and the facts that belong to the code. */
export type ErrorBody = {
  error?: string
  code?: Code
  fields?: FieldError[]
  /** the processor's reason for declining, with `declined` */
  decline_code?: string
  /** the reason why it is not for sale, with `not_on_sale` */
  reason?: string
  [fact: string]: unknown
}

type Facts = {
  status: number
  message: string
  code?: Code | undefined
  retryAfter?: number | undefined
  body?: ErrorBody | undefined
  cause?: unknown
}

/** The error of a call that did not succeed. */
export class FestivalError extends Error {
  override readonly name = 'FestivalError'
  /** path of the field, such as `items[0].name`; empty for the whole body */
  readonly status: number
  /** the violated rule */
  readonly code: Code | undefined
  /** the fields of the input that break a rule; empty for other errors */
  readonly fields: readonly FieldError[]
  /** when to try again, in seconds */
  readonly retryAfter: number | undefined
  /** the whole answer, with the facts of the refusal */
  readonly body: ErrorBody | undefined

  constructor({ status, message, code, retryAfter, body, cause }: Facts) {
    super(message, cause === undefined ? {} : { cause })
    this.status = status
    this.code = code
    this.fields = Array.isArray(body?.fields) ? body.fields : []
    this.retryAfter = retryAfter
    this.body = body
  }
}

/** An untrusted certificate, or no TLS at all: a retry would fail the same way. */
const lasting = /CERT|^UNABLE_TO_|^ERR_(SSL|TLS)/

/** There was no answer: the network failed. With a `code`, a retry is of no use. */
export function unreachable(cause: unknown): FestivalError {
  const why = Object(Object(cause).cause)
  const facts = { status: 0, message: 'The service does not answer', cause }
  if (!lasting.test(why.code)) return new FestivalError(facts)
  return new FestivalError({
    ...facts,
    message: `${facts.message}: ${why.message}`,
    code: why.code,
  })
}

/** The error of an unsuccessful answer, which may be a proxy's page instead of the service's. */
export async function refusalOf(response: Response): Promise<FestivalError> {
  const text = await response.text()
  const body = readJson(text)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new FestivalError({
    status: response.status,
    message: body?.error ?? `The service answered ${response.status} ${response.statusText}`.trim(),
    code: body?.code,
    retryAfter: seconds >= 0 ? seconds : undefined,
    body,
  })
}

function readJson(text: string): ErrorBody | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as ErrorBody) : undefined
  } catch {
    return undefined
  }
}
