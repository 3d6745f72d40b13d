/** Sellers as they were: documents name the seller of the moment of a sale. */
import { sql } from 'kysely'
import type { Config } from '#platform/config/variables'
import { rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Seller } from './schemas.ts'

/** A seller as documents name it. */
export type SellerVersion = Omit<Seller, 'missing'> &
  Record<'legal_name' | 'legal_address' | 'contact_email', string | null>

/** A sale: `seller` is the id of the organizer, empty for the operator. */
type SoldBy = { seller: string; at: Date }

const details = [
  'legal_name',
  'legal_address',
  'contact_email',
  'street',
  'postcode',
  'city',
  'country',
  'vat_id',
  'tax_number',
  'vat_scheme',
  'vat_note',
  'account_holder',
  'iban',
  'bic',
  'invoice_prefix',
  'contact_phone',
] as const satisfies (keyof SellerVersion)[]

/**
 * Returns the sellers of sales, in their sequence: as they were at that moment, or, if they lacked something that
 * documents need, as they were when they first had all of it. Undefined for one that still lacks something.
 */
export async function sellersAt(
  db: Database,
  sales: SoldBy[],
): Promise<(SellerVersion | undefined)[]> {
  if (sales.length === 0) return []
  const numbered = sales.map((sale, nth) => ({ ...sale, nth }))
  const { rows } = await sql<SellerVersion & { nth: number }>`
    select a.nth, v.* from ${rowsOf('a', numbered, { seller: 'text', at: 'timestamptz', nth: 'int' })}
    cross join lateral (
      select ${sql.join(details.map((name) => sql.ref(`v.${name}`)))} from seller_versions v
      where v.organizer_id = a.seller and num_nulls(v.legal_name, v.street, v.city, v.country) = 0
        and num_nonnulls(v.vat_id, v.tax_number) > 0 and (v.valid_from > a.at or not exists (
        select from seller_versions later where later.organizer_id = a.seller
          and later.valid_from > v.valid_from and later.valid_from <= a.at))
      order by v.valid_from limit 1) v`.execute(db)
  const found = new Map(rows.map(({ nth, ...version }) => [nth, version]))
  return sales.map((_, nth) => found.get(nth))
}

type OperatorSettings = Pick<Config, keyof Config & `SELLER_${string}`>

/** Adds a version of the operator if the settings say something else than the latest one does. */
export function storeOperatorVersion(db: Database, config: OperatorSettings): Promise<void> {
  const version = versionOf(config)
  return transact(db, async (trx) => {
    // Processes that start at once add it once.
    await sql`lock table seller_versions in share row exclusive mode`.execute(trx)
    const { rows } = await sql<SellerVersion>`
      select ${sql.join(details.map((name) => sql.ref(name)))} from seller_versions
      where organizer_id = '' order by valid_from desc limit 1`.execute(trx)
    const [latest] = rows
    if (latest && details.every((name) => latest[name] === version[name])) return
    await trx
      .insertInto('seller_versions')
      .values({
        ...version,
        organizer_id: '',
        valid_from: latest ? sql<Date>`clock_timestamp()` : sql<Date>`'-infinity'`,
      })
      .execute()
  })
}

/** The settings of the details that the operator can have. */
const settingOf = {
  legal_name: 'SELLER_NAME',
  contact_email: 'SELLER_EMAIL',
  street: 'SELLER_STREET',
  postcode: 'SELLER_POSTCODE',
  city: 'SELLER_CITY',
  country: 'SELLER_COUNTRY',
  vat_id: 'SELLER_VAT_ID',
  tax_number: 'SELLER_TAX_NUMBER',
  vat_note: 'SELLER_VAT_NOTE',
  invoice_prefix: 'SELLER_PREFIX',
  contact_phone: 'SELLER_PHONE',
} as const satisfies { [Detail in keyof SellerVersion]?: keyof OperatorSettings }

function versionOf(config: OperatorSettings): SellerVersion {
  const none = Object.fromEntries(details.map((name) => [name, null]))
  const given = Object.entries(settingOf).map(([name, setting]) => [name, config[setting] ?? null])
  const vat_scheme = config.SELLER_VAT_NOTE === undefined ? 'standard' : 'exempt'
  return { ...none, ...Object.fromEntries(given), vat_scheme } as SellerVersion
}
