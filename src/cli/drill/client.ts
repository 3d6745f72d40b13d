/** People who send requests to the services over sockets, and repeat them if there is no answer. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#platform/values/ids'
import { CommandError } from '../terminal/output.ts'
import { isTrouble, type Measures } from './report/measures.ts'
import type { Services } from './services.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

// The caller knows the type of the answer.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; body: any; retryAfter?: number }

type CallOptions = {
  /** the user's or the device's token; absent: the application alone */
  as?: string | undefined
  body?: object | undefined
  /** index of the preferred service; absent: any */
  of?: number
  /** true if repeating the request changes nothing, so that no key is needed */
  isRepeatable?: boolean
}

const host = '127.0.0.1'
/** Time before a request is given up, and time limit for one answer, ms. */
const [patience, slowest] = [300_000, 60_000]

export class Client {
  readonly #services: Services
  readonly #measures: Measures
  readonly #token: string
  readonly #agent: Agent
  #turn = 0

  constructor(
    services: Services,
    measures: Measures,
    { token, atOnce }: { token: string; atOnce: number },
  ) {
    this.#services = services
    this.#measures = measures
    this.#token = token
    this.#agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  }

  /** Repeats a request until there is a final answer. Requests that must not happen twice use one key. */
  async ask(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
    const key = method === 'GET' || options.isRepeatable ? undefined : newId()
    const until = Date.now() + patience
    for (;;) {
      const answer = await this.#askOnce(method, path, { ...options, key })
      const isOpen = isTrouble(answer.status) || answer.body?.code === 'in_progress'
      if (!isOpen) return answer
      if (Date.now() > until) throw new CommandError(`No answer to ${method} ${path}`)
      await pause((answer.retryAfter ?? 0) * 1_000 + 100 + Math.random() * 200)
    }
  }

  /** Like `ask`, for requests that must not be refused. */
  async get(method: Method, path: string, options: CallOptions = {}): Promise<Answer['body']> {
    const { status, body } = await this.ask(method, path, options)
    if (status < 300) return body
    throw new CommandError(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
  }

  /** Opens an event stream and calls `onText` for each piece of it. Returns a function that closes it, or undefined if it is refused. */
  stream(
    path: string,
    as: string,
    onText: (text: string) => void,
  ): Promise<(() => void) | undefined> {
    const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
    const asked = request(
      { host, port: this.#portOf(undefined), path, headers: this.#headers({ as }) },
      (response) => {
        response.setEncoding('utf8').on('data', onText)
        response.on('error', () => undefined)
        resolve(response.statusCode === 200 ? () => asked.destroy() : undefined)
      },
    )
    asked.on('error', () => resolve(undefined))
    asked.end()
    return promise
  }

  close(): void {
    this.#agent.destroy()
  }

  async #askOnce(
    method: Method,
    path: string,
    { as, body, of, key }: CallOptions & { key: string | undefined },
  ): Promise<Answer> {
    const from = performance.now()
    const payload = body && JSON.stringify(body)
    const headers = this.#headers({ as, payload, key })
    const answer = await new Promise<Answer>((resolve) => {
      const none = () => resolve({ status: 0, body: undefined })
      const port = this.#portOf(of)
      if (port === undefined) return none()
      const sent = request(
        { host, port, method, path, headers, agent: this.#agent, timeout: slowest },
        (response) => {
          read(response).then(resolve, none)
        },
      )
      sent.on('error', none)
      sent.on('timeout', () => sent.destroy())
      sent.end(payload)
    })
    this.#measures.answered(answer.status, performance.now() - from)
    if (answer.status >= 500 && answer.status !== 503) this.#keep(`${method} ${path}`, answer)
    return answer
  }

  #headers({ as, payload, key }: { [Name in 'as' | 'payload' | 'key']?: string | undefined }) {
    return {
      'x-f-authorization': this.#token,
      ...(as && { 'x-f-authentication': as }),
      ...(key && { 'idempotency-key': key }),
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
    }
  }

  /** Returns the port of a service, or of the other one while it is down; without an index, the services take turns. */
  #portOf(of: number | undefined): number | undefined {
    const { ports } = this.#services
    const [one, other] = [of ?? this.#turn++ % 2, 1]
    return ports[one] ?? ports[(one + other) % 2]
  }

  #keep(what: string, { status, body }: Answer): void {
    const { errors } = this.#measures
    errors.push(`${what.replaceAll(/[0-9a-f-]{36}/g, ':id')}: ${status} ${body?.error ?? ''}`)
  }
}

async function read(response: IncomingMessage): Promise<Answer> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  const isJson = response.headers['content-type']?.startsWith('application/json')
  const retryAfter = Number(response.headers['retry-after'] ?? 0)
  return { status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text, retryAfter }
}
