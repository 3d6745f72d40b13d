import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import { causeOf } from './cause.ts'
import { traceIds } from './tracing.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requested every few seconds by machines: as long as all is well, only logged as debug. */
    quiet?: true
  }
}

/**
 * Logs one line a request. It has the route and not the address, and no name of a person: search terms, ids of people
 * and their secrets stay out of the log.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = null, config } = request.routeOptions
    const level = config.quiet && reply.statusCode === 200 ? 'debug' : 'info'
    request.log[level]({
      reqId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      client: request.client?.id ?? null,
    })
    done()
  })
}

/** Log lines carry the id of their request by themselves: no request needs a logger of its own. */
export const childLoggerFactory = (logger: FastifyBaseLogger) => logger

/** Lines are written together, after this many bytes or ms: a write of its own for each costs more than its request. */
const [together, soon] = [16_000, 100]

/**
 * Creates the log, a line of JSON each. Errors are logged with name, message, code and stack only: the details
 * PostgreSQL adds may quote a row, and a row may be about a person. A line carries the id of the request that caused
 * it. `time` is in milliseconds since 1970, or a text in ISO 8601 with `isoTimes`.
 */
export function createLog(
  level: LevelWithSilent,
  { destination, isoTimes = false }: { destination?: DestinationStream; isoTimes?: boolean } = {},
): Logger {
  const timestamp = isoTimes ? pino.stdTimeFunctions.isoTime : pino.stdTimeFunctions.epochTime
  const options = { level, timestamp, serializers: { err: outline }, mixin }
  return pino(options, destination ?? standardOutput())
}

function mixin(): object {
  const { reqId, context } = causeOf() ?? {}
  const trace = context && traceIds(context)
  return reqId === undefined ? { ...trace } : { reqId, ...trace }
}

function standardOutput(): DestinationStream {
  const lines = pino.destination({ sync: true, minLength: together, periodicFlush: soon })
  process.once('exit', () => lines.flushSync())
  return lines
}

function outline(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  return { name, message, code: 'code' in error ? error.code : undefined, stack }
}
