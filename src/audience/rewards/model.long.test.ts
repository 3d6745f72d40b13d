/**
 * The module against a model of it: random sequences of everything that changes points and badges. The
 * model runs one operation after the other, in the terms of the contract; the module runs them in batches.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import {
  recordServerEvents,
  reservePoints,
  restoreEvents,
  returnPoints,
  reverseEvents,
  settlePoints,
} from '#audience/rewards'
import { newId } from '#platform/values/ids'
import { anArtist } from '../../../test/catalogue.ts'
import { Model } from '../../../test/rewards-model.ts'
import { aWorld } from '../../../test/world.ts'
import { recordClientEvent } from './events.ts'

const world = await aWorld()
const { db, bus } = world
const artists = (await Promise.all([1, 2, 3, 4].map(() => anArtist(world)))).map(({ id }) => id)
const rules = [
  { event_type: 'model_viewed', points: 4, daily_cap: 3, once_per_entity: true },
  { event_type: 'model_pinged', points: 7, daily_cap: 4, once_per_entity: false },
]
await db.insertInto('reward_rules').values(rules).execute()
type Scene = { users: string[]; model: Model; prefix: string; now: Date }
type Command = (scene: Scene) => Promise<void>

const user = fc.nat(2)
const at = (scene: Scene) => ({ db, bus, now: scene.now })
const nameOf = (scene: Scene, source: number) => `${scene.prefix}:${source}`

const event = fc.record({
  user,
  type: fc.constantFrom('ticket_purchased', 'ticket_validated', 'unheard_of'),
  entity: fc.nat(1),
  euros: fc.integer({ min: 0, max: 12_000 }).map((cents) => cents / 100),
  source: fc.nat(12),
  isOwn: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
})

const serverEvents = fc.array(event, { maxLength: 6 }).map<Command>((events) => async (scene) => {
  // A source always comes from the same purchase, and so from the same user.
  const owned = events.map((one) => ({ ...one, user: one.source % 3 }))
  const given = owned.map(({ user, type, entity, euros, source, isOwn }) => ({
    user_id: scene.users[user] ?? '',
    event_type: type,
    entity_type: 'artist',
    entity_id: artists[entity] ?? '',
    source: nameOf(scene, source),
    euros,
    isOwn,
  }))
  await recordServerEvents(at(scene), given)
  for (const one of owned) scene.model.record(one, 'server')
})

const clientEvent = fc
  .record({
    user,
    type: fc.constantFrom('model_viewed', 'model_pinged', 'ticket_purchased', 'unheard_of'),
    entity: fc.option(fc.nat(3)),
  })
  .map<Command>(({ user, type, entity }) => async (scene) => {
    const { points_awarded } = await recordClientEvent(
      { ...at(scene), dailyEvents: 0 },
      scene.users[user] ?? '',
      {
        event_type: type,
        entity_type: entity === null ? null : 'artist',
        entity_id: entity === null ? null : (artists[entity] ?? ''),
      },
    )
    const expected = scene.model.record(
      { user, type, entity, euros: 0, source: -1, isOwn: false },
      'client',
    )
    assert.equal(points_awarded, expected)
  })

const reserve = fc
  .array(fc.record({ user, points: fc.integer({ min: 1, max: 60 }) }), { maxLength: 5 })
  .map<Command>((wanted) => async ({ users, model }) => {
    const asked = wanted.map((one) => ({ ...one, id: newId() }))
    const got = await reservePoints(
      db,
      asked.map(({ user, points, id }) => ({ payment_id: id, user_id: users[user] ?? '', points })),
    )
    for (const { user, points, id } of asked) {
      const fits = points <= (model.available[user] ?? 0)
      assert.equal(got.has(id), fits)
      if (!fits) continue
      model.available[user] = (model.available[user] ?? 0) - points
      model.reserved[user] = (model.reserved[user] ?? 0) + points
      model.payments.push({ user, points, id, state: 'reserved' })
    }
  })

const settle = fc.array(fc.boolean(), { maxLength: 4 }).map<Command>((spent) => async (scene) => {
  const { model, users } = scene
  const open = model.payments.filter(({ state }) => state === 'reserved').slice(0, spent.length)
  const settled = open.map((payment, index) => ({ payment, spent: spent[index] ?? false }))
  const given = settled.map(({ payment: { id, user, points }, spent }) => ({
    payment_id: id,
    user_id: users[user] ?? '',
    points,
    spent,
  }))
  await settlePoints(at(scene), [...given, ...given.filter((one) => one.spent)])
  for (const { payment, spent } of settled) {
    const { user, points } = payment
    payment.state = spent ? 'spent' : 'gone'
    model.reserved[user] = (model.reserved[user] ?? 0) - points
    if (!spent) model.giveBack(user, points)
  }
})

const giveBack = fc.nat(2).map<Command>((many) => async (scene) => {
  const { model, users } = scene
  const spent = model.payments.filter(({ state }) => state === 'spent').slice(0, many)
  const given = spent.map(({ id, user, points }) => ({
    payment_id: id,
    user_id: users[user] ?? '',
    points,
  }))
  await returnPoints(at(scene), given)
  await returnPoints(at(scene), given)
  for (const payment of spent) {
    payment.state = 'gone'
    model.giveBack(payment.user, payment.points)
  }
})

const reversals = fc
  .array(
    fc
      .record({
        source: fc.nat(12),
        key: fc.nat(30),
        isWhole: fc.boolean(),
        total: fc.oneof(fc.constant(0), fc.nat(9000)),
        refund: fc.nat(3),
        mostKept: fc.constantFrom(0, 3, 1000),
      })
      .chain((some) => fc.nat(some.isWhole ? 0 : some.total).map((keep) => ({ ...some, keep }))),
    { maxLength: 5 },
  )
  .map<Command>((given) => async (scene) => {
    // The maximum that a refund withholds for all that belongs to it.
    const limits = new Map(given.map(({ refund, mostKept }) => [refund, mostKept]))
    const asked = given.map((one) => ({ ...one, mostKept: limits.get(one.refund) ?? 0 }))
    const kept = await reverseEvents(
      at(scene),
      asked.map(({ source, key, refund, isWhole, keep, total, mostKept }) => ({
        source: nameOf(scene, source),
        key: `${scene.prefix}:key:${key}`,
        refund: `${refund}`,
        isWhole,
        keepCents: keep,
        ofCents: total,
        mostKept,
      })),
    )
    const expected = scene.model.reverseAll(asked)
    assert.deepEqual(Object.fromEntries(kept), Object.fromEntries(expected))
  })

const restorals = fc
  .record({ many: fc.nat(2), total: fc.integer({ min: 1, max: 9000 }), keep: fc.nat(9000) })
  .map<Command>(({ many, total, keep: asked }) => async (scene) => {
    const keep = Math.min(asked, total)
    // A refund reverses each event once.
    const byEvent = new Map([...scene.model.reversals].map(([key, { source }]) => [source, key]))
    const chosen = [...byEvent].slice(0, many)
    const reversed = chosen.map(([source, key]) => {
      return { source: nameOf(scene, source), key: `${scene.prefix}:key:${key}` }
    })
    const staying = { reversed, keepCents: keep, ofCents: total }
    await restoreEvents(at(scene), staying)
    await restoreEvents(at(scene), staying)
    for (const [, key] of chosen) scene.model.restore(key, { keep, total })
  })

const nextDay = fc.constant<Command>(async (scene) => {
  scene.model.day++
  scene.now = new Date(scene.now.getTime() + 86_400_000)
})

async function compare({ users, model }: Scene) {
  const { rows } = await sql<{
    user_id: string
    available: number
    reserved: number
    earned: number
    owed: number
    kept: number
    sum: number
    gained: number
    short: number
    withheld: number
  }>`
    select u.user_id, coalesce(p.available, 0) as available, coalesce(p.reserved, 0) as reserved,
      coalesce(p.earned, 0) as earned, coalesce(p.owed, 0) as owed, coalesce(p.kept, 0) as kept,
      coalesce(sum(e.kept), 0)::int as withheld,
      coalesce(sum(e.delta), 0)::int as sum, coalesce(sum(e.shortfall), 0)::int as short,
      coalesce(sum(e.delta) filter (where e.kind in ('earned', 'reversed')), 0)::int as gained
    from unnest(${users}::uuid[]) with ordinality u (user_id, place)
    left join points p using (user_id) left join point_entries e using (user_id)
    group by u.user_id, u.place, p.available, p.reserved, p.earned, p.owed, p.kept order by u.place`.execute(
    db,
  )
  for (const [index, row] of rows.entries()) {
    const { available, reserved, earned, owed, kept, sum, gained, short, withheld } = row
    const expected = [model.available, model.reserved, model.earned, model.owed, model.kept]
    assert.deepEqual(
      [available, reserved, earned, owed, kept],
      expected.map((of) => of[index]),
    )
    assert.deepEqual(
      [sum, gained, short, withheld],
      [available + reserved, earned, owed, kept],
      'the ledger',
    )
  }
  const tallies = await db
    .selectFrom('event_tallies')
    .selectAll()
    .where('user_id', 'in', users)
    .execute()
  const counted = new Map<string, number>()
  for (const { user_id, event_type, events } of tallies) {
    const key = `${users.indexOf(user_id)} ${event_type}`
    counted.set(key, (counted.get(key) ?? 0) + events)
  }
  const nonzero = (map: Map<string, number>) => new Map([...map].filter(([, sum]) => sum > 0))
  assert.deepEqual(nonzero(counted), nonzero(model.tallies))
}

// Requirement (rules): contract §5 append-only ledger, balance = Σ, unique sources
test('points, ledger, caps and badges match the model, in any order of events', async () => {
  const commands = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: serverEvents },
      { weight: 5, arbitrary: clientEvent },
      { weight: 2, arbitrary: reserve },
      { weight: 2, arbitrary: settle },
      { weight: 1, arbitrary: giveBack },
      { weight: 3, arbitrary: reversals },
      { weight: 1, arbitrary: restorals },
      { weight: 1, arbitrary: nextDay },
    ),
    { maxLength: 40, size: 'max' },
  )
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const people = await Promise.all([world.aUser(), world.aUser(), world.aUser()])
      const users = people.map(({ id }) => id)
      const now = new Date('2030-06-15T12:00:00.000Z')
      const scene = { users, model: new Model(), prefix: newId(), now }
      for (const command of sequence) {
        await command(scene)
        await compare(scene)
      }
    }),
    { numRuns: 40 },
  )
})
