import type { Module } from '#platform/http/infrastructure'
import { conflict, invalidField } from '#platform/values/errors'
import { toTime } from '#platform/values/time'
import { TimeLapse } from './pass.ts'
import { ClockMove, SandboxClock } from './schemas.ts'

/** The farthest that a clock is moved at once, in ms. */
const farthest = 3_653 * 86_400_000

/**
 * The clock of a sandbox, for every caller: nothing in it is real (docs/testing.md). Outside a sandbox these addresses
 * are unknown.
 */
export const sandbox: Module = async (app) => {
  const { clock, jobs, log } = app
  if (!clock) return
  const lapse = new TimeLapse({ clock, jobs, log })
  const stopping = new AbortController()
  let moving = Promise.resolve()
  app.addHook('preClose', async () => {
    stopping.abort()
    await moving
  })
  const toAnswer = () => ({ now: clock.now(), moving_to: lapse.movingTo ?? null })

  app.route({
    method: 'GET',
    url: '/sandbox/clock',
    config: { access: 'public' },
    schema: {
      operationId: 'getSandboxClock',
      summary: 'What time it is in the sandbox',
      response: { 200: SandboxClock },
    },
    handler: async () => toAnswer(),
  })

  app.route({
    method: 'POST',
    url: '/sandbox/clock',
    config: { access: 'public', audit: false, refuses: ['in_progress'] },
    schema: {
      operationId: 'moveSandboxClock',
      summary: 'Move the clock of the sandbox forward',
      description:
        'Answers at once; an hour of the sandbox takes some milliseconds, a year some minutes. `GET /sandbox/clock` says when it is there.',
      body: ClockMove,
      response: { 202: SandboxClock },
    },
    handler: async ({ body }, reply) => {
      const to = toTime(body.to)
      const ahead = to.getTime() - clock.now().getTime()
      if (ahead <= 0) throw invalidField('to', 'must be still to come: the clock goes forward only')
      if (ahead > farthest) throw invalidField('to', 'must be within ten years')
      if (lapse.movingTo) {
        throw conflict('The clock is being moved: wait until it has arrived', 'in_progress')
      }
      moving = lapse.moveTo(to, stopping.signal)
      reply.code(202)
      return toAnswer()
    },
  })
}
