import { moveFollowers } from '#audience/interests'
import { findMergedInto, lockArtists, type Merge, mergeArtist } from '#catalogue/artists'
import { moveLineUps } from '#catalogue/festivals'
import { moveHeldAnnouncements } from '#messaging/notifications'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { discardPhoto } from '#platform/photos/change'
import type { PhotoStore } from '#platform/photos/stores'
import { conflict, invalidField, notFound } from '#platform/values/errors'

type LockedArtist = Awaited<ReturnType<typeof lockArtists>>[number]

type MergeContext = {
  db: Database
  photoStore: PhotoStore
  now: Date
  /** Refuses a caller without the right to change one of the two artists. */
  requireRight(artist: LockedArtist): void
}

/**
 * Merges the artist `from` into `into`, in one transaction: moves gigs, announcements, announcers and followers, fills
 * the fields that `into` lacks, and makes the old id another id of `into` (docs/design/catalogue.md). Repeating it
 * changes nothing.
 * @returns the id of the artist that is retained
 * @throws 404 for an unknown `from`, 400 for an unknown `into` and for one that is the same, 409 where the two have
 * been merged otherwise
 */
export async function mergeArtists(context: MergeContext, given: Merge): Promise<string> {
  if (given.from === given.into) throw invalidField('into', 'must be another artist')
  return transact(context.db, async (trx) => {
    const held = await lockArtists(trx, given)
    const kept = await findMergedInto(trx, [given.from, given.into])
    const into = kept.get(given.into) ?? given.into
    // If `into` was merged before, the artist it was merged into is held as well.
    const both = kept.has(given.into) ? await lockArtists(trx, { from: given.from, into }) : held
    const [from, target] = [given.from, into].map((id) => both.find((artist) => artist.id === id))
    if (!from && !kept.has(given.from)) throw notFound('Artist')
    if (!target) throw invalidField('into', 'is not the id of an artist')
    context.requireRight(target)
    if (!from) return requireSame(kept.get(given.from), into)
    if (from === target) throw alreadyMerged('into was merged into this artist: it is this artist')
    context.requireRight(from)
    const merge = { from: from.id, into: target.id }
    await moveLineUps(trx, merge)
    await moveHeldAnnouncements(trx, merge)
    await moveFollowers(trx, merge)
    const unused = await mergeArtist(trx, merge, context.now)
    discardPhoto({ db: trx, photoStore: context.photoStore }, unused)
    return target.id
  })
}

/** Accepts an earlier merge if it was into the same artist. */
function requireSame(kept: string | undefined, into: string): string {
  if (kept === into) return into
  throw alreadyMerged('This artist was merged into another one than into: merge that one')
}

const alreadyMerged = (message: string) => conflict(message, 'merged')
