/** Random purchases, refunds and admissions: the sales equal a simple ledger. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { auditLedger } from '#shop/payments'
import { aPlaceToSleep, aTier, points } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const { processor, told } = aProcessor()
const clock = { at: Date.parse('2099-03-01T12:00:00.000Z') }
const now = () => new Date(clock.at)
const world = await aWorld({ parts: paidBy(processor), now })
const { db, get, post, put } = world
const admin = await world.aUser({ roles: ['admin'] })

const today = () => now().toISOString().slice(0, 10)
const none = { sold: 0, held: 0, revenue: 0, refunded: 0, validated: 0 }
type Sums = typeof none

/** Totals in cents and units, by offer and by day. */
class Books {
  readonly #sums = new Map<string, Sums>()

  note(keys: string[], change: Partial<Sums>) {
    for (const key of keys) this.#sums.set(key, added(this.of(key), { ...none, ...change }))
  }

  of(key: string): Sums {
    return this.#sums.get(key) ?? none
  }
}

const added = (a: Sums, b: Sums): Sums => ({
  sold: a.sold + b.sold,
  held: a.held + b.held,
  revenue: a.revenue + b.revenue,
  refunded: a.refunded + b.refunded,
  validated: a.validated + b.validated,
})

type Read = Omit<Sums, 'held'> & { held?: number }

/** The totals of the service, in cents and units. */
const read = ({ sold, held, revenue, refunded, validated }: Read): Sums => ({
  sold,
  // A day without sales.
  held: held ?? 0,
  revenue: Math.round(revenue * 100),
  refunded: Math.round(refunded * 100),
  validated,
})
const total = (rows: Read[]) => rows.map(read).reduce(added, none)

type Offer = { type: string; id: string; price_cents: number }
type Bought = { id: string; offer: string; at: string; left: number; isGone: boolean }
type Stage = { ada: Person; offers: Offer[]; bought: Bought[]; archived: Set<string>; books: Books }
type Step = { kind: string; which: number; cents: number; points: number }

const kinds = [
  'buy',
  'buy',
  'buy',
  'buy',
  'declined',
  'action',
  'part',
  'full',
  'refused',
  'scan',
  'night',
  'archive',
]
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    which: fc.nat(20),
    cents: fc.integer({ min: 1, max: 3000 }),
    points: fc.constantFrom(0, 0, 37, 100),
  }),
  { minLength: 10, maxLength: 30 },
)

async function buy({ ada, offers, bought, books }: Stage, { kind, which, points: wish }: Step) {
  const offer = offers[which % offers.length]
  if (!offer) return
  const { id: entity_id, type: payment_type, price_cents } = offer
  const fault = kind === 'declined' || kind === 'action' ? kind : undefined
  // A free purchase never reaches the processor.
  if (fault && price_cents > 0) told.next.push(fault)
  const pointsToUse = !fault && wish <= price_cents ? wish : 0
  const { body } = await post('/payments', { payment_type, entity_id, pointsToUse }, { as: ada })
  if (body.status === 'requires_action') books.note([entity_id], { held: 1 })
  if (body.status !== 'succeeded') return
  const left = Math.round(body.amount * 100)
  books.note([entity_id, today()], { sold: 1, revenue: left })
  bought.push({ id: body.id, offer: entity_id, at: today(), left, isGone: false })
}

async function giveBack({ books }: Stage, { kind, cents }: Step, paid: Bought) {
  const back = kind === 'part' ? cents : paid.left
  if (back > paid.left) return
  const isRefused = kind === 'refused' && back > 0
  told.refuse = isRefused ? 'charge_disputed' : undefined
  const wish = kind === 'part' ? { amount: back / 100 } : {}
  const { status } = await post(`/payments/${paid.id}/refund`, wish, { as: admin })
  told.refuse = undefined
  assert.equal(status, 200)
  paid.isGone = back === paid.left
  if (paid.isGone) books.note([paid.offer, paid.at], { sold: -1 })
  if (isRefused) return
  books.note([paid.offer, today()], { refunded: back })
  paid.left -= back
}

async function scan({ books }: Stage, paid: Bought) {
  const { status } = await put(`/payments/${paid.id}/validate`, {}, { as: admin })
  if (status === 200) books.note([paid.offer, today()], { validated: 1 })
}

/** Archives the tier of an offer, which stops its sale. */
async function archive({ offers, archived }: Stage, { which }: Step) {
  const offer = offers[which % offers.length]
  if (offer?.type !== 'ticket') return
  archived.add(offer.id)
  await db.updateTable('tiers').set({ archived_at: now() }).where('id', '=', offer.id).execute()
}

async function take(stage: Stage, step: Step) {
  if (step.kind === 'night') clock.at += 86_400_000
  else if (step.kind === 'archive') await archive(stage, step)
  else if (['buy', 'declined', 'action'].includes(step.kind)) await buy(stage, step)
  else {
    const paid = stage.bought[step.which % stage.bought.length]
    if (!paid || paid.isGone) return
    await (step.kind === 'scan' ? scan(stage, paid) : giveBack(stage, step, paid))
  }
}

async function aStage(festival_id: string): Promise<Stage> {
  const tiers = await Promise.all(
    [4999, 101, 0].map((price_cents) => aTier(world, { festival_id, price_cents })),
  )
  const stay = await aPlaceToSleep(world, { festival_id, price_cents: 33_333 })
  const ada = await world.aUser()
  await points(world, ada, 3000)
  const offers = [
    ...tiers.map(({ id, price_cents }) => ({ type: 'ticket', id, price_cents })),
    { type: 'accommodation', id: stay.id, price_cents: stay.price_cents },
  ]
  return { ada, offers, bought: [], archived: new Set(), books: new Books() }
}

/** Reads the rows of a festival's CSV; none of these texts has a comma. */
async function ledgerOf(id: string) {
  const { text } = await get(`/festivals/${id}/sales.csv`, { as: admin })
  const [head = [], ...rows] = text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])))
}

async function compareCsv(id: string, totals: Read) {
  const rows = await ledgerOf(id)
  const sum = (column: string) =>
    rows.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0)
  const { revenue, refunded } = read(totals)
  assert.deepEqual([sum('amount'), sum('refunded')], [revenue, refunded])
}

// Requirement (rules): Sales equal the ledger
// Requirement (rules): Quantity is always sold, held and remaining
test('random sales equal a simple ledger', async () => {
  const history = fc.asyncProperty(steps, async (taken) => {
    const { id, organizer_id } = await aFestival(world)
    const stage = await aStage(id)
    for (const step of taken) await take(stage, step)
    assert.deepEqual(await auditLedger(db), [])
    const { totals, tiers, accommodations, days } = (
      await get(`/festivals/${id}/sales`, { as: admin })
    ).body
    const offers = [...tiers, ...accommodations]
    for (const row of offers)
      assert.deepEqual(read(row), stage.books.of(row.ticket_id ?? row.accommodation_id))
    for (const row of days) assert.deepEqual(read(row), stage.books.of(row.date), row.date)
    assert.deepEqual(total(offers), read(totals))
    for (const row of [...offers, totals]) {
      assert.equal(row.quantity, row.sold + row.held + row.remaining)
      if (stage.archived.has(row.ticket_id))
        assert.deepEqual([row.archived, row.remaining], [true, 0])
    }
    const sum = (rows: { quantity: number }[]) => rows.reduce((all, row) => all + row.quantity, 0)
    assert.equal(sum(offers), totals.quantity)
    const listed = await get(`/users/i/festivals?organizer=${organizer_id}`, { as: admin })
    const [{ sold, quantity }] = listed.body.festivals
    const soldOf = (rows: { sold: number }[]) => rows.reduce((all, row) => all + row.sold, 0)
    assert.deepEqual([sold, quantity], [soldOf(tiers), sum(tiers)])
    await compareCsv(id, totals)
    assert.deepEqual({ ...total(days), held: totals.held }, read(totals))
  })
  await fc.assert(history, { numRuns: 20 })
})
