import type { Database } from '#platform/database/tables'
import { changedTickets, publicKeys } from '#tickets'
import type { GateFestival } from './rights.ts'
import type { Manifest } from './schemas.ts'

/**
 * What a gate needs to admit without a network: the keys that verify codes, when tiers admit, and what
 * was used, revoked or handed on since a cursor. Archived tiers are there too, since their tickets stay valid.
 */
export async function readManifest(
  db: Database,
  festival: GateFestival,
  { since, limit }: { since: number; limit: number },
): Promise<Manifest> {
  const { tickets, cursor, hasMore } = await changedTickets(db, {
    festivalId: festival.id,
    since,
    limit,
  })
  const [keys, tiers, accommodations] = [
    await publicKeys(db),
    await db
      .selectFrom('tiers')
      .select(['id', 'name', 'valid_since', 'valid_until'])
      .where('festival_id', '=', festival.id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    await db
      .selectFrom('accommodations')
      .select(['id', 'name'])
      .where('festival_id', '=', festival.id)
      .orderBy('name')
      .orderBy('id')
      .execute(),
  ]
  return {
    festival,
    keys: keys.map(({ id, public_key }) => ({ id, public_key: public_key.toString('base64url') })),
    tiers,
    accommodations: accommodations.map((stay) => ({
      ...stay,
      valid_since: null,
      valid_until: null,
    })),
    tickets,
    cursor: `${cursor}`,
    has_more: hasMore,
  }
}
