import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { Price, toCents, toEuros } from './money.ts'

const price = Compile(Price)

test('every whole number of cents survives formatting and parsing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
      assert.ok(price.Check(toEuros(cents)))
      assert.equal(toCents(toEuros(cents)), cents)
      assert.equal(toCents(JSON.parse(JSON.stringify(toEuros(cents)))), cents)
    }),
  )
})

for (const value of [
  -0.01,
  0.001,
  19.999,
  1_000_000.01,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '10',
  null,
]) {
  test(`${value} is not a price`, () => assert.ok(!price.Check(value)))
}
