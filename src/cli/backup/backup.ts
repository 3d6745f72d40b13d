import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import type pg from 'pg'
import { readConfig } from '#platform/config/read'
import { type Config } from '#platform/config/variables'
import { connectPool } from '#platform/database/connections'
import { findSecretKey, fingerprintOf } from '#platform/secrets/vault'
import { hasDatabase } from '../doctor/database.ts'
import { onServer } from '../terminal/database.ts'
import { photosAreElsewhere, recordBackup } from '../terminal/last-backup.ts'
import { CommandError, plural, print } from '../terminal/output.ts'
import { type Progress, showProgress } from '../terminal/progress.ts'
import { ArchiveWriter } from './archive.ts'
import type { Part } from './copy.ts'
import { beginSnapshot, type Manifest, pendingJobs, rowsOfTable } from './tables.ts'

export type BackupReport = {
  file: string
  /** the time of the snapshot */
  made_at: string
  bytes: number
  rows: number
  jobs: number
  /** number of photos in the file; null: they are in a bucket, and not in the file */
  photos: number | null
  with_key: boolean
  /** true if the database has a note of it, so that `festival doctor` knows it */
  noted: boolean
  seconds: number
}

type Given = { withKey: boolean; progress?: Progress; now?: () => Date }

/** `festival backup` */
export function addBackup(program: Command): void {
  program
    .command('backup')
    .helpGroup('Backup:')
    .description('Write database, photos and pending jobs to one file, while the service runs')
    .argument('[file]', 'the file to write (default: festival-TIME.tar, in this folder)')
    .option('--with-key', 'include the secret key: then protect the file like the key itself')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival backup /backups/friday.tar')
    .action(async (file: string | undefined, options: { withKey?: boolean; json?: boolean }) => {
      const progress = showProgress(process.stderr)
      const { withKey = false } = options
      const report = await backUp(readConfig(process.env), file, { withKey, progress })
      print(options, report, describe(report))
    })
}

/**
 * Writes a snapshot of all data to a file.
 * @param file by default named after the time
 * @throws CommandError if there is nothing to back up, or the file exists
 */
export async function backUp(
  config: Config,
  file: string | undefined,
  {
    withKey,
    progress = showProgress({ isTTY: false, write: () => true }),
    now = () => new Date(),
  }: Given,
): Promise<BackupReport> {
  const begun = performance.now()
  if (!(await hasDatabase(config))) {
    throw new CommandError(
      `There is no database in ${config.DATA_DIR} yet, so there is nothing to back up`,
    )
  }
  const key = await findSecretKey(config)
  const name = file ?? `festival-${now().toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`
  const archive = await ArchiveWriter.create(name, now())
  try {
    const made = await onServer(config, (connectionString) =>
      onConnection(connectionString, async (client) => {
        const held = await fill(archive, client, { config, key, withKey, progress })
        await archive.finish()
        const with_key = withKey && key !== undefined
        const backup = { file: name, ...held, bytes: archive.bytes, with_key }
        return { ...backup, noted: await recordBackup(client, backup) }
      }),
    )
    return { ...made, seconds: Number(((performance.now() - begun) / 1000).toFixed(2)) }
  } catch (error) {
    await archive.abandon()
    throw error
  } finally {
    progress.clear()
  }
}

async function onConnection<T>(
  connectionString: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const pool = connectPool(connectionString, { purpose: 'work', max: 1 })
  try {
    const client = await pool.connect()
    try {
      return await work(client)
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

type Filling = {
  config: Config
  key: string | undefined
  withKey: boolean
  progress: Progress
}

async function fill(
  archive: ArchiveWriter,
  client: pg.ClientBase,
  { config, key, withKey, progress }: Filling,
) {
  const { rows: expected, ...snapshot } = await beginSnapshot(client)
  const inBucket = config.S3_BUCKET !== undefined
  const photos = inBucket ? [] : await photosIn(photosOf(config))
  const manifest: Manifest = {
    format: 1,
    ...snapshot,
    key: key === undefined ? null : fingerprintOf(key),
    with_key: withKey && key !== undefined,
    with_photos: !inBucket,
  }
  await archive.add('backup.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  let rows = 0
  for (const table of snapshot.tables) {
    const before = rows
    const told = (count: number) =>
      progress.show(Math.min(1, (before + count) / Math.max(1, expected)), before + count)
    const parts = rowsOfTable(client, table)
    rows += await addParts(archive, { folder: `tables/${table.name}`, parts, told })
  }
  const hasJobs = snapshot.queues.length > 0
  const jobs = hasJobs ? await addParts(archive, { folder: 'jobs', parts: pendingJobs(client) }) : 0
  await client.query('rollback')
  const kept = await addPhotos(archive, photosOf(config), photos)
  if (withKey && key !== undefined) await archive.add('secret.key', Buffer.from(`${key}\n`))
  const totals = { rows, jobs, photos: kept }
  await archive.add('totals.json', Buffer.from(`${JSON.stringify(totals)}\n`))
  return { made_at: snapshot.made_at, ...totals, photos: inBucket ? null : kept }
}

type Added = {
  folder: string
  parts: AsyncGenerator<Part>
  /** called with the number of rows so far */
  told?: (rows: number) => void
}

/** Adds `FOLDER/00001.copy.zst` and so on. Returns the number of rows. */
async function addParts(archive: ArchiveWriter, { folder, parts, told }: Added): Promise<number> {
  let [rows, number] = [0, 0]
  for await (const part of parts) {
    rows += part.rows
    number++
    await archive.add(`${folder}/${String(number).padStart(5, '0')}.copy.zst`, part.bytes)
    told?.(rows)
  }
  return rows
}

const photosOf = ({ DATA_DIR }: Config) => join(DATA_DIR, 'photos')

/** Returns an empty list if there is no folder yet. Names with a leading dot are files still being written. */
async function photosIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => !name.startsWith('.')).toSorted()
}

/** Skips photos that were replaced meanwhile: they are deleted, and no longer needed. */
async function addPhotos(archive: ArchiveWriter, folder: string, names: string[]) {
  let kept = 0
  for (const name of names) {
    const photo = await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (!photo) continue
    await archive.add(`photos/${name}`, photo)
    kept++
  }
  return kept
}

function describe(report: BackupReport): string[] {
  const { file, rows, photos, jobs, bytes, with_key, noted, seconds } = report
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  const what = [plural(rows, 'row'), plural(photos ?? 0, 'photo'), plural(jobs, 'pending job')]
  return [
    `${file}: ${what.join(', ')}, ${size}, in ${seconds} s`,
    ...(photos === null ? [photosAreElsewhere] : []),
    with_key
      ? 'The secret key is in it: with this file anyone can sign tickets'
      : 'The secret key is not in it: keep SECRET_KEY, or secret.key of the data folder, somewhere else',
    ...(noted
      ? []
      : ['The database took no note of it: `festival doctor` does not know this backup']),
  ]
}
