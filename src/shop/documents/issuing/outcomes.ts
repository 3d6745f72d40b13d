/** Plans the documents of each kind of row that waits for some. */
import type { Transaction } from '#platform/database/transactions'
import { readBilling } from './billing.ts'
import { readBooks, readUndocumented, type SettledRefund } from './books.ts'
import type { Due } from './due.ts'
import { type Draft, type Issued, planChange, planCorrection, planSale } from './plan.ts'
import { readSellers } from './sellers.ts'
import { readSoldUnits, type SoldUnit } from './sold-units.ts'

/** The documents of a row, in order; none if it needs none. `mustWait`: it is tried again later. */
export type Outcome = { due: Due; drafts: Draft[]; mustWait: boolean }

type Moment = { db: Transaction; now: Date }
type Refunds = Map<string, SettledRefund>

const aboutOf = (due: Due[]) => due.map(({ about }) => about)

/** Plans an invoice of each seller in an order. The order waits while one of them lacks details. */
export async function planSales({ db, now }: Moment, due: Due[]): Promise<Outcome[]> {
  const units = await readSoldUnits(db, aboutOf(due))
  const books = await readBooks(db, aboutOf(due))
  const billing = await readBilling(db, aboutOf(due))
  const sales = [...Map.groupBy(units, ({ order_id, seller }) => `${order_id} ${seller}`).values()]
    .filter(costs)
    .flatMap((own) => own.slice(0, 1).map((first) => ({ ...first, own })))
    .filter(({ order_id, seller }) => !hasSale(books.get(order_id), seller))
  const sellers = await readSellers(db, sales)
  const planned = sales.map((sale, nth) => {
    const [by, buyer] = [sellers[nth], billing.get(sale.order_id)]
    return { sale, draft: by && planSale({ units: sale.own, by, buyer }, now) }
  })
  const byOrder = Map.groupBy(planned, ({ sale }) => sale.order_id)
  return due.map((one) => {
    const own = byOrder.get(one.about) ?? []
    const drafts = own.flatMap(({ draft }) => draft ?? [])
    return { due: one, drafts, mustWait: drafts.length < own.length }
  })
}

const hasSale = (book: Issued[] = [], seller: string) =>
  book.some((document) => document.reason === 'sale' && document.seller === seller)

const costs = (units: SoldUnit[]) => units.some(({ amount_cents }) => amount_cents > 0)

/** Plans a credit note for the refunds of a seller that were requested together. */
export async function planRefunds(
  { db, now }: Moment,
  due: Due[],
  refunds: Refunds,
): Promise<Outcome[]> {
  const orders = ordersOf(due, refunds)
  const [books, waiting] = [await readBooks(db, orders), await readUndocumented(db, orders)]
  const groups = Map.groupBy(due, ({ about }) => {
    const refund = refunds.get(about)
    return refund ? `${refund.order_id} ${refund.seller} ${refund.request_id ?? about}` : about
  })
  return [...groups.values()].flatMap((group) => {
    const own = group.flatMap(({ about }) => refunds.get(about) ?? [])
    const [first] = own
    const book = first ? (books.get(first.order_id) ?? []) : []
    const byInvoice = Map.groupBy(own, ({ payment_id }) => invoiceOf(book, payment_id))
    const drafts = [...byInvoice].flatMap(([invoice, shares]) => {
      if (!invoice) return []
      const note = { reason: 'refund', kind: 'credit_note', invoice, corrects: invoice } as const
      return planCorrection({ ...note, shares, refund_ids: shares.map(({ id }) => id) }, now) ?? []
    })
    const mustWait = drafts.length === 0 && first !== undefined && waiting.has(first.order_id)
    return group.map((one, nth) => ({ due: one, drafts: nth === 0 ? drafts : [], mustWait }))
  })
}

/** Returns the newest invoice that names a payment, for its sale or with changed details. */
const invoiceOf = (book: Issued[], paymentId: string): Issued | undefined =>
  book.findLast(
    ({ id, invoice_id, units }) =>
      id === invoice_id && units.some(({ payment_id }) => payment_id === paymentId),
  )

/** Plans an invoice that takes the credit note of a refund back, which has failed after it was done. */
export async function planFailed(
  { db, now }: Moment,
  due: Due[],
  refunds: Refunds,
): Promise<Outcome[]> {
  const orders = ordersOf(due, refunds)
  const [books, waiting] = [await readBooks(db, orders), await readUndocumented(db, orders)]
  return due.map((one) => {
    const refund = refunds.get(one.about)
    const book = refund ? (books.get(refund.order_id) ?? []) : []
    const corrects = book.find(
      ({ reason, refund_ids }) => reason === 'refund' && refund_ids.includes(one.about),
    )
    const invoice = book.find(({ id }) => id === corrects?.invoice_id)
    const mustWait = refund !== undefined && !corrects && waiting.has(refund.order_id)
    if (!refund || !corrects || !invoice) return { due: one, drafts: [], mustWait }
    const taken = { reason: 'failed_refund', kind: 'invoice', invoice, corrects } as const
    const draft = planCorrection({ ...taken, shares: [refund], refund_ids: [refund.id] }, now)
    return { due: one, drafts: draft ? [draft] : [], mustWait: false }
  })
}

/** Plans the documents of orders whose buyers have changed their details. */
export async function planChanges({ db, now }: Moment, due: Due[]): Promise<Outcome[]> {
  const books = await readBooks(db, aboutOf(due))
  const billing = await readBilling(db, aboutOf(due))
  const seen = new Set<string>()
  return due.map((one) => {
    const isAgain = seen.has(one.about)
    seen.add(one.about)
    const book = isAgain ? [] : (books.get(one.about) ?? [])
    const bySeller = Map.groupBy(book, ({ seller }) => seller)
    const drafts = [...bySeller.values()].flatMap((own) => {
      const invoice = own.findLast(({ id, invoice_id }) => id === invoice_id)
      const later = own.filter((it) => it !== invoice && it.invoice_id === invoice?.id)
      return invoice ? planChange({ invoice, later, buyer: billing.get(one.about) }, now) : []
    })
    return { due: one, drafts, mustWait: false }
  })
}

const ordersOf = (due: Due[], refunds: Refunds) => [
  ...new Set(due.flatMap(({ about }) => refunds.get(about)?.order_id ?? [])),
]
