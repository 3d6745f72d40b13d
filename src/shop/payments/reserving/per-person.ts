/** Limits on a tier or an accommodation for one person (`max_per_person`). */
import { sql } from 'kysely'
import { lockBalances } from '#audience/rewards'
import { inBatches } from '#platform/database/batches'
import { list, rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Transaction } from '#platform/database/transactions'

/** The states that count: bought or being bought, and not given back. */
const counted = sql`('pending', 'requires_action', 'succeeded', 'partially_refunded', 'refunding')`

/** The e-mail of a row of users named `u`, an account or a guest. An erased user has none. */
const email = sql`coalesce(u.email_key, u.guest_email_key)`

type Buying = { user_id: string; entity_id: string }
/** The fields of a payment that the limit counts. */
type Counted = Buying & { id: string; points_used: number; max_per_person: number | null }
type OrderOf<Line> = { id: string; lines: Line[] }

/** The key for payments that are counted together: a person's payments for one thing. */
export const keyOf = ({ user_id, entity_id }: Buying) => `${user_id} ${entity_id}`

const isLimited = ({ max_per_person }: Counted) => max_per_person !== null

/**
 * Locks the balances of buyers of something limited, then their e-mails, so that purchases of one person at the same
 * moment are counted one after the other. Balances that the same payments take points from are locked with them, in the
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

/** Locks e-mails. The update changes nothing: it waits for the transaction that has the row, and locks it. */
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
 * Finds the orders about to hold their items that would be too many for their buyer, in their sequence, and returns
 * them with the item. It counts in a statement of its own, after the locks: purchases by other transactions are
 * committed then. `batch` has all orders of this transaction: of these, only the ones allowed so far count.
 */
export async function findOverPerson(
  db: Transaction,
  batch: OrderOf<Counted>[],
  orders: OrderOf<Counted>[],
): Promise<Map<string, string>> {
  const limited = orders.flatMap(({ lines }) => lines).filter(isLimited)
  if (limited.length === 0) return new Map()
  const { persons, bought } = await countByPerson(db, { batch, what: 'entity_id', wanted: limited })
  const byPerson = ({ lines, ...order }: OrderOf<Counted>) => ({
    ...order,
    lines: lines.map((line) => ({ ...line, user_id: persons.get(line.user_id) ?? line.user_id })),
  })
  return findOver(orders.map(byPerson), bought, ({ max_per_person }) => max_per_person ?? Infinity)
}

type Counting = {
  /** the orders that are not counted */
  batch: OrderOf<{ id: string }>[]
  /** the column of payments that is compared with the `entity_id` of `wanted` */
  what: 'entity_id' | 'voucher_code_id'
  wanted: Buying[]
}

/** The statuses of payments for which money has come in. */
const paid = sql`('succeeded', 'partially_refunded', 'refunding')`

/**
 * Counts the payments of each person for the wanted things, by `keyOf`, and names the person that each user is. Guests
 * with one e-mail are one person, and its account counts for them too. An account is a person of its own, for which
 * guests with its e-mail count only by the payments they made: any visitor may name an e-mail, and must not use up its
 * owner's limit for nothing.
 */
export async function countByPerson(
  db: Transaction,
  { batch, what, wanted }: Counting,
): Promise<{ persons: Map<string, string>; bought: Map<string, number> }> {
  const ids = batch.flatMap(({ lines }) => lines.map(({ id }) => id))
  const { rows } = await sql<Buying & { person: string; count: number }>`
    select b.user_id, b.entity_id, b.person, (
        select count(*)::int
        from (select id, false as is_guest from users where email_key = b.email
              union select id, true from users where guest_email_key = b.email
              union select b.user_id, b.is_guest) same
        join payments p on p.user_id = same.id and ${sql.ref(`p.${what}`)} = b.entity_id
        where p.status in ${counted} and p.given_by is null and p.id <> all (${list(ids, 'uuid')})
          and (b.is_guest or not same.is_guest or p.status in ${paid} and p.amount_cents > 0)) as count
    from (
      select distinct l.user_id, l.entity_id, ${email} as email, u.is_guest,
             coalesce(u.guest_email_key, u.id::text collate "C") as person
      from ${rowsOf('l', wanted, { user_id: 'uuid', entity_id: 'uuid' })}
      join users u on u.id = l.user_id) b`.execute(db)
  const persons = new Map(rows.map(({ user_id, person }) => [user_id, person]))
  const bought = new Map(rows.map((row) => [keyOf({ ...row, user_id: row.person }), row.count]))
  return { persons, bought }
}

/**
 * Finds the orders that would give their buyer more of something than `mostOf` allows, in their sequence, and returns
 * them with that item. `bought` has the earlier counts, by `keyOf`.
 */
export function findOver<Line extends Buying>(
  orders: OrderOf<Line>[],
  bought: Map<string, number>,
  mostOf: (line: Line) => number,
): Map<string, string> {
  const [overLimit, counts] = [new Map<string, string>(), new Map(bought)]
  for (const { id, lines } of orders) {
    const after = new Map<string, number>()
    const reached = lines.find((line) => {
      const key = keyOf(line)
      after.set(key, (after.get(key) ?? counts.get(key) ?? 0) + 1)
      return (after.get(key) ?? 0) > mostOf(line)
    })
    if (reached) overLimit.set(id, reached.entity_id)
    else for (const [key, count] of after) counts.set(key, count)
  }
  return overLimit
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
