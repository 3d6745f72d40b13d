/**
 * A draft leaves no trace for those who may not see it: every read of the description, asked in many ways by every
 * kind of caller, answers as if it did not exist, before it does, while it does, and when it is a draft again. So does
 * every change that names it. Operations and parameters come from the description: a new one is asked by itself, or
 * fails by its name.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { refreshRanks } from '../src/catalogue/festivals/listing/rank.ts'
import { aStage, headersOf } from './authorisation/calls.ts'
import { requestOf } from './authorisation/requests.ts'
import { aScene, type Caller } from './authorisation/scene.ts'
import { anInterest } from './catalogue.ts'
import { describedBy } from './described.ts'
import { country, readsOf, type Traces, withDraft, word } from './drafts/asked.ts'
import { readOperations } from './fuzz/operations.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const scene = await aScene(await aStage(world))
const { owner: fan, manager } = scene.people
const operations = readOperations(describedBy(world.app))
const reads = operations.filter(({ method, isStream }) => method === 'GET' && !isStream)
const changes = operations.filter(({ method }) => method !== 'GET')
const pages = ['/', `/?q=${word}`, `/guide/artists/${scene.artist.id}`]

for (const followed of [{ organizer_id: scene.organizer.id }, { artist_id: scene.artist.id }])
  await anInterest(world, { user_id: fan.id, ...followed })

const { anonymous, client, stranger, owner, rival } = scene.callers
const without: Record<string, Caller> = { anonymous, client, stranger, fan: owner, rival }
const { manager: managing, admin } = scene.callers

/** Ids of nothing. */
const nothing: Traces = {
  festival: newId(),
  gig: newId(),
  tier: newId(),
  accommodation: newId(),
  voucher: newId(),
  message: newId(),
  device: newId(),
  artist: scene.artist.id,
  organizer: scene.organizer.id,
}

const { artist: _artist, organizer: _organizer, ...own } = nothing
const isOfDraft = (request: unknown) =>
  Object.values(own).some((id) => JSON.stringify(request).includes(id))

/** What differs from one call to the next, and says nothing of festivals. */
const volatile =
  /"(exported_at|generated_at|as_of|at|uptime_seconds|challenge|salt|signature)":("[^"]*"|\d+)/g

/** The signed part of links to tickets, which changes every quarter of an hour. */
const links = /(\?signature=)[\w.-]+/g

/** An answer in which ids of the draft, or of nothing, are the same. */
function plain(text: string, traces: Traces): string {
  let same = text.replaceAll(volatile, '"$1":0').replaceAll(links, '$1')
  for (const [name, id] of Object.entries(traces)) same = same.replaceAll(id, name)
  return same
}

type Answers = Map<string, string>

/** The answers of all reads to a caller, each by its operation and request. */
async function answersOf(caller: Caller, traces: Traces): Promise<Answers> {
  const answers: Answers = new Map()
  for (const operation of reads) {
    for (const { url } of readsOf(operation, scene, traces)) {
      const { status, text } = await world.call('GET', url, {
        client: null,
        headers: headersOf(caller),
      })
      answers.set(plain(`${operation.name} ${url}`, traces), `${status} ${plain(text, traces)}`)
    }
  }
  const own = `/guide/${traces.festival}`
  for (const page of [...pages, own, `${own}/queue`, `${own}/queue/proof`]) {
    const { statusCode, payload } = await world.app.inject({ url: page })
    answers.set(plain(`page ${page}`, traces), `${statusCode} ${plain(unstamped(payload), traces)}`)
  }
  return answers
}

/** A page without the time at which it is shown. */
const unstamped = (page: string) =>
  page.replaceAll(/(name="festival-now" content="|start_time=)20[\dTZ:.%A-]+/g, '$1')

const hashOf = (answers: Answers) =>
  createHash('sha256')
    .update(JSON.stringify([...answers]))
    .digest('hex')

/** The requests that were answered otherwise. */
function differing(before: Answers, after: Answers): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (request) => before.get(request) !== after.get(request),
  )
}

/** The draft, as its manager creates it: first everywhere, if it were seen. */
async function aDraft(): Promise<Traces> {
  const as = { as: manager, client: scene.client }
  const gigs = Array.from({ length: 12 }, (_, nth) => ({
    artist_id: scene.artist.id,
    place_id: `${word} Stage`,
    ...(nth > 1 && { start_time: `2099-07-02T${10 + nth}:00:00Z` }),
  }))
  const body = {
    name: word,
    organizer_id: scene.organizer.id,
    published: false,
    description: word,
    venue: `${word} Park`,
    country,
    coordinates: { lat: 55.6, lng: 12.1 },
    start_time: '2099-07-02T10:00:00Z',
    end_time: '2099-07-03T10:00:00Z',
    places: [{ name: `${word} Stage` }],
    gigs,
    tickets: [{ name: word, price: 5, quantity: 10 }],
  }
  const made = await world.post('/festivals', body, as)
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.published_at, null)
  const { id } = made.body
  const stay = { festival_id: id, name: word, price: 1, quantity: 1 }
  const accommodation = await world.post('/accommodations', stay, as)
  const voucher = await world.post(`/festivals/${id}/vouchers`, { percent: 20, codes: 1 }, as)
  const message = await world.post(`/festivals/${id}/messages`, { subject: word, text: word }, as)
  const device = await world.post(`/festivals/${id}/gate-devices`, { name: word }, as)
  const times = { opens_at: '2099-01-01', draw_at: '2099-01-02' }
  const queue = { tiers: [made.body.tickets[0].id], ...times }
  const queued = await world.put(`/festivals/${id}/queue`, queue, as)
  assert.equal(queued.status, 200, queued.text)
  for (const answer of [accommodation, voucher, message, device])
    assert.equal(answer.status, 201, answer.text)
  return {
    ...nothing,
    festival: id,
    gig: made.body.gigs[11].id,
    tier: made.body.tickets[0].id,
    accommodation: accommodation.body.id,
    voucher: voucher.body.id,
    message: message.body.id,
    device: device.body.device?.id ?? device.body.id,
  }
}

await refreshRanks(world.db)
const before = new Map<string, Answers>()
for (const [name, caller] of Object.entries({ ...without, manager: managing, admin }))
  before.set(name, await answersOf(caller, nothing))

const again = new Map<string, Answers>()
for (const [name, caller] of Object.entries(without))
  again.set(name, await answersOf(caller, nothing))

const draft = await aDraft()
// What a job would do meanwhile.
await refreshRanks(world.db)

const answered = (to: Map<string, Answers>, name: string): Answers => to.get(name) ?? new Map()

test('the same reads are answered alike while nothing changes', () => {
  for (const name of Object.keys(without))
    assert.deepEqual(differing(answered(before, name), answered(again, name)), [])
})

for (const [name, caller] of Object.entries(without)) {
  // Requirement (rules): contract §4.14: no trace of a draft for a user who may not see it, in any read
  test(`no read shows a trace of a draft: ${name}`, async (t) => {
    const [then, now] = [answered(before, name), await answersOf(caller, draft)]
    assert.deepEqual(differing(then, now), [])
    assert.equal(hashOf(now), hashOf(then))
    t.diagnostic(`${now.size} answers of ${reads.length} reads, ${hashOf(now).slice(0, 12)}`)
  })
}

/** Where managers see a draft. */
const managed = [
  'GET /accommodations',
  'GET /activity',
  'GET /festivals/{id}',
  'GET /festivals/{id}/attendees',
  'GET /festivals/{id}/attendees.csv',
  'GET /festivals/{id}/cancellation',
  'GET /festivals/{id}/documents',
  'GET /festivals/{id}/documents.csv',
  'GET /festivals/{id}/documents.zip',
  'GET /festivals/{id}/gate-devices',
  'GET /festivals/{id}/gate-staff',
  'GET /festivals/{id}/invitations',
  'GET /festivals/{id}/leases',
  'GET /festivals/{id}/messages',
  'GET /festivals/{id}/messages/{message_id}',
  'GET /festivals/{id}/messages/{message_id}/preview',
  'GET /festivals/{id}/payments',
  'GET /festivals/{id}/payments.csv',
  'GET /festivals/{id}/queue',
  'GET /festivals/{id}/queue/proof',
  'GET /festivals/{id}/report',
  'GET /festivals/{id}/report.csv',
  'GET /festivals/{id}/report.pdf',
  'GET /festivals/{id}/sales',
  'GET /festivals/{id}/sales.csv',
  'GET /festivals/{id}/sales/compared',
  'GET /festivals/{id}/shifts',
  'GET /festivals/{id}/vouchers',
  'GET /festivals/{id}/vouchers/{voucherId}',
  'GET /festivals/{id}/vouchers/{voucherId}/codes.csv',
  'GET /festivals/{id}/waiting-list',
  // Its rehearsal.
  'GET /festivals/{id}/queue/challenge',
  'GET /festivals/{id}/queue/place',
  'GET /gate/{festivalId}/clashes',
  'GET /gate/{festivalId}/inside',
  'GET /gate/{festivalId}/inside/{zone}',
  'GET /gate/{festivalId}/manifest',
  'GET /users/i/festivals',
  'GET /users/i/organizers',
]

/** What a manager has made, and where the manager has access: an admin has neither there. */
const ofManagersAlone = [
  // It has the gate devices that the user made.
  'GET /users/i/export',
  'GET /users/i/standing-access',
]

/** Where all see a festival that is published. */
const shown = [
  'GET /accommodations',
  'GET /accommodations/{id}',
  'GET /festivals',
  'GET /festivals/{id}',
  'GET /festivals/{id}/artists',
  'GET /festivals/{id}/availability',
  'GET /festivals/{id}/calendar.ics',
  'GET /festivals/{id}/day',
  'GET /festivals/{id}/queue',
  'GET /festivals/{id}/summary',
  'GET /festivals/{id}/timetable',
  'GET /festivals/{id}/vouchers/check',
  'GET /gigs',
  'GET /gigs/chart',
  'GET /search',
  'GET /users/i/feed',
  'page /',
  'page /guide/festival',
]

/** What a follower was told stays: in the inbox, the export, and the number of unread ones beside the feed. */
const told = [
  'GET /notifications',
  'GET /notifications/unread',
  'GET /users/i/export',
  'GET /users/i/feed',
]

/** The reads whose answers to a caller have changed. */
async function changed(name: string, caller: Caller): Promise<string[]> {
  const now = await answersOf(caller, draft)
  const requests = differing(answered(before, name), now)
  return [
    ...new Set(requests.map((request) => request.split(' ').slice(0, 2).join(' '))),
  ].toSorted()
}

// Requirement (rules): contract §4.14: where managers see it
test('its managers and admins see it, in what is theirs alone', async () => {
  const ofManagers = new Set([...managed, ...ofManagersAlone])
  assert.deepEqual(new Set(await changed('manager', managing)), ofManagers)
  assert.deepEqual(new Set(await changed('admin', admin)), new Set([...managed, 'GET /audit']))
  const { body } = await world.get(`/festivals/${draft.festival}?hidden=true&expand=availability`, {
    as: manager,
    client: scene.client,
  })
  assert.deepEqual([body.name, body.published_at], [word, null])
  assert.equal(body.availability[0].status, 'closed')
})

const publish = (published: boolean) =>
  world.put(`/festivals/${draft.festival}`, { published }, { as: manager, client: scene.client })

test('published it is seen at once, in every read that shows festivals', async () => {
  assert.equal((await publish(true)).status, 200)
  const seen = await changed('stranger', stranger)
  assert.deepEqual(
    shown.filter((name) => !seen.includes(name)),
    [],
  )
})

// Requirement (rules): contract §4.14: both show at once
test('a draft again it is gone at once, and only notifications of it stay', async () => {
  assert.equal((await publish(false)).status, 200)
  for (const [name, caller] of Object.entries(without))
    assert.deepEqual(await changed(name, caller), name === 'fan' ? told : [], name)
})

for (const [name, caller] of Object.entries(without)) {
  // Requirement (rules): contract §4.14: unknown to all others, whatever they do with it
  test(`every change that names a draft answers as of nothing: ${name}`, async () => {
    const named = ({ name: operation }: { name: string }, traces: Traces) =>
      requestOf(operation, withDraft(scene, traces))
    const told: Record<string, string[]> = {}
    for (const operation of changes) {
      const asked = [nothing, draft].map((traces) => ({ traces, ...named(operation, traces) }))
      if (!isOfDraft([asked[0]?.url, asked[0]?.body])) continue
      told[operation.name] = []
      for (const { traces, method, url, body, headers } of asked) {
        const answer = await world.call(method, url, {
          client: null,
          body,
          headers: { ...headersOf(caller), ...headers },
        })
        told[operation.name]?.push(`${answer.status} ${plain(answer.text, traces)}`)
      }
    }
    const otherwise = Object.entries(told).filter(([, [of, to]]) => of !== to)
    assert.deepEqual(otherwise, [])
    assert.ok(Object.keys(told).length > 15, Object.keys(told).join())
  })
}
