/** The sellers that invoices name, as they were at the sale. */
import { type SellerVersion, sellersAt } from '#catalogue/organizers'
import type { Database } from '#platform/database/tables'
import type { Account, Seller } from '../model/document.ts'

/** A seller with all that its documents need, and how their numbers begin. */
export type IssuingSeller = { seller: Seller; prefix: string }

/** The prefix of a seller that has chosen none. */
const usualPrefix = 'INV'

type Sale = { seller: string; settled_at: Date }

/** Returns the sellers of sales, in their order; undefined for one that lacks details, whose documents wait. */
export async function readSellers(
  db: Database,
  sales: Sale[],
): Promise<(IssuingSeller | undefined)[]> {
  const versions = await sellersAt(
    db,
    sales.map(({ seller, settled_at: at }) => ({ seller, at })),
  )
  return versions.map((version) => {
    const seller = version && toSeller(version)
    return seller && { seller, prefix: version.invoice_prefix ?? usualPrefix }
  })
}

function toSeller({ legal_name: name, street, city, country, ...row }: SellerVersion) {
  if (name === null || street === null || city === null || country === null) return undefined
  return {
    name,
    street,
    postcode: row.postcode,
    city,
    country,
    vatId: row.vat_id,
    taxNumber: row.tax_number,
    vatNote: row.vat_scheme === 'exempt' ? row.vat_note : null,
    email: row.contact_email,
    phone: row.contact_phone,
    account: accountOf(row),
  } satisfies Seller
}

const accountOf = ({
  account_holder: holder,
  iban,
  bic,
}: Pick<SellerVersion, 'account_holder' | 'iban' | 'bic'>): Account | null =>
  holder === null || iban === null ? null : { holder, iban, bic }
