/** The sellers that documents name, as they are. */
import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Account, Seller } from '../model/document.ts'

/** A seller with all that its documents need, and how their numbers begin. */
export type IssuingSeller = { seller: Seller; prefix: string }

/** The prefix of a seller that has chosen none. */
const usualPrefix = 'INV'

type Row = {
  id: string
  legal_name: string | null
  contact_email: string | null
  street: string | null
  postcode: string | null
  city: string | null
  country: string | null
  vat_id: string | null
  tax_number: string | null
  vat_scheme: string | null
  vat_note: string | null
  account_holder: string | null
  iban: string | null
  bic: string | null
  invoice_prefix: string | null
}

/** Returns the sellers that are complete; documents of the others wait. */
export async function readSellers(
  db: Database,
  sellers: string[],
): Promise<Map<string, IssuingSeller>> {
  if (sellers.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select o.id, o.legal_name, o.contact_email, s.street, s.postcode, s.city, s.country, s.vat_id, s.tax_number,
           s.vat_scheme, s.vat_note, s.account_holder, s.iban, s.bic, s.invoice_prefix
    from organizers o join sellers s on s.organizer_id = o.id
    where o.id = any (${list(sellers, 'text')})`.execute(db)
  return new Map(
    rows.flatMap((row) => {
      const seller = toSeller(row)
      return seller ? [[row.id, { seller, prefix: row.invoice_prefix ?? usualPrefix }]] : []
    }),
  )
}

function toSeller({ legal_name: name, street, city, country, ...row }: Row): Seller | undefined {
  const { vat_id: vatId, tax_number: taxNumber } = row
  if (name === null || street === null || city === null || country === null) return undefined
  if (vatId === null && taxNumber === null) return undefined
  return {
    name,
    street,
    postcode: row.postcode,
    city,
    country,
    vatId,
    taxNumber,
    vatNote: row.vat_scheme === 'exempt' ? row.vat_note : null,
    email: row.contact_email,
    phone: null,
    account: accountOf(row),
  }
}

const accountOf = ({
  account_holder: holder,
  iban,
  bic,
}: Pick<Row, 'account_holder' | 'iban' | 'bic'>): Account | null =>
  holder === null || iban === null ? null : { holder, iban, bic }
