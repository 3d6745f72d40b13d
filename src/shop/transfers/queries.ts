import { type RawBuilder, sql } from 'kysely'
import { followsInTime } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Part } from '#platform/http/cursors'
import { type BoughtColumns, boughtColumns, boughtTables, festivalOf, itemOf } from '#shop/payments'
import { type OpenReturn, openReturn, toReturn } from '#shop/returns'
import { shownShortCode, type TicketAddresses } from '#shop/tickets'
import type { HeldTicket, Transfer, TransferQuery } from './schemas.ts'

type TransferRow = Omit<Transfer, 'festival' | 'item'> & BoughtColumns & { entity_id: string }

/** True if a transfer `x` of the ticket `t` can still be accepted. */
const isOpen = (now: Date) => sql<boolean>`(
  x.ended_at is null and x.expires_at > ${now} and t.revoked_at is null and t.validated_at is null
  and f.start_time > ${now} and f.cancelled_at is null)`

/** True if a transfer `x` is addressed to the user: answered by them, or sent to their proven e-mail. */
const isTo = (userId: string) => sql<boolean>`(
  x.to_user = ${userId}
  or (x.to_user is null and x.ended_at is null and x.email_key = (
    select email_key from users where id = ${userId} and email_proven_at is not null)))`

type Selection = Part<[created_at: string, id: string]> & {
  userId: string
  now: Date
  direction?: TransferQuery['direction'] | undefined
  status?: TransferQuery['status'] | undefined
  id?: string
}

/** Returns the transfers from and to a user, newest first, then by id. */
export async function listTransfers(
  db: Database,
  { userId, now, direction, status, id, limit, offset, after }: Selection,
): Promise<Transfer[]> {
  const [from, to] = [sql<boolean>`x.from_user = ${userId}`, isTo(userId)]
  const which = { sent: from, received: to, both: sql<boolean>`(${from} or ${to})` }
  const conditions: RawBuilder<boolean>[] = [
    which[direction ?? 'both'],
    ...(id === undefined ? [] : [sql<boolean>`x.id = ${id}`]),
    ...(status === undefined ? [] : [sql<boolean>`${stateOf(now)} = ${status}`]),
    ...(after ? [followsInTime('x.created_at', 'x.id', after) as RawBuilder<boolean>] : []),
  ]
  const { rows } = await sql<TransferRow>`
    select x.id, x.payment_id, case when ${from} then 'sent' else 'received' end as direction,
           ${stateOf(now)} as status, x.email,
           concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')) as sender_name, x.created_at, x.expires_at, x.ended_at,
           p.entity_id, ${boughtColumns}
    from ticket_transfers x
    join users u on u.id = x.from_user
    join tickets t on t.payment_id = x.payment_id
    join payments p on p.id = x.payment_id ${boughtTables}
    where ${sql.join(conditions, sql` and `)}
    order by x.created_at desc, x.id limit ${limit} offset ${offset}`.execute(db)
  return rows.map(toTransfer)
}

const stateOf = (now: Date) => sql<Transfer['status']>`
  coalesce(x.outcome, case when ${isOpen(now)} then 'open' else 'lapsed' end)`

function toTransfer(row: TransferRow): Transfer {
  const { id, payment_id, direction, status, email, sender_name } = row
  const { created_at, expires_at, ended_at } = row
  const { festival, item } = boughtIn(row)
  return {
    id,
    payment_id,
    direction,
    status,
    email,
    sender_name,
    festival,
    item,
    created_at,
    expires_at,
    ended_at,
  }
}

type HeldRow = Pick<HeldTicket, 'payment_id' | 'payment_type' | 'bought' | 'validated_at'> &
  BoughtColumns & {
    entity_id: string
    code: string
    short_code: string | null
    revision: number
    transfer_id: string | null
    open_return: OpenReturn | null
  }

/** Selects tickets of a holder: at most `limit` after a payment, or the ticket of one payment. */
type HolderTickets = {
  userId: string
  now: Date
  limit: number
  after?: string | undefined
  id?: string
}

/**
 * Returns the tickets that a user holds and that are not revoked, newest first. One row more than the limit means that
 * others follow. Bought and received tickets are each read by an index of their own.
 */
export async function listHeld(
  db: Database,
  { userId, now, limit, after, id }: HolderTickets,
): Promise<HeldRow[]> {
  const behind = (column: string) =>
    sql.join(
      [
        after === undefined ? sql`true` : sql`${sql.ref(column)} < ${after}`,
        ...(id === undefined ? [] : [sql`${sql.ref(column)} = ${id}`]),
      ],
      sql` and `,
    )
  const { rows } = await sql<HeldRow>`
    with held as materialized (
      (select p.id from payments p join tickets t on t.payment_id = p.id
       where p.user_id = ${userId} and t.holder_id is null and t.revoked_at is null and ${behind('p.id')}
       order by p.id desc limit ${limit + 1})
      union all
      (select payment_id from tickets
       where holder_id = ${userId} and revoked_at is null and ${behind('payment_id')}
       order by payment_id desc limit ${limit + 1})
      order by id desc limit ${limit + 1}
    )
    select p.id as payment_id, p.payment_type, p.user_id = ${userId} as bought, p.entity_id, t.validated_at,
           t.code, t.short_code, t.revision, (
             select x.id from ticket_transfers x
             where x.payment_id = p.id and ${isOpen(now)}) as transfer_id, ${openReturn('p.id')} as open_return,
           ${boughtColumns}
    from held join payments p on p.id = held.id join tickets t on t.payment_id = p.id ${boughtTables}
    order by p.id desc`.execute(db)
  return rows
}

/** Returns a ticket as its holder reads it; `addressOf` returns the addresses of its files. */
export function toHeldTicket(row: HeldRow, addressOf: TicketAddresses): HeldTicket {
  const { payment_id, payment_type, bought, validated_at, code, short_code, revision } = row
  const which = { id: payment_id, revision }
  const { festival, item } = boughtIn(row)
  return {
    payment_id,
    payment_type,
    bought,
    festival,
    item,
    validated_at,
    qr_code: code,
    qr_code_url: addressOf(which, 'qr.svg'),
    ticket_pdf_url: addressOf(which, 'ticket.pdf'),
    short_code: short_code && shownShortCode(short_code),
    transfer_id: row.transfer_id,
    return: row.open_return && toReturn(row.open_return),
  }
}

/** Returns the festival and the item of a ticket; every ticket belongs to a festival. */
function boughtIn(row: BoughtColumns & { entity_id: string }) {
  const festival = festivalOf(row)
  if (!festival) throw new Error('A ticket without a festival')
  return { festival, item: itemOf(row) }
}
