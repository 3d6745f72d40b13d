import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { afterCommit, type Transaction, transact } from '#platform/database/transactions'
import { type FieldFault, Problem } from '#platform/values/errors'
import { copyPhoto, removePhoto, storePhoto } from './photos.ts'
import type { PhotoStore } from './stores.ts'

type Stores = { db: Database; photoStore: PhotoStore }

/** A photo of a request. */
type Written = {
  /** the field of the body: undefined leaves the photo, null removes it */
  written: string | null | undefined
  /** the photo of the record when it was read: its own photo written back is no new one */
  current: string | null
}

/** The photos that a change writes, by field. A field whose photo stays is absent. */
export type Photos<Field extends string> = { [One in Field]?: string | null }

/**
 * Stores the photos of a request by their fields, then runs `change` in a transaction: no transaction waits for a
 * photo. Removes the stored photos if the change fails.
 * @throws 400, 413 or 503 as `storePhoto`, naming the field
 */
export async function changeWithPhotos<Field extends string, T>(
  { db, photoStore }: Stores,
  written: Record<Field, Written>,
  change: (trx: Transaction, photos: Photos<Field>) => Promise<T>,
): Promise<T> {
  const photos: Photos<Field> = {}
  try {
    for (const [field, one] of Object.entries<Written>(written)) {
      const photo = await storeWritten(photoStore, field, one)
      if (photo !== undefined && photo !== one.current) photos[field as Field] = photo
    }
    return await transact(db, (trx) => change(trx, photos))
  } catch (error) {
    await deletePhotos(photoStore, Object.values(photos))
    throw error
  }
}

async function storeWritten(
  photoStore: PhotoStore,
  field: string,
  { written, current }: Written,
): Promise<string | null | undefined> {
  if (typeof written !== 'string') return written
  return storePhoto(photoStore, written, current).catch(naming(field))
}

/**
 * Locks a row until the commit, and discards its photo if another one is written: the second of two concurrent
 * changes finds the photo of the first, so that none is left behind. The caller writes the row.
 */
export async function replacePhoto(
  { db, photoStore }: Stores,
  { table, id }: { table: string; id: string },
  photo: string | null | undefined,
): Promise<void> {
  const replaced = await lockPhoto(db, table, id)
  if (photo !== undefined) discardPhoto({ db, photoStore }, replaced)
}

/** Locks a row until the commit, and returns its photo. */
export async function lockPhoto(db: Database, table: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ photo: string | null }>`
    select photo from ${sql.table(table)} where id = ${id} for no key update`.execute(db)
  return rows[0]?.photo ?? null
}

/** Removes a photo that no record refers to any more, once the change has been committed. */
export function discardPhoto({ db, photoStore }: Stores, photo: string | null): void {
  afterCommit(db, () => void deletePhotos(photoStore, [photo]))
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
      const stored = await storeWritten(photoStore, nameOf(index), {
        written: photo,
        current: null,
      })
      photos.push(stored ?? null)
    }
    return photos
  } catch (error) {
    await deletePhotos(photoStore, photos)
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
    await deletePhotos(photoStore, copies)
    throw error
  }
}

/** Removes photos. A picture left behind because the store is away costs space, never a wrong answer. */
export async function deletePhotos(
  photoStore: PhotoStore,
  photos: (string | null)[],
): Promise<void> {
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
