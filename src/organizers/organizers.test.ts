import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aWorld } from '../../test/world.ts'

const world = await aWorld()
const { get, post, put, del, aUser } = world

test('an organizer is created, listed without a token, changed and deleted by its manager', async () => {
  const ada = await aUser()
  const created = await post(
    '/organizers',
    { id: 'harbour', name: 'Harbour', photo: null },
    { as: ada },
  )
  assert.equal(created.status, 201)
  const { firstName, lastName, email } = ada
  const managers = [{ id: ada.id, firstName, lastName, email }]
  assert.deepEqual(created.body, {
    id: 'harbour',
    name: 'Harbour',
    description: null,
    photo: null,
    managers,
  })
  const listed = await get('/organizers', { client: null })
  assert.deepEqual(
    listed.body.filter(({ id }: { id: string }) => id === 'harbour'),
    [created.body],
  )
  const changed = await put('/organizers/harbour', { description: 'By the water' }, { as: ada })
  assert.deepEqual(changed.body, { ...created.body, description: 'By the water' })
  const deleted = await del('/organizers/harbour', { as: ada })
  assert.deepEqual(deleted.body, { message: 'Organizer deleted' })
  assert.equal((await put('/organizers/harbour', {}, { as: ada })).status, 404)
})
