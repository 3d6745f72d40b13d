/** Sellers with all that documents need, and sales of theirs. */
import type { Insertable } from 'kysely'
import type { Tables } from '#platform/database/tables'
import { aTier } from './buying.ts'
import { aFestival, anOrganizer } from './catalogue.ts'
import type { World } from './world.ts'

/** The details of a complete seller. */
export const sellerDetails = {
  street: 'Kalvø Havnevej 4',
  postcode: '4793',
  city: 'Kalvø',
  country: 'DK',
  vat_id: 'DK13585628',
}

/** A festival of a seller that is complete, with a tier at 50 EUR and 25 % VAT. */
export async function aSellerWithTier(
  world: World,
  given: { prefix?: string; details?: object; tier?: Partial<Insertable<Tables['tiers']>> } = {},
) {
  const organizer = await anOrganizer(world, { legal_name: 'Harbour Nights ApS' })
  await world.db
    .insertInto('sellers')
    .values({
      ...sellerDetails,
      ...given.details,
      organizer_id: organizer.id,
      invoice_prefix: given.prefix ?? 'HN',
    })
    .execute()
  const festival = await aFestival(world, {
    organizer_id: organizer.id,
    time_zone: 'Europe/Copenhagen',
  })
  const vat = JSON.stringify({ rate: 25, exemption: null })
  const tier = await aTier(world, { vat, festival_id: festival.id, quantity: 1_000, ...given.tier })
  return { organizer, festival, tier }
}

/** Returns the documents of a seller, by their numbers. */
export function documentsOf({ db }: Pick<World, 'db'>, seller: string) {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('seller', '=', seller)
    .orderBy('prefix')
    .orderBy('sequence')
    .execute()
}
