/** The model: the expected stock, points and payments, kept beside the service's own. */
import assert from 'node:assert/strict'
import { idempotencyKeyOf } from '#platform/http/requests/idempotency'
import type { Order } from './orders.ts'
import { audit, look, type Seen, type SeenPayment, type Stage, startPoints } from './stage.ts'

export const isPaid = (status: string) => status === 'succeeded' || status === 'partially_refunded'
export const isOpen = (status: string) => status === 'pending' || status === 'requires_action'
export const isBack = (status: string) => status === 'refunding' || status === 'refunded'

/** What a payment may have become since the last check, perhaps in several steps. */
const back = ['refunding', 'refunded']
const sold = ['succeeded', 'partially_refunded', ...back]
export const next: Record<string, string[]> = {
  pending: ['requires_action', 'failed', 'expired', ...sold],
  requires_action: ['pending', 'failed', 'expired', ...sold],
  failed: sold,
  expired: sold,
  succeeded: sold,
  partially_refunded: ['succeeded', ...back],
  refunding: ['refunded'],
  // A refund has failed after it was done.
  refunded: ['refunding'],
}
/** What the processor must know about a payment in this state. */
const truths: Record<string, string> = {
  ...Object.fromEntries(sold.map((status) => [status, 'succeeded'])),
  failed: 'declined',
}

/** The answer to an order: `id` once there is a payment. */
export type Answer = {
  status: number
  state: string
  id?: string | undefined
  code?: string | null
}

export class Shadow {
  /** the payment of each key of a user */
  ids = new Map<string, string>()
  /** the amount it was sent with: another amount is another body */
  amounts = new Map<string, number | undefined>()
  /** answers that said paid: they never change */
  acknowledged = new Map<string, { id: string; code: string | null }>()
  admitted = new Set<string>()
  payments = new Map<string, SeenPayment>()
  seen: Seen | undefined
  isCancelled = false
  /** payments whose buyers gave them up, or tried to */
  givenUp = new Set<string>()
  /** payments that were answered as paid, of orders of several */
  told = new Set<string>()
  counts: Record<string, number>

  constructor(counts: Record<string, number>) {
    this.counts = counts
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  /** Remembers that a buyer was told that these are paid. */
  tell(ids: string[]): void {
    for (const id of ids) this.told.add(id)
    this.count('acknowledged')
  }

  /** The keys of all attempts to pay what was held first. */
  get attempts(): Set<string> {
    const held = [...this.payments.values()].filter(({ attempts }) => attempts !== null)
    return new Set(held.flatMap(keysOf))
  }

  /** Reads everything and checks it against what was known, what may happen, and the model. */
  async observe(stage: Stage, isAtRest = false): Promise<void> {
    await audit(stage, isAtRest)
    const seen = await look(stage)
    const payments = new Map((seen.payments ?? []).map((payment) => [payment.id, payment]))
    for (const id of this.payments.keys()) assert.ok(payments.has(id), `payment ${id} is gone`)
    for (const payment of payments.values()) this.#follow(stage, payment)
    this.payments = payments
    this.seen = seen
    for (const { id, user_id, key } of payments.values()) this.ids.set(`${user_id} ${key}`, id)
    this.#checkStock(seen)
    this.#checkPoints(stage, seen)
    this.#checkMoney(stage, isAtRest)
  }

  #follow(stage: Stage, now: SeenPayment) {
    const before = this.payments.get(now.id)
    if (before) this.#checkStep(before, now)
    if (before?.status !== now.status) checkTruth(stage, now, this.givenUp.has(now.id))
    checkAttempts(stage, now)
    if (now.review !== before?.review && now.review) this.count('refused refunds')
  }

  #checkStep(before: SeenPayment, { id, status, code }: SeenPayment) {
    const step = `${before.status} to ${status}`
    assert.equal(before.code ?? code, code, id)
    if (before.status === status) return
    assert.ok(next[before.status]?.includes(status), `${id}: ${step}`)
    this.count(step)
  }

  #checkStock({ stock }: Seen) {
    const all = [...this.payments.values()]
    for (const { id, sold, held, quantity } of stock) {
      const of = all.filter(({ entity }) => entity === id)
      assert.equal(sold, of.filter(({ status }) => isPaid(status)).length, 'sold')
      assert.equal(held, of.filter(({ status }) => isOpen(status)).length, 'held')
      assert.ok(sold + held <= quantity, 'oversold')
    }
  }

  /** start + earned + admissions − used, where points still owed or withheld are added again. */
  #checkPoints({ users }: Stage, { points, short, gate }: Seen) {
    const of = (rows: { user_id: string; points: number }[] | null, user: string) =>
      rows?.find(({ user_id }) => user_id === user)?.points ?? 0
    for (const [nth, { id }] of users.entries()) {
      const mine = [...this.payments.values()].filter(({ user_id }) => user_id === id)
      const sum = (which: (status: string) => boolean) =>
        mine.reduce((all, { status, points }) => all + (which(status) ? points : 0), 0)
      const earned = mine.reduce((all, payment) => all + earnedBy(payment), 0)
      const balance = points.find(({ user_id }) => user_id === id)
      assert.equal(balance?.reserved, sum(isOpen), 'reserved points')
      const expected =
        (startPoints[nth] ?? 0) +
        earned +
        of(gate, id) +
        of(short, id) -
        sum(isOpen) -
        sum(isPaid) -
        mine.reduce((all, payment) => all + keptPointsOf(payment), 0)
      assert.equal(balance?.available, expected, 'available points')
    }
  }

  #checkMoney({ processor }: Stage, isAtRest: boolean) {
    const byKey = new Map(
      [...this.payments.values()].flatMap((one) => keysOf(one).map((key) => [key, one])),
    )
    for (const [key, { cents, times }] of processor.charges) {
      const payment = byKey.get(key)
      assert.ok(payment, `a charge without a payment: ${key}`)
      if (key === payment.charge) assert.equal(cents, payment.cents, `charged another sum: ${key}`)
      assert.ok(times <= 1, `charged twice: ${key}`)
    }
    if (!isAtRest) return
    for (const payment of this.payments.values()) checkKept(processor, payment)
  }

  /** Checks that a key belongs to one payment, and an acknowledged purchase always gets the same answer. */
  note(name: string, answer: Answer): void {
    const { id, code = null, state, status } = answer
    this.#checkAcknowledged(name, answer)
    if (!id) return
    const known = this.ids.get(name) ?? id
    assert.equal(id, known, `${name} became another payment`)
    if (this.ids.has(name)) this.count('replays')
    this.ids.set(name, id)
    if (status !== 201 || !isPaid(state) || this.#isDisputed(id)) return
    if (!this.acknowledged.has(name)) this.count('acknowledged')
    this.acknowledged.set(name, { id, code })
  }

  #checkAcknowledged(name: string, { id, code = null, state, status }: Answer) {
    const before = this.acknowledged.get(name)
    if (!before) return
    assert.ok(status === 201 || status === 409, `${name} was paid and answers ${status} ${state}`)
    if (id && isPaid(state) && !this.#isDisputed(id)) assert.deepEqual({ id, code }, before)
  }

  /** Its code is not shown meanwhile. */
  #isDisputed(id: string): boolean {
    return this.payments.get(id)?.disputed ?? false
  }
}

/** How the service stores the key of a user. */
export function nameOf({ users }: Stage, { user, key }: Order): string {
  return `${users[user]?.id} ${idempotencyKeyOf({ 'idempotency-key': key })}`
}

/** The keys of a payment's charges at the processor. */
export const keysOf = ({ charge, attempts }: SeenPayment): string[] =>
  attempts === null ? [charge] : attempts.map(({ id }) => id)

/** Of all attempts to pay something at most one has taken money, and of those that are over none may. */
function checkAttempts({ processor }: Stage, { id, attempts, charge, order_status }: SeenPayment) {
  for (const { id: key } of attempts ?? []) {
    if (key === charge && order_status !== 'held') continue
    assert.equal(processor.charges.get(key)?.outcome.state ?? 'none', 'declined', `${id}: ${key}`)
  }
}

function checkTruth(
  { processor, clock }: Stage,
  { id, charge, status, cents, hold }: SeenPayment,
  isGivenUp: boolean,
) {
  const truth = cents === 0 ? 'succeeded' : processor.charges.get(charge)?.outcome.state
  if (status in truths) assert.equal(truth, truths[status], `${id} is ${status}`)
  if (status === 'expired' && !isGivenUp)
    assert.ok(clock.now >= Date.parse(hold), `${id} expired too soon`)
}

/** What the processor has of a payment when nothing is under way is what the payment says. */
function checkKept(processor: Stage['processor'], payment: SeenPayment) {
  const { id, status, cents, refunded, kept, review, percent, taken } = payment
  if (status === 'refunded' && review === null && percent === null)
    assert.equal(refunded + kept, cents, `${id} is given back in part`)
  const due = isPaid(status) || isBack(status) ? cents - refunded + taken : 0
  const held = keysOf(payment).reduce((sum, key) => sum + processor.kept(key), 0)
  if (review === null) assert.equal(held, due, `${id} is ${status}`)
  else assert.ok(held >= due, `${id} gave back what was refused`)
}

/** A point for each full euro, less what refunds under way return. */
function earnedBy({ status, cents, refunded, kept, ...payment }: SeenPayment): number {
  if (isBack(status) && payment.percent !== null) {
    if (payment.unsure) return payment.stands ?? 0
    return cents === 0
      ? 0
      : Math.floor((Math.floor(cents / 100) * (cents - refunded - kept)) / cents)
  }
  if (!isPaid(status)) return 0
  const earned = Math.floor(cents / 100)
  return cents === 0 ? earned : Math.floor((earned * (cents - refunded - kept)) / cents)
}

/** Points spent on what its buyer gave back that did not come back. */
function keptPointsOf({ points, percent }: SeenPayment): number {
  return percent === null ? 0 : points - Math.floor((points * percent) / 100)
}
