/** Sellers with all that documents need, and sales of theirs. */
import type { Insertable } from 'kysely'
import type { Tables } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import type { DocumentData } from '#shop/documents'
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

type Row = Pick<Insertable<Tables['documents']>, 'order_id' | 'seller' | 'festival_ids'> & {
  sequence?: number
}

/** An invoice that was issued, written straight into the table. */
export async function aDocument({ db }: Pick<World, 'db'>, { sequence = 1, ...row }: Row) {
  const [id, bytes] = [newId(), Buffer.from('file')]
  const at = new Date()
  const document = {
    ...row,
    id,
    invoice_id: id,
    kind: 'invoice',
    reason: 'sale',
    prefix: 'HN',
    year: 2027,
    sequence,
    number: `HN-2027-00000${sequence}`,
    time_zone: 'UTC',
    issued_on: '2027-01-01',
    issued_at: at,
    gross_cents: 100,
    vat_cents: 0,
    units: '[]',
    data: JSON.stringify({ seller: { name: 'Harbour Nights ApS' }, buyer: { name: 'Ada Marsh' } }),
    xml: bytes,
    pdf: bytes,
    xml_sha256: bytes,
    pdf_sha256: bytes,
    rendered_at: at,
    mailed_at: at,
  }
  await db.insertInto('documents').values(document).execute()
  return document
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

/** Makes files of a document without rendering it. */
export async function plainFiles(data: DocumentData) {
  return { xml: Buffer.from(JSON.stringify(data)), pdf: Buffer.from(`%PDF ${data.number}`) }
}
