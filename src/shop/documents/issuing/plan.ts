/** Plans the documents of what was settled, before they have numbers. Nothing here reads or writes. */

import { newId } from '#platform/values/ids'
import { readerLanguage } from '#platform/values/reader-languages'
import { dateIn } from '#platform/zones/local-time'
import type { Buyer, DocumentData, DocumentKind } from '../model/document.ts'
import type { Details } from './billing.ts'
import type { Reason } from './due.ts'
import {
  type Content,
  type DocumentUnit,
  leftOf,
  linesOfSale,
  linesOfShares,
  type Share,
  total,
} from './lines.ts'
import type { IssuingSeller } from './sellers.ts'
import type { SoldUnit } from './sold-units.ts'

/** A document to be numbered. */
export type Draft = {
  id: string
  kind: DocumentKind
  reason: Reason
  seller: string
  prefix: string
  year: number
  order_id: string
  invoice_id: string
  corrects: string | null
  refund_ids: string[]
  festival_ids: string[]
  time_zone: string
  issued_on: string
  units: DocumentUnit[]
  data: Omit<DocumentData, 'number'>
}

/** A document that is issued. */
export type Issued = Omit<Draft, 'data' | 'year'> & { number: string; data: DocumentData }

/** `buyer`: details that the buyer gave, else undefined. */
export type SaleOf = { units: SoldUnit[]; by: IssuingSeller; buyer: Details | undefined }

/** Plans the invoice of what an order has bought from one seller; undefined if it cost nothing. */
export function planSale({ units: sold, by, buyer }: SaleOf, now: Date): Draft | undefined {
  const content = linesOfSale(sold, by.seller.vatNote)
  const [first] = sold
  const cents = total(content.units.map((unit) => unit.cents))
  if (!first || cents === 0) return undefined
  const id = newId()
  const zone = sold.find((unit) => unit.zone !== null)?.zone ?? 'UTC'
  const festival_ids = new Set(sold.flatMap(({ festival_id }) => festival_id ?? []))
  const { seller, order_id } = first
  return dated(zone, now, {
    id,
    kind: 'invoice',
    reason: 'sale',
    seller,
    prefix: by.prefix,
    order_id,
    invoice_id: id,
    corrects: null,
    refund_ids: [],
    festival_ids: [...festival_ids],
    units: content.units,
    data: {
      kind: 'invoice',
      language: readerLanguage(first.language),
      currency: 'EUR',
      livemode: first.livemode,
      seller: by.seller,
      buyer: buyerOf(first, by, buyer),
      corrects: null,
      order: first.order_number,
      receipt: first.receipt,
      ...contentOf(content),
      payment: {
        means: first.means === 'transfer' || first.means === 'cash' ? first.means : 'card',
        paidCents: cents,
        account: null,
        reference: null,
        payUntil: null,
      },
    },
  })
}

function buyerOf(
  { buyer_name, buyer_email: email }: SoldUnit,
  { seller }: IssuingSeller,
  details: Details | undefined,
): Buyer {
  const name = buyer_name || (email ?? '–')
  return withDetails({ name, email, country: seller.country }, details)
}

/** Returns a buyer with the details that were given for an order; without any, name and country stay. */
const withDetails = (
  { name, email, country }: Pick<Buyer, 'name' | 'email' | 'country'>,
  details: Details = noDetails,
): Buyer => ({
  ...details,
  email,
  name: details.name ?? name,
  country: details.country ?? country,
})

const noDetails: Details = {
  name: null,
  company: null,
  street: null,
  postcode: null,
  city: null,
  country: null,
  vatId: null,
  orderReference: null,
  leitwegId: null,
}

type Correction = {
  reason: Reason
  kind: DocumentKind
  /** the invoice whose money it moves */
  invoice: Issued
  /** the document it names */
  corrects: Issued
  shares: Share[]
  refund_ids?: string[]
}

/** Plans a document that changes an invoice: a credit note, or an invoice that takes back a credit note. */
export function planCorrection(
  { reason, kind, invoice, corrects, shares, refund_ids = [] }: Correction,
  now: Date,
): Draft | undefined {
  const content = linesOfShares(contentIn(invoice), shares)
  if (content.units.length === 0) return undefined
  const { seller, prefix, order_id, festival_ids, time_zone, data } = invoice
  return dated(time_zone, now, {
    id: newId(),
    kind,
    reason,
    seller,
    prefix,
    order_id,
    invoice_id: invoice.id,
    corrects: corrects.id,
    refund_ids,
    festival_ids,
    units: content.units,
    data: {
      ...data,
      kind,
      corrects: { number: corrects.number, issuedOn: corrects.issued_on },
      ...contentOf(content),
      payment: { ...data.payment, paidCents: total(content.units.map(({ cents }) => cents)) },
    },
  })
}

/**
 * Plans the documents of changed details: a credit note of what is left of the invoice, and an invoice of that with the
 * new details.
 */
export function planChange(
  { invoice, later, buyer }: { invoice: Issued; later: Issued[]; buyer: Details | undefined },
  now: Date,
): Draft[] {
  const shares = leftOf(contentIn(invoice), later)
  const changed = { reason: 'changed', invoice, corrects: invoice, shares } as const
  const note = planCorrection({ ...changed, kind: 'credit_note' }, now)
  const again = planCorrection({ ...changed, kind: 'invoice' }, now)
  if (!note || !again) return []
  const data = { ...again.data, corrects: null, buyer: withDetails(invoice.data.buyer, buyer) }
  return [note, { ...again, invoice_id: again.id, data }]
}

export const contentIn = ({ units, data }: Issued): Content => ({ units, lines: data.lines })

type Dates = 'year' | 'issued_on' | 'time_zone'
type Undated = Omit<Draft, Dates | 'data'> & { data: Omit<Draft['data'], 'issuedOn'> }

/** Dates a document by the calendar of its seller. */
function dated(zone: string, now: Date, draft: Undated): Draft {
  const issued_on = dateIn(now, zone)
  const data = { ...draft.data, issuedOn: issued_on }
  return { ...draft, data, time_zone: zone, issued_on, year: Number(issued_on.slice(0, 4)) }
}

function contentOf({ lines }: Content) {
  const days = lines.flatMap(({ validFrom, validUntil }) => [validFrom, validUntil]).toSorted()
  return { lines, deliveredFrom: days[0] ?? '', deliveredUntil: days.at(-1) ?? '' }
}
