import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '#platform/values/errors'
import { type Offered, quote } from './quote.ts'

const now = new Date('2027-07-01T12:00:00.000Z')
const offered: Offered = {
  price_cents: 5000,
  opens: null,
  closes: null,
  is_offered: true,
  is_approved: true,
  is_documented: true,
  remaining: 10,
  max_per_order: 10,
}
const bid = { points: 0, amount_cents: undefined }
const at = {
  now,
  pointsPerEuro: 100,
  isApprovalNeeded: false,
  isSellerNeeded: false,
  pointsField: 'pointsToUse',
}

/** Returns the cents to charge for one unit. */
function quoteOne(one: Offered, { points, amount_cents }: Bid, terms: typeof at): number {
  const items = [{ offered: one, quantity: 1 }]
  const [unit, ...more] = quote({ items, points, amount_cents }, terms)
  assert.deepEqual([unit?.points_used, more], [points, []])
  return unit?.amount_cents ?? -1
}

type Bid = { points: number; amount_cents: number | undefined }

// Requirement (rules): contract §7 Payments: the charge is rounded in the buyer's favour
test('points never pay more than they are worth rounded up to a cent, and never less', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (price_cents, points, pointsPerEuro) => {
        const worth = (points * 100) / pointsPerEuro
        const ask = () =>
          quoteOne({ ...offered, price_cents }, { ...bid, points }, { ...at, pointsPerEuro })
        if (worth > price_cents) assert.throws(ask, Problem)
        else {
          const charged = ask()
          assert.ok(Number.isInteger(charged) && charged >= 0 && charged <= price_cents)
          const paid = price_cents - charged
          assert.ok(paid >= worth - 1e-6 && paid < worth + 1, `${paid} cents for ${worth}`)
        }
      },
    ),
  )
})

test('an amount is the price, or the price less the points, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.nat(10_000),
      fc.nat(10_000),
      fc.nat(10_000),
      (price_cents, points, amount_cents) => {
        fc.pre(points <= price_cents)
        const ask = () => quoteOne({ ...offered, price_cents }, { points, amount_cents }, at)
        if (amount_cents === price_cents || amount_cents === price_cents - points) {
          assert.equal(ask(), price_cents - points)
        } else assert.throws(ask, { code: 'price_changed' })
      },
    ),
  )
})

// Requirement (records): Ticket: start_time and end_time open and close sales
test('a sale is open from its first to its last instant', () => {
  const before = new Date(now.getTime() - 1)
  const after = new Date(now.getTime() + 1)
  for (const [opens, closes, isOpen] of [
    [null, null, true],
    [now, now, true],
    [before, after, true],
    [after, null, false],
    [null, before, false],
  ] as const) {
    const ask = () => quoteOne({ ...offered, opens, closes }, bid, at)
    if (isOpen) assert.equal(ask(), 5000)
    else assert.throws(ask, { code: 'not_on_sale' })
  }
})

test('an offer without a quantity is never sold out', () => {
  assert.equal(quoteOne({ ...offered, remaining: null }, bid, at), 5000)
  assert.throws(() => quoteOne({ ...offered, remaining: 0 }, bid, at), { code: 'sold_out' })
})
