/**
 * The model of a history of orders. What the service itself says of stock, uses, offers and money is asked of the ledger;
 * the model knows which steps a payment may take, and what the processor has of each order.
 */
import assert from 'node:assert/strict'
import { most } from './baskets.ts'
import { isBack, isOpen, isPaid, keysOf, next, Shadow } from './shadow.ts'
import { audit, look, type SeenPayment, type Stage } from './stage.ts'

export class OrderShadow extends Shadow {
  override async observe(stage: Stage, isAtRest = false): Promise<void> {
    await audit(stage, isAtRest)
    const seen = await look(stage)
    const payments = new Map((seen.payments ?? []).map((payment) => [payment.id, payment]))
    for (const [id, { status }] of this.payments) this.#checkStep(id, status, payments.get(id))
    for (const id of this.told) {
      const { status = 'gone' } = payments.get(id) ?? {}
      assert.ok(isPaid(status) || isBack(status), `the acknowledged payment ${id} is ${status}`)
    }
    this.payments = payments
    this.seen = seen
    this.#checkLimit(stage)
    this.#checkMoney(stage, isAtRest)
  }

  #checkStep(id: string, before: string, now: SeenPayment | undefined) {
    assert.ok(now, `payment ${id} is gone`)
    if (before === now.status) return
    const step = `${before} to ${now.status}`
    assert.ok(next[before]?.includes(now.status), `${id}: ${step}`)
    this.count(step)
  }

  #checkLimit({ users, entities }: Stage) {
    for (const { id } of users) {
      const mine = [...this.payments.values()].filter(
        ({ user_id, entity, status }) =>
          user_id === id && entity === entities.few && (isOpen(status) || isPaid(status)),
      )
      assert.ok(mine.length <= most, `${mine.length} of what one person may have ${most} of`)
    }
  }

  #checkMoney({ processor }: Stage, isAtRest: boolean) {
    const orders = Map.groupBy(this.payments.values(), ({ order }) => order)
    const byKey = new Map(
      [...orders.values()].flatMap((lines) => keysOfOrder(lines).map((key) => [key, lines])),
    )
    for (const [key, { cents, times }] of processor.charges) {
      const lines = byKey.get(key)
      assert.ok(lines, `a charge without an order: ${key}`)
      const sum = lines.reduce((all, line) => all + line.cents, 0)
      if (key === lines[0]?.charge) assert.equal(cents, sum, `charged another sum: ${key}`)
      assert.ok(times <= 1, `charged twice: ${key}`)
    }
    if (isAtRest) for (const lines of orders.values()) checkKept(processor, lines)
  }
}

const keysOfOrder = ([first]: SeenPayment[]): string[] => (first ? keysOf(first) : [])

/** What the processor has of an order when nothing is under way is what its payments say. */
function checkKept(processor: Stage['processor'], lines: SeenPayment[]) {
  const due = lines.reduce(
    (all, { status, cents, refunded, taken }) =>
      isPaid(status) || isBack(status) ? all + cents - refunded + taken : all,
    0,
  )
  const kept = keysOfOrder(lines).reduce((all, key) => all + processor.kept(key), 0)
  const told = lines.map(({ id, status }) => `${id} is ${status}`).join(', ')
  if (lines.every(({ review }) => review === null)) assert.equal(kept, due, told)
  else assert.ok(kept >= due, `gave back what was refused: ${told}`)
}
