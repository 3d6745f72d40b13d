import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { cut } from '#platform/http/cursors'
import { isInside, shownShortCode } from '#shop/tickets'
import type { Attendee } from './schemas.ts'
import { statusOf } from './status.ts'
import { type PageRequest, type Selection, type Walk, walkOf } from './walk.ts'

type Listed = { attendees: Attendee[]; next_after: string | null }

/** Returns the tickets of a festival with their buyers and holders, the latest bought first. */
export async function listAttendees(
  db: Database,
  { after, limit, ...selection }: Selection & Pick<PageRequest, 'after'> & { limit: number },
): Promise<Listed> {
  const walk = await walkOf(db, selection)
  const read = walk ? await readPage(db, walk, { after, limit: limit + 1 }) : []
  const { items, next_after } = cut(read, limit, ({ payment_id }) => payment_id)
  return { attendees: items, next_after }
}

/** Reads at most `limit` matching tickets, the latest bought first; ids are in the order of time. */
export async function readPage(db: Database, walk: Walk, place: PageRequest): Promise<Attendee[]> {
  const { rows } = await sql<Row>`
    with page as materialized (${walk(place)})
    select p.id as payment_id, p.order_id, o.number as order_number, o.processor_id, p.entity_id as tier_id, coalesce(tier.name, stay.name) as tier_name,
           p.created_at as bought_at, ${statusOf} as status, t.short_code, t.validated_at, ${isInside('t')} as inside,
           u.id as user_id, u.first_name, u.last_name, u.is_guest, case when u.is_guest then u.email end as guest_email,
           h.id as holder_id, h.first_name as holder_first_name, h.last_name as holder_last_name
    from page
    join payments p on p.id = page.id
    join orders o on o.id = p.order_id
    join tickets t on t.payment_id = p.id
    join users u on u.id = p.user_id
    left join users h on h.id = t.holder_id and h.id <> p.user_id
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
    order by p.id desc`.execute(db)
  return rows.map(toAttendee)
}

type Row = Pick<
  Attendee,
  | 'payment_id'
  | 'order_id'
  | 'order_number'
  | 'processor_id'
  | 'bought_at'
  | 'status'
  | 'short_code'
  | 'validated_at'
  | 'inside'
> & {
  tier_id: string
  tier_name: string | null
  user_id: string
  first_name: string
  last_name: string
  is_guest: boolean
  guest_email: string | null
  holder_id: string | null
  holder_first_name: string | null
  holder_last_name: string | null
}

function toAttendee(row: Row): Attendee {
  const {
    payment_id,
    order_id,
    order_number,
    processor_id,
    bought_at,
    status,
    short_code,
    validated_at,
    inside,
  } = row
  const { tier_id, tier_name, holder_id } = row
  const admits = status === 'valid' || status === 'used'
  return {
    payment_id,
    short_code: admits && short_code !== null ? shownShortCode(short_code) : null,
    tier: tier_name === null ? null : { id: tier_id, name: tier_name },
    holder: holder_id === null ? null : holderOf(row, holder_id),
    buyer: {
      id: row.user_id,
      firstName: row.first_name,
      lastName: row.last_name,
      guest: row.is_guest,
      email: row.guest_email,
    },
    order_id,
    order_number,
    processor_id,
    bought_at,
    status,
    validated_at,
    inside,
  }
}

const holderOf = ({ holder_first_name, holder_last_name }: Row, id: string) => ({
  id,
  firstName: holder_first_name ?? '',
  lastName: holder_last_name ?? '',
})
