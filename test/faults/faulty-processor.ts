/** A processor in memory with failures chosen by the test, for the model. */
import { newId } from '#platform/values/ids'
import type {
  Charge,
  OnlineProcessor,
  Outcome,
  ProcessorEvent,
  ProcessorRefund,
  RefundState,
} from '../../src/shop/payments/processors/processor.ts'
import { facts } from '../../src/shop/payments/processors/simulated/simulated.ts'

/** What happens to the calls of one command. */
export const faults = ['none', 'lost request', 'lost answer', 'late request'] as const
export type Fault = (typeof faults)[number]

/** Why a charge is declined when its buyer answers so. */
export const gaveUp = 'gave up'

type StoredCharge = { outcome: Outcome; cents: number; times: number }
type Refunded = { charge: string; cents: number; state: RefundState['state']; ends?: Ended }
/** How a refund stands in the end. */
type Ended = 'refunded' | 'refused'

/** What becomes of the refunds that are made from now on. */
export const refundCourses = [
  'done',
  'refused',
  'failed later',
  'pending',
  'pending, then refused',
] as const
export type RefundCourse = (typeof refundCourses)[number]

const courses: Record<RefundCourse, Pick<Refunded, 'state' | 'ends'>> = {
  done: { state: 'refunded' },
  refused: { state: 'refused' },
  'failed later': { state: 'refunded', ends: 'refused' },
  pending: { state: 'pending', ends: 'refunded' },
  'pending, then refused': { state: 'pending', ends: 'refused' },
}

/** What a method does when it is charged: it is part of the order, so that a retry means the same. */
export const methods = { good: 'pm_good', declines: 'pm_declines', asks: 'pm_asks' } as const
export type Method = (typeof methods)[keyof typeof methods]

export class FaultyProcessor {
  charges = new Map<string, StoredCharge>()
  refunds = new Map<string, Refunded>()
  events: ProcessorEvent[] = []
  late: (() => void)[] = []
  fault: Fault = 'none'
  isDown = false
  refunding: RefundCourse = 'done'
  /** the calling process is dead */
  isCut = () => false

  reset(): void {
    this.charges.clear()
    this.refunds.clear()
    this.events = []
    this.late = []
    this.heal()
  }

  heal(): void {
    this.fault = 'none'
    this.isDown = false
    this.refunding = 'done'
  }

  /** Delayed requests arrive; charges that waited for their buyer are approved. */
  letArrive(): number {
    const arriving = this.late.splice(0)
    for (const arrive of arriving) arrive()
    return arriving.length
  }

  /**
   * The buyer answers for the n-th charge that waits for one. Those that `mayRetry` wait as well after the buyer gave up,
   * until they are cancelled: another card may be tried.
   */
  answer(nth: number, outcome: Outcome, mayRetry: (key: string) => boolean): boolean {
    const waiting = [...this.charges].filter(
      ([key, { outcome: now }]) =>
        now.state === 'requires_action' ||
        (now.state === 'declined' && now.reason === gaveUp && mayRetry(key)),
    )
    const found = waiting[nth % Math.max(1, waiting.length)]
    if (!found) return false
    const [key, kept] = found
    kept.outcome = outcome
    this.#tell(key, outcome)
    return true
  }

  /** Money of charges that were neither declined nor refunded. */
  kept(key: string): number {
    const charge = this.charges.get(key)
    if (charge?.outcome.state !== 'succeeded') return 0
    const back = [...this.refunds.values()].filter(
      (one) => one.charge === key && one.state !== 'refused',
    )
    return back.reduce((rest, { cents }) => rest - cents, charge.cents)
  }

  get processor(): OnlineProcessor {
    return {
      ...facts,
      livemode: false,
      publicKey: 'pk_test',
      defaultMethod: methods.good,
      charge: async (charge, method) => this.#charge(charge, method),
      find: async ({ key }) => {
        this.#requireUp()
        return this.charges.get(key)?.outcome ?? { state: 'none' }
      },
      cancelCharge: async ({ key, cents }) => {
        this.#requireUp()
        if (this.charges.get(key)?.outcome.state === 'succeeded') return 'succeeded'
        const outcome = { state: 'declined', reason: 'cancelled' } as const
        this.charges.set(key, { outcome, cents, times: 0 })
        return 'cancelled'
      },
      refund: async ({ charge, key, cents }) => {
        this.#requireUp()
        const refund = this.refunds.get(key) ?? {
          charge: charge.key,
          cents,
          ...courses[this.refunding],
        }
        this.refunds.set(key, refund)
        this.#lose('lost answer')
        return this.#stateOf(key, refund)
      },
      refundsOf: async ({ key: of }) => {
        this.#requireUp()
        return [...this.refunds].flatMap(([key, refund]) =>
          refund.charge === of ? this.#stateOf(key, refund) : [],
        )
      },
      webhook: (_headers, body) => JSON.parse(body.toString()),
    }
  }

  /** The n-th refund of those that have not come to their end does. */
  endRefund(nth: number): boolean {
    const open = [...this.refunds].filter(([, { ends }]) => ends !== undefined)
    const [key, refund] = open[nth % Math.max(1, open.length)] ?? []
    if (!key || !refund?.ends) return false
    refund.state = refund.ends
    delete refund.ends
    this.events.push({ id: newId(), key: refund.charge, refund: this.#stateOf(key, refund) })
    return true
  }

  #stateOf(key: string, { state, cents }: Refunded): ProcessorRefund {
    const about = { id: `re_${key}`, key, cents }
    return state === 'refused' ? { ...about, state, reason: 'too old' } : { ...about, state }
  }

  #charge({ key, cents }: Charge, method: string): Outcome {
    this.#requireUp()
    this.#lose('lost request')
    if (this.fault === 'late request') {
      this.late.push(() => this.#take(key, cents, method))
      throw new Error('No answer so far')
    }
    const outcome = this.#take(key, cents, method)
    this.#lose('lost answer')
    return outcome
  }

  #take(key: string, cents: number, method: string): Outcome {
    const known = this.charges.get(key)
    if (known) return known.outcome
    const outcome: Outcome =
      method === methods.declines
        ? { state: 'declined', reason: 'insufficient_funds' }
        : method === methods.asks
          ? { state: 'requires_action', clientSecret: `secret of ${key}` }
          : { state: 'succeeded' }
    this.charges.set(key, { outcome, cents, times: outcome.state === 'succeeded' ? 1 : 0 })
    this.#tell(key, outcome)
    return outcome
  }

  #tell(key: string, outcome: Outcome) {
    this.events.push({ id: newId(), key, outcome })
  }

  #requireUp() {
    if (this.isCut()) throw new Error('The process is dead')
    if (this.isDown) throw new Error('The processor is away')
  }

  #lose(fault: Fault) {
    if (this.fault === fault) throw new Error(`A ${fault}`)
  }
}
