import { Problem } from '#platform/errors'
import type { PhotoStore } from '#platform/photo-stores'
import { removePhoto, storePhoto } from '#platform/photos'

/**
 * Stores the pictures that were written, then runs `change` with what is stored of each; when anything
 * fails, they are removed again. `nameOf` names the field of the nth one in a refusal.
 */
export async function withPhotos<T>(
  photoStore: PhotoStore,
  { written, nameOf }: { written: (string | null)[]; nameOf: (index: number) => string },
  change: (photos: (string | null)[]) => Promise<T>,
): Promise<T> {
  const photos: (string | null)[] = []
  try {
    for (const [index, photo] of written.entries()) {
      photos.push(photo && (await storePhoto(photoStore, photo).catch(naming(nameOf(index)))))
    }
    return await change(photos)
  } catch (error) {
    await Promise.all(photos.map((photo) => removePhoto(photoStore, photo).catch(() => {})))
    throw error
  }
}

/** `photo must be …` becomes `artists[3].photo must be …`. */
function naming(field: string) {
  return (error: unknown): never => {
    if (!(error instanceof Problem)) throw error
    const { status, message, code, facts, cause } = error
    const detail = code === undefined ? facts : { ...facts, code }
    throw Object.assign(new Problem(status, message.replace(/^photo/, field), detail), { cause })
  }
}
