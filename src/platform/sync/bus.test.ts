import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { transact } from '#platform/database/transactions'
import { until } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'
import { type Bus, createBus } from './bus.ts'
import { Memory } from './memory.ts'

const world = await aWorld()
const { db, bus, connectionString } = world
const other = await createBus(connectionString)
after(() => other.close())

test('a hint reaches its own process at once and the others soon, batched', async () => {
  const [here, there]: [string[], string[]] = [[], []]
  bus.on('gathered', (ids) => here.push(...ids))
  other.on('gathered', (ids) => there.push(...ids))
  const ids = Array.from({ length: 500 }, (_, index) => `${index}`)
  for (const id of ids) bus.hint('gathered', id)
  assert.deepEqual(here, ids)
  await until('the line', async () => there.length === ids.length)
  assert.deepEqual(there, ids)
})

test('a hint of a transaction arrives when it has committed, and never when it has not', async () => {
  const [here, there]: [string[], string[]] = [[], []]
  bus.on('told', (ids) => here.push(...ids))
  other.on('told', (ids) => there.push(...ids))
  await assert.rejects(
    transact(db, async (trx) => {
      await bus.tell(trx, 'told', ['undone'])
      throw new Error('no')
    }),
  )
  await transact(db, async (trx) => {
    await bus.tell(trx, 'told', ['done'])
    assert.deepEqual(here, [])
  })
  assert.deepEqual(here, ['done'])
  await until('the line', async () => there.length > 0)
  assert.deepEqual(there, ['done'])
})

test('a writer that waits for the echo has received all that committed before', async () => {
  const heard: string[] = []
  other.on('echoed', (ids) => heard.push(...ids))
  for (let round = 0; round < 50; round++) {
    await transact(db, (trx) => bus.tell(trx, 'echoed', [`${round}`]))
    await other.settled()
    assert.equal(heard.at(-1), `${round}`)
  }
})

/** Returns the processes of PostgreSQL that serve connections of this name. */
async function backendsOf(name: string): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where application_name = ${name} and datname = current_database()`.execute(db)
  return rows.map(({ pid }) => pid)
}

/** Returns the process of PostgreSQL that serves the line of this bus, found by the lock that it holds. */
async function lineOf({ lock }: Bus): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and (classid::bigint << 32 | objid::bigint) = ${lock}
    order by backend_start desc limit 1`.execute(db)
  const [line] = rows
  assert.ok(line)
  return line.pid
}

// Requirement (rules): What is remembered is never older than a second while the database can be changed
test('a cut connection empties the caches at once and bypasses them until it is back', async () => {
  const cut = await createBus(connectionString)
  const memory = new Memory<string>({ bus: cut, now: () => new Date(), topic: 'x', most: 10 })
  const recall = (value: string) => memory.recall('a', async () => ({ value, names: [] }))
  await recall('before')
  const silent = new Promise<void>((resolve) => cut.onSilence(resolve))
  const pid = await lineOf(cut)
  await sql`select pg_terminate_backend(${pid})`.execute(db)
  await silent
  assert.equal(cut.isHeard(), false)
  assert.equal(await recall('after'), 'after')
  assert.equal(await recall('later'), 'later')
  await until('the line', async () => cut.isHeard())
  assert.equal(await recall('back'), 'back')
  assert.equal(await recall('kept'), 'back')
  await cut.close()
})

test('a connection that is cut again as soon as it is back is a separate silence', async (t) => {
  const cut = await createBus(connectionString)
  t.after(() => cut.close())
  let silences = 0
  cut.onSilence(() => {
    silences++
  })
  for (let cuts = 1; cuts <= 5; cuts++) {
    const pid = await lineOf(cut)
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    await until('the silence', async () => silences === cuts)
    await until('the line', async () => cut.isHeard())
  }
})

test('a silent connection is noticed by the heartbeat, or by a writer', async (t) => {
  const stuck = await createBus(connectionString)
  t.after(() => stuck.close())
  let silences = 0
  stuck.onSilence(() => {
    silences++
  })
  for (const notice of [() => until('silence', async () => silences > 0), () => stuck.settled()]) {
    silences = 0
    const pid = await lineOf(stuck)
    process.kill(pid, 'SIGSTOP')
    try {
      await notice()
      assert.ok(silences > 0)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await until('the line', async () => stuck.isHeard())
  }
})

test('a closed bus leaves nothing behind', async () => {
  const closing = await createBus(connectionString)
  await closing.close()
  await until('closed', async () => (await backendsOf('festival bus')).length <= 2)
})
