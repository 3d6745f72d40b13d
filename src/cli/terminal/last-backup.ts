import { resolve } from 'node:path'
import type pg from 'pg'
import { newId } from '#platform/values/ids'

/** The note on photos in a bucket, for a backup and `festival doctor`. */
export const photosAreElsewhere =
  'Photos are not in it, but in the bucket of S3_BUCKET: turn on versioning there'

type Noted = {
  /** the time of the snapshot in the file */
  made_at: string
  file: string
  bytes: number
  rows: number
  jobs: number
  /** null: they are in a bucket */
  photos: number | null
  with_key: boolean
}

/** A backup as noted in the database. */
export type LastBackup = { made_at: Date; file: string; bytes: number; photos: number | null }

/**
 * Notes a finished backup in its database. Returns false if the database takes no note, such as a standby or one
 * of an older version: the file is still valid.
 */
export async function recordBackup(client: pg.ClientBase, backup: Noted): Promise<boolean> {
  const { made_at, file, bytes, rows, jobs, photos, with_key } = backup
  const values = [newId(), made_at, resolve(file), bytes, rows, jobs, photos, with_key]
  return client
    .query(
      `insert into backups (id, made_at, file, bytes, rows, jobs, photos, with_key)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values,
    )
    .then(
      () => true,
      () => false,
    )
}

/** Returns the last backup of a database; undefined if none was made. */
export async function findLastBackup(client: pg.ClientBase): Promise<LastBackup | undefined> {
  const { rows } = await client.query<LastBackup>(
    'select made_at, file, bytes, photos from backups order by made_at desc limit 1',
  )
  return rows[0]
}
