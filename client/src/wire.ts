import { FestivalError, refusalOf, unreachable } from './error.ts'
import { backOff, orAborted, pause } from './wait.ts'

export type Settings = {
  /** the address of the service, such as `https://festival.example`; by default that of the page */
  baseUrl?: string | undefined
  /**
   * the id of the application, exchanged for a token when one is needed: with its secret on a server, alone in a page
   * or an app, for a publishable client
   */
  clientId?: string | undefined
  clientSecret?: string | undefined
  /** an existing client token */
  clientToken?: string | undefined
  /** the token of a signed-in user, or of a gate device */
  userToken?: string | undefined
  /**
   * If true (the default), the service refuses unknown fields and parameters with 400, such as misspelt ones or ones
   * of a newer version. If false, it ignores them.
   */
  strict?: boolean | undefined
  /** added to each request */
  headers?: Headers | (() => Headers | Promise<Headers>) | undefined
  /** used instead of the built-in fetch */
  fetch?: typeof fetch | undefined
}
type Headers = Record<string, string>

export type CallOptions = {
  /** ends the call, its retries and waits */
  signal?: AbortSignal | undefined
  /** the same key and body return the first answer again, so such a call is retried */
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

/** The tokens of the client application: concurrent calls share one exchange. */
export class ClientTokens {
  readonly #settings: Settings
  #token: string | undefined
  #exchange: Promise<string> | undefined

  constructor(settings: Settings) {
    this.#settings = settings
    this.#token = settings.clientToken
  }

  /** undefined when the settings have neither a token nor an id */
  async get(signal?: AbortSignal): Promise<string | undefined> {
    const { clientId, clientSecret } = this.#settings
    if (this.#token !== undefined || clientId === undefined) return this.#token
    const credentials = {
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
    }
    this.#exchange ??= this.#ask(credentials).finally(() => {
      this.#exchange = undefined
    })
    return orAborted(this.#exchange, signal)
  }

  /** Drops a refused token; returns true if another one can be requested. */
  drop(refused: string | undefined): boolean {
    const isOurs = refused !== undefined && this.#settings.clientId !== undefined
    if (isOurs && this.#token === refused) this.#token = undefined
    return isOurs
  }

  async #ask(body: object): Promise<string> {
    const request = { method: 'POST', path: '/auth/client', body, options: {} }
    // Safe to retry like a read: nothing is created twice.
    const answer = await new Wire(this.#settings).call(request, true)
    this.#token = (answer as { token: string }).token
    return this.#token
  }
}

/** Sends requests with tokens, and retries them where that is safe. */
export class Wire {
  readonly #settings: Settings
  readonly #tokens: ClientTokens | undefined
  userToken: string | undefined
  /** a user token that was refused with a new client token: another one will not help */
  #ended: string | undefined

  constructor(settings: Settings, tokens?: ClientTokens, userToken?: string) {
    this.#settings = settings
    this.#tokens = tokens
    this.userToken = userToken
  }

  /**
   * Returns the answer of a request: JSON as its value, anything else as a Blob. A request that may be
   * repeated (`isSafe`) is retried up to three times while the network fails or the service is away or
   * overloaded; with an idempotency key up to six times, which outlasts a restart of the service.
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
   * One attempt; the answer is not read yet.
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
    const { baseUrl = '', strict, headers, fetch: send = fetch } = this.#settings
    const { method, path, body, options } = request
    const form = formOf(body)
    const isJson = body !== undefined && !form
    const added = typeof headers === 'function' ? await headers() : headers
    return send(`${baseUrl.replace(/\/+$/, '')}${path}`, {
      method,
      credentials: 'same-origin',
      headers: given({
        accept: 'application/json',
        prefer: preferred(strict),
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

/** The service never sends HTML pages here; the sign-in page of a public network does, in place of every answer. */
function requireOurs(response: Response): Response {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
  if (response.ok && isPage) throw new TypeError('A page came instead of an answer')
  return response
}

const preferred = (strict = true) => (strict ? 'handling=strict' : undefined)

/** Without undefined values, which fetch would send as text. */
function given(headers: Record<string, string | undefined>): Headers {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}

/** The maximum delay that the service may request, in seconds; a longer one is passed on as an error. */
const longest = 30

const isBadToken = ({ status, message }: FestivalError) =>
  status === 401 && message === 'Invalid token'

/** Returns true if a retry may succeed by itself. */
function isPassing(error: unknown): error is FestivalError {
  if (!(error instanceof FestivalError) || (error.retryAfter ?? 0) > longest) return false
  if (error.status === 0) return error.code === undefined
  // 409 in_progress: the first attempt, the answer to which was lost, is still running.
  return [429, 502, 503, 504].includes(error.status) || error.code === 'in_progress'
}

/** The error of a failed fetch: the reason of the signal, if that ended it. */
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

/** Returns the form of a body that is or contains a file; a file alone is a photo. */
function formOf(body: unknown): FormData | undefined {
  const fields = body instanceof Blob ? { photo: body } : Object(body)
  const entries = Object.entries<unknown>(fields).filter(([, value]) => value !== undefined)
  if (!entries.some(([, value]) => value instanceof Blob)) return undefined
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value instanceof Blob ? value : `${value}`)
  return form
}
