/** The API only grows: nothing of the released description is taken away, and the changelog names what is new. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { printApi } from '../scripts/print-api.ts'
import { changesOf, unmentioned } from './api-changes.ts'
import { describedBy, resolved } from './described.ts'
import { additions, type Description, removals } from './description-diff.ts'
import { aWorld } from './world.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

const { app } = await aWorld()
const released: Description = resolved(JSON.parse(read('../docs/api/released.json')))
const current: Description = describedBy(app)

/** Differences that no application of the released API can meet, each with the reason. */
const accepted = {
  'POST /clients 201.client_secret may now be null':
    'Only publishable clients have none, and the released API has no `kind` to ask for one.',
  'GET /activity query before has a narrower pattern: ^\\d{1,15}-[apst]-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-\\d{1,9}$':
    'It is wider: the ids of hand-overs are places in the list as well.',
  'GET /users/i/export 200.payments[].ticket.code may now be null':
    'Only of tickets that were handed on, and the released API cannot hand on any.',
}

// Requirement (rules): contract §1.10: nothing of the released API is removed or narrowed, but for what no
//   application can meet
test('nothing of the released API was removed or narrowed', () => {
  assert.ok(Object.keys(released.paths ?? {}).length > 100)
  assert.deepEqual(removals(released, current), Object.keys(accepted))
})

// Requirement (rules): The changelog names every addition to the API
test('the API section of the changelog names every addition since then', () => {
  const missing = unmentioned(additions(released, current), changesOf(read('../CHANGELOG.md')))
  assert.deepEqual(missing, [], 'add to "### API" of CHANGELOG.md')
})

// Requirement (rules): The released description keeps all that is compared
test('what is kept of a description is all that is compared', () => {
  const kept: Description = resolved(JSON.parse(printApi(app.swagger())))
  assert.deepEqual([...removals(kept, current), ...removals(current, kept)], [])
  assert.deepEqual([...additions(kept, current), ...additions(current, kept)], [])
})
