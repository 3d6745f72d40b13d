/** Reads of a service with a streaming replica: callers cannot tell which server answers. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { readConfig } from '#platform/config/read'
import { Memory } from '#platform/sync/memory'
import { newId } from '#platform/values/ids'
import { openInfrastructure, openPools } from '../src/server/infrastructure.ts'
import { aReplicatedDatabase } from './replica.ts'
import { until } from './until.ts'

const pair = await aReplicatedDatabase()
const closing = new AsyncDisposableStack()
const warnings: string[] = []
const ground = {
  config: readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: pair.primary,
    DATABASE_REPLICA_URLS: pair.replica,
    DATABASE_CONNECTIONS: '3',
    SECRET_KEY: 'nothing is sealed with it in this test',
  }),
  connectionString: pair.primary,
  log: pino({ level: 'warn' }, { write: (line) => warnings.push(line) }),
}
const { db, reads, bus, now, metrics } = await openInfrastructure(
  closing,
  ground,
  openPools(closing, ground),
)
const beside = { primary: new pg.Client(pair.primary), replica: new pg.Client(pair.replica) }
for (const client of Object.values(beside)) {
  client.on('error', () => {})
  await client.connect()
}
after(async () => {
  for (const client of Object.values(beside)) await client.end()
  await closing.disposeAsync()
})

const isFromReplica = async () => {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(reads)
  return rows[0]?.is === true
}
const isFromPrimary = async () => !(await isFromReplica())
const nameOf = async (id: string) =>
  (await reads.selectFrom('artists').select('name').where('id', '=', id).executeTakeFirst())?.name

const anArtist = (name: string) => ({ id: newId(), name, search_name: name.toLowerCase() })
const pause = () => beside.replica.query('select pg_wal_replay_pause()')
const resume = () => beside.replica.query('select pg_wal_replay_resume()')

/** A change without a hint to the service. */
const writeUntold = () =>
  beside.primary.query('insert into processor_events values ($1, now())', [`evt_${newId()}`])

/** How many replicas the figures call usable. */
const usable = async () =>
  (await metrics.own()).find(({ name }) => name === 'festival_replicas_usable')?.values[0]?.value

test('reads come from a replica that is up to date', async () => {
  await until('from the replica', isFromReplica)
  await until('one is usable', async () => (await usable()) === 1)
  await assert.rejects(
    db
      .insertInto('artists')
      .values({ ...anArtist('Ebb'), id: '1' })
      .execute(),
  )
  await until('from the replica', isFromReplica)
})

// Requirement (rules): A connection of a replica that falls behind is not used, and the figures say how many
//   are usable
test('the writer reads a change at once, however far the replica is behind', async () => {
  await until('from the replica', isFromReplica)
  await pause()
  const artist = anArtist('Harbour Trio')
  await db.insertInto('artists').values(artist).execute()
  await bus.settled()
  assert.equal(await nameOf(artist.id), artist.name)
  assert.equal(await isFromReplica(), false)
  assert.equal(await usable(), 0)
  await resume()
  await until('from the replica', isFromReplica)
  assert.equal(await nameOf(artist.id), artist.name)
})

test("what is remembered after a hint is not the replica's earlier state", async () => {
  const artist = anArtist('Wren')
  await db.insertInto('artists').values(artist).execute()
  await bus.settled()
  await until('from the replica', isFromReplica)
  const memory = new Memory<string>({ bus, now, topic: 'catalogue', most: 10 })
  const recall = () =>
    memory.recall(artist.id, async () => {
      const value = await nameOf(artist.id)
      return value === undefined ? undefined : { value, names: [`artist:${artist.id}`] }
    })
  assert.equal(await recall(), 'Wren')
  await pause()
  // Another program, which is unknown to the service.
  await beside.primary.query("update artists set name = 'Robin' where id = $1", [artist.id])
  await until('heard', async () => (await recall()) === 'Robin')
  await resume()
  await until('from the replica', isFromReplica)
  assert.equal(await recall(), 'Robin')
})

test('a replica that falls behind is not used until it has caught up, with or without a hint', async () => {
  await until('from the replica', isFromReplica)
  await pause()
  await writeUntold()
  await until('from the primary', isFromPrimary)
  await resume()
  await until('from the replica', isFromReplica)
})

test('after a cut connection the replica is not trusted: changes without a hint are read', async () => {
  const artist = anArtist('Linnet')
  await db.insertInto('artists').values(artist).execute()
  await bus.settled()
  await until('from the replica', isFromReplica)
  const { rows } = await beside.primary.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'festival bus'",
  )
  const [{ pid: cut } = { pid: 0 }] = rows
  const returned = new Promise((resolve) => bus.onReturn(() => resolve(nameOf(artist.id))))
  await pause()
  // Committed as the connection is cut, before it can be restored.
  await beside.primary.query(
    `update artists set name = 'Finch' where id = '${artist.id}'; select pg_terminate_backend(${cut})`,
  )
  const seen = await returned
  await resume()
  assert.equal(seen, 'Finch')
})

test('an invalid statement fails, and does not count against the replica', async () => {
  await until('from the replica', isFromReplica)
  const before = warnings.length
  await assert.rejects(sql`select 1 / 0`.execute(reads), /division by zero/)
  await assert.rejects(sql`select nothing`.execute(reads), /does not exist/)
  await assert.rejects(
    reads.insertInto('artists').values(anArtist('Unwritten')).execute(),
    /read-only transaction/,
  )
  assert.equal(await isFromReplica(), true)
  assert.equal(warnings.length, before)
})

test('a read that the replica does not finish is made on the primary, and the replica is paused', async () => {
  await until('from the replica', isFromReplica)
  const { rows } = await sql<{ is: boolean }>`
    select pg_is_in_recovery() as is, pg_sleep(case when pg_is_in_recovery() then 20 else 0 end)`.execute(
    reads,
  )
  assert.equal(rows[0]?.is, false)
  assert.equal(await isFromReplica(), false)
  assert.match(warnings.at(-1) ?? '', /a replica does not respond/)
  await until('from the replica', isFromReplica)
})

test('a transaction stays on the server where it began', async () => {
  await until('from the replica', isFromReplica)
  const seen = await reads.transaction().execute(async (trx) => {
    const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(trx)
    await writeUntold()
    const again = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(trx)
    return [rows[0]?.is, again.rows[0]?.is]
  })
  assert.deepEqual(seen, [true, true])
})

test('a replica that goes away fails no request', async () => {
  await until('from the replica', isFromReplica)
  const artist = anArtist('Heron')
  await db.insertInto('artists').values(artist).execute()
  await bus.settled()
  const over = new AbortController()
  const reading = Array.from({ length: 3 }, async () => {
    while (!over.signal.aborted) assert.equal(await nameOf(artist.id), artist.name)
  })
  await pair.stopReplica()
  await until('from the primary', isFromPrimary)
  over.abort()
  await Promise.all(reading)
  assert.equal(await nameOf(artist.id), artist.name)
})
