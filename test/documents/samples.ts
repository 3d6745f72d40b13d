/** Documents for tests, among them orders A, B and C, whose sums break naive arithmetic. */
import { vatOnce } from '#common/money/vat-once'
import type { DocumentData, DocumentLine } from '#shop/documents'

export const seller: DocumentData['seller'] = {
  name: 'Harbour Nights GmbH',
  street: 'Große Elbstraße 27',
  postcode: '22767',
  city: 'Hamburg',
  country: 'DE',
  vatId: 'DE136695976',
  taxNumber: '27/123/45678',
  vatNote: null,
  email: 'tickets@harbour-nights.example',
  phone: '+49 40 123456',
  account: { holder: 'Harbour Nights GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFF370' },
}

const buyer: DocumentData['buyer'] = {
  name: 'Ada Lovelace',
  company: null,
  street: null,
  postcode: null,
  city: null,
  country: 'DE',
  vatId: null,
  orderReference: null,
  leitwegId: null,
  email: 'ada@example.org',
}

export const company: DocumentData['buyer'] = {
  ...buyer,
  company: 'Analytical Engines Ltd & Co. KG',
  street: 'Speicherstraße 1',
  postcode: '20457',
  city: 'Hamburg',
  vatId: 'DE811569869',
  orderReference: 'PO-4711',
}

export type Priced = Partial<DocumentLine> & { units: number; priceCents: number }

const days = { validFrom: '2027-07-09', validUntil: '2027-07-11' }

/** Returns lines with the VAT that is stored when an order is paid. */
export function linesOf(priced: Priced[]): DocumentLine[] {
  const lines = priced.map(({ priceCents, ...line }) => ({
    festival: 'Harbour Nights 2027',
    item: 'Weekend ticket',
    ...days,
    grossCents: line.units * priceCents,
    voucherCents: 0,
    pointsCents: 0,
    vatCents: 0,
    vat: { rate: 1_900, exemption: null },
    ...line,
  }))
  const vat = vatOnce(
    lines.map((line) => ({
      amount_cents: line.grossCents - line.voucherCents - line.pointsCents,
      rate: line.vat.rate === null ? null : line.vat.rate / 100,
      seller_id: null,
    })),
  )
  return lines.map((line, place) => ({ ...line, vatCents: vat[place] ?? 0 }))
}

export const grossOf = (lines: DocumentLine[]) =>
  lines.reduce((sum, one) => sum + one.grossCents - one.voucherCents - one.pointsCents, 0)

/** An invoice paid by card, with changes. */
export function anInvoice(priced: Priced[], change: Partial<DocumentData> = {}): DocumentData {
  const lines = linesOf(priced)
  return {
    kind: 'invoice',
    number: 'HN-2027-000042',
    issuedOn: '2027-03-01',
    deliveredFrom: days.validFrom,
    deliveredUntil: days.validUntil,
    language: 'en',
    currency: 'EUR',
    livemode: true,
    seller,
    buyer,
    corrects: null,
    order: 'K7Q2-9XWM',
    receipt: null,
    lines,
    payment: {
      means: 'card',
      paidCents: grossOf(lines),
      account: null,
      reference: null,
      payUntil: null,
    },
    ...change,
  }
}

const reduced = { vat: { rate: 700, exemption: null } }

export const orderA = () => anInvoice([{ units: 200, priceCents: 999 }])
export const orderB = () =>
  anInvoice([
    { units: 1, priceCents: 11_900, voucherCents: 690 },
    { units: 1, priceCents: 5_350, voucherCents: 310, item: 'Camping', ...reduced },
  ])
export const orderC = () =>
  anInvoice(['Friday', 'Saturday', 'Sunday'].map((item) => ({ units: 1, priceCents: 999, item })))
