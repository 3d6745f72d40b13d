/**
 * Requests over bare sockets: a client on the same machine must cost less than the service, or the client
 * is measured instead. For answers that have a length.
 */
import { connect, type Socket } from 'node:net'

export type ConnectionRequest = {
  path: string
  method?: string
  headers: Record<string, string>
  body?: string
}
export type Answer = { status: number; retryAfter?: string | undefined; body: string }

const patience = 30_000
/** A connection that was idle this long is not used: the service closes it after five seconds, ms. */
const idleFor = 4_000
const headEnd = Buffer.from('\r\n\r\n')
/** No answer: the connection was refused, cut, or silent for too long. */
const unanswered: Answer = { status: 0, body: '' }

/** A connection that is kept, and reopened when it was closed; one request at a time. */
export class Line {
  readonly #host: string
  readonly #port: number
  #socket: Socket | undefined
  #parts: Buffer[] = []
  /** how many bytes of the answer have arrived, and its total, as far as known */
  #have = 0
  #want = Number.POSITIVE_INFINITY
  #answered: ((answer: Answer) => void) | undefined
  #usedAt = 0

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#host = hostname
    this.#port = Number(port)
  }

  /** Sends a request, and returns the answer; status 0 for none. */
  ask({ path, method = 'GET', headers, body = '' }: ConnectionRequest): Promise<Answer> {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
    const head = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${lines.join('')}${length}`
    const { promise, resolve } = Promise.withResolvers<Answer>()
    this.#answered = resolve
    if (performance.now() - this.#usedAt > idleFor) this.close()
    this.#socket ??= this.#open()
    this.#socket.write(`${head}\r\n${body}`)
    return promise
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  #open(): Socket {
    const socket = connect(this.#port, this.#host).setNoDelay(true)
    socket.setTimeout(patience, () => socket.destroy())
    socket.on('data', (part: Buffer) => this.#hear(part))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#finish(unanswered)
    })
    return socket
  }

  #hear(part: Buffer) {
    this.#parts.push(part)
    this.#have += part.length
    if (this.#want === Number.POSITIVE_INFINITY) this.#want = lengthOf(this.#join())
    if (this.#have < this.#want) return
    const answer = this.#join()
    if (isLast(answer)) this.close()
    this.#finish(read(answer))
  }

  #join(): Buffer {
    const [first, ...more] = this.#parts
    if (first === undefined || more.length > 0) this.#parts = [Buffer.concat(this.#parts)]
    return this.#parts[0] ?? Buffer.alloc(0)
  }

  #finish(answer: Answer) {
    this.#usedAt = performance.now()
    this.#parts = []
    this.#have = 0
    this.#want = Number.POSITIVE_INFINITY
    this.#answered?.(answer)
    this.#answered = undefined
  }
}

/** The length of an answer, by its header; infinite until the header has arrived. */
function lengthOf(answer: Buffer): number {
  const end = answer.indexOf(headEnd)
  if (end < 0) return Number.POSITIVE_INFINITY
  const head = answer.toString('latin1', 0, end)
  if (/^HTTP\/1.1 (?:204|304)/.test(head)) return end + headEnd.length
  const [, length] = /^content-length: (\d+)/im.exec(head) ?? []
  if (length === undefined) throw new Error(`No length of what is answered: ${head}`)
  return end + headEnd.length + Number(length)
}

/** Whether the service accepts no more requests on this connection, as when it stops. */
function isLast(answer: Buffer): boolean {
  const head = answer.toString('latin1', 0, answer.indexOf(headEnd))
  return /^connection: close$/im.test(head)
}

function read(answer: Buffer): Answer {
  const end = answer.indexOf(headEnd)
  const head = answer.toString('latin1', 0, end)
  const [, retryAfter] = /^retry-after: (.*)$/im.exec(head) ?? []
  const body = answer.toString('utf8', end + headEnd.length)
  return { status: Number(head.slice(9, 12)), retryAfter, body }
}
