/**
 * One way of paging for the lists of ours (docs/contract, section 1.4): `after` and `next_after`, and what they
 * promise. Arrays have the next part in `Link`. The lists by cursor have tests of their own beside their modules.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { scopes } from '#core/access'
import { toPlace } from '#platform/http/cursors'
import { newId } from '#platform/values/ids'
import { anArtist, anOrganizer } from './catalogue.ts'
import { describedBy } from './described.ts'
import type { Document, Operation } from './fields.ts'
import { growingLists } from './growing-lists.ts'
import { specifiedLists } from './specification.ts'
import { aWorld, lenient } from './world.ts'

const world = await aWorld()
const { db, get, aUser } = world
const admin = await aUser({ roles: ['admin'] })
const client = (await world.aClient([...scopes])).token
const document = describedBy(world.app) as Document

/** Lists of ours without `after`; section 1.4 of the contract names each, and why. */
const withoutAfter = new Set([
  'GET /genres',
  'GET /accommodations',
  'GET /gate/{festivalId}/manifest',
  'GET /gate/{festivalId}/inside',
  'GET /festivals/{id}/availability',
  'GET /festivals/{id}/gate-devices',
  'GET /festivals/{id}/gate-staff',
  'GET /festivals/{id}/shifts',
  'GET /shifts/{id}/printers',
  'GET /festivals/{id}/leases',
  'GET /festivals/{id}/invitations',
  'GET /organizers/{id}/invitations',
  'GET /organizers/{id}/members',
  'GET /payments/{id}/timeline',
  'GET /rewards/rules',
  'GET /users/i/invitations',
  'GET /users/invitations',
  'GET /webhooks',
  'GET /webhooks/events',
])

const answerOf = ({ responses }: Operation) =>
  responses?.['200']?.content?.['application/json']?.schema ?? {}

/** Every GET that answers an array, or takes a `limit`, and what it takes and answers. */
const lists = Object.entries(document.paths ?? {}).flatMap(([path, { get: operation }]) => {
  if (!operation) return []
  const { parameters = [] } = operation
  const takes = parameters.flatMap(({ name, in: where }) => (where === 'query' ? [name] : []))
  const answer = answerOf(operation)
  const isArray = answer.type === 'array'
  if (!isArray && !takes.includes('limit')) return []
  return [{ name: `GET ${path}`, takes, isArray, answers: Object.keys(answer.properties ?? {}) }]
})

type List = (typeof lists)[number]

function goesOn({ takes, isArray, answers }: List): boolean {
  const isTaken = takes.includes('after') && takes.includes('limit')
  return isTaken && (isArray || answers.includes('next_after'))
}

// Requirement (rules): contract §1.4: every list of ours goes on with after
test('every list of ours goes on with after, or is named in the contract as one that does not', async () => {
  const contract = await readFile('docs/contract/conventions.md', 'utf8')
  const [, section = ''] = /## 1\.4 (.*?)\n## 1\.5/s.exec(contract) ?? []
  const ours = lists.filter(({ name }) => !specifiedLists.includes(name))
  const differing = ours.filter((one) => goesOn(one) === withoutAfter.has(one.name))
  assert.deepEqual(
    differing.map(({ name }) => name),
    [],
  )
  const names = new Set(ours.map(({ name }) => name))
  assert.deepEqual([...withoutAfter.difference(names)], [])
  for (const name of withoutAfter) {
    const written = name.slice('GET '.length).replaceAll(/\{(\w+)\}/g, ':$1')
    assert.ok(section.includes(`\`${written}\``), `section 1.4 does not name ${name}`)
  }
  assert.ok(ours.length > 20)
})

const growing = growingLists(world, admin)
const whole = (body: any) => body
const read = (url: string, headers = {}) => get(url, { as: admin, client, headers })

/** The address of what follows an answer; undefined at the end. */
function nextOf(url: string, { body, headers }: Awaited<ReturnType<typeof get>>) {
  if (!Array.isArray(body)) {
    return body.next_after === null ? undefined : `${url}&after=${body.next_after}`
  }
  return /^<(.*)>; rel="next"$/.exec(`${headers['link'] ?? ''}`)?.[1]
}

test('every list in pages or parts that goes on with after is read here', () => {
  const named = lists.filter(({ name, takes }) => {
    const isRead = takes.includes('after') && !takes.includes('before')
    return isRead && !specifiedLists.includes(name)
  })
  const known = Object.keys(growing).map((name) => name.replace(/,.*/, ''))
  assert.deepEqual(new Set(named.map(({ name }) => name)), new Set(known))
})

/** Reads a list two by two to its end; `meanwhile` is called after each part. Returns the ids. */
async function readBy2(
  limited: string,
  meanwhile: (here: string[], turn: number) => Promise<void>,
  ids: (body: any) => string[],
): Promise<string[]> {
  const found: string[] = []
  for (let at: string | undefined = limited, turn = 0; at; turn++) {
    const answer = await read(at)
    assert.equal(answer.status, 200, answer.text)
    const here = ids(answer.body)
    assert.ok(here.length <= 2 && turn < 30)
    found.push(...here)
    at = nextOf(limited, answer)
    const { pagination } = answer.body
    if (pagination) assert.deepEqual([pagination.page, pagination.hasMore], [turn + 1, !!at])
    await meanwhile(here, turn)
  }
  return found
}

for (const [name, make] of Object.entries(growing)) {
  // Requirement (rules): contract §1.4: after hides nothing, whatever is added or removed
  test(`${name}: read with after, nothing is hidden by what is added or goes meanwhile`, async () => {
    const { url, add, remove, items = whole } = await make()
    const made = new Set<string>()
    for (const index of [0, 1, 2, 3, 4, 5, 6]) made.add((await add(index)).id)
    const start = url.includes('?') ? url : `${url}?`
    const ids = (body: any): string[] => items(body).map(({ id }: { id: string }) => id)
    const all = ids((await read(start)).body).filter((id) => made.has(id))
    assert.equal(all.length, 7)

    const found = await readBy2(
      `${start}&limit=2`,
      async (here, turn) => {
        if (turn < 2) await add(turn)
        if (turn === 1) await remove?.(here.at(-1) ?? '')
      },
      ids,
    )
    assert.deepEqual(
      found.filter((id) => made.has(id)),
      all,
    )
    assert.equal(new Set(found).size, found.length)
  })

  // Requirement (rules): contract §1.4: what is no place in the list is 400
  test(`${name}: what is no place in the list is refused`, async () => {
    const { url } = await make()
    const start = url.includes('?') ? url : `${url}?`
    const [page, id, time] = [1, newId(), new Date()]
    const wrong = [
      ['', 'é', 'nothing', '[]', 'x'.repeat(5_000)],
      [toPlace([]), toPlace(['a']), toPlace([page, 'a\0', id]), toPlace([true, '\ud800', id])],
      [toPlace(['a\0', id]), toPlace([page, 'soon', 'none', 'x']), toPlace([id, time, id])],
      // Places of the two lists whose keys are any text.
      /organizers|clients/.test(name) ? [] : [toPlace([page, time, 'none']), toPlace([id, id])],
      [Buffer.from('{"length":2}').toString('base64url'), Buffer.from('[[').toString('base64url')],
    ]
    for (const after of wrong.flat()) {
      const { status, body } = await read(`${start}&after=${after}`)
      assert.equal(status, 400, after)
      assert.equal(body.error, 'after is not a place in this list')
      assert.deepEqual(body.fields, [
        { path: 'after', code: 'pattern', message: 'after is not a place in this list' },
      ])
    }
  })
}

// Requirement (rules): contract §1.4: before and after are one place
test('a list by cursor takes its place under both names, but not two places', async () => {
  for (const name of ['A', 'B', 'C']) await world.post('/clients', { name }, { as: admin, client })
  const first = await read('/audit?limit=1')
  const { next_after: after } = first.body
  assert.equal(first.body.next_before, after)
  const { body } = await read(`/audit?limit=1&after=${after}`)
  assert.equal(body.entries.length, 1)
  for (const query of [`before=${after}`, `before=${after}&after=${after}`]) {
    assert.deepEqual((await read(`/audit?limit=1&${query}`)).body, body)
  }
  const torn = await read(`/audit?after=${after}&before=${newId()}`)
  const error = 'after and before are two names of one field: give one of them'
  assert.deepEqual([torn.status, torn.body.error], [400, error])
})

// Requirement (rules): contract §1.4: the next part of an array is in Link
test('the address of the next part has the whole query, and the last part has none', async () => {
  const { id } = await anArtist(world)
  const address = `/artists/${id}/announcers`
  for (const _ of [1, 2, 3]) {
    const { id: organizer_id } = await anOrganizer(world)
    await db.insertInto('announcers').values({ artist_id: id, organizer_id }).execute()
  }
  const { headers } = await read(`${address}?offset=1&limit=1&other=1`, lenient)
  assert.match(
    `${headers['link']}`,
    new RegExp(`^<${address}\\?limit=1&after=[\\w-]+>; rel="next"$`),
  )
  const last = await read(`${address}?offset=2&limit=1`)
  assert.deepEqual([last.body.length, last.headers['link']], [1, undefined])
})
