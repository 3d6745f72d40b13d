/** Every change by staff records who made it and what it changed: for every operation of the description. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { kinds } from '../pages/console/audit/kinds.ts'
import { sentenceParts } from '../pages/console/audit/sentences.ts'
import { aStage, askerOf, operationsOf } from './authorisation/calls.ts'
import { outcomeOf } from './authorisation/policies.ts'
import { aScene } from './authorisation/scene.ts'
import { bankEnv } from './bank/statements.ts'
import { aWorld } from './world.ts'

const world = await aWorld({ env: bankEnv })
const { db } = world
await world.jobs.start()
const stage = await aStage(world)
const ask = askerOf(world)

/** They mail a message to their caller, read a file or the books of the processor, and change nothing of ours. */
const silent = new Set([
  'POST /festivals/{id}/messages/{message_id}/test',
  'POST /festivals/{id}/lineup/preview',
  'POST /payouts/sync',
])

/** Operations that only staff may call: admins are let in, a user without rights is refused. */
const ofStaff = operationsOf(world).ofUsers.filter(
  (operation) =>
    !operation.startsWith('GET ') &&
    !silent.has(operation) &&
    outcomeOf(operation, 'admin') === 'in' &&
    outcomeOf(operation, 'stranger') !== 'in',
)

/**
 * Operations with records of their own that say who, when and what: the table, and its column with the
 * user.
 */
const ownRecords: Record<string, [table: string, who: string]> = {
  'POST /payments/{id}/refund': ['payment_events', 'by_user'],
  'PUT /payments/{id}/validate': ['tickets', 'validated_by'],
  'POST /gate/scans': ['gate_scans', 'user_id'],
  'POST /gate/{festivalId}/admit': ['gate_scans', 'user_id'],
}

type Entry = {
  action: string
  actor: string
  changes: Record<string, { from: unknown; to: unknown }>
}

const entriesOf = async (userId: string) => {
  const { rows } = await sql<Entry>`
    select action, actor, changes from audit_log where user_id = ${userId} order by at, id`.execute(
    db,
  )
  return rows
}

/** Counts the rows of a table that name a user. */
async function recordsOf([table, who]: [string, string], userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.ref(table)} where ${sql.ref(who)} = ${userId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

test('operations of staff exist, and those with records of their own are among them', () => {
  assert.ok(ofStaff.length > 35, `${ofStaff.length}`)
  assert.deepEqual(
    Object.keys(ownRecords).filter((operation) => !ofStaff.includes(operation)),
    [],
  )
})

// Requirement (rules): An audit log of every change by staff: who, what, before and after
test('each change by staff has an entry with who, what, before and after', async () => {
  const scene = await aScene(stage)
  const { admin } = scene.people
  const missing: string[] = []
  for (const operation of ofStaff) {
    const own = ownRecords[operation]
    const before = own ? await recordsOf(own, admin.id) : (await entriesOf(admin.id)).length
    const { status, text } = await ask(operation, scene, scene.callers.admin)
    assert.ok(status < 300, `${operation}: ${status} ${text}`)
    if (own) {
      if ((await recordsOf(own, admin.id)) <= before) missing.push(operation)
      continue
    }
    const fresh = (await entriesOf(admin.id)).slice(before)
    const isTold = fresh.some(({ actor, changes }) => {
      const ends = Object.values(changes)
      return (
        actor === 'user' && ends.length > 0 && ends.every((one) => 'from' in one && 'to' in one)
      )
    })
    if (!isTold) missing.push(`${operation}: ${JSON.stringify(fresh)}`)
  }
  assert.deepEqual(missing, [])
})

/** What the pattern finds in the sources, each once, in order. */
function inSources(pattern: RegExp): string[] {
  const sources = globSync('src/**/*.ts', { exclude: ['**/*.test.ts', 'src/core/access/**'] })
  const found = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name),
  )
  return [...new Set(found)].toSorted()
}

test('the console filters the log by every kind of record that is in it', () => {
  const known = kinds.map(({ value }) => value)
  assert.deepEqual(inSources(/\baudit: '(\w+)\./g), known.toSorted())
})

test('the console has a sentence for every action of the log', () => {
  // Of routes, of commands, and of imports.
  const actions = inSources(/(?:\baudit: |\basSystem\(|\brecordImport\(\w+, )'(\w+\.\w+)'/g)
  assert.ok(actions.includes('keys.reseal') && actions.includes('artist.import'))
  assert.deepEqual(sentenceParts.toSorted(), actions)
})
