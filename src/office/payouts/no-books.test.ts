/** A service whose processor pays nothing out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aWorld } from '../../../test/world.ts'

const { get, post, aUser } = await aWorld()

// Requirement (rules): contract §10.10 Payouts: the simulated processor has no books
test('where no processor has books, the answer says so and nothing is read', async () => {
  const as = await aUser({ roles: ['admin'] })
  const { status, body } = await post('/payouts/sync', {}, { as })
  assert.equal(status, 202)
  assert.match(body.message, /nothing to read/)
  assert.deepEqual((await get('/payouts/sync', { as })).body, { processors: [] })
})
