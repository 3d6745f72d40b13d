/**
 * Every statement that the service sends, as PostgreSQL plans it.
 *
 * A new version adds columns while this one serves. PostgreSQL refuses a prepared statement whose result has other
 * columns than when it was prepared ("cached plan must not change result type", 0A000), on its connection for good: no
 * result may have all columns of a table, whichever those are.
 *
 * A statement that waits for rows that another transaction changes checks each of them again when that has committed. In
 * PostgreSQL 18.4 only the first passes where the rows are joined to a union (a plan with LockRows above an Append): the others
 * are neither locked nor returned, and nothing says so.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type pg from 'pg'
import { connectPool } from '#platform/database/connections'
import { addColumns } from './added-columns.ts'
import { aStage, askerOf, operationsOf } from './authorisation/calls.ts'
import { identities } from './authorisation/outcomes.ts'
import { outcomeOf } from './authorisation/policies.ts'
import { aScene } from './authorisation/scene.ts'
import { untilBlocked } from './until.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { jobs, statements, workStatements } = world
const [stage, ask] = [await aStage(world), askerOf(world)]

/** Calls each operation as every caller who may, and runs all background work. */
async function runEverything() {
  await jobs.start()
  for (const identity of identities) {
    const scene = await aScene(stage)
    const isOpen = (one: string) => outcomeOf(one, identity) === 'in' && !one.endsWith('/sse')
    const operations = operationsOf(world).all.filter(isOpen)
    for (const operation of operations) await ask(operation, scene, scene.callers[identity])
  }
  await jobs.runDue(new Date('2030-01-01T00:00:00.000Z'), new Date('2030-01-09T00:00:00.000Z'))
}

/** The statements of `texts` that PostgreSQL refuses to plan, prepared as `s0`, `s1`, …, with the reason. */
async function refusedOf(client: pg.PoolClient, texts: string[]): Promise<string[]> {
  const refused: string[] = []
  for (const [nth, text] of texts.entries()) {
    const nulls = [...new Set(text.match(/\$\d+/g))].map(() => 'null').join()
    // Plans it, after the same check as each execution, and executes nothing.
    const planned = client.query(`explain execute s${nth}(${nulls})`)
    await planned.catch((error: Error) => refused.push(`${error.message}: ${text}`))
  }
  return refused
}

type Plan = { 'Node Type': string; 'Parent Relationship'?: string; Plans?: Plan[] }

/** Whether rows that a plan locks are joined to a union. What runs once, before or beside, is checked by no row again. */
function locksUnion(plan: Plan, isBelowLock = false): boolean {
  const { 'Node Type': type, Plans: below = [] } = plan
  if (isBelowLock && type.endsWith('Append')) return true
  return below.some((child) => {
    const isBeside = ['InitPlan', 'SubPlan'].includes(child['Parent Relationship'] ?? '')
    return locksUnion(child, !isBeside && (isBelowLock || type === 'LockRows'))
  })
}

async function planOf(client: pg.PoolClient, text: string): Promise<Plan> {
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
  return rows[0]['QUERY PLAN'][0].Plan
}

await runEverything()
// A statement without parameters is not prepared.
const texts = [...new Set([...statements, ...workStatements])].filter(
  (text) => /\$1\b/.test(text) && !text.includes('jobs.'),
)

// Requirement (rules): Prepared statements of the old version are answered while a migration adds columns
test('every prepared statement is still answered after a column was added to every table', async () => {
  assert.ok(texts.length > 600, `${texts.length} statements`)
  const pool = connectPool(world.connectionString, { max: 2, purpose: 'work' })
  const client = await pool.connect()
  try {
    for (const [nth, text] of texts.entries()) await client.query(`prepare s${nth} as ${text}`)
    assert.deepEqual(await refusedOf(client, texts), [])
    await addColumns(pool)
    assert.deepEqual(await refusedOf(client, texts), [])
  } finally {
    client.release()
    await pool.end()
  }
})

test('PostgreSQL 18 locks and returns only the first of the rows it waited for, where they are joined to a union', async () => {
  const pool = connectPool(world.connectionString, { max: 2, purpose: 'work' })
  const [changing, waiting] = [await pool.connect(), await pool.connect()]
  try {
    const { rows: servers } = await waiting.query('show server_version')
    await changing.query(
      'create table rows (id int primary key, changes int); insert into rows select n, 0 from generate_series(1, 300) n; analyze rows',
    )
    const locked = async (from: string) => {
      await changing.query('begin; update rows set changes = changes + 1 where id < 4')
      const rows = waiting.query(`select id from rows r where ${from} order by id for update of r`)
      await untilBlocked(world, 1)
      await changing.query('commit')
      return (await rows).rows.map(({ id }) => id)
    }
    const union = 'select id from rows where id < 4 union all select id from rows where id < 0'
    assert.deepEqual(await locked(`id = any (array(${union}))`), [1, 2, 3])
    // A PostgreSQL that runs the tests in place of ours may do otherwise.
    if (servers[0].server_version.startsWith('18.'))
      assert.deepEqual(await locked(`id in (${union})`), [1])
  } finally {
    for (const client of [changing, waiting]) client.release()
    await pool.end()
  }
})

test('no statement locks rows that are joined to a union: all but the first would be missing after a wait', async () => {
  const locking = texts.filter((text) => /for (no key )?(update|share)/.test(text))
  assert.ok(locking.length > 40, `${locking.length} statements`)
  const pool = connectPool(world.connectionString, { max: 1, purpose: 'work' })
  const client = await pool.connect()
  try {
    const joined = `select id from payments p where id in (select id from orders where id = $1::uuid union all select id from tiers)
      for update of p`
    assert.equal(locksUnion(await planOf(client, joined)), true)
    for (const text of locking) assert.equal(locksUnion(await planOf(client, text)), false, text)
  } finally {
    client.release()
    await pool.end()
  }
})

// Requirement (rules): Prepared statements of the old version are answered while a migration adds columns
test('no query names all columns of a table by selectAll or returningAll', async () => {
  const files = (await readdir('src', { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const texts = files.map((file) => [file, readFileSync(join('src', file), 'utf8')] as const)
  const found = texts.filter(([, text]) => /\.(select|returning)All\(/.test(text))
  assert.ok(texts.length > 500)
  assert.deepEqual(
    found.map(([file]) => file),
    [],
  )
})
