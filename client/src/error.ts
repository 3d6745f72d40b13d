/** The facts of a refusal, beside its sentence and its code. */
export type ErrorBody = { error?: string; code?: string; [fact: string]: unknown }

type Facts = {
  status: number
  message: string
  code?: string | undefined
  retryAfter?: number | undefined
  body?: ErrorBody | undefined
  cause?: unknown
}

/** What came of a call that did not succeed. */
export class FestivalError extends Error {
  override readonly name = 'FestivalError'
  /** the HTTP status; 0: no answer came, and `cause` says why */
  readonly status: number
  /** stable, to branch on; the message is for people */
  readonly code: string | undefined
  /** when to try again, in seconds */
  readonly retryAfter: number | undefined
  /** the whole answer, with the facts of the refusal */
  readonly body: ErrorBody | undefined

  constructor({ status, message, code, retryAfter, body, cause }: Facts) {
    super(message, cause === undefined ? {} : { cause })
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.body = body
  }
}

/** A certificate nobody vouches for, or no TLS at all: the next try meets the same. */
const lasting = /CERT|^UNABLE_TO_|^ERR_(SSL|TLS)/

/** No answer came: the network, or whatever stands in it. With a `code`, trying again is of no use. */
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

/** The error of an answer that is no success, which may be a proxy's page instead of ours. */
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
