/** Vouchers for tests, made as their managers make them. */
import assert from 'node:assert/strict'
import { newId } from '#platform/values/ids'
import { aTier } from './buying.ts'
import { aFestival, aName, anOrganizer } from './catalogue.ts'
import type { Person, World } from './world.ts'

type VoucherFields = Record<string, unknown>

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
  const voucher = async (voucherFields: VoucherFields): Promise<any> => {
    const { status, body, text } = await world.post(url, voucherFields, { as: manager })
    assert.equal(status, 201, text)
    return body
  }
  const read = async (id: string): Promise<any> =>
    (await world.get(`${url}/${id}`, { as: manager })).body
  return { festivalId, manager, url, tier, voucher, read }
}

/** A voucher for anything of a festival, half off, written straight into the tables. */
export async function aVoucher(
  { db }: Pick<World, 'db'>,
  { festival_id }: { festival_id: string },
): Promise<{ id: string; code: string }> {
  const id = newId()
  const code = aName('half').replace(' ', '-').toUpperCase()
  const made = { id, festival_id, percent: 50, opens: true, created_at: new Date() }
  await db.insertInto('vouchers').values(made).execute()
  await db
    .insertInto('voucher_codes')
    .values({ id: newId(), voucher_id: id, festival_id, code, code_key: code.replace('-', '') })
    .execute()
  return { id, code }
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
  }: { id: string; quantity?: number; key?: string } & VoucherFields,
) =>
  post(
    '/orders',
    { items: [{ payment_type: 'ticket', entity_id: id, quantity }], ...more },
    { as, headers: { 'idempotency-key': key } },
  )
