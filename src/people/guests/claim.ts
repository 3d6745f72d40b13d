import { sql } from 'kysely'
import { recordAdmissions } from '#entrance/gate'
import { eraseGuests, lockGuests, type ProvenAccount } from '#identity/users'
import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { emailKey } from '#platform/values/email'
import { moveOwner } from '#shop/payments'

type Context = Pick<Infrastructure, 'db' | 'access' | 'bus' | 'now'>

/**
 * Gives an account the purchases that guests made with its e-mail, and erases these guests (contract, section 7.12).
 * The caller has locked the account in the transaction `db`, and proven its e-mail. Locks the guests, orders, payments,
 * tickets, then the balance of the account.
 */
export async function claimPurchases(
  { db, access, bus, now: clock }: Context,
  { id, email_key }: ProvenAccount,
): Promise<void> {
  const now = clock()
  await transact(db, async (trx) => {
    const ids = await lockGuests(trx, email_key)
    if (ids.length === 0) return
    await move({ db: trx, bus, now }, { from: ids, to: id })
    await eraseGuests({ db: trx, access }, { ids, now, takenOverBy: id })
  })
}

/**
 * Returns the guest with the purchases made with an e-mail, which its owner has proven; undefined if no guest has any.
 * Of several guests the newest takes over the purchases of the others, and these are erased. All tokens of these guests
 * end: each of them began without a proof, so a stranger typing the e-mail may have one.
 */
export async function findGuestOf(
  { access, bus, now: clock }: Pick<Context, 'access' | 'bus' | 'now'>,
  trx: Transaction,
  email: string,
): Promise<string | undefined> {
  const now = clock()
  const ids = await lockGuests(trx, emailKey(email))
  const [to, ...from] = ids.toReversed()
  if (to === undefined) return undefined
  if (from.length > 0) {
    await move({ db: trx, bus, now }, { from: from.toReversed(), to })
    await eraseGuests({ db: trx, access }, { ids: from, now, takenOverBy: to })
  }
  await access.endUsers(trx, [to])
  return to
}

type ClaimContext = Pick<Context, 'bus'> & { db: Transaction; now: Date }

async function move(context: ClaimContext, moved: { from: string[]; to: string }): Promise<void> {
  await recordAdmissions(context, await moveOwner(context, moved))
}

/** The time after a guest was taken over during which it is checked for purchases that were under way then, in ms. */
const lateness = 3_600_000

/** Moves purchases that guests made in requests under way while they were taken over. Safe to repeat. */
export async function moveLate({
  work: db,
  bus,
  now,
}: Pick<Infrastructure, 'work' | 'bus' | 'now'>): Promise<void> {
  const since = new Date(now().getTime() - lateness)
  const { rows } = await sql<{ to: string; from: string[] }>`
    select taken_over_by as to, array_agg(id order by id) as from from users g
    where taken_over_by is not null and erased_at > ${since}
      and exists (select from payments p where p.user_id = g.id)
    group by taken_over_by order by taken_over_by`.execute(db)
  for (const moved of rows) {
    await transact(db, (trx) => move({ db: trx, bus, now: now() }, moved))
  }
}
