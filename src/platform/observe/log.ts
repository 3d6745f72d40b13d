import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import { causeOf } from './cause.ts'
import { traceIds } from './tracing.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked every few seconds by machines: where all is well, only logged as debug. */
    quiet?: true
  }
}

/**
 * One line a request. The route and not the address, and no name of a person: what people search for,
 * their ids and their secrets stay out of the log.
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

/** The lines of a request say its id by themselves: none needs a logger of its own. */
export const childLoggerFactory = (logger: FastifyBaseLogger) => logger

/** Lines go out together, so many bytes or after so many ms: a write of its own for each costs more than its request. */
const [together, soon] = [16_000, 100]

/**
 * The log, a line of JSON each. Of an error it keeps what happened and where: the details PostgreSQL
 * adds may quote a row, and a row may be about a person. A line says on behalf of which request it is.
 * `time` is in milliseconds since 1970, or a text in ISO 8601 with `isoTimes`.
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
