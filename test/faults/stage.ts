/**
 * The real payments module on a real PostgreSQL, with a clock, a processor and crashes that the model
 * decides about. A crash is an exception at a failpoint; from then on the process reaches nothing.
 */
import assert from 'node:assert/strict'
import { type RawBuilder, sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { type Checkout, openCheckout } from '../../src/shop/payments/charging/checkout.ts'
import { openWebhook } from '../../src/shop/payments/charging/webhook.ts'
import { atRest, faultsOf } from '../../src/shop/payments/ledger/faults.ts'
import type { Failpoint } from '../../src/shop/payments/model/failpoints.ts'
import { paymentContextOf } from '../../src/shop/payments/model/payment-context.ts'
import { aPlan } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { paidBy } from '../processor.ts'
import { aWorld, type Person, type World } from '../world.ts'
import { FaultyProcessor } from './faulty-processor.ts'

export class Crash extends Error {}

export type Stage = {
  world: World
  questions: ReturnType<typeof questionsTo>
  checkout: Checkout
  hear: ReturnType<typeof openWebhook>
  processor: FaultyProcessor
  clock: { now: number }
  death: { at: Failpoint | undefined; isDead: boolean }
  admin: Person
  users: Person[]
  festival: { id: string; name: string }
  plan: string
  /** tiers and the accommodation of this history */
  entities: Record<'few' | 'two' | 'free' | 'bed', string>
}

const dawn = Date.parse('2026-06-01T12:00:00.000Z')
export const startPoints = [1000, 1200, 300]
/** How much comes back to buyers who give back, in percent. */
const returned = 70
const pieces = { few: 3, two: 2, free: 2, bed: 1 }
export const prices = { few: 1000, two: 2000, free: 0, bed: 1500, plan: 500 }

export async function aStage(): Promise<Stage> {
  const clock = { now: dawn }
  const processor = new FaultyProcessor()
  const death: Stage['death'] = { at: undefined, isDead: false }
  processor.isCut = () => death.isDead
  const failpoint = (failpoint: Failpoint) => {
    if (death.at === failpoint) death.isDead = true
    if (death.isDead) throw new Crash(failpoint)
  }
  const now = () => new Date(clock.now)
  const world = await aWorld({
    now,
    env: { UNPAID_PER_PERSON: '0' },
    parts: { ...paidBy(processor.processor), failpoint },
  })
  const admin = await world.aUser({ roles: ['admin'] })
  const users = [await world.aUser(), await world.aUser(), await world.aUser()]
  const terms = { refund_until_days: 14, refund_percent: returned }
  const festival = await aFestival(world, terms)
  const { id: plan } = await aPlan(world, { price_cents: prices.plan })
  const checkout = openCheckout(paymentContextOf(world.app))
  const hear = openWebhook(checkout)
  const entities = { few: '', two: '', free: '', bed: '' }
  const questions = questionsTo(world)
  const played = { processor, clock, death, entities }
  return { world, questions, checkout, hear, admin, users, festival, plan, ...played }
}

/** Resets everything except the offers, which are new: nothing carries over but the schema. */
export async function raiseCurtain(stage: Stage): Promise<void> {
  const { world, processor, clock, death, users, festival, entities } = stage
  processor.reset()
  clock.now = dawn
  Object.assign(death, { at: undefined, isDead: false })
  for (const name of ['few', 'two', 'free', 'bed'] as const) entities[name] = newId()
  const tiers = (['few', 'two', 'free'] as const).map(
    (name, position) =>
      `('${entities[name]}', '${festival.id}', ${position}, '${name}', ${prices[name]}, ${pieces[name]})`,
  )
  const balances = users.map(({ id }, n) => `('${id}', ${startPoints[n]}, ${startPoints[n]})`)
  const entries = users.map(
    ({ id }, n) => `('${newId()}', '${id}', 'earned', ${startPoints[n]}, 'start:${id}', now())`,
  )
  await sql
    .raw(`
    delete from waiting_entries; delete from ticket_returns; delete from ticket_transfers;
    delete from membership_terms; delete from gate_passages; delete from gate_zones; delete from gate_scans; delete from tickets; delete from refunds;
    delete from disputes;
    delete from payment_events; delete from processor_events; delete from payments; delete from order_attempts; delete from orders;
    delete from voucher_codes; delete from vouchers;
    delete from point_entries; delete from reward_events; delete from event_tallies; delete from points;
    delete from notifications; delete from inboxes; delete from tiers; delete from accommodations;
    update festivals set cancelled_at = null where cancelled_at is not null;
    insert into tiers (id, festival_id, position, name, price_cents, quantity) values ${tiers};
    insert into accommodations (id, festival_id, name, price_cents, quantity)
      values ('${entities.bed}', '${festival.id}', 'bed', ${prices.bed}, ${pieces.bed});
    insert into points (user_id, available, earned) values ${balances};
    insert into point_entries (id, user_id, kind, delta, source, created_at) values ${entries}`)
    .execute(world.work)
}

export type Seen = {
  payments: SeenPayment[] | null
  points: { user_id: string; available: number; reserved: number }[]
  stock: {
    id: string
    sold: number
    held: number
    quantity: number
    price: number
    archived: boolean
  }[]
  short: { user_id: string; points: number }[] | null
  gate: { user_id: string; points: number }[] | null
}
export type SeenPayment = {
  id: string
  order: string
  key: string
  /** its key at the processor */
  charge: string
  /** of one that was held first: its attempts in their sequence, with the keys of their requests */
  attempts: { id: string; key: string }[] | null
  order_status: string
  user_id: string
  status: string
  type: string
  entity: string
  cents: number
  points: number
  refunded: number
  /** cents that refunds withheld for spent points */
  kept: number
  final: boolean
  review: string | null
  lease: string
  hold: string
  code: string | null
  /** how much came back, where its buyer gave it back */
  percent: number | null
  /** a part was refused, perhaps after the end: the model does not know how many points stand */
  unsure: boolean | null
  /** whether a dispute is open */
  disputed: boolean
  /** cents that disputes have taken, which the processor does not call refunded */
  taken: number
  /** points that the purchase has earned and that stand */
  stands: number | null
}

const seen = sql<{ seen: Seen }>`
  select json_build_object(
    'payments', (select json_agg(json_build_object('id', p.id, 'order', o.id, 'key', o.idempotency_key,
       'charge', coalesce(o.charge_id, o.id), 'order_status', o.status,
       'attempts', case when o.charge_id is not null then (
         select coalesce(json_agg(json_build_object('id', a.id, 'key', a.idempotency_key) order by a.id), '[]')
         from order_attempts a where a.order_id = o.id) end, 'user_id', p.user_id, 'status', p.status,
       'type', payment_type, 'entity', entity_id, 'cents', p.amount_cents, 'points', points_used,
       'refunded', refunded_cents, 'kept', kept_cents, 'final', o.is_fenced, 'review', needs_review, 'lease', o.lease_until,
       'hold', p.hold_until, 'code', t.code,
       'percent', (select min(percent) from refunds r where r.payment_id = p.id),
       'unsure', (select bool_or(refused is not null and not is_full) from refunds r where r.payment_id = p.id),
       'disputed', disputed_at is not null,
       'taken', (select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id and r.dispute_id is not null),
       'stands', (select points - reversed from reward_events e where e.source = 'payment:' || p.id)) order by p.id)
       from payments p join orders o on o.id = p.order_id left join tickets t on t.payment_id = p.id),
    'points', (select json_agg(json_build_object('user_id', user_id, 'available', available, 'reserved', reserved))
       from points),
    'stock', (select json_agg(s) from (
       select id, sold, held, quantity, price_cents as price, archived_at is not null as archived from tiers
       union all select id, sold, held, quantity, price_cents, archived_at is not null from accommodations) s),
    'short', (select json_agg(s) from (
       select user_id, sum(shortfall + kept)::int as points from point_entries group by user_id) s),
    'gate', (select json_agg(s) from (
       select user_id, sum(points - reversed)::int as points from reward_events
       where event_type = 'ticket_validated' group by user_id) s)
  ) as seen where ${true}`

const together = (kinds: RawBuilder<unknown>[]) =>
  sql<{ fault: string }>`select fault from (${sql.join(
    kinds.map((kind) => sql`(${kind})`),
    sql` union all `,
  )}) faults (fault)`

/** Compiled once: they run after every command. */
function questionsTo({ work }: World) {
  const always = together(faultsOf).compile(work)
  const atTheEnd = together([...faultsOf, ...atRest]).compile(work)
  return { always, atTheEnd, seen: seen.compile(work) }
}

export async function look({ world, questions }: Stage): Promise<Seen> {
  const { rows } = await world.work.executeQuery(questions.seen)
  const [row] = rows
  assert.ok(row)
  return row.seen
}

/** The audit in one statement: here the ledger is small, and it runs after every command. */
export async function audit({ world, questions }: Stage, isAtRest: boolean): Promise<void> {
  const { rows } = await world.work.executeQuery(questions[isAtRest ? 'atTheEnd' : 'always'])
  assert.deepEqual(
    rows.map(({ fault }) => fault),
    [],
  )
}
