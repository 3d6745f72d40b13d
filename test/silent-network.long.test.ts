/** A network to the database that falls silent: nothing is refused or closed, and nothing arrives any more. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { aTier } from './buying.ts'
import { anArtist } from './catalogue.ts'
import { aDistantService } from './distant-service.ts'
import { countOwnTime } from './own-time.ts'
import { until } from './until.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { app, proxy, infrastructure } = await aDistantService(world)
await world.jobs.start()
await infrastructure.jobs.start()

/** How long a caller may wait, ms: the network is known to be silent within 1,000. */
const longest = 1_300

const ownTime = countOwnTime()

const fan = await world.aUser()
const [email, password] = ['bo@silent.example', 'correct horse battery']
await world.post('/users', { firstName: 'Bo', lastName: 'Marsh', email, password })
const { id: artist } = await anArtist(world)
const { id: tier } = await aTier(world, { price_cents: 0, quantity: 100_000 })

/** One request of each kind, none of which an earlier answer is kept for. */
const kinds: ((nth: number) => InjectOptions & { url: string })[] = [
  (nth) => ({ url: `/artists?offset=${nth}` }),
  (nth) => ({ url: `/search?for=aa${nth}` }),
  () => ({ url: '/users/i' }),
  () => ({ url: '/payments' }),
  () => ({ url: '/users/i/export' }),
  (nth) => ({
    url: '/users',
    method: 'POST',
    payload: { firstName: 'Bo', lastName: 'Marsh', email: `${nth}@silent.example`, password },
  }),
  (nth) => ({ url: `/users/${fan.id}`, method: 'PUT', payload: { firstName: `Ada ${nth}` } }),
  () => ({
    url: '/interest',
    method: 'POST',
    payload: { entity_type: 'artist', entity_id: artist },
  }),
  () => ({
    url: '/payments',
    method: 'POST',
    payload: { payment_type: 'ticket', entity_id: tier },
  }),
  () => ({ url: '/auth/user', method: 'POST', payload: { email, password } }),
]

async function ask(options: InjectOptions & { url: string }) {
  const headers = {
    'x-f-authorization': world.client.token,
    'x-f-authentication': fan.token,
  }
  const begun = ownTime()
  const { statusCode } = await app.inject({ ...options, headers })
  return {
    what: `${options.method ?? 'GET'} ${options.url}`,
    statusCode,
    ms: ownTime() - begun,
  }
}

test('a silent network keeps no caller waiting, whatever they ask and whenever it falls silent', async (t) => {
  let nth = 0
  const askAll = () => kinds.map((kind) => ask(kind(nth++)))
  // All at once may be too much for a busy machine.
  await until('all are answered with a network', async () =>
    (await Promise.all(askAll())).every(({ statusCode }) => statusCode < 300),
  )
  const times: number[] = []
  for (let silence = 0; silence < 3; silence++) {
    const asked = [askAll()]
    await pause(10 + silence * 70)
    proxy.isSilent = true
    for (let round = 0; round < 5; round++) {
      asked.push(askAll())
      await pause(250)
    }
    await until('away', async () => infrastructure.bus.reachability.isUnavailable())
    const [before = [], ...during] = await Promise.all(asked.map((all) => Promise.all(all)))
    for (const { what, statusCode } of during.flat()) assert.equal(statusCode, 503, what)
    for (const { what, ms } of [...before, ...during.flat()]) {
      times.push(ms)
      assert.ok(ms < longest, `${what} after ${ms} ms`)
    }
    proxy.isSilent = false
    const isBack = async () => (await ask({ url: `/artists?offset=${nth++}` })).statusCode === 200
    await until('back', isBack)
  }
  t.diagnostic(`${times.length} requests, the slowest ${Math.round(Math.max(...times))} ms`)
})
