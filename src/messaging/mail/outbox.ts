import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config/variables'
import { cut } from '#platform/http/cursors'
import { readAttachment, readMail } from './read.ts'
import type { CaughtMail } from './schemas.ts'

const ending = '.eml'

/** Returns the folder of caught mail; undefined if mail is sent, and in production, where mail is private. */
export function outboxOf({ NODE_ENV, SMTP_URL, DATA_DIR }: Config): string | undefined {
  return NODE_ENV === 'production' || SMTP_URL ? undefined : join(DATA_DIR, 'mail')
}

/** Returns the mails in a folder, newest first: their names begin with the time. */
export async function listMails(
  folder: string,
  { after, limit }: { after?: string; limit: number },
): Promise<{ mails: CaughtMail[]; next_after: string | null }> {
  const ids = await namesIn(folder)
  const due = ids
    .filter((id) => after === undefined || id < after)
    .toSorted()
    .toReversed()
  const { items, next_after } = cut(due, limit, (id) => id)
  const mails = await Promise.all(items.map((id) => readOne(folder, id)))
  return { mails: mails.filter((mail) => mail !== undefined), next_after }
}

/** Returns a mail by its id; undefined for an unknown one. */
export async function findMail(folder: string, id: string): Promise<CaughtMail | undefined> {
  const source = await sourceOf(folder, id)
  return source && { id, ...(await readMail(source)) }
}

/** Returns the attachment of a mail at a place, from 1 on; undefined if there is none. */
export async function findAttachment(
  folder: string,
  { id, place }: { id: string; place: number },
): Promise<Buffer | undefined> {
  const source = await sourceOf(folder, id)
  return source && readAttachment(source, place)
}

/** Nothing was caught yet: the folder is created with the first mail. */
async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => [])
  return files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length))
}

/** Opens only existing names. */
async function sourceOf(folder: string, id: string): Promise<Buffer | undefined> {
  return (await namesIn(folder)).includes(id) ? readSource(folder, id) : undefined
}

/** Returns undefined if the file was just removed. */
const readSource = (folder: string, id: string): Promise<Buffer | undefined> =>
  readFile(join(folder, id + ending)).catch(() => undefined)

async function readOne(folder: string, id: string): Promise<CaughtMail | undefined> {
  const source = await readSource(folder, id)
  return source && { id, ...(await readMail(source)) }
}
