/** Which sellers may sell for real money: those that documents can name. */
import { type RawBuilder, sql } from 'kysely'

/**
 * True if documents have all that they need of the organizer `o` with the seller `se`, which may be absent, and of the
 * offer, which says its VAT unless the seller is exempt.
 */
export const isDocumented = (offer: 't' | 'a'): RawBuilder<boolean> => sql`coalesce(
  num_nulls(o.legal_name, se.street, se.city, se.country) = 0 and num_nonnulls(se.vat_id, se.tax_number) > 0
    and (se.vat_scheme = 'exempt' or ${sql.ref(`${offer}.vat`)} is not null), false)`

/** The same for the operator, who sells the membership plan `s`. */
export const isDocumentedPlan: RawBuilder<boolean> = sql`coalesce((
  select num_nulls(v.legal_name, v.street, v.city, v.country) = 0 and num_nonnulls(v.vat_id, v.tax_number) > 0
    and (v.vat_scheme = 'exempt' or s.vat is not null)
  from seller_versions v where v.organizer_id = '' order by v.valid_from desc limit 1), false)`
