import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { afterCommit } from '#platform/database/transactions'
import { type FieldFault, Problem } from '#platform/values/errors'
import { copyPhoto, removePhoto, storePhoto } from './photos.ts'
import type { PhotoStore } from './stores.ts'

type Change = {
  /** The `photo` of the body: undefined leaves it, null removes it. */
  written: string | null | undefined
  /** The photo of the record when it was read: its own picture written back is no new one. */
  current: string | null
  /** The name of the field in a refusal. */
  field?: string
}

/** The result of a change, and the photo it replaced, as returned by `lockPhoto`. */
type Changed<T> = { result: T; replaced: string | null }

/**
 * Runs `change` with the photo to write, or undefined to leave it. A picture is stored before, so that
 * no transaction waits for it; it is removed again when the change fails, and the one it replaces when
 * the change has been committed.
 */
export async function changePhoto<T>(
  { db, photoStore }: { db: Database; photoStore: PhotoStore },
  { written, current, field = 'photo' }: Change,
  change: (photo: string | null | undefined) => Promise<Changed<T>>,
): Promise<T> {
  const photo =
    typeof written === 'string'
      ? await storePhoto(photoStore, written, current).catch(naming(field))
      : written
  if (photo === undefined || photo === current) return (await change(undefined)).result
  try {
    const { result, replaced } = await change(photo)
    discardPhoto({ db, photoStore }, replaced)
    return result
  } catch (error) {
    await forget(photoStore, [photo])
    throw error
  }
}

/**
 * Returns the photo of a row, and locks the row until the commit: the second of two concurrent changes finds the
 * picture of the first, so that none is left behind.
 */
export async function lockPhoto(db: Database, table: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ photo: string | null }>`
    select photo from ${sql.table(table)} where id = ${id} for no key update`.execute(db)
  return rows[0]?.photo ?? null
}

/** Removes a photo that no record refers to any more, once the change has been committed. */
export function discardPhoto(
  { db, photoStore }: { db: Database; photoStore: PhotoStore },
  photo: string | null,
): void {
  afterCommit(db, () => void forget(photoStore, [photo]))
}

/**
 * Stores the pictures of new records; when one of them is refused, none stays. `nameOf` names the
 * field of the nth one in a refusal.
 */
export async function storePhotos(
  photoStore: PhotoStore,
  written: (string | null | undefined)[],
  nameOf: (index: number) => string = () => 'photo',
): Promise<(string | null)[]> {
  const photos: (string | null)[] = []
  try {
    // Stored one after the other: a batch takes one place in the queue of pictures, not all of them.
    for (const [index, photo] of written.entries()) {
      const stored =
        typeof photo === 'string'
          ? await storePhoto(photoStore, photo).catch(naming(nameOf(index)))
          : null
      photos.push(stored)
    }
    return photos
  } catch (error) {
    await forget(photoStore, photos)
    throw error
  }
}

/** Copies the pictures of records for new ones; when one of them cannot be stored, no copy stays. */
export async function copyPhotos(
  photoStore: PhotoStore,
  photos: (string | null)[],
): Promise<(string | null)[]> {
  const copies: (string | null)[] = []
  try {
    for (const photo of photos) copies.push(await copyPhoto(photoStore, photo))
    return copies
  } catch (error) {
    await forget(photoStore, copies)
    throw error
  }
}

/** Removes photos. A picture left behind because the store is away costs space, never a wrong answer. */
export async function forget(photoStore: PhotoStore, photos: (string | null)[]): Promise<void> {
  await Promise.all(photos.map((photo) => removePhoto(photoStore, photo).catch(() => {})))
}

/** Returns a function that changes `photo must be …` to `items[3].photo must be …`. */
function naming(field: string) {
  return (error: unknown): never => {
    if (!(error instanceof Problem)) throw error
    const { status, message, code, facts, cause } = error
    const named = (text: string) => text.replace(/^photo/, field)
    const { fields = [] }: { fields?: FieldFault[] } = facts
    const renamed = fields.map((one) => ({
      ...one,
      path: named(one.path),
      message: named(one.message),
    }))
    const detail = { ...facts, ...(fields.length > 0 && { fields: renamed }), code }
    throw Object.assign(new Problem(status, named(message), detail), { cause })
  }
}
