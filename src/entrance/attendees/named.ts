import { type RawBuilder, sql } from 'kysely'
import { findUsersByName } from '#identity/users'
import type { Database } from '#platform/database/tables'
import { isId } from '#platform/values/ids'
import { ticketsOfShortCodes } from '#shop/tickets'
import { sold } from './status.ts'

type TicketSearch = { q: string | undefined; festivalId: string }
/** A condition of a payment `p` and its ticket `t`. `isRare`: it matches so few that the search can start from it. */
type TicketCondition = { is: RawBuilder<unknown>; isRare: boolean }

/** Finds tickets by an id or a short code, or by their buyer or holder. Without a text it matches all; undefined if nothing is found. */
export async function conditionFor(
  db: Database,
  { q, festivalId }: TicketSearch,
): Promise<TicketCondition | undefined> {
  if (q === undefined) return { is: sql`true`, isRare: false }
  const text = q.trim()
  if (isId(text)) return among(sql`select id from payments where ${text} in (id, order_id)`)
  const ticket = (await ticketsOfShortCodes(db, festivalId, [text])).get(text)
  if (ticket) return { is: sql`p.id = ${ticket.payment_id}`, isRare: true }
  const people = await findUsersByName(db, text)
  if (!people) return undefined
  if ('is' in people) {
    const has = sql`select from users u where u.id in (p.user_id, t.holder_id) and ${people.is}`
    return { is: sql`exists (${has})`, isRare: false }
  }
  const ids = sql`(${people.ids}::uuid[])`
  return among(sql`
    select p.id from payments p where p.festival_id = ${festivalId} and p.user_id = any ${ids} and ${sold}
    union all
    select payment_id from tickets where festival_id = ${festivalId} and holder_id = any ${ids}`)
}

const among = (ids: RawBuilder<unknown>): TicketCondition => ({
  is: sql`p.id in (${ids})`,
  isRare: true,
})
