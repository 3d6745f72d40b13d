/** Vouchers for tests, made as their managers make them. */
import assert from 'node:assert/strict'
import { newId } from '#platform/values/ids'
import { aTier } from './buying.ts'
import { aFestival, anOrganizer } from './catalogue.ts'
import type { Person, World } from './world.ts'

type Given = Record<string, unknown>

/** A festival with a manager, and how vouchers of it are made and used. */
export async function aGivingFestival(world: World) {
  const organizer = await anOrganizer(world)
  const { id: festivalId } = await aFestival(world, { organizer_id: organizer.id })
  const manager = await world.aUser()
  const manages = { organizer_id: organizer.id, user_id: manager.id }
  await world.db.insertInto('organizer_managers').values(manages).execute()
  const tier = (given: Parameters<typeof aTier>[1] = {}) =>
    aTier(world, { ...given, festival_id: festivalId })
  const url = `/festivals/${festivalId}/vouchers`
  const voucher = async (given: Given): Promise<any> => {
    const { status, body, text } = await world.post(url, given, { as: manager })
    assert.equal(status, 201, text)
    return body
  }
  const read = async (id: string): Promise<any> =>
    (await world.get(`${url}/${id}`, { as: manager })).body
  return { festivalId, manager, url, tier, voucher, read }
}

/** Orders so many tickets of a tier. */
export const orderTickets = (
  { post }: World,
  as: Person,
  {
    id,
    quantity = 1,
    key = newId(),
    ...more
  }: { id: string; quantity?: number; key?: string } & Given,
) =>
  post(
    '/orders',
    { items: [{ payment_type: 'ticket', entity_id: id, quantity }], ...more },
    { as, headers: { 'idempotency-key': key } },
  )
