/** Issues the documents of orders and refunds that are settled: numbers them, and stores what they say. */
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { insertDocuments, readRefunds } from './books.ts'
import { type Due, deleteDue, lockDue, postponeDue } from './due.ts'
import { type Outcome, planChanges, planFailed, planRefunds, planSales } from './outcomes.ts'
import type { Draft } from './plan.ts'
import { takeNumbers } from './series.ts'

export type IssuingContext = Pick<Infrastructure, 'work' | 'now' | 'failpoint'>

/** The most orders and refunds that one transaction issues documents for. */
const most = 200

/**
 * Issues the documents of the next orders and refunds, in one transaction, and returns how many rows it has handled. A
 * process that dies in it leaves neither documents nor numbers.
 */
export async function issueDocuments({
  work,
  now: clock,
  failpoint,
}: IssuingContext): Promise<number> {
  const now = clock()
  const handled = await transact(work, async (trx) => {
    const due = await lockDue(trx, { now, limit: most })
    if (due.length === 0) return 0
    const outcomes = await planAll({ db: trx, now }, due)
    const drafts = withAscendingIds(outcomes.flatMap((outcome) => outcome.drafts))
    await insertDocuments(trx, await takeNumbers(trx, drafts), now)
    const { waiting = [], done = [] } = Object.groupBy(outcomes, ({ mustWait }) =>
      mustWait ? 'waiting' : 'done',
    )
    await deleteDue(trx, done.map(toDue))
    await postponeDue(trx, waiting.map(toDue), now)
    await failpoint('D1 before documents commit')
    return outcomes.length
  })
  if (handled > 0) await failpoint('D2 documents issued')
  return handled
}

/** Gives documents ids in their order: lists go by id, and ids of one millisecond have none. */
export function withAscendingIds(drafts: Draft[]): Draft[] {
  const ids = drafts.map(({ id }) => id).toSorted()
  const renamed = new Map(drafts.map(({ id }, place) => [id, ids[place] ?? id]))
  const nameOf = (id: string) => renamed.get(id) ?? id
  return drafts.map((draft) => ({
    ...draft,
    id: nameOf(draft.id),
    invoice_id: nameOf(draft.invoice_id),
    corrects: draft.corrects && nameOf(draft.corrects),
  }))
}

const toDue = ({ due }: Outcome): Due => due

/** Plans the documents of rows. Of several kinds for one order the first is planned now, the others next time. */
async function planAll(moment: Parameters<typeof planSales>[0], due: Due[]): Promise<Outcome[]> {
  const refunds = await readRefunds(
    moment.db,
    due.flatMap(({ kind, about }) => (kind === 'refund' || kind === 'failed_refund' ? about : [])),
  )
  const orderOf = ({ about }: Due) => refunds.get(about)?.order_id ?? about
  const first = new Map<string, Due['kind']>()
  for (const one of due) if (!first.has(orderOf(one))) first.set(orderOf(one), one.kind)
  const planned = due.filter((one) => first.get(orderOf(one)) === one.kind)
  const of = (kind: Due['kind']) => planned.filter((one) => one.kind === kind)
  const outcomes = [
    ...(await planSales(moment, of('sale'))),
    ...(await planRefunds(moment, of('refund'), refunds)),
    ...(await planFailed(moment, of('failed_refund'), refunds)),
    ...(await planChanges(moment, of('changed'))),
  ]
  const place = new Map(planned.map((one, nth) => [one, nth]))
  return outcomes.toSorted((a, b) => (place.get(a.due) ?? 0) - (place.get(b.due) ?? 0))
}
