/** A network to the database that falls silent: nothing is refused or closed, and nothing arrives any more. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { aTier } from './buying.ts'
import { aFestival } from './catalogue.ts'
import { aDistantService } from './distant-service.ts'
import { until } from './until.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { app, proxy, infrastructure } = await aDistantService(world)

/** How long a caller may wait, ms: the network is known to be silent within 1,000. */
const longest = 1_300

const fan = await world.aUser()
const { id: festival } = await aFestival(world)
const { id: tier } = await aTier(world, { festival_id: festival, quantity: 100_000 })

/** One request of each kind, none of which an earlier answer is kept for. */
const kinds: ((nth: number) => InjectOptions & { url: string })[] = [
  (nth) => ({ url: `/artists?offset=${nth}` }),
  (nth) => ({ url: `/search?query=aa${nth}` }),
  () => ({ url: `/users/${fan.id}` }),
  () => ({ url: '/payments' }),
  () => ({ url: '/users/i/export' }),
  (nth) => ({ url: '/users', method: 'POST', payload: { email: `${nth}@silent.example` } }),
  (nth) => ({ url: `/users/${fan.id}`, method: 'PUT', payload: { first_name: `Ada ${nth}` } }),
  () => ({ url: `/interest/festival/${festival}`, method: 'PUT', payload: { interested: true } }),
  () => ({
    url: '/payments',
    method: 'POST',
    payload: { payment_type: 'ticket', entity_id: tier },
  }),
  () => ({ url: '/auth/user', method: 'POST', payload: { email: fan.email, password: 'a guess' } }),
]

async function ask(options: InjectOptions & { url: string }) {
  const headers = {
    'x-f-authorization': world.client.token,
    'x-f-authentication': fan.token,
  }
  const begun = performance.now()
  const { statusCode } = await app.inject({ ...options, headers })
  return {
    what: `${options.method ?? 'GET'} ${options.url}`,
    statusCode,
    ms: performance.now() - begun,
  }
}

test('a silent network keeps no caller waiting, whatever they ask and whenever it falls silent', async (t) => {
  let nth = 0
  const times: number[] = []
  for (let silence = 0; silence < 3; silence++) {
    const answers: ReturnType<typeof ask>[] = []
    const askAll = () => kinds.map((kind) => answers.push(ask(kind(nth++))))
    askAll()
    await pause(10 + silence * 70)
    proxy.isSilent = true
    for (let round = 0; round < 5; round++) {
      askAll()
      await pause(250)
    }
    assert.ok(infrastructure.bus.presence.isAway())
    for (const { what, statusCode, ms } of await Promise.all(answers)) {
      times.push(ms)
      assert.ok(ms < longest, `${what}: ${statusCode} after ${ms} ms`)
    }
    proxy.isSilent = false
    await until(
      'back',
      async () => (await ask({ url: `/artists?offset=${nth++}` })).statusCode === 200,
    )
  }
  t.diagnostic(`${times.length} requests, the slowest ${Math.round(Math.max(...times))} ms`)
})
