/** Sells from leases, and reports these sales to the service. */
import { now } from '../shared/clock.ts'
import { notice } from '../shared/page.ts'
import { isLive, type LeaseSale, type StoredLease, sellFrom } from './lease.ts'
import type { Till } from './till.ts'

/** The number of sales in one report, small enough to be answered in time by a busy service. The service would take more. */
const batch = 50

let isSelling = false

/** Sells the basket from the leases. The sale is on disk before it is shown as sold. */
export async function sellOffline(
  till: Till,
  means: 'cash' | 'terminal',
  tendered?: number,
): Promise<void> {
  if (isSelling || till.stage.step !== 'choose') return
  isSelling = true
  const given = tendered === undefined ? {} : { tendered }
  const selling = { lines: till.lines, means, ...given, at: now(), key: crypto.randomUUID() }
  try {
    const sale = await till.store.change(async (desk) => {
      const kept = await Promise.all(till.leases.map(({ id }) => desk.get('leases', id)))
      const result = sellFrom(
        kept.flatMap((lease) => lease ?? []),
        selling,
      )
      if (!result) return undefined
      for (const lease of result.changed) desk.put('leases', lease)
      desk.put('sales', result.sale)
      desk.put('kept', { name: 'stage', value: { step: 'sold', sale: result.sale } })
      desk.put('kept', { name: 'basket', value: {} })
      return result.sale
    })
    if (!sale) return notice('fault', 'Too few prepared tickets are left. Nothing was sold.')
    Object.assign(till, { stage: { step: 'sold', sale }, basket: {}, paying: null })
    notice('fault', null)
    await till.reload()
  } catch {
    notice('fault', 'This sale could not be saved on the device. Nothing was sold.')
  } finally {
    isSelling = false
  }
}

/**
 * Reports all unsent sales to the service, in the order in which they were made within each lease, and returns leases
 * that are over.
 * @throws Unanswered, Ended, Refusal
 */
export async function report(till: Till): Promise<void> {
  for (let next = firstUnsent(till); next; next = firstUnsent(till)) {
    await sendLeaseReport(till, next.lease, next.sales)
  }
  for (const lease of till.leases) {
    if (!isLive(lease, now().getTime())) await sendLeaseReport(till, lease, 'done')
  }
}

/** Returns the remaining tickets of a lease, after all its sales were reported. */
export async function returnLease(till: Till, lease: StoredLease): Promise<void> {
  await report(till)
  await sendLeaseReport(till, lease, 'done')
}

/** Returns the unsent sales of the lease with the oldest one, in their order: a report is for one lease, and takes many sales. */
function firstUnsent({ leases }: Till): { lease: StoredLease; sales: LeaseSale[] } | undefined {
  const soldAt = ({ unsent: [first] }: StoredLease) => first?.sold_at ?? ''
  const [lease] = leases
    .filter(({ unsent }) => unsent.length > 0)
    .toSorted((a, b) => soldAt(a).localeCompare(soldAt(b)))
  return lease && { lease, sales: lease.unsent.slice(0, batch) }
}

/** Reports sales of a lease, or that it is over. */
async function sendLeaseReport(till: Till, lease: StoredLease, what: LeaseSale[] | 'done') {
  const isDone = what === 'done'
  const sales = isDone ? [] : what
  const answer = await till.calls.report(lease, sales, isDone)
  const heard = new Set(sales.map(({ key }) => key))
  const refused = answer.sales.filter((one) => one.refused !== null).length
  await till.store.change(async (desk) => {
    const kept = await desk.get('leases', lease.id)
    if (!kept) return
    const unsent = kept.unsent.filter(({ key }) => !heard.has(key))
    const { state, expires_at } = answer.lease
    if (state !== 'open' && unsent.length === 0) desk.drop('leases', lease.id)
    else desk.put('leases', { ...kept, unsent, state, expires_at })
    for (const { key, receipt, refused: why } of answer.sales) {
      const sold = await desk.get('sales', key.slice(0, key.lastIndexOf('-')))
      if (!sold) continue
      const receipts = [sold.receipt, receipt ?? ''].filter((part) => part !== '')
      desk.put('sales', { ...sold, receipt: receipts.join(', '), ...(why && { refused: why }) })
    }
  })
  if (refused > 0) {
    notice(
      'refused',
      `${refused} sales made without a network were not booked: see the last sales.`,
    )
  }
  await till.reload()
}
