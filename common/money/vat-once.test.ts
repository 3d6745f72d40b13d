/** VAT of a receipt: once for each seller and rate, spread over its units. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { vatOfReceipt } from '../../test/report/books.ts'
import { type TaxedUnit, vatOnce } from './vat-once.ts'

const units = (count: number, amount_cents: number, rate: number | null): TaxedUnit[] =>
  Array.from({ length: count }, () => ({ amount_cents, rate, seller_id: null }))
const sum = (cents: number[]) => cents.reduce((all, one) => all + one, 0)

test('three tickets of 10.00 at 19 % have 4.79 of VAT, and nine of 9.99 at 7 % have 5.88', () => {
  assert.deepEqual(vatOnce(units(3, 1_000, 19)), [159, 160, 160])
  assert.equal(sum(vatOnce(units(9, 999, 7))), 588)
})

test('200 tickets of 9.99 at 19 % have the basis 1678.99 and the VAT 319.01', () => {
  const vat = vatOnce(units(200, 999, 19))
  assert.equal(sum(vat), 31_901)
  assert.ok(vat.every((one) => one === 159 || one === 160))
})

test('119.00 at 19 % and 53.50 at 7 % less a voucher of 10.00 have the bases 94.20 and 47.10', () => {
  const vat = vatOnce([...units(1, 11_900 - 690, 19), ...units(1, 5_350 - 310, 7)])
  assert.deepEqual(vat, [1_790, 330])
  assert.deepEqual([11_210 - 1_790, 5_040 - 330], [9_420, 4_710])
})

// Requirement (rules): contract §10.8: VAT is computed once for each seller and rate, and spread by largest
//   remainder
test('three lines of 9.99 at 19 % have the nets 8.40, 8.39 and 8.39', () => {
  const nets = vatOnce(units(3, 999, 19)).map((vat) => 999 - vat)
  assert.deepEqual(nets, [840, 839, 839])
})

test('sellers and rates are computed apart; what has no rate, or costs nothing, has no VAT', () => {
  const [one, other] = ['one', 'other'].map((seller_id) => ({ seller_id, amount_cents: 1_000 }))
  assert.deepEqual(
    vatOnce([
      { ...one, rate: 19 },
      { ...other, rate: 19 },
      { ...one, rate: 19 },
      { ...one, rate: 7 },
      { ...one, rate: null },
      { ...one, rate: 0 },
      { ...one, rate: 19, amount_cents: 0 },
    ] as TaxedUnit[]),
    [159, 160, 160, 65, 0, 0, 0],
  )
  assert.deepEqual(vatOnce([]), [])
})

/** Rates have at most two decimals; a unit costs at most a million. */
const aUnit = fc.record({
  amount_cents: fc.oneof(fc.nat(20_000), fc.nat(100_000_000)),
  rate: fc.oneof(
    fc.constantFrom(null, 0, 5.5, 7, 19, 25, 8.1, 100),
    fc.nat(10_000).map((n) => n / 100),
  ),
  seller_id: fc.constantFrom(null, 'one'),
})

const size = (number: bigint) => (number < 0n ? -number : number)

/** The VAT of a unit differs by less than a cent from its share of the VAT of its rate, and never exceeds its price. */
function assertShare(unit: { cents: number; vat: number }, of: { gross: number; stored: number }) {
  const off = BigInt(unit.cents) * BigInt(of.stored) - BigInt(unit.vat) * BigInt(of.gross)
  assert.ok(of.gross === 0 || size(off) < BigInt(of.gross))
  assert.ok(unit.vat >= 0 && unit.vat <= unit.cents)
}

test('the units of a rate have exactly the VAT of their sum, each less than a cent from its share', () => {
  fc.assert(
    fc.property(fc.array(aUnit, { minLength: 1, maxLength: 20 }), (basket) => {
      const vat = vatOnce(basket)
      for (const group of Map.groupBy(basket.keys(), (n) => keyOf(basket[n])).values()) {
        const of = (n: number) => basket[n]?.amount_cents ?? 0
        const gross = sum(group.map(of))
        const stored = sum(group.map((n) => vat[n] ?? 0))
        const hundredths = BigInt(Math.round((basket[group[0] ?? 0]?.rate ?? 0) * 100))
        // The basis times 1 + rate is the gross, to half a cent of the basis.
        const off = BigInt(gross - stored) * (10_000n + hundredths) - BigInt(gross) * 10_000n
        assert.ok(2n * size(off) <= 10_000n + hundredths)
        for (const n of group) assertShare({ cents: of(n), vat: vat[n] ?? 0 }, { gross, stored })
      }
    }),
  )
})

test('the books of the tests, which spread one cent after the other, have the same VAT', () => {
  fc.assert(
    fc.property(fc.array(aUnit, { maxLength: 20 }), (basket) => {
      const ofOne = basket.map((unit) => ({ ...unit, seller_id: null }))
      const asBooked = ofOne.map(({ amount_cents: amount, rate }) => ({ amount, rate }))
      assert.deepEqual(vatOnce(ofOne), vatOfReceipt(asBooked))
    }),
  )
})

const keyOf = (unit: TaxedUnit | undefined) => `${unit?.seller_id} ${unit?.rate ?? 0}`
