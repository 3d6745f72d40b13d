/** How many of a tier or an accommodation one person may have (`max_per_person`). */
import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import { list, rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Transaction } from '#platform/database/transactions'
import { lockBalances } from '#rewards'

/** What is bought or being bought, and was not given back. */
const counted = sql`('pending', 'requires_action', 'succeeded', 'partially_refunded', 'refunding')`

/**
 * Who buys, in a row of users named `u`: all with the same e-mail are one person, an account and guests. An erased
 * user has none.
 */
const email = sql`coalesce(u.email_key, u.guest_email_key)`

type Buying = { user_id: string; entity_id: string }
/** A payment, as far as the limit counts it. */
type Counted = Buying & { id: string; points_used: number; max_per_person: number | null }
const keyOf = (person: string, { entity_id }: Pick<Buying, 'entity_id'>) => `${entity_id} ${person}`

const isLimited = ({ max_per_person }: Counted) => max_per_person !== null

/**
 * Locks the balances of buyers of something limited, then their e-mails, so that what one person buys at the same
 * moment is counted one after the other. Balances that the same payments take points from are locked with them, in the
 * order of locks.
 */
export async function lockLimited(
  { db, now }: { db: Transaction; now: Date },
  payments: Counted[],
): Promise<void> {
  if (!payments.some(isLimited)) return
  const locked = payments.filter((payment) => isLimited(payment) || payment.points_used > 0)
  await lockBalances(
    db,
    locked.map(({ user_id }) => user_id),
  )
  await lockEmails({ db, now }, payments.filter(isLimited))
}

/** The update changes nothing: it waits for the transaction that has the row, and locks it. */
async function lockEmails({ db, now }: { db: Transaction; now: Date }, limited: Buying[]) {
  const userIds = limited.map(({ user_id }) => user_id)
  await sql`
    insert into limited_emails as l (address, created_at)
    select distinct sha256(convert_to(${email}, 'UTF8')), ${now}::timestamptz
    from users u where u.id = any (${list(userIds, 'uuid')}) and ${email} is not null
    order by 1
    on conflict (address) do update set created_at = l.created_at where false`.execute(db)
}

/**
 * Of payments that are about to hold what they buy, in their order, those that would be too many for their buyer.
 * It counts in a statement of its own, after the locks: what another transaction has bought is committed then.
 * `batch` has all payments of this transaction: of those, only the ones allowed so far count.
 */
export async function findOverPerson(
  db: Transaction,
  batch: Counted[],
  payments: Counted[],
): Promise<Set<string>> {
  const limited = payments.filter(isLimited)
  if (limited.length === 0) return new Set()
  const ids = batch.map(({ id }) => id)
  const { rows } = await sql<Buying & { person: string; count: number }>`
    select b.user_id, b.entity_id, b.person, (
        select count(*)::int
        from (select id from users where email_key = b.person
              union select id from users where guest_email_key = b.person
              union select b.user_id) same
        join payments p on p.user_id = same.id and p.entity_id = b.entity_id
        where p.status in ${counted} and p.id <> all (${list(ids, 'uuid')})) as count
    from (
      select distinct l.user_id, l.entity_id, coalesce(${email}, u.id::text collate "C") as person
      from ${rowsOf('l', limited, { user_id: 'uuid', entity_id: 'uuid' })}
      join users u on u.id = l.user_id) b`.execute(db)
  const persons = new Map(rows.map(({ user_id, person }) => [user_id, person]))
  const bought = new Map(rows.map((row) => [keyOf(row.person, row), row.count]))
  const over = new Set<string>()
  for (const payment of limited) {
    const key = keyOf(persons.get(payment.user_id) ?? '', payment)
    const before = bought.get(key) ?? 0
    if (before >= (payment.max_per_person ?? Infinity)) over.add(payment.id)
    else bought.set(key, before + 1)
  }
  return over
}

/** Deletes the rows that purchases have locked, a day after they were made: the next purchase makes its own. */
export async function forgetLimitedEmails(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - 86_400_000)
  await inBatches((limit) =>
    sql`
      delete from limited_emails where address = any (array(
        select address from limited_emails where created_at <= ${old}
        limit ${limit} for update skip locked))`.execute(db),
  )
}
