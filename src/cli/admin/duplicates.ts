import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { nameKey } from '#platform/values/names'

/** An artist of a group, with the counts by which the survivor is chosen. */
export type Twin = { id: string; name: string; gigs: number; followers: number }

/** Artists with names that differ only in form; the first one survives a merge. */
export type Group = {
  artists: [Twin, ...Twin[]]
  /** the reason why they may still be different artists; null if there is none */
  doubt: string | null
}

type ArtistTwin = Twin & {
  filled: number
  links: (string | null)[]
  created_by: string | null
  festivals: string[]
}

/** All groups of artists with names that differ only in form (`nameKey`), the ones with the most gigs and followers first. */
export async function findDuplicates(db: Database): Promise<Group[]> {
  const artists = await db.selectFrom('artists').select(['id', 'name']).execute()
  const groups = [...Map.groupBy(artists, ({ name }) => nameKey(name)).values()].filter(
    ({ length }) => length > 1,
  )
  const known = await findTwins(
    db,
    groups.flat().map(({ id }) => id),
  )
  return groups
    .map((group) => toGroup(group.flatMap(({ id }) => known.get(id) ?? [])))
    .filter((group) => group !== undefined)
    .toSorted((a, b) => weightOf(b.artists) - weightOf(a.artists))
}

const weightOf = (artists: Twin[]) =>
  artists.reduce((sum, { gigs, followers }) => sum + gigs + followers, 0)

async function findTwins(db: Database, ids: string[]): Promise<Map<string, ArtistTwin>> {
  const { rows } = await sql<ArtistTwin>`
    select a.id, a.name, a.created_by, array[music_streaming, audio_sharing, video_sharing] as links,
           num_nonnulls(photo, bio, music_streaming, audio_sharing, video_sharing) as filled,
           (select count(*)::int from gigs where artist_id = a.id) as gigs,
           (select count(*)::int from interests where artist_id = a.id) as followers,
           array(select distinct festival_id from gigs where artist_id = a.id) as festivals
    from artists a where a.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map((artist) => [artist.id, artist]))
}

function toGroup(known: ArtistTwin[]): Group | undefined {
  const [kept, ...others] = known.toSorted(
    (a, b) =>
      b.gigs + b.followers - a.gigs - a.followers || b.filled - a.filled || (a.id < b.id ? -1 : 1),
  )
  if (!kept || others.length === 0) return undefined
  const [first, ...rest] = [kept, ...others].map(({ id, name, gigs, followers }) => ({
    id,
    name,
    gigs,
    followers,
  }))
  return first && { artists: [first, ...rest], doubt: doubtOf(known) }
}

function doubtOf(known: ArtistTwin[]): string | null {
  const owners = known.flatMap(({ created_by }) => created_by ?? [])
  if (new Set(owners).size > 1) return 'different users created them'
  const links = [0, 1, 2].map((nth) => known.flatMap((artist) => artist.links[nth] ?? []))
  if (links.some((kind) => new Set(kind).size > 1)) return 'their links differ'
  const festivals = known.flatMap((artist) => artist.festivals)
  if (new Set(festivals).size < festivals.length) return 'they play at the same festival'
  return null
}
