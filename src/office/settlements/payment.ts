/** Transfers that pay statements: the next file for the bank orders them. */
import { sql } from 'kysely'
import { readAccount } from '#catalogue/organizers'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { conflict } from '#platform/values/errors'
import { toCents } from '#platform/values/money'
import type { Clock } from '#platform/values/time'
import { type BankSettings, requireAccount } from '#shop/bank'
import { addOrganizerTransfer, organizerTransfers } from '#shop/payments'
import type { Settlement } from './schemas.ts'
import { findSettlement } from './statements.ts'

/** The most that one transfer pays, in euros; SEPA's own limit is higher. */
const mostEuros = 20_000_000

type Context = { db: Database; now: Clock; config: BankSettings }

/**
 * Adds the transfer that pays a statement to the next file for the bank. Done before, it changes nothing, unless
 * the transfer came back. Refuses (409) without a bank account of the operator (`no_bank_account`) or of the organizer
 * (`no_payee_account`), and a statement that owes nothing (`nothing_due`).
 */
export async function paySettlement({ db, now, config }: Context, id: string): Promise<Settlement> {
  return transact(db, async (trx) => {
    // Two people pressing at once order one transfer.
    await sql`select from settlements where id = ${id} for update`.execute(trx)
    const { number, due, organizer_id } = await findSettlement(trx, id)
    const before = (await organizerTransfers(trx, [id])).get(id)
    if (!before || before.state === 'returned') {
      if (due <= 0) throw conflict('This statement owes the organizer nothing', 'nothing_due')
      if (due > mostEuros) {
        const sentence = `A transfer pays at most ${mostEuros} EUR: order this one at your bank`
        throw conflict(sentence, 'nothing_due')
      }
      requireAccount(config)
      const { name, iban, bic } = await requirePayee(trx, organizer_id)
      await addOrganizerTransfer(trx, {
        about: id,
        cents: toCents(due),
        payee_name: name,
        payee_iban: iban,
        payee_bic: bic ?? null,
        text: `Settlement ${number}`,
        created_at: now(),
      })
    }
    return findSettlement(trx, id)
  })
}

async function requirePayee(db: Database, organizer: string) {
  const account = await readAccount(db, organizer)
  if (account) return account
  throw conflict('The organizer has no bank account: enter its IBAN first', 'no_payee_account')
}
