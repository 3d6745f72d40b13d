/** Approval of organizers by staff: which ones have it from the start, its visibility, and its notifications. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureOrganizer } from '#catalogue/organizers'
import { newId } from '#platform/values/ids'
import { anOrganizer } from '../../../../test/catalogue.ts'
import { aWorld, lenient, type Person } from '../../../../test/world.ts'

const world = await aWorld()
const { db, get, post, put, aUser } = world
await world.jobs.start()
const [admin, staff] = [
  await aUser({ roles: ['admin'] }),
  await aUser({ permissions: ['manage_catalog'] }),
]

async function made(as: Person): Promise<{ id: string; approved: boolean }> {
  const answer = await post('/organizers', { id: `org-${newId()}`, name: 'Harbour' }, { as })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const idsOf = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id)

// Requirement (rules): contract §3 Approved organizers: who is approved
test('organizers of staff, imports and the command line are approved; others are not', async () => {
  assert.equal((await made(admin)).approved, true)
  assert.equal((await made(staff)).approved, true)
  assert.equal((await made(await aUser())).approved, false)
  const id = `org-${newId()}`
  await ensureOrganizer(db, { id, name: 'Imported' })
  assert.equal((await get(`/organizers/${id}`)).body.approved, true)
})

test('no field of a body approves an organizer', async () => {
  const ada = await aUser()
  const given = { approved: true, approved_at: '2027-01-01T00:00:00Z' }
  const id = `org-${newId()}`
  const as = { as: ada, headers: lenient }
  await post('/organizers', { id, name: 'Harbour', ...given }, as)
  const changed = await put(`/organizers/${id}`, { name: 'Quay', ...given }, as)
  assert.deepEqual([changed.status, changed.body.approved], [200, false])
  const refused = await put(`/organizers/${id}/approved`, { approved: true }, { as: ada })
  assert.deepEqual([refused.status, refused.body.code], [403, 'missing_permission'])
})

// Requirement (rules): contract §3 Approved organizers: staff approve, managers are notified
test('staff see who waits, and approve; the managers are notified, once for each change', async () => {
  const ada = await aUser()
  const { id } = await made(ada)
  const other = await anOrganizer(world)
  const waiting = idsOf(await get('/organizers?approved=false', { client: null }))
  assert.deepEqual([waiting.includes(id), waiting.includes(other.id)], [true, false])
  const [listed] = (await get('/users/i/organizers', { as: ada })).body.organizers
  assert.equal(listed.approved, false)
  for (let times = 0; times < 2; times++) {
    const { status, body } = await put(
      `/organizers/${id}/approved`,
      { approved: true },
      { as: staff },
    )
    assert.deepEqual([status, body.id, body.approved], [200, id, true])
  }
  assert.ok(!idsOf(await get('/organizers?approved=false', { client: null })).includes(id))
  assert.ok(idsOf(await get('/organizers?approved=true', { client: null })).includes(id))
  const mine = await get('/users/i/organizers?approved=false', { as: ada })
  assert.deepEqual(mine.body.organizers, [])
  const { body } = await get('/notifications', { as: ada })
  assert.deepEqual(
    body.map(({ type, title }: { type: string; title: string }) => [type, title]),
    [['organizer.approved', 'Harbour is approved']],
  )
  const log = await get(`/audit?entity_id=${id}&action=organizer.approve`, { as: admin })
  assert.deepEqual(
    log.body.entries.map(({ changes }: { changes: object }) => Object.keys(changes)),
    [['approved_at']],
  )
})

test('an unknown one is 404, an invalid value 400', async () => {
  const path = `/organizers/org-${newId()}/approved`
  const unknown = await put(path, { approved: true }, { as: staff })
  assert.deepEqual([unknown.status, unknown.body.error], [404, 'Organizer not found'])
  const { id } = await anOrganizer(world)
  const bad = await put(`/organizers/${id}/approved`, { approved: 'yes' }, { as: staff })
  assert.deepEqual([bad.status, bad.body.error], [400, 'approved must be true or false'])
})
