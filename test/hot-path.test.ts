/**
 * The statements that sales and gates send most often are named, so that PostgreSQL plans them once per
 * connection, and their text is the same for batches of every size.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aTier } from './buying.ts'
import { aGate, anUpload } from './gate.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { post, put, aUser, db, config, statements } = world
const gate = await aGate(world)
const tier = await aTier(world, { festival_id: gate.festival.id, quantity: 10_000 })
const admin = await aUser({ roles: ['admin'] })
const buyers = await Promise.all(Array.from({ length: 70 }, () => aUser()))

/** This many purchases at once, and then as many admissions: by payment, by code, by an admin, and repeated. */
async function sellAndAdmit(count: number) {
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const bought = await Promise.all(
    buyers.slice(0, count).map((as) => {
      return post('/payments', order, { as, headers: { 'idempotency-key': newId() } })
    }),
  )
  const admissions = bought.map(({ body: { id, qr_code } }, n) => {
    const as = n % 2 === 0 ? gate.staff : admin
    return n % 3 === 0
      ? put(`/payments/${id}/validate`, undefined, { as })
      : post('/gate/scans', anUpload(gate.festival.id, [{ code: qr_code }]), { as })
  })
  const admitted = await Promise.all(admissions)
  assert.ok(bought.every(({ status }) => status === 201))
  assert.ok(admitted.every(({ status }) => status === 200))
}

// New statistics would have statements planned again.
await sql`do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('alter table %I set (autovacuum_enabled = off)', name);
  end loop;
end $$`.execute(db)

/** The statements on request connections while each of these batches was sold. */
async function textsOf(sizes: number[]): Promise<Set<string>> {
  const before = statements.length
  for (const size of sizes) await sellAndAdmit(size)
  return new Set(statements.slice(before))
}

type Prepared = { statement: string; planned: number; ran: number }

/** The prepared statements of all connections: each is held until all have been read. */
async function prepared(): Promise<Prepared[]> {
  const { promise: allAsked, resolve } = Promise.withResolvers<void>()
  let left = config.DATABASE_CONNECTIONS
  const connections = Array.from({ length: left }, () =>
    db.connection().execute(async (connection) => {
      const { rows } = await sql<Prepared>`
        select statement, custom_plans::int as planned, (generic_plans + custom_plans)::int as ran
        from pg_prepared_statements`.execute(connection)
      left--
      if (left === 0) resolve()
      await allAsked
      return rows
    }),
  )
  return (await Promise.all(connections)).flat()
}

// Requirement (rules): No statement of a sale or a gate is planned more than once a connection
test('sales and gates send the same few statements for any batch size, each planned once', async () => {
  const known = await textsOf([1, 7, 1, 3, 70, 1, 2])
  const again = await textsOf([1, 1, 40, 12, 1, 1, 2, 1, 1, 5, 70, 1, 3, 1, 1, 2, 1, 1])
  assert.deepEqual([...again.difference(known)], [])
  const all = Map.groupBy(await prepared(), ({ statement }) => statement)
  for (const text of again.difference(new Set(['begin', 'commit']))) {
    const plans = all.get(text)
    assert.ok(plans, `not prepared: ${text}`)
    // PostgreSQL plans the first five executions with their values; then it knows that a generic plan is as
    // good. Where the tables grew meanwhile the first plans were cheaper, and that connection plans on for a
    // while: one of them decides. What depends on its values is planned each time on all of them.
    const figures = plans.map(({ planned, ran }) => `${planned} of ${ran}`).join(', ')
    assert.ok(
      plans.some(({ planned, ran }) => ran > 5 && planned <= 5),
      `planned ${figures}: ${text}`,
    )
  }
})
