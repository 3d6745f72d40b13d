import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#platform/ids'
import type { Clock } from '#platform/time'
import { badLine, type Faults, noFaults } from './faults.ts'
import type { Outcome, Processor, ProcessorEvent, Refund } from './processor.ts'
import { requireSignature, signatureOf } from './signature.ts'
import { fateOf } from './test-methods.ts'

/** Posts a webhook to ourselves and gives the status that was answered. */
export type Deliver = (webhook: {
  headers: Record<string, string>
  body: string
}) => Promise<number>

type Options = {
  now: Clock
  faults?: Partial<Faults>
  /** none: no webhooks are sent */
  deliver?: Deliver | undefined
  random?: () => number
  wait?: (ms: number) => Promise<void>
}

/** Charges and refunds kept; the oldest are forgotten first. */
const most = 100_000
const signatureHeader = 'simulated-signature'
/** When a webhook that was not taken is sent again, milliseconds after the last time. */
const again = [1_000, 5_000, 30_000, 120_000]

/**
 * A processor that takes no money, for development and tests. It keeps its charges in the memory of
 * this process. Stripe's test methods decline or want the buyer, who then approves after a few seconds
 * by himself; any other method is good.
 */
export function simulated(options: Options): Processor {
  const { now, random = Math.random, wait = sleep } = options
  const faults = { ...noFaults, ...options.faults }
  const secret = randomBytes(32).toString('base64url')
  const send = options.deliver && sender({ ...options, deliver: options.deliver }, secret)
  const book = openBook((key, outcome) => void send?.({ id: `evt_${newId()}`, key, outcome }))
  const call = badLine({ faults, random, wait })
  return {
    name: 'simulated',
    publicKey: 'pk_simulated',
    defaultMethod: 'pm_card_visa',
    charge: (charge, method) =>
      call(() => {
        const { outcome, approve } = book.charge(charge, method)
        if (approve) void wait(faults.approve_after).then(approve)
        return outcome
      }),
    get: ({ key }) => call(() => book.get(key)),
    cancel: (charge) => call(() => book.cancel(charge)),
    refund: (refund) => call(() => book.refund(refund)),
    webhook: (headers, body) => {
      requireSignature({ header: headers[signatureHeader], body, secret, now: now() })
      return JSON.parse(body.toString())
    },
  }
}

/** A sleeping process need not stay awake for this. */
async function sleep(ms: number): Promise<void> {
  if (ms > 0) await pause(ms, undefined, { ref: false })
}

type Entry = {
  cents: number
  outcome: Outcome
  afterAction: Outcome
  refusesRefund: boolean
  refunded: number
}
type Refunded = Awaited<ReturnType<Processor['refund']>>

/** The charges: what is decided for a key stays, but for what the buyer or a cancellation does. */
function openBook(tell: (key: string, outcome: Outcome) => void) {
  const charges = new Map<string, Entry>()
  const refunds = new Map<string, Refunded>()

  const decide = (key: string, entry: Entry, outcome: Outcome) => {
    keep(charges, key, { ...entry, outcome })
    tell(key, outcome)
    return outcome
  }

  return {
    charge: ({ key, cents }: { key: string; cents: number }, method: string) => {
      const known = charges.get(key)
      if (known && known.cents !== cents) throw new Error('This key was used for another amount')
      if (known) return { outcome: known.outcome, approve: undefined }
      const { needsBuyer, declined, refusesRefund } = fateOf(method)
      const decided: Outcome = declined
        ? { state: 'declined', reason: declined }
        : { state: 'succeeded' }
      const entry = { cents, outcome: decided, afterAction: decided, refusesRefund, refunded: 0 }
      if (!needsBuyer) return { outcome: decide(key, entry, decided), approve: undefined }
      const clientSecret = `${key}_secret_${randomBytes(12).toString('hex')}`
      const approve = () => {
        const waiting = charges.get(key)
        if (waiting?.outcome.state === 'requires_action') decide(key, waiting, waiting.afterAction)
      }
      return { outcome: decide(key, entry, { state: 'requires_action', clientSecret }), approve }
    },
    get: (key: string) => charges.get(key)?.outcome ?? ({ state: 'none' } as const),
    cancel: ({ key, cents }: { key: string; cents: number }) => {
      const known = charges.get(key)
      if (known?.outcome.state === 'succeeded') return 'succeeded'
      const canceled = { state: 'declined', reason: 'canceled' } as const
      const empty = { cents, afterAction: canceled, refusesRefund: false, refunded: 0 }
      if (known?.outcome.state !== 'declined') {
        decide(key, { ...empty, ...known, outcome: canceled }, canceled)
      }
      return 'cancelled'
    },
    refund: ({ charge, key, cents }: Refund): Refunded => {
      const refunded = refunds.get(key) ?? refundOf(charges.get(charge.key), cents)
      keep(refunds, key, refunded)
      return refunded
    },
  }
}

/** What a process before this one charged is known to nobody any more, and given back all the same. */
function refundOf(entry: Entry | undefined, cents: number): Refunded {
  if (!entry) return { state: 'refunded' }
  if (entry.outcome.state !== 'succeeded') return { state: 'refused', reason: 'charge_not_found' }
  if (entry.refusesRefund) return { state: 'refused', reason: 'refund_failed' }
  if (entry.refunded + cents > entry.cents) {
    return { state: 'refused', reason: 'charge_already_refunded' }
  }
  entry.refunded += cents
  return { state: 'refunded' }
}

function keep<T>(values: Map<string, T>, key: string, value: T) {
  const [oldest] = values.keys()
  if (values.size >= most && !values.has(key) && oldest !== undefined) values.delete(oldest)
  values.set(key, value)
}

/** Sends an event, signed, until it is taken: at least once, and now and then twice. */
function sender(
  { now, deliver, ...given }: Options & { deliver: Deliver },
  secret: string,
): (event: ProcessorEvent) => Promise<void> {
  const { random = Math.random, wait = sleep } = given
  const { webhook_delay, double_webhooks } = { ...noFaults, ...given.faults }

  const send = async (body: string) => {
    for (const delay of [webhook_delay, ...again]) {
      await wait(delay)
      const signature = signatureOf(body, secret, now())
      const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
      const status = await deliver({ headers, body }).catch(() => 0)
      if (status >= 200 && status < 300) return
    }
  }
  return async (event) => {
    const times = double_webhooks > 0 && random() < double_webhooks ? 2 : 1
    await Promise.all(Array.from({ length: times }, () => send(JSON.stringify(event))))
  }
}
