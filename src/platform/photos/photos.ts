import { randomBytes } from 'node:crypto'
import { ownCores } from '#platform/values/cores'
import { invalidField, Problem } from '#platform/values/errors'
import { limit } from '#platform/values/limit'
import { loadSharp } from './sharp.ts'
import type { PhotoStore } from './stores.ts'

const maxBytes = 5 * 1024 * 1024
const maxPixels = 25_000_000
const maxSide = 2048

/** Names that `GET /photos/:name` accepts: the ones made here, 144 random bits each. */
export const photoName = /^[\w-]{24}\.webp$/
const folder = '/photos/'

const accepted =
  'must be a PNG, JPEG, WebP, GIF or AVIF picture (base64 or data: URI) or an http(s) URL'

// Pictures and password hashes share libuv's four threads: two at once leave room for the others.
const fewAtOnce = limit(Math.min(ownCores, 2), 16, 'pictures')

/**
 * Converts the value a client wrote into a `photo` field to the stored one: an http(s) URL as given (never fetched), a
 * picture as `/photos/<unguessable>.webp`, put into the store. A picture is known by its content, turned upright, at
 * most 2048 px, free of metadata and of bytes after its end; the first frame of a moving one is stored.
 * @param current the stored value of the record: its own picture written back, as a client read it, is no new one, and
 * is returned unchanged
 * Throws 400 naming the rule, 413 past 5 MiB of picture, 503 when too many are being worked on or the store fails (the
 * reason is the `cause`).
 */
export async function storePhoto(
  store: PhotoStore,
  written: string,
  current: string | null = null,
): Promise<string> {
  if (current?.startsWith(folder) && written.endsWith(current)) return current
  const scheme = /^[a-z][a-z\d+.-]{0,30}:/i.exec(written)?.[0].toLowerCase()
  if (scheme && scheme !== 'data:') return checkedUrl(written)
  const picture = decode(scheme ? dataOf(written) : written)
  const webp = await fewAtOnce(() => redraw(picture))
  return put(store, webp)
}

async function put(store: PhotoStore, webp: Buffer): Promise<string> {
  const name = `${randomBytes(18).toString('base64url')}.webp`
  await store.put(name, webp).catch(refuseAway)
  return folder + name
}

function refuseAway(cause: unknown): never {
  const error = 'photo could not be stored, try again in a few seconds'
  throw Object.assign(new Problem(503, error, { code: 'store_away', retry_after: 5 }), { cause })
}

/**
 * Stores a picture that is stored already under a name of its own, for another record. A URL of another host stays as
 * it is; a missing picture is null.
 * @throws 503 as `storePhoto`
 */
export async function copyPhoto(store: PhotoStore, stored: string | null): Promise<string | null> {
  if (!stored?.startsWith(folder)) return stored
  const webp = await store.get(stored.slice(folder.length)).catch(refuseAway)
  return webp ? put(store, webp) : null
}

/** Removes a stored picture again. A URL of another host is left alone, a missing one is fine. */
export async function removePhoto(store: PhotoStore, stored: string | null): Promise<void> {
  if (!stored?.startsWith(folder)) return
  const name = stored.slice(folder.length)
  if (photoName.test(name)) await store.remove(name)
}

/** Converts the file of a multipart form to a value that `photo` accepts. Its name and type are ignored. */
export function photoFromFile(file: Buffer): string {
  return `data:application/octet-stream;base64,${file.toString('base64')}`
}

// No character that could end an attribute or a line where the URL is shown, no user information.
const url = /^https?:\/\/[^\s\p{C}\\"<>@/?#]+(?:[/?#][^\s\p{C}\\"<>]*)?$/iu

function checkedUrl(written: string): string {
  if (!/^https?:/i.test(written)) throw invalidField('photo', accepted)
  if (written.length <= 2048 && url.test(written) && URL.canParse(written)) return written
  throw invalidField(
    'photo',
    'must be an http(s) URL of at most 2,048 characters without credentials, blanks, quotes or control characters',
  )
}

function dataOf(written: string): string {
  const comma = written.indexOf(',')
  if (/;base64$/i.test(written.slice(0, comma))) return written.slice(comma + 1)
  throw invalidField(
    'photo',
    'must be base64 when it is a data: URI, as in data:image/png;base64,...',
  )
}

function decode(base64: string): Buffer {
  const alphabet = /[-_]/.test(base64) ? 'base64url' : 'base64'
  try {
    const { buffer } = Uint8Array.fromBase64(base64, { alphabet })
    if (buffer.byteLength <= maxBytes) return Buffer.from(buffer)
  } catch {
    throw invalidField('photo', accepted)
  }
  throw new Problem(413, 'photo must have at most 5 MiB')
}

// The declared type and the file's name prove nothing; SVG, PDF, TIFF and HEIC end here.
function isPicture(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 64)
  if (head.startsWith('\x89PNG\r\n\x1a\n') || head.startsWith('\xff\xd8\xff')) return true
  return /^GIF8[79]a|^RIFF.{4}WEBP|^.{4}ftyp(?:.{4}){0,8}avi[fs]/s.test(head)
}

async function redraw(picture: Buffer): Promise<Buffer> {
  if (!isPicture(picture)) throw invalidField('photo', accepted)
  const sharp = await loadSharp()
  try {
    return await sharp(picture, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer()
  } catch (error) {
    const tooLarge = error instanceof Error && error.message.includes('pixel limit')
    if (tooLarge) throw invalidField('photo', 'must have at most 25 megapixels')
    throw invalidField('photo', 'is damaged: the picture in it cannot be read to its end')
  }
}
