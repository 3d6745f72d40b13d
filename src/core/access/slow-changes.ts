import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { busy } from '#platform/values/errors'
import { limit } from '#platform/values/limit'
import { signedIn } from './callers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A change that may hold a connection to the database for seconds: the number of concurrent ones is limited. */
    slow?: true
  }
}

/** Limits for one person: changes that run at once, changes that wait behind them, and the lower limit for large bodies. */
const own = { running: 2, waiting: 64, large: 16 }
const mostWaiting = 256
const largeBody = 64 * 1024
const fewest = 4

type CallerQueue = { run: ReturnType<typeof limit>; held: number }

/**
 * Lets slow changes wait before they take a connection. Two of a person run at a time, and all together use half of the
 * connections, so that neither one person nor several leave none to the others. Refuses (503 `busy`) a change that
 * would wait behind too many.
 */
export function waitForSlowChanges(app: FastifyInstance): void {
  const running = Math.max(fewest, Math.floor(app.config.DATABASE_CONNECTIONS / 2))
  const all = limit(running, mostWaiting, 'changes of the catalogue')
  const lines = new Map<string, CallerQueue>()

  const inLine = async <T>(person: string, change: () => Promise<T>): Promise<T> => {
    const line = lines.get(person) ?? {
      run: limit(own.running, own.waiting, 'changes of yours'),
      held: 0,
    }
    lines.set(person, line)
    line.held++
    try {
      return await line.run(() => all(change))
    } finally {
      if (--line.held === 0) lines.delete(person)
    }
  }

  // Refuses a person with too many changes before the next body is read.
  app.addHook('onRequest', async ({ routeOptions, user, headers }) => {
    const { held = 0 } = (user && lines.get(user.id)) ?? {}
    const most = own.running + (isLarge(headers) ? own.large : own.waiting)
    if (routeOptions.config.slow && held >= most) throw busy('changes of yours')
  })
  app.addHook('onRoute', (route: RouteOptions) => {
    if (!route.config?.slow) return
    const { handler } = route
    route.handler = function (request, reply) {
      return inLine(signedIn(request).id, async () => handler.call(this, request, reply))
    }
  })
}

/** Returns true if the body of a request is long, or its length is not given. */
function isLarge(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding']) return true
  return Number(headers['content-length'] ?? 0) > largeBody
}
