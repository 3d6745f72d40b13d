/** Random documents: orders of up to three rates with vouchers and points, and credit notes of parts of them. */
import fc from 'fast-check'
import type { DocumentData, DocumentLine } from '#shop/documents'
import { anInvoice, company, grossOf, seller } from './samples.ts'

const percent = (rate: number) => ({ rate, exemption: null })
/** Rates in hundredths of a percent, and offers without VAT. */
const vats = [
  ...[1_900, 700, 2_000, 2_500, 550, 810, 255, 2_100, 0].map(percent),
  ...['Exempt under section 4 no. 20 UStG', 'Membership of a club'].map((exemption) => ({
    rate: null,
    exemption,
  })),
]

const aLine = fc.record({
  units: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(200)),
  // 9.99 and 99.99 at 19 % are no net + round(net * rate).
  priceCents: fc.oneof(fc.constantFrom(999, 9_999, 1, 0), fc.nat(30_000)),
  vat: fc.nat(2),
  voucherPercent: fc.oneof(fc.constant(0), fc.nat(100)),
  pointsPercent: fc.oneof(fc.constant(0), fc.nat(100)),
})

const anOrder = fc
  .record({
    rates: fc.shuffledSubarray(vats, { minLength: 3, maxLength: 3 }),
    lines: fc.array(aLine, { minLength: 1, maxLength: 12 }),
    isOpen: fc.boolean(),
    isCompany: fc.boolean(),
  })
  .map(({ rates, lines, isOpen, isCompany }) => {
    const priced = lines.map(({ units, priceCents, vat, voucherPercent, pointsPercent }) => {
      const voucherCents = Math.floor((units * priceCents * voucherPercent) / 100)
      const pointsCents = Math.floor(((units * priceCents - voucherCents) * pointsPercent) / 100)
      return { units, priceCents, voucherCents, pointsCents, vat: rates[vat] ?? percent(0) }
    })
    const invoice = anInvoice(priced, isCompany ? { buyer: company } : {})
    return isOpen ? open(invoice) : invoice
  })

/** Returns an invoice that waits for a transfer. */
export function open(invoice: DocumentData): DocumentData {
  const { account } = seller
  const payment = {
    means: 'transfer',
    paidCents: 0,
    account,
    reference: 'RF18539007547034',
    payUntil: '2027-03-08',
  } as const
  return { ...invoice, payment }
}

/** Returns what a refund of a part of an invoice gives back: of each line some units, or a percentage that leaves a fee. */
export function creditOf(invoice: DocumentData, parts: number[]): DocumentData {
  const lines = invoice.lines.flatMap((line, place) =>
    givenBack(line, parts[place % parts.length] ?? 100),
  )
  return {
    ...invoice,
    kind: 'credit_note',
    number: 'HN-2027-C00007',
    issuedOn: '2027-04-02',
    corrects: { number: invoice.number, issuedOn: invoice.issuedOn },
    lines,
    payment: { ...invoice.payment, paidCents: grossOf(lines), payUntil: null, reference: null },
  }
}

/** Gives back a share of a line. Its VAT is what is left after the share that stays, as a refund stores it. */
function givenBack(line: DocumentLine, share: number): DocumentLine[] {
  const { grossCents, voucherCents, pointsCents, vatCents } = line
  const paid = grossCents - voucherCents - pointsCents
  const back = Math.floor((paid * share) / 100)
  if (back === 0) return []
  const vatBack = vatCents - Math.round((vatCents * (paid - back)) / paid)
  return [{ ...line, grossCents: back, voucherCents: 0, pointsCents: 0, vatCents: vatBack }]
}

/** An invoice, or a credit note with at least one line. */
export const aDocument: fc.Arbitrary<DocumentData> = fc
  .record({
    invoice: anOrder,
    parts: fc.option(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 12 })),
  })
  .map(({ invoice, parts }) => (parts ? creditOf(invoice, parts) : invoice))
  .filter(({ lines }) => lines.length > 0)
