import { sql } from 'kysely'
import { holdAccount } from '#identity/users'
import type { Database } from '#platform/database/tables'
import { type Transaction, transact } from '#platform/database/transactions'
import { conflict, found } from '#platform/values/errors'
import { toTime } from '#platform/values/time'
import { type GivenHeart, type Heart, mostFavourites } from './schemas.ts'

type FavouriteRequest = { userId: string; gigId: string; given: GivenHeart; now: Date }

/**
 * Gives a gig the user's heart, or changes it. An omitted field stays as it is; for a new heart, the start defaults to
 * the gig's and `keeps_clashes` to false. 404 for an unknown gig; 409 `too_many` when the user has as many hearts as a
 * festival allows. Locks the account.
 */
export async function addFavourite(db: Database, request: FavouriteRequest): Promise<Heart> {
  return transact(db, async (trx) => {
    found(await holdAccount(trx, { id: request.userId }), 'User')
    await requireUnderLimit(trx, request)
    return found(await writeFavourite(trx, request), 'Gig')
  })
}

/** Refuses (409 `too_many`) another gig of a festival at which the user has marked `mostHearts` already. */
async function requireUnderLimit(
  trx: Transaction,
  { userId, gigId }: FavouriteRequest,
): Promise<void> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from hearts h
    where h.user_id = ${userId} and h.gig_id <> ${gigId}
      and h.festival_id = (select festival_id from gigs where id = ${gigId})
      and not exists (select from hearts mine where mine.user_id = ${userId} and mine.gig_id = ${gigId})`.execute(
    trx,
  )
  if ((rows[0]?.others ?? 0) < mostFavourites) return
  throw conflict(
    `There are already ${mostFavourites} hearts at this festival: remove one first`,
    'too_many',
  )
}

async function writeFavourite(trx: Transaction, { userId, gigId, given, now }: FavouriteRequest) {
  const { keeps_clashes } = given
  const isSeen = given.known_start_at !== undefined
  const seen = toTime(given.known_start_at) ?? null
  const { rows } = await sql<Heart>`
    insert into hearts as h (user_id, gig_id, festival_id, artist_name, known_start_at, keeps_clashes, created_at)
    select ${userId}, g.id, g.festival_id, a.name, case when ${isSeen} then ${seen} else g.start_time end,
           coalesce(${keeps_clashes ?? null}, false), ${now}
    from gigs g
    join festivals f on f.id = g.festival_id and f.deleted_at is null
    left join artists a on a.id = g.artist_id
    where g.id = ${gigId}
    on conflict (user_id, gig_id) do update set
      known_start_at = case when ${isSeen} then excluded.known_start_at else h.known_start_at end,
      keeps_clashes = coalesce(${keeps_clashes ?? null}, h.keeps_clashes)
    returning h.gig_id, h.festival_id, h.artist_name, h.known_start_at, h.keeps_clashes, h.created_at`.execute(
    trx,
  )
  return rows[0]
}

/** Deletes a heart, also of a deleted gig. 404 if there is none. */
export async function removeFavourite(
  db: Database,
  asked: Pick<FavouriteRequest, 'userId' | 'gigId'>,
) {
  const gone = await db
    .deleteFrom('hearts')
    .where('user_id', '=', asked.userId)
    .where('gig_id', '=', asked.gigId)
    .returning('gig_id')
    .executeTakeFirst()
  found(gone, 'Heart')
}
