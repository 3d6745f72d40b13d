/**
 * No request holds the event loop for long: every address that needs no user, with the largest records
 * allowed. Measured is the CPU time of this thread from one turn of its loop to the next, the least of
 * several tries: other work on the machine does not count, nor does an occasional garbage collection. The limit
 * grows with the time that a fixed piece of work takes on this machine.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { sessionKeyOf } from '#core/access'
import { docsTexts } from '../src/web/server/docs-texts.ts'
import { aSharedPlace } from './authorisation/records.ts'
import { builtPages } from './built-pages.ts'
import { onCpu, slowness } from './cpu.ts'
import { fillWithLargest } from './largest.ts'
import { aWorld } from './world.ts'

/** The longest turn, ms, on the machine that limits are written for. */
const longest = 20
/** One fast enough try passes; a busy machine needs more of them. */
const tries = 10

const open = new Set<string>()
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    const isRead = method === 'GET' && config?.access === 'client' && config.caching !== undefined
    // Refused as an unknown method by a list; nothing else runs.
    if (typeof method === 'string' && method !== 'HEAD' && (config?.access === 'public' || isRead))
      open.add(`${method} ${url}`)
  })
})

const pagesFolder = await builtPages()
await cp('pages/guide/index.html', join(pagesFolder, 'guide/index.html'))
await writeFile(join(pagesFolder, 'docs/assets/reference-abc.js'), 'x'.repeat(5_000_000))
await mkdir(join(pagesFolder, 'docs/contract'))
for (const { name } of docsTexts)
  await writeFile(join(pagesFolder, `docs/${name}.html`), 'x'.repeat(500_000))
const icons = ['icon-192.png', 'icon-512.png', 'icon-maskable.png']
const installed = (worker: string) => [worker, 'manifest.webmanifest', ...icons]
const ofApps = [
  ...['gate', 'box-office'].flatMap((page) => installed('sw.js').map((name) => `/${page}/${name}`)),
  ...installed('worker.js').map((name) => `/guide/${name}`),
]
for (const path of ofApps) await writeFile(join(pagesFolder, path), 'x'.repeat(100_000))
const world = await aWorld({ parts: { pagesFolder } })
const { app } = world
const { festival, artist, accommodation, organizer } = await fillWithLargest(world)
const queue = await aSharedPlace(world, await world.aUser())
await sql`update queue_parts set leaves = ${randomBytes(8192 * 32)} where queue_id = ${queue.id}`.execute(
  world.db,
)
await sql`
  insert into queue_servings (queue_id, serving, served_at)
  select ${queue.id}, n, now() from generate_series(1, 3600) n`.execute(world.db)
const { rows: chosen } = await sql<{ id: string }>`
  select id from gigs where festival_id = ${festival} and start_time is not null order by start_time limit 150`.execute(
  world.db,
)
await world.jobs.start()
const base = await app.listen({ port: 0, host: '127.0.0.1' })
const visitor = await aVisitor()

/** A client in its own thread: its handling of the answers is not measured. */
const worker = new Worker(
  `const { parentPort } = require('node:worker_threads')
  parentPort.on('message', async ({ id, url, options }) => {
    try {
      const answer = await fetch(url, { redirect: 'manual', ...options })
      const { byteLength } = await answer.arrayBuffer()
      parentPort.postMessage({ id, status: answer.status, bytes: byteLength })
    } catch (error) {
      parentPort.postMessage({ id, status: 0, bytes: 0, error: String(error.cause ?? error) })
    }
  })`,
  { eval: true, execArgv: [] },
)
after(() => worker.terminate())

type WorkerAnswer = { id: number; status: number; bytes: number; error?: string }
const asked = new Map<number, (workerAnswer: WorkerAnswer) => void>()
worker.on('message', (workerAnswer: WorkerAnswer) => asked.get(workerAnswer.id)?.(workerAnswer))

let id = 0
function ask(url: string, options: object): Promise<WorkerAnswer> {
  const { promise, resolve } = Promise.withResolvers<WorkerAnswer>()
  asked.set(++id, resolve)
  worker.postMessage({ id, url: `${base}${url}`, options }, [])
  return promise
}

/** The cookie and the key that every visitor of the guide gets. */
async function aVisitor() {
  const answer = await app.inject({ url: '/guide/session' })
  const { name, value } = answer.cookies[0] ?? { name: '', value: '' }
  return { cookie: `${name}=${value}`, 'x-festival-session': sessionKeyOf(value) }
}

/** The CPU time of the longest turn while `work` runs, ms. */
async function longestTurn<T>(act: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let [ms, isOver, before] = [0, false, onCpu()]
  const turn = () => {
    const now = onCpu()
    ms = Math.max(ms, now - before)
    before = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const result = await act()
  isOver = true
  return { result, ms }
}

type WorkerRequest = { url: string; body?: string; status?: number[]; encoding?: string }

const of = (url: string, ...more: string[]): WorkerRequest[] =>
  [url, ...more].map((one) => ({ url: one }))
/** Well formed, and of no user. */
const noSecret = `/unsubscribe/00000000-0000-7000-8000-000000000000.waiting_list.${'A'.repeat(43)}`
/** The largest accepted input that is expensive to parse. */
const long = JSON.stringify({ email: 'a@b.example', list: Array.from({ length: 4_000 }, () => 1) })
const sent = (url: string, body = long): WorkerRequest[] => [
  { url, body },
  { url, body: 'x'.repeat(8 * 1024 * 1024), status: [413] },
]
const hostile = ['東', '京', '東京'.repeat(100), 'abcdefghij '.repeat(18), '東'.repeat(190)]
const searches = hostile.map((text) => `/search?for=${encodeURIComponent(text)}`)

/** Requested four at a time below. */
const byFour: WorkerRequest[] = []

/** The most expensive request to each open address. */
const requests: Record<string, WorkerRequest[]> = {
  'GET /festivals': of(
    '/festivals?limit=100',
    '/festivals?limit=100&nested=100',
    '/festivals?limit=1000&offset=0',
    '/festivals?map=true&limit=200&min_lat=-90&max_lat=90&min_lng=-180&max_lng=180',
  ),
  'GET /festivals/:id': of(`/festivals/${festival}`),
  'GET /festivals/:id/summary': of(`/festivals/${festival}/summary`),
  'GET /festivals/:id/artists': of(`/festivals/${festival}/artists?limit=300`),
  'GET /festivals/:id/day': of(`/festivals/${festival}/day`),
  'GET /festivals/:id/availability': of(`/festivals/${festival}/availability`),
  'GET /festivals/:id/timetable': byFour,
  'GET /festivals/:id/calendar.ics': byFour,
  'GET /festivals/:id/queue': of(`/festivals/${queue.festival_id}/queue`),
  'GET /festivals/:id/queue/entries': of(`/festivals/${queue.festival_id}/queue/entries`),
  'GET /festivals/:id/queue/proof': of(`/festivals/${queue.festival_id}/queue/proof`),
  'GET /gigs': of('/gigs?limit=100', '/gigs?limit=100&month=2099-07&page=100'),
  'GET /gigs/chart': of('/gigs/chart?limit=200'),
  'GET /artists': of('/artists?limit=999', '/artists'),
  'GET /artists/:id': of(`/artists/${artist}`),
  'GET /genres': of('/genres?limit=999', '/genres'),
  'GET /accommodations': of('/accommodations'),
  'GET /accommodations/:id': of(`/accommodations/${accommodation}`),
  'GET /organizers': of('/organizers'),
  'GET /organizers/:id': of(`/organizers/${organizer}`),
  'GET /search': searches.map((url) => ({ url })),
  'GET /': of(
    '/',
    '/?page=2',
    '/?country=Land',
    ...hostile.slice(0, 4).map((text) => `/?for=${encodeURIComponent(text)}`),
  ),
  'GET /guide': of('/guide'),
  'GET /guide/': of('/guide/'),
  'GET /guide/:id': of(`/guide/${festival}?page=9`, `/guide/${festival}?day=2105-07-01&artists=2`),
  'GET /guide/:id/': of(`/guide/${festival}/`),
  'GET /guide/:id/mine': of(
    `/guide/${festival}/mine?own=1&gigs=${chosen.map(({ id: gig }) => gig).join(',')}`,
  ),
  'GET /guide/:id/mine/': of(`/guide/${festival}/mine/`),
  'GET /guide/:id/queue': of(`/guide/${queue.festival_id}/queue`),
  'GET /guide/:id/queue/': of(`/guide/${queue.festival_id}/queue/`),
  'GET /guide/:id/queue/proof': of(`/guide/${queue.festival_id}/queue/proof`),
  'GET /guide/:id/queue/proof/': of(`/guide/${queue.festival_id}/queue/proof/`),
  'GET /guide/artists/:id': of(`/guide/artists/${artist}`),
  'GET /guide/artists/:id/': of(`/guide/artists/${artist}/`),
  'GET /guide/organizers/:id': of(`/guide/organizers/${'a'.repeat(128)}`),
  'GET /guide/language': of('/guide/language?to=de'),
  'GET /guide/session': of('/guide/session'),
  'GET /checkout': of(`/checkout?festival=${festival}&items=${`${festival}:20,`.repeat(100)}`),
  'GET /checkout/': of('/checkout/'),
  'GET /guide/tickets': of('/guide/tickets'),
  'GET /tickets/:id/pdf': of('/tickets/unknown/pdf'),
  'GET /calendars/:address': of('/calendars/unknown.ics'),
  'GET /links/:link': of('/links/unknown'),
  'GET /sign-in': of(`/sign-in?next=/guide/${'a'.repeat(4_000)}`),
  'GET /sign-in/': of('/sign-in/'),
  'GET /me': of('/me'),
  'GET /me/': of('/me/'),
  'GET /me/documents/:id/pdf': of('/me/documents/unknown/pdf'),
  'GET /me/orders/:id/pdf': of('/me/orders/unknown/pdf'),
  'GET /reset': of('/reset'),
  'GET /unsubscribe/:secret': of(noSecret),
  'POST /unsubscribe/:secret': sent(noSecret),
  'GET /reset/': of('/reset/'),
  'GET /fan/session': of('/fan/session'),
  'POST /fan/guest': sent('/fan/guest'),
  'POST /fan/session': sent('/fan/session'),
  'POST /fan/session/code': sent('/fan/session/code'),
  'POST /fan/session/passkey': sent('/fan/session/passkey'),
  'POST /fan/session/passkey/options': sent('/fan/session/passkey/options'),
  'POST /fan/code': sent('/fan/code'),
  'DELETE /fan/session': sent('/fan/session'),
  'GET /openapi.json': of('/openapi.json'),
  'GET /client.tgz': of('/client.tgz'),
  'GET /docs': of('/docs'),
  'GET /docs/': of('/docs/'),
  ...Object.fromEntries(
    docsTexts.flatMap(({ name }) =>
      [`/docs/${name}`, `/docs/${name}/`].map((path) => [`GET ${path}`, of(path)]),
    ),
  ),
  'GET /docs/demo-client': of('/docs/demo-client'),
  'GET /docs/assets/*': of('/docs/assets/reference-abc.js'),
  'GET /console': of('/console'),
  'GET /console/*': of('/console/anything/at/all'),
  'GET /console/assets/*': of('/console/assets/index-abc.js'),
  'GET /console/session': of('/console/session'),
  'POST /console/session': sent('/console/session'),
  'POST /console/session/second-factor': sent('/console/session/second-factor'),
  'PUT /console/session/second-factor': sent('/console/session/second-factor'),
  'POST /console/session/passkey': sent('/console/session/passkey'),
  'POST /console/session/passkey/options': sent('/console/session/passkey/options'),
  'POST /console/invitation': sent('/console/invitation'),
  'GET /console/session/confirmation': of('/console/session/confirmation'),
  'POST /console/session/confirmation': sent('/console/session/confirmation'),
  'POST /console/session/confirmation/mail': sent('/console/session/confirmation/mail'),
  'POST /console/session/confirmation/mail/code': sent('/console/session/confirmation/mail/code'),
  'POST /console/session/confirmation/passkey': sent('/console/session/confirmation/passkey'),
  'POST /console/session/confirmation/passkey/options': sent(
    '/console/session/confirmation/passkey/options',
  ),
  'DELETE /console/session': sent('/console/session'),
  'GET /box-office': of('/box-office'),
  'GET /box-office/': of('/box-office/'),
  'GET /box-office/assets/*': of('/box-office/assets/index-abc.js'),
  'GET /box-office/session': of('/box-office/session'),
  'POST /box-office/session': sent('/box-office/session'),
  'DELETE /box-office/session': sent('/box-office/session'),
  'GET /gate': of('/gate'),
  'GET /gate/': of('/gate/'),
  'GET /gate/assets/*': of('/gate/assets/index-abc.js'),
  ...Object.fromEntries(ofApps.map((path) => [`GET ${path}`, of(path)])),
  'GET /gate/session': of('/gate/session'),
  'POST /gate/session': sent('/gate/session'),
  'DELETE /gate/session': sent('/gate/session'),
  'GET /guide/offline': of('/guide/offline'),
  'GET /guide/assets/*': of('/guide/assets/index-abc.js'),
  'GET /photos/:name': of('/photos/abcdefghijklmnopqrstuvwx.webp'),
  'GET /photos/badges/:name': of('/photos/badges/eye-0-25.svg'),
  'GET /health/live': of('/health/live'),
  'GET /health/ready': of('/health/ready'),
  'GET /metrics': of('/metrics'),
  'GET /payments/config': of('/payments/config'),
  'POST /payments/webhook': sent('/payments/webhook', 'x'.repeat(256 * 1024)),
  'POST /auth/client': sent('/auth/client'),
  'POST /auth/forgot-password': sent('/auth/forgot-password'),
  'POST /auth/reset-password': sent('/auth/reset-password'),
}

let fresh = 0
/** The same at an address that was not requested before: the response cache is filled again. */
const anew = (url: string) => `${url}${url.includes('?') ? '&' : '?'}again=${++fresh}`

async function measure(method: string, { url, body, encoding = 'br' }: WorkerRequest, readers = 1) {
  const headers = {
    ...visitor,
    'accept-encoding': encoding,
    ...(body && { 'content-type': 'application/json' }),
  }
  const options = { method, headers, ...(body && { body }) }
  let least = Infinity
  let told: WorkerAnswer[] = []
  for (let round = 0; round < tries && least >= longest; round++) {
    const address = body ? url : anew(url)
    const { result, ms } = await longestTurn(() =>
      Promise.all(Array.from({ length: readers }, () => ask(address, options))),
    )
    told = result
    // A request that was refused because the one before held the loop, or whose connection broke, proves nothing.
    if (told.some(({ status }) => status === 503 || (status === 0 && !body))) continue
    least = Math.min(least, ms < longest ? ms : ms / slowness())
  }
  return { least, told }
}

test('every open address has a request here', () => {
  assert.deepEqual([...open].toSorted(), Object.keys(requests).toSorted())
})

for (const [route, all] of Object.entries(requests)) {
  test(`no request holds the loop for 20 ms at ${route}`, async () => {
    for (const one of all) await holdsShortly(route.split(' ')[0] ?? '', one)
  })
}

async function holdsShortly(method: string, one: WorkerRequest) {
  const { least, told } = await measure(method, one)
  const what = `${method} ${one.url.slice(0, 80)} (${one.body?.length ?? 0} sent)`
  const [answer] = told
  const status = answer?.status ?? 0
  // The connection may be closed before the whole body of a refused request has been sent.
  const isExpected = one.status ? [...one.status, 0].includes(status) : status > 0 && status < 500
  assert.ok(isExpected, `${what}: ${status} ${answer?.error}`)
  assert.ok(least < longest, `${what}: a turn of ${Math.round(least)} ms`)
}

for (const url of [
  `/guide/${festival}`,
  `/festivals/${festival}/calendar.ics`,
  `/festivals/${festival}/timetable`,
]) {
  test(`four readers at once hold the loop no longer at ${url.replace(festival, '…')}`, async () => {
    const { least, told } = await measure('GET', { url }, 4)
    assert.deepEqual(
      told.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.ok(least < longest, `a turn of ${Math.round(least)} ms`)
  })
}
