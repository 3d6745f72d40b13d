import type { FastifyInstance } from 'fastify'
import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'

/**
 * One line a request. The route and not the address, and no name of a person: what people search for,
 * their ids and their secrets stay out of the log.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      client: request.client?.id ?? null,
    })
    done()
  })
}

/** Lines go out together, so many bytes or after so many ms: a write of its own for each costs more than its request. */
const [together, soon] = [16_000, 100]

/**
 * The log, a line of JSON each. Of an error it keeps what happened and where: the details PostgreSQL
 * adds may quote a row, and a row may be about a person.
 */
export function createLog(level: LevelWithSilent, destination?: DestinationStream): Logger {
  return pino({ level, serializers: { err: outline } }, destination ?? standardOutput())
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
