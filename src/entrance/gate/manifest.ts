import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { type AdmissionRule, type ChangedTicket, changedTickets, publicKeys } from '#shop/tickets'
import type { Manifest } from './manifest-schemas.ts'
import type { GateFestival } from './rights.ts'

const terms = [
  sql<AdmissionRule>`admission`.as('admission'),
  sql<string[]>`to_json(zones)`.as('zones'),
] as const

/**
 * Returns everything a gate needs to admit without a network: the keys that verify codes, when tiers admit, and the
 * tickets used, revoked or transferred since a cursor. Archived tiers are included, since their tickets stay valid.
 */
export async function readManifest(
  db: Database,
  { zone, ...festival }: GateFestival,
  { since, limit }: { since: number; limit: number },
): Promise<Manifest> {
  const { tickets, cursor, hasMore } = await changedTickets(db, {
    festivalId: festival.id,
    zone,
    since,
    limit,
  })
  const [keys, tiers, accommodations] = [
    await publicKeys(db),
    await db
      .selectFrom('tiers')
      .select(['id', 'name', 'valid_since', 'valid_until', ...terms])
      .where('festival_id', '=', festival.id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    await db
      .selectFrom('accommodations')
      .select(['id', 'name', ...terms])
      .where('festival_id', '=', festival.id)
      .orderBy('name')
      .orderBy('id')
      .execute(),
  ]
  return {
    festival,
    zone,
    keys: keys.map(({ id, public_key }) => ({ id, public_key: public_key.toString('base64url') })),
    tiers,
    accommodations: accommodations.map((stay) => ({
      ...stay,
      valid_since: null,
      valid_until: null,
    })),
    tickets: tickets.map((ticket) => toKnown(ticket, zone)),
    cursor: `${cursor}`,
    has_more: hasMore,
  }
}

/** Returns a ticket as a gate of this zone receives it. `validated_at` is its first way in here, even if it was first admitted in another zone. */
function toKnown({ validated_zone, ...ticket }: ChangedTicket, zone: string) {
  const passages = ticket.passages.map(({ direction, at }) => ({ direction, at: new Date(at) }))
  const here = passages.find(({ direction }) => direction === 'in')?.at ?? null
  return { ...ticket, validated_at: validated_zone === zone ? ticket.validated_at : here, passages }
}
