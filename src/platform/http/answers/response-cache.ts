import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Memory } from '#platform/sync/memory'
import { Cacheable, toTexts } from '#platform/values/raw-json'
import { addressOf, recordParameters } from './addresses.ts'
import { Answer, type Header } from './answer.ts'
import { takeFastPath } from './fast-path.ts'
import { makeLong } from './long-answers.ts'
import { originOf, withPhotoAddresses } from './origin.ts'
import { toBytes } from './slices.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Caches its finished answers until something they show changes: the handler returns them by `cacheTags(…)`, which
     * names their content. Only for answers that all callers see alike: a function returns true for the requests that
     * get one.
     */
    cache?: boolean | ((request: FastifyRequest) => boolean)
  }
  interface FastifyInstance {
    /** Returns true if a request can be answered from memory, and its caller is known from there, too. */
    isCached: (request: FastifyRequest) => boolean
  }
}

declare module 'node:http' {
  interface IncomingMessage {
    /** the entry of the response cache at the address of this request when it came */
    cached?: { address: string; kept: CachedResponse | undefined }
  }
}

const megabyte = 1024 * 1024
/** Cost of a cached answer beside its bytes, and for each name it is stored under. */
const [overhead, perName] = [1_000, 150]

type CachedResponse = { answer: Answer; names: number }

/**
 * Caches finished answers of the routes with `cache`. A cached one is sent before any work on the request other than
 * the check of the caller. An audited change is answered only when this process has received the notification of it, so
 * that the caller then reads its own write.
 */
export function cacheResponses(app: FastifyInstance): void {
  const memory = new Memory<CachedResponse>({
    bus: app.bus,
    now: app.now,
    topic: 'catalogue',
    most: app.config.RESPONSE_CACHE_MB * megabyte,
    sizeOf: ({ answer, names }) => answer.size + overhead + names * perName,
  })
  const { hits, misses } = countAnswers(app, memory)
  /** Looks up an address once for a request: the fast path and the hooks mostly need the same. */
  const lookUp = (raw: IncomingMessage, address: string): CachedResponse | undefined => {
    if (raw.cached?.address !== address) raw.cached = { address, kept: memory.peek(address) }
    return raw.cached.kept
  }
  app.addHook('onRoute', (route: RouteOptions) => {
    recordParameters(route)
    if (route.config?.cache) cacheAnswersOf(route, memory, misses)
    if (route.config?.audit) route.onSend = hearFirst
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.cache) return done()
    const kept = lookUp(request.raw, addressOf(request))
    if (kept) {
      hits.value++
      reply.send(kept.answer)
    } else {
      done()
    }
  })
  app.decorate('isCached', (request: FastifyRequest) => {
    const { cache, access } = request.routeOptions.config
    if (!cache || lookUp(request.raw, addressOf(request)) === undefined) return false
    return access === 'public' || !!app.access.clientOf(request)
  })
  app.addHook('onListen', async () => {
    takeFastPath(app, {
      find: (raw, address, encoding) => lookUp(raw, address)?.answer.sent.get(encoding),
      answered: () => hits.value++,
    })
  })
}

/** Counts the requests for answers that may be cached. */
function countAnswers({ metrics }: FastifyInstance, memory: Memory<CachedResponse>) {
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

/** Answers a change after this process has received the notification of it. */
async function hearFirst({ server }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (reply.statusCode < 400) await server.bus.settled()
  return payload
}

function cacheAnswersOf(
  route: RouteOptions,
  memory: Memory<CachedResponse>,
  misses: { value: number },
) {
  const { handler, url, config: { cache } = {} } = route
  route.handler = async function (request, reply) {
    if (typeof cache === 'function' && !cache(request)) {
      return bodyOf(await handler.call(this, request, reply))
    }
    misses.value++
    // An array too long to be held in one piece is a stream, a separate one for each caller.
    let stream: Readable | undefined
    const { address = addressOf(request) } = request.raw.cached ?? {}
    const kept = await memory.load(address, async () => {
      const before = reply.getHeaders()
      const value = await handler.call(this, request, reply)
      const body = bodyOf(value)
      if (body instanceof Readable) {
        stream = body
        return undefined
      }
      if (!(value instanceof Cacheable)) {
        throw new Error(`GET ${url} does not say what its answer shows`)
      }
      const { names, until } = value
      const answer = await finish(request, reply, { value, before })
      return { value: { answer, names: names.length }, names, until }
    })
    return kept?.answer ?? stream ?? bodyOf(await handler.call(this, request, reply))
  }
}

const bodyOf = (value: unknown) => (value instanceof Cacheable ? value.body : value)

/** Makes the bytes of an answer. Only the headers set by its handler belong to it. */
async function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  { value, before }: { value: Cacheable; before: object },
): Promise<Answer> {
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    name in before ? [] : [[name, `${value}`] satisfies Header],
  )
  const isJson = !reply.hasHeader('content-type')
  const origin = originOf(request)
  const change = (part: string) => (isJson ? withPhotoAddresses(part, origin) : part)
  const texts = toTexts(value)
  const size = texts.reduce((sum, { length }) => sum + length, 0)
  return new Answer(await makeLong(size, () => toBytes(texts, change)), headers)
}
