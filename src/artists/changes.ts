import type { FastifyInstance } from 'fastify'
import { mayUser, type UserCaller } from '#platform/access'
import { type Database, transact } from '#platform/database'
import { forbidden, found } from '#platform/errors'
import { changePhoto, discardPhoto } from '#platform/photo-change'
import type { PhotoStore } from '#platform/photo-stores'
import { searchable } from '#platform/text'
import { inChunks } from './chunks.ts'
import { makeGenres, tagArtists } from './genres.ts'
import { withPhotos } from './photos.ts'
import { findArtist, findArtists } from './queries.ts'
import { saveArtists } from './save.ts'
import type { Artist, ArtistBatch, ArtistChange, NewArtist } from './schemas.ts'

type By = { db: Database; photoStore: PhotoStore; user: UserCaller }

/** Creates one artist, or several: all of them or none (contract, section 4). */
export async function createArtists(
  by: By,
  body: NewArtist | ArtistBatch,
): Promise<Artist | Artist[]> {
  if ('artists' in body) return createAll(by, body.artists, (index) => `artists[${index}].photo`)
  const [artist] = await createAll(by, [body], () => 'photo')
  return found(artist, 'Artist')
}

function createAll(
  { db, photoStore, user }: By,
  artists: NewArtist[],
  nameOf: (index: number) => string,
): Promise<Artist[]> {
  const written = artists.map(({ photo = null }) => photo)
  return withPhotos(photoStore, { written, nameOf }, (photos) =>
    transact(db, async (trx) => {
      const drafts = artists.map((artist, index) => ({ ...artist, photo: photos[index] }))
      const ids = await saveArtists(trx, drafts, { createdBy: user.id })
      const saved: Artist[] = []
      for (const chunk of inChunks(ids, 1000)) {
        saved.push(...(await findArtists(trx, chunk)))
      }
      return saved
    }),
  )
}

/** Changes what is given; `genres` replaces them all. For its creator and catalogue staff only. */
export async function updateArtist(by: By, id: string, change: ArtistChange): Promise<Artist> {
  const { photo: written, genres } = change
  const { photo: current } = await changeable(by, id)
  return changePhoto(by, { written, current }, (photo) =>
    transact(by.db, async (trx) => {
      const columns = { ...columnsOf(change), photo: written === undefined ? undefined : photo }
      const changed = await trx
        .updateTable('artists')
        // The id is set to itself: there is always something to set, and the row waits for its genres.
        .set({ id, ...columns })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      found(changed, 'Artist')
      if (genres) {
        await makeGenres(trx, genres)
        await tagArtists(trx, [{ artistId: id, genres }])
      }
      return found(await findArtist(trx, id), 'Artist')
    }),
  )
}

/** What is undefined is not written. */
function columnsOf({ name, bio, music_streaming, audio_sharing, video_sharing }: ArtistChange) {
  const search_name = name === undefined ? undefined : searchable(name)
  return { name, search_name, bio, music_streaming, audio_sharing, video_sharing }
}

/** Its gigs keep their slot without it, and nobody follows it any more. */
export async function deleteArtist(by: By, id: string): Promise<void> {
  const { photo } = await changeable(by, id)
  await by.db.deleteFrom('artists').where('id', '=', id).execute()
  discardPhoto(by, photo)
}

/** What a change must know of the artist, for somebody who may make it: else 404 or 403. */
async function changeable({ db, user }: By, id: string): Promise<{ photo: string | null }> {
  const artist = found(
    await db
      .selectFrom('artists')
      .select(['photo', 'created_by'])
      .where('id', '=', id)
      .executeTakeFirst(),
    'Artist',
  )
  if (artist.created_by === user.id || mayUser(user, 'manage_catalog')) return artist
  throw forbidden('Only its creator may change this artist')
}

/** Who asks for a change, and where it goes. */
export function by({ db, photoStore }: FastifyInstance, user: UserCaller): By {
  return { db, photoStore, user }
}
