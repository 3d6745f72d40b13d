import { FestivalError, refusalOf, unreachable } from './error.ts'
import { backOff, orAborted, pause } from './wait.ts'

export type Settings = {
  /** where the service is, such as `https://festival.example`; absent: where the page comes from */
  baseUrl?: string | undefined
  /** the calling application: its id and secret, which are exchanged for a token when one is needed */
  clientId?: string | undefined
  clientSecret?: string | undefined
  /** a client token that is there already */
  clientToken?: string | undefined
  /** the token of a signed-in user, or of a device at a gate */
  userToken?: string | undefined
  /** added to each request */
  headers?: Headers | (() => Headers | Promise<Headers>) | undefined
  /** in place of the built-in fetch */
  fetch?: typeof fetch | undefined
}
type Headers = Record<string, string>

export type CallOptions = {
  /** ends the call, its retries and waits */
  signal?: AbortSignal | undefined
  /** the same key and body again give the first answer again: such a call is retried */
  idempotencyKey?: string | undefined
  headers?: Headers | undefined
}

export type Request = {
  method: string
  /** with its query */
  path: string
  body?: unknown
  options: CallOptions
}

/** The tokens of the client application: one exchange for all who need it at the same time. */
export class ClientTokens {
  readonly #settings: Settings
  #token: string | undefined
  #exchange: Promise<string> | undefined

  constructor(settings: Settings) {
    this.#settings = settings
    this.#token = settings.clientToken
  }

  /** undefined where the settings hold neither a token nor an id and secret */
  async get(signal?: AbortSignal): Promise<string | undefined> {
    const { clientId, clientSecret } = this.#settings
    if (this.#token !== undefined || clientId === undefined || clientSecret === undefined)
      return this.#token
    this.#exchange ??= this.#ask({ client_id: clientId, client_secret: clientSecret }).finally(
      () => {
        this.#exchange = undefined
      },
    )
    return orAborted(this.#exchange, signal)
  }

  /** Gives up a token that was refused; says whether there can be another one. */
  drop(refused: string | undefined): boolean {
    const isOurs = refused !== undefined && this.#settings.clientSecret !== undefined
    if (isOurs && this.#token === refused) this.#token = undefined
    return isOurs
  }

  async #ask(body: object): Promise<string> {
    const request = { method: 'POST', path: '/auth/client', body, options: {} }
    // Nothing is made twice by it, so it is retried like a read.
    const answer = await new Wire(this.#settings).call(request, true)
    this.#token = (answer as { token: string }).token
    return this.#token
  }
}

/** Sends requests: with tokens, and again where that is safe. */
export class Wire {
  readonly #settings: Settings
  readonly #tokens: ClientTokens | undefined
  userToken: string | undefined
  /** a user token that was refused beside a new client token: no further one will help it */
  #ended: string | undefined

  constructor(settings: Settings, tokens?: ClientTokens, userToken?: string) {
    this.#settings = settings
    this.#tokens = tokens
    this.userToken = userToken
  }

  /**
   * The answer of a request: JSON as its value, anything else as a Blob. When it may be repeated
   * (`isSafe`), it is, up to three times, while the network or the service is away or too busy; with an
   * idempotency key up to six times, which bridges a restart of the service.
   * @throws FestivalError, or the reason of the signal
   */
  async call(request: Request, isSafe: boolean): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      try {
        return await readAnswer(await this.open(request), request.options.signal)
      } catch (error) {
        if (!isSafe || !isPassing(error)) throw error
        const isPatient = request.options.idempotencyKey && error.retryAfter === undefined
        if (tries >= (isPatient ? 6 : 3)) throw error
        const wait = (error.retryAfter ?? 0) * 1000
        await pause(wait + backOff(200, tries), request.options.signal)
      }
    }
  }

  /**
   * One try, whose answer is not read yet.
   * @throws FestivalError, or the reason of the signal
   */
  async open(request: Request): Promise<Response> {
    const tokens = this.#tokens
    const token = await tokens?.get(request.options.signal)
    const user = this.userToken
    const response = await this.#fetch(request, token, user)
    if (response.ok) return response
    const refusal = await refusalOf(response)
    if (
      !isBadToken(refusal) ||
      (user !== undefined && this.#ended === user) ||
      !tokens?.drop(token)
    )
      throw refusal
    const again = await this.#fetch(request, await tokens.get(request.options.signal), user)
    if (again.ok) return again
    const second = await refusalOf(again)
    if (isBadToken(second)) this.#ended = user
    throw second
  }

  async #fetch(request: Request, token: string | undefined, user: string | undefined) {
    const { baseUrl = '', headers, fetch: send = fetch } = this.#settings
    const { method, path, body, options } = request
    const form = formOf(body)
    const isJson = body !== undefined && !form
    const added = typeof headers === 'function' ? await headers() : headers
    return send(`${baseUrl.replace(/\/+$/, '')}${path}`, {
      method,
      credentials: 'same-origin',
      headers: given({
        accept: 'application/json',
        'content-type': isJson ? 'application/json' : undefined,
        'x-f-authorization': token,
        'x-f-authentication': user,
        'idempotency-key': options.idempotencyKey,
        ...added,
        ...options.headers,
      }),
      body: isJson ? JSON.stringify(body) : (form ?? null),
      signal: options.signal ?? null,
    })
      .then(requireOurs)
      .catch(failure(options.signal))
  }
}

/** The service sends no pages; the network of a hotel does, in place of every answer. */
function requireOurs(response: Response): Response {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
  if (response.ok && isPage) throw new TypeError('A page came instead of an answer')
  return response
}

/** Without what is undefined, which fetch would send as a word. */
function given(headers: Record<string, string | undefined>): Headers {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}

/** How long a service may ask us to wait, in seconds, before its refusal is passed on instead. */
const longest = 30

const isBadToken = ({ status, message }: FestivalError) =>
  status === 401 && message === 'Invalid token'

/** Whether it may go well next time, without anybody's doing. */
function isPassing(error: unknown): error is FestivalError {
  if (!(error instanceof FestivalError) || (error.retryAfter ?? 0) > longest) return false
  if (error.status === 0) return error.code === undefined
  // 409 in_progress: the first try, whose answer was lost, still runs.
  return [429, 502, 503, 504].includes(error.status) || error.code === 'in_progress'
}

/** What to make of a fetch that failed: the reason of the signal, if that ended it. */
export function failure(signal: AbortSignal | undefined) {
  return (cause: unknown): never => {
    throw signal?.aborted ? signal.reason : unreachable(cause)
  }
}

async function readAnswer(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  const answer = type.startsWith('application/json') ? response.json() : response.blob()
  return answer.catch(failure(signal))
}

/** The form of a body that is a file, or holds one; a file alone is a photo. */
function formOf(body: unknown): FormData | undefined {
  const fields = body instanceof Blob ? { photo: body } : Object(body)
  const entries = Object.entries<unknown>(fields).filter(([, value]) => value !== undefined)
  if (!entries.some(([, value]) => value instanceof Blob)) return undefined
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value instanceof Blob ? value : `${value}`)
  return form
}
