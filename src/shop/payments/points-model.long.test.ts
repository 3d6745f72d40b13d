/**
 * Points as money: random sequences of everything that accounts can do together, some of them managers of a festival of
 * their own, to get points for nothing. Compares the points they have and have spent with the money they paid.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { steadyClock } from '../../../test/clock.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { openCheckout } from './charging/checkout.ts'
import { sweep } from './charging/sweep.ts'
import { paymentContextOf } from './model/payment-context.ts'

const { processor, told } = aProcessor()
const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ parts: paidBy(processor), now, env: { FREE_PER_PERSON: '0' } })
const { db, post, put, del, aUser } = world
const { token: scoped } = await world.aClient(['manage_rewards'])
const checkout = openCheckout(paymentContextOf(world.app))
const admin = await aUser({ roles: ['admin'] })

/** Three accounts that share everything, and an honest seller that refunds in good faith. */
type Stage = {
  gang: Person[]
  seller: Person
  own: { organizer: string; festival: string; tiers: string[] }
  tiers: string[]
  codes: { code: string; points: number }[]
  payments: string[]
  claimed: number
}
type Command = (stage: Stage) => Promise<void>

async function aSale(manager: Person, prices: number[], approved_at: Date | null) {
  const { id: organizer } = await anOrganizer(world, { approved_at })
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer, user_id: manager.id })
    .execute()
  const { id: festival } = await aFestival(world, { organizer_id: organizer })
  const tiers = await Promise.all(
    prices.map((price_cents) =>
      aTier(world, { festival_id: festival, price_cents, quantity: 1000 }),
    ),
  )
  return { organizer, festival, tiers: tiers.map(({ id }) => id) }
}

async function aStage(): Promise<Stage> {
  const [a, b, c, seller] = [await aUser(), await aUser(), await aUser(), await aUser()]
  const own = await aSale(a, [0, 150, 10_000], null)
  const { tiers } = await aSale(seller, [0, 199, 5000, 20_000], new Date())
  const code = `MODEL-${newId()}`
  const challenge = { name: 'Swim', points: 30, code }
  const made = await post('/rewards/challenges', challenge, { as: admin, client: scoped })
  assert.equal(made.status, 201, made.text)
  return {
    gang: [a, b, c],
    seller,
    own,
    tiers,
    codes: [{ code, points: 30 }],
    payments: [],
    claimed: 0,
  }
}

const nth = fc.nat(30)
const pick = <T>(list: T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

/** All the points of a user that a tier takes. */
async function mostPoints(as: Person, tier: string): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select least(p.available, t.price_cents) as points
    from points p, tiers t where p.user_id = ${as.id} and t.id = ${tier}`.execute(db)
  return rows[0]?.points ?? 0
}

const buy = fc
  .record({
    who: nth,
    tier: nth,
    spends: fc.boolean(),
    waits: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  })
  .map<Command>(({ who, tier, spends, waits }) => async (stage) => {
    const as = pick(stage.gang, who)
    const entity_id = pick([...stage.own.tiers, ...stage.tiers], tier)
    if (!as || !entity_id) return
    if (waits) told.next.push('action')
    const pointsToUse = spends ? await mostPoints(as, entity_id) : 0
    const body = { payment_type: 'ticket', entity_id, pointsToUse }
    const answer = await post('/payments', body, { as })
    told.next.length = 0
    if (answer.body.id) stage.payments.push(answer.body.id)
  })

/** Lets the processor charge a payment that waited. */
const approve = nth.map<Command>((n) => async ({ payments }) => {
  const id = pick(payments, n)
  const event = { id: newId(), key: id, outcome: { state: 'succeeded' } }
  if (id) await post('/payments/webhook', event, { client: null })
})

const abandon = fc.record({ who: nth, n: nth }).map<Command>(({ who, n }) => async (stage) => {
  const id = pick(stage.payments, n)
  if (id) await del(`/payments/${id}`, { as: pick(stage.gang, who) })
})

const validate = fc.record({ by: nth, n: nth }).map<Command>(({ by, n }) => async (stage) => {
  const id = pick(stage.payments, n)
  const as = pick([...stage.gang, stage.seller, admin], by)
  if (id) await put(`/payments/${id}/validate`, {}, { as })
})

/** Refunds a payment by an authorized user: the seller refunds on request, a manager of the gang at will. */
const refund = fc
  .record({ n: nth, cents: fc.option(fc.integer({ min: 1, max: 20_000 })), refuses: fc.boolean() })
  .map<Command>(({ n, cents, refuses }) => async ({ gang, seller, payments }) => {
    const id = pick(payments, n)
    if (!id) return
    told.refuse = refuses && cents !== null ? 'charge_disputed' : undefined
    const body = cents === null ? {} : { amount: cents / 100 }
    for (const as of [seller, ...gang]) {
      if ((await post(`/payments/${id}/refund`, body, { as })).status === 200) break
    }
    told.refuse = undefined
  })

const claim = nth.map<Command>((who) => async (stage) => {
  const [challenge] = stage.codes
  const path = `/rewards/challenges/claim/${challenge?.code}`
  const { status } = await post(path, {}, { as: pick(stage.gang, who) })
  if (status === 201) stage.claimed += challenge?.points ?? 0
})

const join = fc
  .record({ who: nth, leaves: fc.boolean() })
  .map<Command>(({ who, leaves }) => async (stage) => {
    const { organizer: organizer_id } = stage.own
    const as = pick(stage.gang, who)
    if (!as) return
    if (leaves) await del(`/organizers/${organizer_id}/managers/${as.id}`, { as })
    else {
      const row = { organizer_id, user_id: as.id }
      await db
        .insertInto('organizer_managers')
        .values(row)
        .onConflict((oc) => oc.doNothing())
        .execute()
    }
  })

const end = fc
  .record({ who: nth, deletes: fc.boolean(), isMeant: fc.integer({ min: 0, max: 3 }) })
  .map<Command>(({ who, deletes, isMeant }) => async ({ gang, own }) => {
    if (isMeant > 0) return
    const as = pick(gang, who)
    const path = `/festivals/${own.festival}`
    await (deletes ? del(path, { as }) : post(`${path}/cancel`, {}, { as }))
    while ((await sweep(checkout)) > 0);
  })

const later = fc.constantFrom(16_000, 700_000, 86_400_000).map<Command>((ms) => async () => {
  clock.ahead += ms
  while ((await sweep(checkout)) > 0);
})

type Sums = { held: number; kept: number; cents: number }

/** Adds up the points that the gang has and has spent, the points that refunds withheld, and the money that stays. */
async function sumsOf({ gang }: Stage): Promise<Sums> {
  const ids = gang.map(({ id }) => id)
  const { rows } = await sql<Sums>`
    select coalesce((select sum(available + reserved) from points where user_id = any (${ids}::uuid[])), 0)::int
             + coalesce(sum(points_used) filter (where status in ('succeeded', 'partially_refunded')), 0)::int as held,
           coalesce((select sum(kept) from points where user_id = any (${ids}::uuid[])), 0)::int as kept,
           coalesce(sum(amount_cents - refunded_cents - kept_cents) filter (
             where status in ('succeeded', 'partially_refunded', 'refunding', 'refunded') and not is_own), 0)::int as cents
    from payments where user_id = any (${ids}::uuid[])`.execute(db)
  const [sums] = rows
  assert.ok(sums)
  return sums
}

// Requirement (rules): contract §5 points are at most 2 % of the money that stays
test('whatever colluding accounts do, their points are at most 2 % of the money that stays, and their challenges', async () => {
  const commands = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: buy },
      { weight: 4, arbitrary: validate },
      { weight: 5, arbitrary: refund },
      { weight: 2, arbitrary: approve },
      { weight: 1, arbitrary: abandon },
      { weight: 1, arbitrary: claim },
      { weight: 2, arbitrary: join },
      { weight: 1, arbitrary: end },
      { weight: 1, arbitrary: later },
    ),
    { minLength: 10, maxLength: 40, size: 'max' },
  )
  let most = 0
  const property = fc.asyncProperty(commands, async (sequence) => {
    const stage = await aStage()
    for (const command of sequence) {
      await command(stage)
      const { held, kept, cents } = await sumsOf(stage)
      // A point is worth a cent.
      assert.ok(
        (held - kept - stage.claimed) * 50 <= cents,
        `${held} points, ${kept} kept back, ${cents} cents`,
      )
      most = Math.max(most, held)
    }
  })
  await fc.assert(property, { numRuns: Number(process.env['MODEL_RUNS'] ?? 40) })
  assert.deepEqual(await auditLedger(db), [])
  assert.ok(most > 100, 'hardly any points were earned')
})
