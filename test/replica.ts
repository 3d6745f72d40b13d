/** A PostgreSQL and a streaming replica of it, made by copying, as a backup program does. */
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after } from 'node:test'
import pg from 'pg'
import { connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { type PostgresServer, startPostgres } from '#platform/postgres/server'

export type Pair = {
  primary: string
  replica: string
  stopPrimary(): Promise<void>
  stopReplica(): Promise<void>
}

/** Returns the addresses of both; they are removed after the tests of the file. */
export async function aReplicatedDatabase(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'festival-replica-'))
  const running: PostgresServer[] = []
  after(async () => {
    for (const server of running.toReversed()) await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const from = join(folder, 'primary')
  const primary = await startPostgres({ folder: from, durable: false })
  running.push(primary)
  const pool = connectPool(primary.connectionString, { max: 1, purpose: 'work' })
  await migrate(pool)
  await pool.end()
  const to = join(folder, 'replica')
  await copy(primary, { from: join(from, 'postgres'), to: join(to, 'postgres') })
  const replica = await startPostgres({ folder: to, durable: false })
  running.push(replica)
  const stop = async (server: PostgresServer) => {
    running.splice(running.indexOf(server), 1)
    await server.stop()
  }
  return {
    primary: primary.connectionString,
    replica: replica.connectionString,
    stopPrimary: () => stop(primary),
    stopReplica: () => stop(replica),
  }
}

/** PostgreSQL's low-level backup, and the settings that make the copy follow the original. */
export async function copy(
  { connectionString }: Pick<PostgresServer, 'connectionString'>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query("select pg_backup_start('replica', true)")
  await copyFiles(from, to)
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  )
  await client.end()
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(to, 'standby.signal'), '')
  const socket = new URL(connectionString).searchParams.get('host')
  const original = `host=''${socket}'' port=5432 user=festival`
  await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${original}'\n`)
}

/** Files of a running server may disappear during the copy: then everything is copied again. */
async function copyFiles(from: string, to: string, attempts = 5): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { recursive: true, mode: 0o700 })
  const isOfTheProcess = /^(postmaster\.(pid|opts)|\.s\.PGSQL\.)/
  const filter = (path: string) => !isOfTheProcess.test(basename(path))
  try {
    await cp(from, to, { recursive: true, filter })
  } catch (error) {
    if (attempts === 1 || Object(error).code !== 'ENOENT') throw error
    await copyFiles(from, to, attempts - 1)
  }
}
