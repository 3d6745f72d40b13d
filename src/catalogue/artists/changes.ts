import type { FastifyInstance } from 'fastify'
import { mayUser, type UserCaller } from '#core/access'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { changeWithPhotos, discardPhoto, lockPhoto, replacePhoto } from '#platform/photos/change'
import type { PhotoStore } from '#platform/photos/stores'
import { conflict, forbidden, found, invalidField } from '#platform/values/errors'
import { findByAnyId } from './aliases.ts'
import { inChunks } from './chunks.ts'
import { artistColumns } from './columns.ts'
import { makeGenres, tagArtists } from './genres.ts'
import { findArtist, findArtists } from './queries.ts'
import { saveArtists } from './save.ts'
import type { Artist, ArtistBatch, ArtistChange, NewArtist } from './schemas.ts'

type ChangeContext = { db: Database; photoStore: PhotoStore; user: UserCaller }

/** Creates one artist, or several: all of them or none (docs/contract, 4.3). `photos` are already stored. */
export async function createArtists(
  by: { db: Database; user: UserCaller },
  body: NewArtist | ArtistBatch,
  photos: (string | null)[],
): Promise<Artist | Artist[]> {
  if ('artists' in body) return createAll(by, body.artists, photos)
  const [artist] = await createAll(by, [body], photos)
  return found(artist, 'Artist')
}

function createAll(
  { db, user }: { db: Database; user: UserCaller },
  artists: NewArtist[],
  photos: (string | null)[],
): Promise<Artist[]> {
  refuseManyGenres(artists)
  return transact(db, async (trx) => {
    const drafts = artists.map((artist, index) => ({ ...artist, photo: photos[index] ?? null }))
    const ids = await saveArtists(trx, drafts, { createdBy: user.id })
    const saved: Artist[] = []
    // New rows have no statistics yet: small chunks stay within the statement timeout.
    for (const chunk of inChunks(ids, 200)) saved.push(...(await findArtists(trx, chunk)))
    return saved
  })
}

/** The most genres of one body: each is looked up or created, and the list of all genres is public. */
const most = { genres: 1_000, tags: 20_000 }

function refuseManyGenres(artists: NewArtist[]) {
  const names = artists.flatMap(({ genres = [] }) => genres)
  if (names.length > most.tags)
    throw invalidField('artists', 'must have at most 20,000 genres, counted for each artist')
  if (new Set(names).size > most.genres)
    throw invalidField('artists', 'must have at most 1,000 different genres')
}

/** Returns the photos of a body, and the name of the field that holds each of them. */
export function photosOf(body: NewArtist | ArtistBatch) {
  return 'artists' in body
    ? {
        written: body.artists.map(({ photo }) => photo),
        nameOf: (index: number) => `artists[${index}].photo`,
      }
    : { written: [body.photo] }
}

/** Changes the given fields; `genres` replaces all genres. 403 unless the user created it or is catalogue staff. */
export async function updateArtist(
  context: ChangeContext,
  given: string,
  { photo: written, genres, ...change }: ArtistChange,
): Promise<Artist> {
  const { id, photo: current } = await changeable(context, given)
  return changeWithPhotos(context, { photo: { written, current } }, async (trx, photos) => {
    await replacePhoto({ ...context, db: trx }, { table: 'artists', id }, photos.photo)
    const changed = await trx
      .updateTable('artists')
      // Setting the id to itself locks the row even if no column changes: its genres are replaced below.
      .set({ id, ...artistColumns.write({ ...change, ...photos }) })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    found(changed, 'Artist')
    if (genres) {
      await makeGenres(trx, genres)
      await tagArtists(trx, [{ artistId: id, genres }])
    }
    return found(await findArtist(trx, id), 'Artist')
  })
}

/**
 * Deletes an artist. Its gigs stay in their slots without an artist, and its followers lose it. 409 for the id of a
 * merged artist, so that deleting a duplicate twice does not delete the artist that it was merged into.
 */
export async function deleteArtist(context: ChangeContext, id: string): Promise<void> {
  const artist = await changeable(context, id)
  if (artist.id !== id) {
    throw conflict(
      'This artist was merged into another one: delete that one by its own id',
      'merged',
      { artist_id: artist.id },
    )
  }
  await transact(context.db, async (trx) => {
    discardPhoto({ ...context, db: trx }, await lockPhoto(trx, 'artists', id))
    await trx.deleteFrom('artists').where('id', '=', id).execute()
  })
}

/** Returns the fields of an artist that a change needs. 404 if it does not exist, 403 if the user may not change it. */
async function changeable({ db, user }: ChangeContext, given: string) {
  const artist = found(
    await findByAnyId(db, given, (id) =>
      db
        .selectFrom('artists')
        .select(['id', 'photo', 'created_by'])
        .where('id', '=', id)
        .executeTakeFirst(),
    ),
    'Artist',
  )
  if (artist.created_by === user.id || mayUser(user, 'manage_catalog')) return artist
  throw forbidden('Only its creator may change this artist')
}

/** Returns the author of a change: the user, and the stores that the change is written to. */
export function by({ db, photoStore }: FastifyInstance, user: UserCaller): ChangeContext {
  return { db, photoStore, user }
}
