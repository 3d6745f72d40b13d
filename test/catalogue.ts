/**
 * Catalogue records written straight into the tables, with harmless defaults. Festivals are in a distant
 * summer, so that they are upcoming at any time.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Access } from '#core/access'
import type { Database, Tables } from '#platform/database/tables'
import { digest } from '#platform/secrets/tokens'
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { fold } from '#platform/values/text'
import { searchTextOf } from '../src/catalogue/festivals/model/search-text.ts'

type World = { db: Database }
type Row<Table extends keyof Tables> = Insertable<Tables[Table]>
type RowValues<Table extends keyof Tables> = Partial<Row<Table>>

/** Returns a name that is unique in the database: `Harbour 1f0c9a2b`. */
export function aName(word: string): string {
  return `${word} ${randomBytes(4).toString('hex')}`
}

/** An organizer that staff have approved; `approved_at: null` makes one that waits for approval. */
export async function anOrganizer({ db }: World, rowValues: RowValues<'organizers'> = {}) {
  const name = rowValues.name ?? aName('Harbour')
  const id = fold(name).replace(/[^a-z0-9]+/g, '-')
  const organizer = {
    id,
    search_name: searchName(name),
    approved_at: new Date(),
    ...rowValues,
    name,
  }
  await db.insertInto('organizers').values(organizer).execute()
  return organizer
}

export async function anArtist({ db }: World, rowValues: RowValues<'artists'> = {}) {
  const name = rowValues.name ?? aName('Ebb Trio')
  const artist = { id: newId(), search_name: searchName(name), ...rowValues, name }
  await db.insertInto('artists').values(artist).execute()
  return artist
}

const noPlace = { city: null, venue: null, area: null, address: null, country: null }
/** Festivals are in a distant summer. */
const summer = {
  start_time: new Date('2099-07-01T12:00:00.000Z'),
  end_time: new Date('2099-07-04T00:00:00.000Z'),
}

/** A festival, by default of an organizer of its own. A given `location` is written `(lng,lat)`. */
export async function aFestival(world: World, rowValues: RowValues<'festivals'> = {}) {
  const name = rowValues.name ?? aName('Tide')
  const festival = {
    id: newId(),
    search_name: searchName(name),
    search_text: searchTextOf({
      ...noPlace,
      ...rowValues,
      name,
      places: [],
      start_time: new Date(rowValues.start_time ?? summer.start_time),
      end_time: new Date(rowValues.end_time ?? summer.end_time),
      time_zone: rowValues.time_zone ?? 'UTC',
    }),
    country_key: rowValues.country ? fold(rowValues.country) : null,
    ...summer,
    ...rowValues,
    name,
    organizer_id: rowValues.organizer_id ?? (await anOrganizer(world)).id,
  }
  await world.db.insertInto('festivals').values(festival).execute()
  return festival
}

export async function aPlace(
  { db }: World,
  given: RowValues<'places'> & Pick<Row<'places'>, 'festival_id'>,
) {
  const place = { id: newId(), position: 0, name: aName('Stage'), type: 'stage', ...given }
  await db.insertInto('places').values(place).execute()
  return place
}

/** Without a `start_time` the slot is to be announced. */
export async function aGig(
  { db }: World,
  given: RowValues<'gigs'> & Pick<Row<'gigs'>, 'festival_id'>,
) {
  const gig = { id: newId(), artist_id: null, start_time: null, end_time: null, ...given }
  await db.insertInto('gigs').values(gig).execute()
  return gig
}

/** A gig that a user wants to see, at a festival of its own. */
export async function aHeart(world: World, { id: user_id }: { id: string }) {
  const { id: festival_id } = await aFestival(world)
  const gig = await aGig(world, { festival_id })
  const heart = { user_id, gig_id: gig.id, festival_id, created_at: new Date() }
  await world.db.insertInto('hearts').values(heart).execute()
  return gig
}

/** A passkey of a user; returns its id. Nothing can sign with it. */
export async function aStoredPasskey({ db }: World, { id: user_id }: { id: string }) {
  const id = newId()
  const stored = { public_key: Buffer.from(id), counter: 0, transports: [] }
  const passkey = { id, user_id, name: 'Phone', created_at: new Date(), ...stored }
  await db.insertInto('passkeys').values(passkey).execute()
  return id
}

/** A user follows one of `artist_id`, `organizer_id` and `genre_id`. */
export async function anInterest(
  { db }: World,
  given: RowValues<'interests'> & Pick<Row<'interests'>, 'user_id'>,
) {
  const interest = { id: newId(), ...given }
  await db.insertInto('interests').values(interest).execute()
  return interest
}

/** A second factor of a user, whose codes no app counts. */
export async function aStoredFactor({ db }: World, { id: user_id }: { id: string }) {
  const factor = { user_id, secret: Buffer.from('sealed'), last_step: 0, enrolled_at: new Date() }
  await db.insertInto('second_factors').values(factor).execute()
}

/** Another session of a user, through the client of the world; returns how the list of sessions calls it. */
export async function aSession(
  { db, access, client }: World & { access: Access; client: { id: string } },
  { id: userId }: { id: string },
) {
  const { token } = await access.issue(db, { clientId: client.id, userId })
  return createHash('sha256').update(digest(token)).digest('hex')
}
