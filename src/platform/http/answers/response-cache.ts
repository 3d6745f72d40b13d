import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Memory } from '#platform/sync/memory'
import { shownBy, toTexts } from '#platform/values/raw-json'
import { addressOf, noteParameters } from './addresses.ts'
import { isKnown, originOf, withPhotoAddresses } from './answers.ts'
import { compress, type Encoding, encodingFor } from './encodings.ts'
import { type Sent, takeFastPath } from './fast-path.ts'
import { makeLong } from './long-answers.ts'
import { type Bytes, payloadOf, toBytes } from './slices.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Its finished answers are kept until something they show changes: the handler says what that is, by
     * `shows(…)`. Only for what every caller sees alike.
     */
    keeps?: boolean
  }
  interface FastifyInstance {
    /** Whether a request can be answered from memory, and who asks is known from there, too. */
    knows: (request: FastifyRequest) => boolean
  }
}

type Header = [name: string, value: string]
type Form = Pick<Bytes, 'parts' | 'length'>

/** An answer as it leaves, with the shorter forms of it that somebody has asked for. */
class Answer {
  readonly etag: string
  readonly headers: Header[]
  readonly #plain: Form
  readonly #shorter = new Map<Encoding, Form | undefined>()
  wasSent = false
  /** as it was sent, in the form of `encodingFor` */
  readonly sent = new Map<Encoding | undefined, Sent>()

  constructor({ etag, ...plain }: Bytes, headers: Header[]) {
    this.etag = etag
    this.headers = headers
    this.#plain = plain
  }

  /** In bytes, its shorter forms and those sent included, whether they are there already or not. */
  get size(): number {
    return this.#plain.length * 2.5
  }

  /**
   * What the caller takes. A shorter form is made once, beside the answers that leave meanwhile, and not
   * for the first who asks: most addresses are asked for once.
   */
  formFor(encoding: Encoding | undefined): { form: Form; encoding?: Encoding } {
    if (encoding === undefined || this.#plain.length < worthIt) return { form: this.#plain }
    const shorter = this.#shorter.get(encoding)
    if (shorter) return { form: shorter, encoding }
    if (!this.#shorter.has(encoding)) void this.#shorten(encoding)
    return { form: this.#plain }
  }

  async #shorten(encoding: Encoding) {
    this.#shorter.set(encoding, undefined)
    const parts = await compress(encoding, this.#plain.parts)
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    this.#shorter.set(encoding, { parts, length })
    this.sent.delete(encoding)
  }
}

/** Shorter than this, in bytes, an answer fits into one packet anyway. */
const worthIt = 1_200
const megabyte = 1024 * 1024
/** What an answer costs beside its bytes, and for each name it stands under. */
const [overhead, perName] = [1_000, 150]

type Kept = { answer: Answer; names: number }

/**
 * Keeps finished answers of the routes that say `keeps`. One that is known leaves before anything else
 * is done for it but the check of who asks. A change that is audited leaves when this process has heard
 * of it, so that whoever wrote sees what was written.
 */
export function cacheResponses(app: FastifyInstance): void {
  const memory = new Memory<Kept>({
    bus: app.bus,
    now: app.now,
    topic: 'catalogue',
    most: app.config.KEPT_ANSWERS_MB * megabyte,
    sizeOf: ({ answer, names }) => answer.size + overhead + names * perName,
  })
  const { hits, misses } = countAnswers(app, memory)
  app.addHook('onRoute', (route: RouteOptions) => {
    noteParameters(route)
    noteParameters(route)
    if (route.config?.keeps) keepAnswersOf(route, memory)
    if (route.config?.audit) route.onSend = hearFirst
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { keeps } = request.routeOptions.config
    const kept = keeps ? memory.peek(addressOf(request)) : undefined
    if (kept) hits.value++
    else if (keeps) misses.value++
    if (kept) send(request, reply, kept.answer)
    else done()
  })
  app.decorate('knows', (request: FastifyRequest) => {
    const { keeps, access } = request.routeOptions.config
    if (!keeps || memory.peek(addressOf(request)) === undefined) return false
    const { headers, socket } = request
    return access === 'public' || !!app.access.clientOf(headers['x-f-authorization'], socket)
  })
  app.addHook('onListen', async () => {
    takeFastPath(app, {
      find: (address, encoding) => memory.peek(address)?.answer.sent.get(encoding),
      answered: () => hits.value++,
    })
  })
}

/** Counts the requests for answers that may be kept. */
function countAnswers({ metrics }: FastifyInstance, memory: Memory<Kept>) {
  const asked = metrics.counter(
    {
      name: 'festival_kept_answers_total',
      help: 'Requests for answers that may be kept: known (hit) or not (miss)',
    },
    [],
  )
  metrics.gauge(
    { name: 'festival_kept_answers_bytes', help: 'What the kept answers take, about' },
    () => memory.size,
  )
  return { hits: asked.at({ result: 'hit' }), misses: asked.at({ result: 'miss' }) }
}

/** A change is answered when this process has heard of it. */
async function hearFirst({ server }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (reply.statusCode < 400) await server.bus.settled()
  return payload
}

function keepAnswersOf(route: RouteOptions, memory: Memory<Kept>) {
  const { handler, url } = route
  route.handler = async function (request, reply) {
    // An array too long to be held in one piece leaves as a stream, to each caller one of their own.
    let stream: Readable | undefined
    const kept = await memory.recall(addressOf(request), async () => {
      const before = reply.getHeaders()
      const value = await handler.call(this, request, reply)
      if (value instanceof Readable) {
        stream = value
        return undefined
      }
      const shown = shownBy(value)
      if (!shown) throw new Error(`GET ${url} does not say what its answer shows`)
      const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
        name in before ? [] : [[name, `${value}`] satisfies Header],
      )
      const isJson = !reply.hasHeader('content-type')
      const origin = originOf(request)
      const finish = (part: string) => (isJson ? withPhotoAddresses(part, origin) : part)
      const texts = toTexts(value)
      const size = texts.reduce((sum, { length }) => sum + length, 0)
      const answer = new Answer(await makeLong(size, () => toBytes(texts, finish)), headers)
      return { ...shown, value: { answer, names: shown.names.length } }
    })
    if (kept) return send(request, reply, kept.answer)
    return stream ?? handler.call(this, request, reply)
  }
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  for (const [name, value] of answer.headers) reply.header(name, value)
  reply.header('etag', answer.etag)
  if (isKnown(request, answer.etag)) return reply.code(304).send()
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
  const wanted = encodingFor(request.headers['accept-encoding'])
  const { form, encoding } = answer.formFor(wanted)
  if (encoding) reply.header('content-encoding', encoding)
  const [bytes, ...others] = form.parts
  // What is asked for a second time is going to be asked for again: from then on it takes the shortcut, unless
  // it is long.
  if (answer.wasSent && bytes && others.length === 0 && isForAll(request)) {
    answer.sent.set(wanted, sentAs(request, reply, bytes))
  }
  answer.wasSent = true
  return reply.send(payloadOf(form, reply))
}

/** Whether others who ask get the very same, and need show no more than the token of a client. */
function isForAll({ headers, routeOptions, server }: FastifyRequest): boolean {
  const { access, scope, permission, entrance } = routeOptions.config
  const isOpen = access === 'public' || access === 'client'
  if (!isOpen || scope || permission || entrance) return false
  return headers.origin === undefined || server.config.CORS_ORIGINS === '*'
}

function sentAs({ routeOptions }: FastifyRequest, reply: FastifyReply, bytes: Buffer): Sent {
  const { 'x-request-id': _, ...headers } = reply.getHeaders()
  const all = { ...headers, 'content-length': bytes.length }
  return {
    headers: Object.entries(all).flatMap(([name, value]) => [name, `${value}`]),
    text: bytes.toString('latin1'),
    needsClient: routeOptions.config.access !== 'public',
    route: routeOptions.url ?? '',
  }
}
