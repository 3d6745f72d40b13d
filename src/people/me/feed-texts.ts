/**
 * The texts of festivals and gigs in the feed. They are the same for all users, so each is cached by id until something
 * it shows changes. Missing ones are looked up together with the ones that other feeds miss.
 */
import { sql } from 'kysely'
import { findGigs, toItem } from '#catalogue/gigs'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { batchedLookup } from '#platform/jobs/batched-lookup'
import { type FreshValue, Memory } from '#platform/sync/memory'
import { toCoordinates } from '#platform/values/coordinates'
import type { Entry } from './feed.ts'
import type { FeedFestival, FeedGig } from './schemas.ts'

type FeedFacts<Item> = Omit<Item, 'followed'>
type Text = FreshValue<string>

/** The maximum number of characters cached of each kind: some twenty thousand festivals, or gigs. */
const most = 10_000_000
/** The maximum number of ids in one lookup: a page of the largest size, and the ids that other feeds miss meanwhile. */
const together = 200

/** Returns entries as JSON arrays. Entries deleted meanwhile are left out. */
export function feedTexts({ db, bus, now }: Pick<Infrastructure, 'db' | 'bus' | 'now'>) {
  const remembering = (find: (db: Database, ids: string[]) => Promise<Map<string, Text>>) => {
    const texts = new Memory<string>({ bus, now, topic: 'catalogue', most, sizeOf: sizeIn })
    const look = batchedLookup<string, Text | undefined>({
      find: async (ids) => {
        const found = await find(db, ids)
        return ids.map((id) => found.get(id))
      },
      most: together,
    })
    return (id: string) => texts.recall(id, () => look(id))
  }
  const [festival, gig] = [remembering(findFestivals), remembering(findGigTexts)]
  return {
    festivals: (entries: Entry[]) => listOf(entries, festival),
    gigs: (entries: Entry[]) => listOf(entries, gig),
  }
}

const sizeIn = (text: string) => text.length

async function listOf(
  entries: Entry[],
  textOf: (id: string) => Promise<string | undefined>,
): Promise<string> {
  const texts = await Promise.all(entries.map(({ id }) => textOf(id)))
  const items = entries.flatMap(({ followed }, nth) => {
    const text = texts[nth]
    return text === undefined ? [] : [`${text.slice(0, -1)},"followed":${followed}}`]
  })
  return `[${items.join(',')}]`
}

type FestivalRow = Omit<FeedFacts<FeedFestival>, 'coordinates' | 'organizer'> & {
  location: { x: number; y: number } | null
  organizer_id: string
  organizer_name: string
}

async function findFestivals(db: Database, ids: string[]): Promise<Map<string, Text>> {
  const { rows } = await sql<FestivalRow>`
    select f.id, f.name, f.photo, f.venue, f.country, f.location, f.start_time, f.end_time, f.time_zone, f.rank,
           f.organizer_id, o.name as organizer_name
    from festivals f join organizers o on o.id = f.organizer_id
    where f.id = any (${ids}::uuid[]) and f.deleted_at is null`.execute(db)
  return new Map(
    rows.map(({ location, organizer_id, organizer_name, ...row }) => {
      const { id, name, photo, venue, country, start_time, end_time, time_zone, rank } = row
      const item: FeedFacts<FeedFestival> = {
        id,
        name,
        photo,
        venue,
        country,
        coordinates: toCoordinates(location),
        start_time,
        end_time,
        time_zone,
        rank,
        organizer: { id: organizer_id, name: organizer_name },
      }
      return [id, { value: JSON.stringify(item), names: [`festival:${id}`] }]
    }),
  )
}

async function findGigTexts(db: Database, ids: string[]): Promise<Map<string, Text>> {
  const rows = await findGigs(db, ids, {})
  return new Map(
    rows.map((row) => {
      const item: FeedFacts<FeedGig> = toItem(row)
      const names = [
        `festival:${row.festival_id}`,
        ...(row.artist_id === null ? [] : [`artist:${row.artist_id}`]),
      ]
      return [row.id, { value: JSON.stringify(item), names }]
    }),
  )
}
