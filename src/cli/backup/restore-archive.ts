import type pg from 'pg'
import { renameZones } from '#catalogue/festivals'
import type { Config } from '#platform/config/variables'
import { connect, connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { makeQueues } from '#platform/jobs/jobs'
import type { PhotoStore } from '#platform/photos/stores'
import { findSecretKey, fingerprintOf, otherKeyOf, storeSecretKey } from '#platform/secrets/vault'
import { auditLedger, ledgerSize } from '#shop/payments'
import { photoStoreOf } from '../../server/infrastructure.ts'
import { onServer } from '../terminal/database.ts'
import { CommandError, counted } from '../terminal/output.ts'
import type { Progress } from '../terminal/progress.ts'
import { type Entry, entriesOf } from './archive.ts'
import {
  beginRestore,
  loadJobs,
  loadPart,
  makeSchema,
  requireFree,
  requireKnownMigrations,
  setSequences,
} from './restore-tables.ts'
import { type Manifest, quoted } from './tables.ts'

type Held = { rows: number; photos: number; jobs: number }

export type RestoreReport = Held & {
  file: string
  /** the time of the snapshot */
  made_at: string
  /** migrations that ran after the restore, if this version is newer */
  migrated: number
  /** the secret key: the same, restored, or a different one */
  key: 'same' | 'restored' | 'other'
  ledger: { payments: number; tickets: number; points: number }
  /** faults found in the ledger */
  faults: string[]
  seconds: number
}

type Given = { replace: boolean; withoutKey: boolean; withoutJobs: boolean; progress: Progress }

/**
 * Reads a backup completely and verifies all checksums.
 * @throws CommandError that states the problem of the backup
 */
export async function readBackup(
  file: string,
): Promise<Held & { manifest: Manifest; parts: number }> {
  const texts = new Map<string, string>()
  let parts = 0
  for await (const { name, data } of entriesOf(file)) {
    if (name.endsWith('.json')) texts.set(name, data.toString())
    parts++
  }
  // Only now is the archive known to be intact.
  const [manifest, totals] = ['backup.json', 'totals.json'].map((name) =>
    JSON.parse(texts.get(name) ?? 'null'),
  )
  if (manifest?.format !== 1 || !totals) {
    throw new CommandError(`${file} is not a backup that this version can read`)
  }
  return { manifest, ...totals, parts }
}

/**
 * Restores a backup to a database that is not in use, completely or not at all. Photos are stored at the location
 * set by this configuration.
 * @throws CommandError with the reason, before anything is changed
 */
export async function restore(config: Config, file: string, given: Given): Promise<RestoreReport> {
  const begun = performance.now()
  const { manifest, parts, ...totals } = await readBackup(file)
  requireKnownMigrations(manifest)
  const key = await keyFor(config, file, { manifest, withoutKey: given.withoutKey })
  try {
    const told = await onServer(config, async (connectionString) => {
      const pool = connectPool(connectionString, { purpose: 'work', max: 1 })
      try {
        const loader = { manifest, parts, totals, store: photoStoreOf(config), ...given }
        const held = await load(pool, file, loader)
        const { applied } = await migrate(pool)
        const db = connect(pool)
        await renameZones(db)
        await pool.query('analyze')
        return {
          ...held,
          migrated: applied,
          faults: await auditLedger(db),
          ledger: await ledgerSize(db),
        }
      } finally {
        await pool.end()
      }
    })
    if (key.put !== undefined) await storeSecretKey(config.DATA_DIR, key.put)
    const seconds = Number(((performance.now() - begun) / 1000).toFixed(2))
    return { file, made_at: manifest.made_at, ...told, key: key.is, seconds }
  } finally {
    given.progress.clear()
  }
}

/** Decides the fate of the secret key. Returns the key to write to the data folder. */
async function keyFor(
  config: Config,
  file: string,
  { manifest, withoutKey }: { manifest: Manifest; withoutKey: boolean },
): Promise<{ is: RestoreReport['key']; put?: string }> {
  const [ours, other] = [await findSecretKey(config), await otherKeyOf(config)]
  const known = [ours, other].flatMap((key) => (key ? fingerprintOf(key) : []))
  if (manifest.key === null || known.includes(manifest.key)) return { is: 'same' }
  if (withoutKey) return { is: 'other' }
  if (ours === undefined && manifest.with_key) {
    for await (const { name, data } of entriesOf(file)) {
      if (name === 'secret.key') return { is: 'restored', put: data.toString().trim() }
    }
  }
  const where =
    config.SECRET_KEY === undefined
      ? 'put its secret.key into DATA_DIR, beside another one as secret.key.other'
      : 'set SECRET_KEY or SECRET_KEY_OTHER to it'
  throw new CommandError(
    `The backup was made with another secret key: ${where}. Or say --without-key: then tickets are signed with a new key, and secrets of webhooks have to be made anew`,
  )
}

type Loader = Given & { manifest: Manifest; parts: number; totals: Held; store: PhotoStore }

async function load(pool: pg.Pool, file: string, loader: Loader): Promise<Held> {
  const { manifest, replace, withoutJobs } = loader
  const first = await pool.connect()
  await requireFree(first, replace).finally(() => first.release())
  if (!withoutJobs) await makeQueues(pool, manifest.queues)
  const client = await pool.connect()
  try {
    await beginRestore(client, replace)
    const putBack = await makeSchema(client, manifest)
    const held = await loadEntries(client, file, loader)
    requireAll(file, held, loader)
    await setSequences(client, manifest)
    await putBack()
    await client.query('commit')
    client.release()
    return held
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function loadEntries(client: pg.ClientBase, file: string, loader: Loader): Promise<Held> {
  const { manifest, withoutJobs, store, progress } = loader
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  const held: Held = { rows: 0, photos: 0, jobs: 0 }
  const take: Record<string, (entry: Entry, name: string) => Promise<void>> = {
    tables: async ({ data }, name) => {
      const table = tables.get(name)
      if (!table)
        throw new CommandError(
          `${file} contains a table that its manifest does not list, ${quoted(name)}`,
        )
      held.rows += await loadPart(client, table, data)
    },
    jobs: async ({ data }) => {
      if (!withoutJobs) held.jobs += await loadJobs(client, data)
    },
    photos: async ({ data }, name) => {
      await store.put(name, data)
      held.photos++
    },
  }
  let done = 0
  for await (const entry of entriesOf(file)) {
    const [folder = '', name = ''] = entry.name.split('/')
    await take[folder]?.(entry, name)
    progress.show(++done / loader.parts, held.rows)
  }
  return held
}

/** Checks the number of rows: the file is read twice, and may have changed in between. */
function requireAll(file: string, held: Held, { totals, withoutJobs }: Loader) {
  const wanted = { ...totals, ...(withoutJobs && { jobs: 0 }) }
  for (const what of ['rows', 'photos', 'jobs'] as const) {
    if (held[what] === wanted[what]) continue
    throw new CommandError(
      `${file} should hold ${counted(wanted[what])} ${what}, and ${counted(held[what])} came out of it`,
    )
  }
}
