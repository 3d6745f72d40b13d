/** Sums of documents, by orders whose values were computed by hand and validated by CEN's rules 1.3.16. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anInvoice, linesOf, orderA, orderB, orderC } from '../../../../test/documents/samples.ts'
import { sumsOf } from './sums.ts'

test('A: 200 tickets of 9.99 at 19 % have the basis 1678.99, the VAT 319.01 and the price 8.394958', () => {
  const { lines, basisCents, vatCents, totalCents, allowancesCents } = sumsOf(orderA())
  assert.deepEqual(lines, [{ netCents: 167_899, priceMillionths: 8_394_958 }])
  assert.deepEqual([basisCents, vatCents, totalCents], [167_899, 31_901, 199_800])
  assert.equal(allowancesCents, 0)
})

test('B: a voucher of 10.00 on 119.00 at 19 % and 53.50 at 7 % is an allowance of 5.80 and one of 2.90', () => {
  const sums = sumsOf(orderB())
  assert.deepEqual(
    sums.vat.map((one) => [
      one.rate,
      one.linesCents,
      one.voucherCents,
      one.basisCents,
      one.vatCents,
    ]),
    [
      [1_900, 10_000, 580, 9_420, 1_790],
      [700, 5_000, 290, 4_710, 330],
    ],
  )
  assert.deepEqual(
    sums.lines.map(({ netCents }) => netCents),
    [10_000, 5_000],
  )
  assert.deepEqual([sums.allowancesCents, sums.basisCents, sums.totalCents], [870, 14_130, 16_250])
  assert.deepEqual([sums.paidCents, sums.dueCents], [16_250, 0])
})

test('C: three lines of 9.99 at 19 % have the nets 8.40, 8.39 and 8.39', () => {
  const { lines, basisCents, vatCents } = sumsOf(orderC())
  assert.deepEqual(
    lines.map(({ netCents }) => netCents),
    [840, 839, 839],
  )
  assert.deepEqual([basisCents, vatCents], [2_518, 479])
})

test('voucher and points share the allowance of their rate by amount', () => {
  const { vat } = sumsOf(
    anInvoice([{ units: 1, priceCents: 11_900, voucherCents: 1_190, pointsCents: 2_380 }]),
  )
  assert.deepEqual(
    [vat[0]?.voucherCents, vat[0]?.pointsCents, vat[0]?.basisCents],
    [1_000, 2_000, 7_000],
  )
})

test('offers without VAT are one category, with each of their reasons once', () => {
  const exempt = (exemption: string) => ({
    units: 1,
    priceCents: 500,
    vat: { rate: null, exemption },
  })
  const { vat } = sumsOf(
    anInvoice([
      exempt('One'),
      exempt('Other'),
      exempt('One'),
      { units: 1, priceCents: 700, vat: { rate: 0, exemption: null } },
    ]),
  )
  assert.deepEqual(
    vat.map(({ category, exemption, basisCents, vatCents }) => [
      category,
      exemption,
      basisCents,
      vatCents,
    ]),
    [
      ['Z', null, 700, 0],
      ['E', 'One; Other', 1_500, 0],
    ],
  )
})

test('a part of a receipt whose units were all rounded up has the price of its net', () => {
  const [line] = linesOf([{ units: 100, priceCents: 999 }])
  const lines = line ? [{ ...line, vatCents: 16_000 }] : []
  const { payment } = anInvoice([])
  const { lines: sums, basisCents } = sumsOf({ lines, payment })
  assert.equal(basisCents, 83_900)
  assert.deepEqual(sums, [{ netCents: 83_900, priceMillionths: 8_390_000 }])
})

test('what is not paid yet is due', () => {
  const open = anInvoice([{ units: 1, priceCents: 11_900 }])
  const { dueCents } = sumsOf({ ...open, payment: { ...open.payment, paidCents: 0 } })
  assert.equal(dueCents, 11_900)
})
