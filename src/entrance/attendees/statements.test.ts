import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTier } from '../../../test/buying.ts'
import { aGate, aNamed } from '../../../test/gate.ts'
import { somePaidTickets } from '../../../test/sales.ts'
import { aWorld } from '../../../test/world.ts'

// Runs without jobs, since they send statements of their own.
const world = await aWorld()
const { get, statements, workStatements } = world

test('a page takes one statement, for any number of tickets, and a name one more', async () => {
  const { festival, manager: as } = await aGate(world)
  const tier = await aTier(world, { festival_id: festival.id })
  await somePaidTickets(world, 20, { tier })
  const sent = async (query: string) => {
    statements.length = workStatements.length = 0
    const { body } = await get(`/festivals/${festival.id}/attendees?${query}`, { as })
    const reads = /\b(tickets|payments|tiers|gate_passages|users u)\b/
    const all = [...statements, ...workStatements].filter((text) => reads.test(text))
    return [body.attendees.length, all.length]
  }
  // Looks up the tokens, so that they are cached afterwards.
  await sent('')
  for (const query of ['', `tier=${tier.id}&`, 'status=valid&inside=false&']) {
    assert.deepEqual(await sent(`${query}limit=1`), [1, 1])
    assert.deepEqual(await sent(`${query}limit=20`), [20, 1])
  }
  const ada = await aNamed(world, 'Ada', 'Solitary')
  await somePaidTickets(world, 5, { tier, user_id: ada.id })
  assert.deepEqual(await sent('q=solitary&limit=5'), [5, 2])
})
