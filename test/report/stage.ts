/** A festival of random sales: what can be bought and how, and the books that are kept of it. */
import { newId } from '#platform/values/ids'
import { bankEnv } from '../bank/statements.ts'
import { aPlaceToSleep, points } from '../buying.ts'
import { sellerDetails } from '../documents.ts'
import { aProcessor, paidBy } from '../processor.ts'
import { aBoxOffice, aShift, atTill } from '../till.ts'
import { aWorld, type Person } from '../world.ts'
import { Books, type Unit } from './books.ts'

const { processor, told } = aProcessor()

export { told }
export const clock = { at: new Date('2099-02-20T12:00:00.000Z') }
const env = { ...bankEnv, DATEV_REVENUE: '19=4400,7=4300,5.5=4310,exempt=4200' }
export const world = await aWorld({
  env,
  parts: paidBy(processor),
  now: () => new Date(clock.at),
})
const { db } = world

const zones = ['America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'UTC']

type Offer = Pick<Unit, 'payment_type' | 'rate' | 'exemption'> & {
  id: string
  price_cents: number
}
export type Stage = Awaited<ReturnType<typeof aStage>>

/** A festival on whose first days things are sold that cost odd sums, at three rates of VAT, without VAT, and for nothing. */
export async function aStage(which: number) {
  clock.at = new Date('2099-02-20T12:00:00.000Z')
  const box = await aBoxOffice(world)
  const { festivalId, manager } = box
  const zone = zones[which % zones.length] ?? 'UTC'
  await db
    .updateTable('festivals')
    .set({ time_zone: zone, refund_until_days: 1, refund_percent: 70 })
    .where('id', '=', festivalId)
    .execute()
  const seller = await aSellerOf(festivalId)
  const vouchers = await Promise.all([
    box.voucher({ percent: 33, max_uses: 1000 }),
    box.voucher({ amount: 7.77, max_uses: 1000 }),
    box.voucher({ percent: 100, max_uses: 1000 }),
  ])
  const [ada, bob] = [await world.aUser(), await world.aUser()]
  await points(world, ada, 40_000)
  return {
    ...box,
    manager,
    zone,
    seller,
    ada,
    bob,
    books: new Books(zone),
    offers: await someOffers(box),
    codes: vouchers.map(({ code }) => code as string),
    till: atTill(world, await aShift(world, box)),
    units: [] as Unit[],
    /** orders that wait: for their buyer, or for a till to say what it sold */
    waiting: [] as { id: string; buyer: Person }[],
    leased: [] as { lease: string; payment: string; offer: Offer }[],
    disputes: [] as { id: string; key: string; units: [Unit, number][] }[],
    counts: { orders: 0 },
  }
}

/** Completes the organizer of a festival, so that documents are issued, and returns its id. */
async function aSellerOf(festivalId: string): Promise<string> {
  const { organizer_id } = await db
    .updateTable('organizers')
    .set({ legal_name: 'Harbour Nights ApS' })
    .from('festivals')
    .whereRef('festivals.organizer_id', '=', 'organizers.id')
    .where('festivals.id', '=', festivalId)
    .returning('festivals.organizer_id')
    .executeTakeFirstOrThrow()
  if (organizer_id === null) throw new Error('The festival has no organizer')
  await db
    .insertInto('sellers')
    .values({ ...sellerDetails, organizer_id, invoice_prefix: 'HN' })
    .execute()
  return organizer_id
}

async function someOffers({ festivalId, tier }: Awaited<ReturnType<typeof aBoxOffice>>) {
  const terms = { quantity: 500, max_per_order: 10 }
  const rated: [number, number][] = [
    [4999, 19],
    [1333, 7],
    [101, 5.5],
  ]
  const tickets: Offer[] = await Promise.all(
    rated.map(async ([price_cents, rate]) => {
      const vat = { rate, exemption: null }
      const { id } = await tier({ ...terms, price_cents, vat: JSON.stringify(vat) })
      return { id, payment_type: 'ticket' as const, price_cents, ...vat }
    }),
  )
  const free = await tier({ ...terms, price_cents: 0 })
  const exempt = { rate: null, exemption: '=exempt' }
  const stay = await aPlaceToSleep(world, {
    festival_id: festivalId,
    price_cents: 33_333,
    ...terms,
    vat: JSON.stringify(exempt),
  })
  const unstated = { rate: null, exemption: null }
  return [
    ...tickets,
    { id: free.id, payment_type: 'ticket' as const, price_cents: 0, ...unstated },
    { id: stay.id, payment_type: 'accommodation' as const, price_cents: 33_333, ...exempt },
  ]
}

/** Puts the clock to two minutes before a month of the festival ends. */
export function toEndOfMonth({ books }: Stage): void {
  const month = books.monthOf(clock.at)
  let [before, after] = [clock.at.getTime(), clock.at.getTime() + 32 * 86_400_000]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (books.monthOf(new Date(middle)) === month) before = middle
    else after = middle
  }
  clock.at = new Date(after - 120_000)
}

/** What is booked of an order that was paid now, from its rows. */
export async function bookSold(stage: Stage, orderId: string, means: string): Promise<void> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute()
  const units: Unit[] = []
  for (const row of rows) {
    if (row.status !== 'succeeded') continue
    const offer = stage.offers.find(({ id }) => id === row.entity_id)
    if (!offer) throw new Error('Something else was sold')
    units.push(unitOf({ ...row, points_used: row.points_used }, { offer, means, orderId }))
  }
  stage.units.push(...units)
  stage.books.sold(units, clock.at)
}

type Row = {
  id: string
  price_cents: number
  discount_cents: number
  points_used: number
  amount_cents: number
  given_by: string | null
}

function unitOf(row: Row, about: { offer: Offer; means: string; orderId: string }): Unit {
  const { offer, means, orderId } = about
  const { price_cents: price, discount_cents: discount, amount_cents: amount } = row
  const asPaid = () => {
    if (amount > 0) return means
    if (row.given_by !== null) return 'complimentary'
    return row.points_used > 0 ? 'points' : 'free'
  }
  return {
    id: row.id,
    order: orderId,
    payment_type: offer.payment_type,
    rate: offer.rate,
    exemption: offer.exemption,
    means: asPaid(),
    processor: amount > 0 && means === 'card' ? 'simulated' : null,
    price,
    discount,
    points: price - discount - amount,
    pointsUsed: row.points_used,
    amount,
    vat: 0,
    percent: 100,
    booked: { refunded: 0, kept: 0, vat: 0, isGone: false },
  }
}

/** Books what has become of units, where the processor has said so. */
export async function bookBack(stage: Stage, units: Unit[], isDispute = false): Promise<void> {
  for (const unit of units) {
    const row = await db
      .selectFrom('payments')
      .select(['status', 'refunded_cents', 'kept_cents'])
      .where('id', '=', unit.id)
      .executeTakeFirstOrThrow()
    // The processor has refused: nothing came back yet.
    if (row.status === 'refunding') continue
    const isGone = row.status === 'refunded'
    const stand = { refunded: row.refunded_cents, kept: row.kept_cents, isGone }
    stage.books.stands(unit, stand, { at: clock.at, isDispute })
  }
}

export const keyed = (as: Person) => ({ as, headers: { 'idempotency-key': newId() } })
