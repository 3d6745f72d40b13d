import { sql } from 'kysely'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { found, invalidField } from '#platform/values/errors'
import { requireRight } from '../managers.ts'
import { sellerFields } from './columns.ts'
import type { Seller, SellerChange } from './schemas.ts'

type Reader = { db: Database; user: UserCaller }

/** Returns the details of a seller, for readers of its money: 403 for others, 404 without the organizer. */
export async function readSeller({ db, user }: Reader, id: string): Promise<Seller> {
  await requireRight(db, user, { id, right: 'read_money', action: 'see the seller' })
  return findSeller(db, id)
}

async function findSeller(db: Database, id: string): Promise<Seller> {
  const { rows } = await sql<Omit<Seller, 'missing'> & { legal_name: string | null }>`
    select o.legal_name, ${sql.join(sellerFields.select('s'))}
    from organizers o left join sellers s on s.organizer_id = o.id where o.id = ${id}`.execute(db)
  const { legal_name, ...seller } = found(rows[0], 'Organizer')
  const shown = { ...seller, vat_scheme: seller.vat_scheme ?? 'standard' }
  return { ...shown, missing: missingIn({ ...shown, legal_name }) }
}

/**
 * Changes details of a seller, for its managers. Refuses with 403 and 404 like `readSeller`, and with 400 an exempt seller without its sentence, and an account
 * without its holder.
 */
export async function changeSeller(
  { db, user }: Reader,
  { id, change }: { id: string; change: SellerChange },
): Promise<Seller> {
  return transact(db, async (trx) => {
    await requireRight(trx, user, { id, right: 'manage', action: 'change the seller' })
    const written = sellerFields.write(change)
    await trx
      .insertInto('sellers')
      .values({ ...written, organizer_id: id })
      .onConflict((oc) => oc.column('organizer_id').doUpdateSet({ organizer_id: id, ...written }))
      .execute()
    const seller = await findSeller(trx, id)
    refuseHalf(seller)
    return seller
  })
}

function refuseHalf({ vat_scheme, vat_note, iban, bic, account_holder }: Seller): void {
  if (vat_scheme === 'exempt' && vat_note === null) {
    throw invalidField(
      'vat_note',
      'is needed: documents of an exempt seller say why they have no VAT',
    )
  }
  if (iban !== null && account_holder === null) {
    throw invalidField('account_holder', 'is needed beside iban: banks compare it')
  }
  if (bic !== null && iban === null) throw invalidField('iban', 'is needed beside bic')
}

const needed = ['legal_name', 'street', 'city', 'country'] as const

/** Returns what the documents of a seller still need. */
function missingIn(
  seller: Omit<Seller, 'missing'> & { legal_name: string | null },
): Seller['missing'] {
  const missing: Seller['missing'] = needed.filter((name) => seller[name] === null)
  return seller.vat_id === null && seller.tax_number === null ? [...missing, 'vat_id'] : missing
}
