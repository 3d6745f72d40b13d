/** A folder or a ZIP archive with files, written under a temporary name, and renamed when it is complete. */
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { archiveOf } from '#platform/http/answers/archive'
import { CommandError } from '../terminal/output.ts'

type Files = AsyncIterable<{ name: string; content: Uint8Array }>

/** A ZIP archive without its extension for more (ZIP64), which many programs do not read. */
const maxEntries = 65_535
const maxBytes = 4_000_000_000

export const isArchive = (target: string) => target.toLowerCase().endsWith('.zip')

/** @throws CommandError if an archive cannot hold so much */
export function requireRoom(target: string, { files, bytes }: { files: number; bytes: number }) {
  if (isArchive(target) && (files > maxEntries || bytes > maxBytes)) {
    throw new CommandError(`${target} would be too large for a ZIP archive: name a folder instead`)
  }
}

/**
 * Writes files to a target that does not exist: an archive if its name ends with `.zip`, otherwise a folder. Only their
 * owner may read them. A failure leaves nothing behind. @throws CommandError if the target exists, or is being written
 */
export async function writeTarget(target: string, files: Files): Promise<void> {
  await requireFree(target)
  const part = `${target}.part`
  await begin(part, isArchive(target))
  try {
    if (isArchive(target)) await pipeline(archiveOf(files), createWriteStream(part, synced))
    else for await (const file of files) await writeInto(part, file)
    await requireFree(target)
    await rename(part, target)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
  await sync(dirname(target))
}

const synced = { flags: 'r+', flush: true }

/** @throws CommandError if the target exists */
export async function requireFree(target: string): Promise<void> {
  const known = await stat(target).catch(() => undefined)
  if (known) throw new CommandError(`${target} exists already: name another one`)
}

async function begin(part: string, isFile: boolean): Promise<void> {
  try {
    if (isFile) await writeFile(part, '', { flag: 'wx', mode: 0o600 })
    else await mkdir(part, { mode: 0o700 })
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const why =
      code === 'EEXIST'
        ? 'exists: another export writes it, or was cut off. Delete it if none runs'
        : `cannot be written: ${message}`
    throw new CommandError(`${part} ${why}`, { cause })
  }
}

async function writeInto(folder: string, { name, content }: { name: string; content: Uint8Array }) {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true })
}

/** The new name survives a power cut only once its folder is on disk as well. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
