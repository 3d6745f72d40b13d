import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aWorld } from '../../../test/world.ts'
import { connect, connectPool } from './connections.ts'
import { type Database } from './tables.ts'
import { afterCommit, transact } from './transactions.ts'

const { db, get, connectionString } = await aWorld()

async function names(id: string) {
  const rows = await db.selectFrom('organizers').select('name').where('id', '=', id).execute()
  return rows.map(({ name }) => name)
}

test('a transaction inside another joins it: both are written, or none', async () => {
  const id = newId()
  await assert.rejects(
    transact(db, async (outer) => {
      await transact(outer, (inner) =>
        inner.insertInto('organizers').values({ id, name: 'a' }).execute(),
      )
      throw new Error('undo')
    }),
    /undo/,
  )
  assert.deepEqual(await names(id), [])
})

test('functions after the commit run after the outermost one, and never without', async () => {
  const heard: string[] = []
  await transact(db, async (outer) => {
    await transact(outer, async (inner) => afterCommit(inner, () => heard.push('inner')))
    afterCommit(outer, () => heard.push('outer'))
    assert.deepEqual(heard, [])
  })
  assert.deepEqual(heard, ['inner', 'outer'])
  await transact(db, async (trx) => {
    afterCommit(trx, () => heard.push('never'))
    throw new Error('undo')
  }).catch(() => {})
  assert.deepEqual(heard, ['inner', 'outer'])
})

test('two transactions in a deadlock both succeed: the loser runs again', async () => {
  const [a, b] = [newId(), newId()]
  await db
    .insertInto('organizers')
    .values([
      { id: a, name: '0' },
      { id: b, name: '0' },
    ])
    .execute()
  let meet: () => void = () => {}
  const met = new Promise<void>((resolve) => {
    meet = resolve
  })
  let waiting = 0
  const touch = (ids: string[]) =>
    transact(db, async (trx) => {
      const [first = '', second = ''] = ids
      await sql`update organizers set name = (name::int + 1)::text where id = ${first}`.execute(trx)
      if (++waiting === 2) meet()
      await met
      await sql`update organizers set name = (name::int + 1)::text where id = ${second}`.execute(
        trx,
      )
    })
  await Promise.all([touch([a, b]), touch([b, a])])
  assert.deepEqual([await names(a), await names(b)], [['2'], ['2']])
})

/** Ends the connection as a dying server does. */
async function endConnection(trx: Database) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
}

// Requirement (rules): the service back by itself
test('a transaction that loses its connection before its commit runs again', async () => {
  const id = newId()
  let runs = 0
  await transact(db, async (trx) => {
    if (++runs === 1) await endConnection(trx)
    await trx
      .insertInto('organizers')
      .values({ id, name: `run ${runs}` })
      .execute()
  })
  assert.deepEqual(await names(id), ['run 2'])
})

// Requirement (rules): nothing acknowledged is lost
test('a transaction that loses its connection during its commit never runs again', async () => {
  let runs = 0
  const lost = transact(db, async (trx) => {
    runs++
    await trx.insertInto('organizers').values({ id: newId(), name: 'a' }).execute()
    await endConnection(trx)
  })
  await assert.rejects(lost)
  assert.equal(runs, 1)
})

test('a connection with a pending answer is not reused', async () => {
  const pool = connectPool(connectionString, { max: 1, purpose: 'reads' })
  const reads = connect(pool)
  await assert.rejects(sql`select pg_sleep(1.2)`.execute(reads), /Query read timeout/)
  await sql`select 1`.execute(reads)
  await pool.end()
})

test('a connection that the server ends does not end the process', async () => {
  await assert.rejects(
    db.connection().execute(async (held) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(held)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      await sql`select 1`.execute(held)
    }),
  )
  // The caller with the dead connection is asked to try again; the connection is not reused.
  const first = await get('/organizers')
  assert.ok([200, 503].includes(first.status))
  assert.equal((await get('/organizers')).status, 200)
})

test('a database that does not answer in time is 503 with Retry-After', async () => {
  const hasty = await aWorld({ env: { TIMEOUT_SCALE: '1' } })
  await hasty.work.transaction().execute(async (trx) => {
    await sql`lock table organizers in access exclusive mode`.execute(trx)
    const response = await hasty.app.inject({ url: '/organizers' })
    assert.equal(response.statusCode, 503)
    assert.equal(response.headers['retry-after'], '1')
    assert.equal(response.json().code, 'unavailable')
  })
})

test('times are read back as written, to the millisecond, from year 1 to 9999', async () => {
  for (const text of [
    '0001-01-01T00:00:00.000Z',
    '0099-06-15T12:00:00.001Z',
    '1890-03-01T10:20:30.456Z',
    '9999-12-31T23:59:59.999Z',
  ]) {
    const { rows } = await sql<{
      at: Date
    }>`select ${new Date(text)}::timestamptz(3) as at`.execute(db)
    assert.equal(rows[0]?.at.toISOString(), text)
  }
})
