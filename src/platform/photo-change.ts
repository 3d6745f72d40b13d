import { afterCommit, type Database } from './database.ts'
import type { PhotoStore } from './photo-stores.ts'
import { removePhoto, storePhoto } from './photos.ts'

type Change = {
  /** The `photo` of the body: undefined leaves it, null takes it away. */
  written: string | null | undefined
  /** What the record holds now. */
  current: string | null
}

/**
 * Runs `change` with the photo to write. A picture is stored before, so that no transaction waits for
 * it; it is removed again when the change fails, and the one it replaces when it has been committed.
 */
export async function changePhoto<T>(
  { db, photoStore }: { db: Database; photoStore: PhotoStore },
  { written, current }: Change,
  change: (photo: string | null) => Promise<T>,
): Promise<T> {
  if (written === undefined) return change(current)
  const photo = written === null ? null : await storePhoto(photoStore, written, current)
  try {
    const result = await change(photo)
    if (photo !== current) discardPhoto({ db, photoStore }, current)
    return result
  } catch (error) {
    if (photo !== current) await removePhoto(photoStore, photo).catch(() => {})
    throw error
  }
}

/** Removes a photo nobody refers to any more, once the change has been committed. */
export function discardPhoto(
  { db, photoStore }: { db: Database; photoStore: PhotoStore },
  photo: string | null,
): void {
  // A picture that stays behind because the store is away costs space, never a wrong answer.
  afterCommit(db, () => void removePhoto(photoStore, photo).catch(() => {}))
}
