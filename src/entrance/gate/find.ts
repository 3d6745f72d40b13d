import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { outcomeOf } from '#common/gate/admission'
import { isEnoughOfName } from '#common/gate/name-text'
import { holds } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { emailKey } from '#platform/values/email'
import { conflict, found, invalidField } from '#platform/values/errors'
import { nameKey } from '#platform/values/names'
import {
  type AdmissionRule,
  type PassageText,
  passagesOf,
  readShortCode,
  shownShortCode,
  toPassage,
  validatedZoneOf,
} from '#shop/tickets'
import type { FoundTicket } from './find-schemas.ts'

/** The most tickets that a gate can look through. */
const most = 20

type FindRequest = { festivalId: string; zone: string; q: string; now: Date }

/**
 * Finds tickets of a festival by a short code, a name or an e-mail, sorted by name. The audit log records the user and
 * the number of tickets found, but not the search text, which is personal data. 400 for fewer than two letters.
 */
export async function findTickets(
  db: Database,
  { festivalId, zone, q, now }: FindRequest,
): Promise<{ tickets: FoundTicket[]; truncated: boolean }> {
  const held = heldBy(festivalId, q)
  return transact(db, async (trx) => {
    const { rows } = await sql<Row>`
      select p.id as payment_id, p.payment_type, p.status, p.entity_id as tier_id, coalesce(tier.name, stay.name) as tier_name,
             t.short_code, coalesce(t.revoked_at, t.blocked_at) is not null as revoked, t.validated_at, tier.valid_since, tier.valid_until,
             coalesce(tier.admission, stay.admission, 'once') as admission, f.time_zone,
             coalesce(to_json(tier.zones), to_json(stay.zones)) as zones, ${validatedZoneOf('t')} as validated_zone,
             ${passagesOf('t', { zone })} as passages,
             concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')) as holder_name
      from (${held}) held
      join payments p on p.id = held.payment_id
      join tickets t on t.payment_id = p.id
      join festivals f on f.id = p.festival_id
      join users u on u.id = coalesce(t.holder_id, p.user_id)
      left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
      left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
      order by u.search_name, p.id limit ${most + 1}`.execute(trx)
    const tickets = rows.slice(0, most).map((row) => toFound(row, zone, now))
    const noted = JSON.stringify({ found: { from: null, to: tickets.length } })
    await sql`select note_changes('ticket', null, ${festivalId}, null, ${noted})`.execute(trx)
    return { tickets, truncated: rows.length > most }
  })
}

/** Returns the payments of matching tickets. Transferred tickets are found by an index of their own. */
function heldBy(festivalId: string, q: string): RawBuilder<unknown> {
  const code = readShortCode(q)
  if (code !== undefined) {
    return sql`select payment_id from tickets where festival_id = ${festivalId} and short_code = ${code}`
  }
  const person = personOf(q)
  return sql`
    select t.payment_id
    from users u
    -- The states are those of the index, in full.
    join payments p on p.festival_id = ${festivalId} and p.user_id = u.id
      and p.payment_type in ('ticket', 'accommodation')
      and p.status in ('succeeded', 'partially_refunded', 'refunding', 'refunded')
    join tickets t on t.payment_id = p.id and t.holder_id is null
    where u.erased_at is null and ${person}
    union all
    select t.payment_id
    from users u join tickets t on t.festival_id = ${festivalId} and t.holder_id = u.id
    where u.erased_at is null and ${person}`
}

function personOf(q: string): RawBuilder<SqlBool> {
  const name = isEnoughOfName(q) ? holds('u.search_name', q) : undefined
  if (!name) throw invalidField('q', 'must be a short code, or have two letters')
  if (!q.includes('@')) return name
  const email = emailKey(q.trim())
  const begins = (column: string) =>
    sql`(${sql.ref(column)} >= ${email} and ${sql.ref(column)} < ${`${email}\u{10ffff}`})`
  return sql<SqlBool>`(${begins('u.email_key')} or ${begins('u.guest_email_key')})`
}

type Row = {
  payment_id: string
  payment_type: string
  status: string
  tier_id: string
  tier_name: string | null
  short_code: string | null
  revoked: boolean
  validated_at: Date | null
  validated_zone: string | null
  zones: string[]
  valid_since: Date | null
  valid_until: Date | null
  admission: AdmissionRule
  time_zone: string
  passages: PassageText[]
  holder_name: string
}

function toFound(row: Row, zone: string, now: Date): FoundTicket {
  const { payment_id, tier_id: id, tier_name: name, short_code, validated_at } = row
  const passages = row.passages.map(toPassage)
  const here = {
    zone,
    is_full: false,
    validated_at: row.validated_zone === zone ? validated_at : null,
  }
  const days = { start_time: null, end_time: null, ask_first: false }
  const asked = { isOfFestival: true, transferred: false, ...here, ...days }
  const outcome = outcomeOf({ ...row, passages, ...asked }, now)
  return {
    payment_id,
    short_code: short_code && shownShortCode(short_code),
    tier: name === null ? null : { id, name },
    holder_name: row.holder_name,
    code: outcome === 'admitted' ? null : outcome,
    validated_at,
  }
}

/**
 * Returns the revision of a ticket after its holder was confirmed by name: the ticket is admitted as that revision. 404
 * for a ticket of another festival, 409 `name_differs` if the name is not the holder's.
 */
export async function confirmHolder(
  db: Database,
  { festivalId, paymentId, name }: { festivalId: string; paymentId: string; name: string },
): Promise<number> {
  const { rows } = await sql<{ revision: number; first_name: string; last_name: string }>`
    select t.revision, u.first_name, u.last_name
    from tickets t join payments p on p.id = t.payment_id
    join users u on u.id = coalesce(t.holder_id, p.user_id)
    where t.payment_id = ${paymentId} and t.festival_id = ${festivalId}`.execute(db)
  const { revision, first_name, last_name } = found(rows[0], 'Ticket')
  const holder = nameKey(`${first_name} ${last_name}`)
  if (holder !== '' && holder === nameKey(name)) return revision
  throw conflict('This is not the name of the holder', 'name_differs')
}
