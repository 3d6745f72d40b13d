/**
 * Guessing and exhausting limits as fast as two services allow: the limits hold across processes, and other
 * callers are not kept waiting.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { hashPassword } from '#platform/secrets/passwords'
import { newSecret } from '#platform/secrets/tokens'
import { aTier } from '../buying.ts'
import { anArtist } from '../catalogue.ts'
import { openReader, type Reader } from '../event-stream.ts'
import { aDevice, aGate, anUpload } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import type { Service } from '../service-process.ts'
import { until } from '../until.ts'
import { aWorld, type Person } from '../world.ts'
import { crowd, insist, post, twoServices } from './crowd.ts'
import { sized } from './sized.ts'

const guesses = sized(1_000, 10_000)
const world = await aWorld()
const { client } = world
const services = await twoServices(world)
const admin = await world.aUser({ roles: ['admin'] })

type Sent = { to?: Service[]; as?: Person; body?: object }

/** Asks one service after the other, until one answers. */
const asker =
  (path: (nth: number) => string, { to = services, as, body }: Sent) =>
  (nth: number) =>
    insist(() =>
      post(`${to[nth % 2]?.url}${path(nth)}`, {
        client: client.token,
        ...(as && { token: as.token }),
        ...(body && { body }),
      }),
    )

const countOf = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )

const nobodysCode = () => randomBytes(10).toString('hex')
const guessCodes = (times: number, sent: Sent) =>
  crowd(
    times,
    asker(() => `/rewards/challenges/claim/${nobodysCode()}`, sent),
  )

test(`${guesses} guesses at a challenge by one user: ten are answered`, async (t) => {
  const [ada, bo] = [await world.aUser(), await world.aUser()]
  const made = { name: 'Treasure', points: 5 }
  const staff = (await world.aClient(['manage_rewards'])).token
  const said = await world.post('/rewards/challenges', made, { as: admin, client: staff })
  assert.equal(said.status, 201, said.text)
  const counts = countOf(await guessCodes(guesses, { as: ada }))
  t.diagnostic(JSON.stringify(counts))
  assert.deepEqual(counts, { 404: 10, 429: guesses - 10 })
  const claim = asker(() => `/rewards/challenges/claim/${said.body.code}`, { as: ada })
  assert.deepEqual([(await claim(0)).status, (await claim(1)).status], [429, 429])
  const others = asker(() => `/rewards/challenges/claim/${said.body.code}`, { as: bo })
  assert.equal((await others(0)).status, 201)
})

test('guesses find the planted bug nocount', async (t) => {
  const counts = countOf(
    await guessCodes(100, {
      to: await twoServices(world, 'nocount'),
      as: await world.aUser(),
    }),
  )
  t.diagnostic(`nocount: ${JSON.stringify(counts)}`)
  assert.ok((counts[404] ?? 0) > 10)
})

const wrongPasswords = sized(200, 1_000)

test(`${wrongPasswords} passwords for one account: the first ten, and then one at growing intervals`, async (t) => {
  const [ada, bo] = [await world.aUser(), await world.aUser()]
  const password_hash = await hashPassword('what both of them chose')
  await world.db
    .updateTable('users')
    .set({ password_hash })
    .where('id', 'in', [ada.id, bo.id])
    .execute()
  const signIn = ({ email }: Person, password: string) =>
    asker(() => '/auth/user', { body: { email, password } })
  const began = performance.now()
  const attempts = crowd(wrongPasswords, signIn(ada, 'a wrong one'))
  const other = await signIn(bo, 'what both of them chose')(1)
  const waited = Math.round(performance.now() - began)
  const counts = countOf(await attempts)
  const seconds = (performance.now() - began) / 1000
  t.diagnostic(
    `${JSON.stringify(counts)} in ${Math.round(seconds)} s; another account was let in after ${waited} ms`,
  )
  assert.equal(other.status, 200)
  // The waits double: a second, two, four.
  const most = 10 + Math.floor(Math.log2(seconds + 1))
  assert.ok((counts[401] ?? 0) >= 10 && (counts[401] ?? 0) <= most, `${counts[401]} of ${most}`)
  assert.equal((counts[401] ?? 0) + (counts[429] ?? 0), wrongPasswords)
})

test(`${guesses} guesses at a reset token: none is right`, async (t) => {
  const ada = await world.aUser()
  const counts = countOf(
    await crowd(guesses, (nth) =>
      insist(() =>
        post(`${services[nth % 2]?.url}/auth/reset-password`, {
          client: client.token,
          body: { email: ada.email, token: newSecret('fst_reset'), newPassword: 'a new password' },
        }),
      ),
    ),
  )
  t.diagnostic(JSON.stringify(counts))
  assert.deepEqual(counts, { 400: guesses })
})

test(`${guesses} events by one user award at most the 20 points of a day, and a thousand are recorded`, async (t) => {
  const ada = await world.aUser()
  const artists = await crowd(40, () => anArtist(world), 5)
  const types = ['artist_viewed', 'review_written', 'check_in', 'ticket_purchased', 'made_up']
  const answers = await crowd(guesses, (nth) => {
    const event = {
      event_type: types[nth % types.length],
      entity_type: 'artist',
      entity_id: artists[Math.floor(nth / types.length) % artists.length]?.id,
    }
    return asker(() => '/rewards/events', { as: ada, body: event })(nth)
  })
  const { rows } = await sql<{ available: number; entries: number }>`
    select available, (
      select sum(delta)::int from point_entries where user_id = ${ada.id}) as entries
    from points where user_id = ${ada.id}`.execute(world.work)
  t.diagnostic(`${JSON.stringify(countOf(answers))}: ${JSON.stringify(rows)}`)
  const refused = guesses - 1_000
  assert.deepEqual(countOf(answers), { 201: 1_000, ...(refused > 0 && { 429: refused }) })
  assert.deepEqual(rows, [{ available: 20, entries: 20 }])
})

/** The current memory in megabytes. */
async function memoryOf({ child }: Service): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', `${child.pid}`])
  return Math.round(Number(stdout) / 1024)
}

/** Opens streams of one user, on one service after the other. */
const openStreams = (times: number, as: Person, to: Service[]): Promise<Reader[]> =>
  crowd(times, (nth) =>
    openReader(`${to[nth % 2]?.url}/notifications/sse`, {
      'x-f-authorization': client.token,
      'x-f-authentication': as.token,
    }),
  )

test(`${guesses} streams by one user: twenty stay, on all processes together`, async (t) => {
  const [ada, bo] = [await world.aUser(), await world.aUser()]
  const before = await Promise.all(services.map(memoryOf))
  const readers = await openStreams(guesses, ada, services)
  const after = await Promise.all(services.map(memoryOf))
  const counts = countOf(readers)
  t.diagnostic(`${JSON.stringify(counts)}; ${before.join(' and ')} MB, then ${after.join(' and ')}`)
  assert.deepEqual(counts, { 200: 20, 429: guesses - 20 })
  for (const [nth, most] of before.entries()) assert.ok((after[nth] ?? 0) < most + 60)
  const [other] = await openStreams(1, bo, services)
  assert.equal(other?.status, 200)
  other?.close()
  for (const reader of readers) reader.close()
  // Closed streams free their places.
  for (const service of services) {
    await until('twenty places again', async () => {
      const again = await openStreams(20, ada, [service, service])
      for (const reader of again) reader.close()
      return again.every(({ status }) => status === 200)
    })
  }
})

test('streams find the planted bug noroom', async (t) => {
  const readers = await openStreams(100, await world.aUser(), await twoServices(world, 'noroom'))
  for (const reader of readers) reader.close()
  t.diagnostic(`noroom: ${JSON.stringify(countOf(readers))}`)
  assert.ok((countOf(readers)[200] ?? 0) > 20)
})

const forged = sized(2_000, 100_000)

test(`${forged} forged tickets: none is admitted`, async (t) => {
  const gate = await aGate(world)
  const tier = await aTier(world, { festival_id: gate.festival.id })
  const [real] = await somePaidTickets(world, 1, { tier })
  const device = await aDevice(world, gate)
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const code = real?.code ?? ''
  /** One letter is changed; a different ticket each time. */
  const forge = (nth: number) => {
    const at = nth % code.length
    const place = letters.indexOf(code.charAt(at)) + 1 + (Math.floor(nth / code.length) % 35)
    return code.slice(0, at) + letters.charAt(place % letters.length) + code.slice(at + 1)
  }
  const batch = 100
  const results = await crowd(forged / batch, (nth) => {
    const scans = Array.from({ length: batch }, (_, k) => ({ code: forge(nth * batch + k) }))
    const body = anUpload(gate.festival.id, scans)
    return insist(() =>
      post(`${services[nth % 2]?.url}/gate/scans`, {
        client: client.token,
        token: device.token,
        body,
      }),
    )
  })
  const said = results.flatMap(({ body }) => body.results.map(({ code: why }: any) => why))
  const counts = Object.fromEntries(
    [...Map.groupBy(said, String)].map(([why, all]) => [why, all.length]),
  )
  t.diagnostic(JSON.stringify(counts))
  assert.deepEqual(counts, { invalid_code: forged })
})
