/**
 * Plants a bug into a process of the harness by rewriting one source as it is loaded: the harness must
 * find it, or its silence about the real code means nothing. `node --import ./test/faults/plant.ts`.
 */
import { registerHooks } from 'node:module'

type Planted = { file: string; right: string; wrong: string }

const planted: Record<string, Planted> = {
  /** Stock is looked at and then taken, without a lock in between. */
  nolock: {
    file: 'src/platform/stock.ts',
    right: `and archived_at is null
          order by id for no key update`,
    wrong: 'and archived_at is null',
  },
  /** A retry is a purchase of its own. */
  noidem: {
    file: 'src/payments/purchase.ts',
    right: 'idempotency_key: key ?? id',
    wrong: 'idempotency_key: key ? id : id',
  },
  /** What was held is freed, though the charge for it may still come. */
  nofence: {
    file: 'src/payments/sweep.ts',
    right: 'await answerOf(checkout, checkout.processor.cancel(chargeOf(payment)))',
    wrong: "('cancelled' as 'cancelled' | 'succeeded')",
  },
}

const bug = planted[process.env['PLANT'] ?? '']
if (!bug) throw new Error(`PLANT must be one of ${Object.keys(planted)}`)

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.endsWith(bug.file)) return loaded
    const { source: text = '' } = loaded
    const source = typeof text === 'string' ? text : Buffer.from(text as Uint8Array).toString()
    if (!source.includes(bug.right)) throw new Error(`${bug.file} has changed: plant the bug anew`)
    return { ...loaded, source: source.replace(bug.right, bug.wrong) }
  },
})
