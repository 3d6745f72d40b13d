/** A festival whose manager writes to the people who have its tickets. */
import assert from 'node:assert/strict'
import { newId } from '#platform/values/ids'
import { aTier } from './buying.ts'
import { aGate } from './gate.ts'
import { aPaidTicket } from './sales.ts'
import type { Person, World } from './world.ts'

/** Of an organizer that is approved. */
export async function aWritingFestival(world: World) {
  const gate = await aGate(world)
  const { festival, manager } = gate
  const tier = await aTier(world, { festival_id: festival.id, price_cents: 0 })
  const path = `/festivals/${festival.id}/messages`
  /** A user with a ticket. */
  const aHolder = async (given: { user?: Person; tier?: typeof tier } = {}) => {
    const user = given.user ?? (await world.aUser())
    const { id: payment } = await aPaidTicket(world, {
      tier: given.tier ?? tier,
      user_id: user.id,
    })
    return { ...user, payment }
  }
  const write = async (given: object = {}): Promise<{ id: string; path: string }> => {
    const body = { subject: 'Gates', text: 'The gates open at 14:00.', ...given }
    const answer = await world.post(path, body, { as: manager })
    assert.equal(answer.status, 201, answer.text)
    return { id: answer.body.id, path: `${path}/${answer.body.id}` }
  }
  return { ...gate, tier, path, aHolder, write }
}

/** A draft to all who have a ticket of a festival, written straight into the table. */
export async function aMessage(
  { db }: Pick<World, 'db'>,
  { festival_id }: { festival_id: string },
): Promise<{ id: string }> {
  const [id, at] = [newId(), new Date()]
  const written = { subject: 'Gates', text: 'The gates open at 14:00.', urgent: false }
  await db
    .insertInto('messages')
    .values({ id, festival_id, ...written, created_at: at, updated_at: at })
    .execute()
  return { id }
}
