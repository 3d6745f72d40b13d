/** A PostgreSQL of ours and a streaming replica of it, made as a backup program makes one: by a copy. */
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after } from 'node:test'
import pg from 'pg'
import { connectPool } from '#platform/database'
import { migrate } from '#platform/migrate'
import { type PostgresServer, startPostgres } from '#platform/postgres'

export type Pair = { primary: string; replica: string; stopReplica(): Promise<void> }

/** Gives how to reach both; they go when the file's tests are over. */
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
  const stopReplica = async () => {
    running.splice(running.indexOf(replica), 1)
    await replica.stop()
  }
  return {
    primary: primary.connectionString,
    replica: replica.connectionString,
    stopReplica,
  }
}

/** PostgreSQL's low-level backup, and what makes the copy follow the original. */
async function copy(
  { connectionString }: PostgresServer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query("select pg_backup_start('replica', true)")
  await mkdir(to, { recursive: true, mode: 0o700 })
  const isOfTheProcess = /^(postmaster\.(pid|opts)|\.s\.PGSQL\.)/
  const filter = (path: string) => !isOfTheProcess.test(basename(path))
  await cp(from, to, { recursive: true, filter })
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
