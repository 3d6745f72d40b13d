/**
 * Folders of photos that are in use. Two hosts that share a database, but neither a bucket nor a folder, each show only
 * the photos that were sent to them.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { isId } from '#platform/values/ids'

/** Interval at which a process notes that it uses a folder, seconds. */
export const noteSeconds = 600
/** Time after the last note for which a folder counts as used, ms. */
const usedMs = 3 * noteSeconds * 1000

type Use = { db: Database; now: Date; folder: string; host: string }

/** Notes that a host uses a folder, and returns a warning if others are used as well. */
export async function noteFolder({ db, now, folder, host }: Use): Promise<string | undefined> {
  const id = await idOf(folder)
  if (id === undefined) return undefined
  await sql`
    insert into photo_folders (id, host, seen_at) values (${id}, ${host}, ${now})
    on conflict (id) do update set host = excluded.host, seen_at = excluded.seen_at`.execute(db)
  const unused = new Date(now.getTime() - usedMs)
  await db.deleteFrom('photo_folders').where('seen_at', '<', unused).execute()
  const used = await db.selectFrom('photo_folders').select('host').orderBy('host').execute()
  if (used.length < 2) return undefined
  const hosts = used.map((one) => one.host).join(', ')
  return `Photos are stored in ${used.length} folders (on ${hosts}), each of which shows only its own: set S3_BUCKET on all hosts, or let them share DATA_DIR/photos`
}

/** Returns the id of a folder, which is a file in it; made if there is none. Undefined while another process writes it. */
async function idOf(folder: string): Promise<string | undefined> {
  const file = join(folder, '.folder')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Written by one of several processes that begin at once.
  await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch(() => {})
  const id = await readFile(file, 'utf8')
  return isId(id) ? id : undefined
}
