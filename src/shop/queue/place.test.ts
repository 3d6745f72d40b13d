/** A user reads their own number, in a queue that many have entered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aQueue, enterWith } from '../../../test/queues.ts'
import { aWorld } from '../../../test/world.ts'
import { readPlace } from './place.ts'

const world = await aWorld({ env: { QUEUE_WORK: '1' } })
const { db, aUser, get } = world

type Node = { 'Rows Removed by Filter'?: number; Plans?: Node[] }

test('among a thousand receipts one’s own is found by the index', async () => {
  const { id, url } = await aQueue(world)
  await sql`
    with people as (
      insert into users (id, first_name, last_name, email, email_key)
      select gen_random_uuid(), 'Ada', 'Marsh', n || '@crowd.example', n || '@crowd.example'
      from generate_series(1, 1000) n returning id
    ), entries as (
      insert into queue_entries (queue_id, number, user_id, serves, salt, entered_at)
      select ${id}, number, id, number, gen_random_uuid(), ${world.now()}
      from (select id, row_number() over () - 1 as number from people) numbered
    ), receipts as (
      insert into queue_receipts (queue_id, first, count, signature)
      select ${id}, n, 1, '' from generate_series(0, 999) n
    )
    update queue_counts set entered = 1000 where queue_id = ${id}`.execute(db)
  await sql`analyze queue_entries, queue_receipts`.execute(db)
  const as = await aUser()
  const { body: entered } = await enterWith(world, { url }, as)
  assert.equal(entered.number, 1000)
  const { body: place } = await get(`${url}/place`, { as })
  assert.deepEqual([place.number, place.receipt], [1000, entered.receipt])

  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`
    explain (analyze, format json) ${readPlace(id, as.id)}`.execute(db)
  const passedOver = (node: Node): number =>
    (node['Rows Removed by Filter'] ?? 0) +
    (node.Plans ?? []).reduce((sum, child) => sum + passedOver(child), 0)
  assert.ok(passedOver(rows[0]?.['QUERY PLAN'][0].Plan ?? {}) < 10)
})
