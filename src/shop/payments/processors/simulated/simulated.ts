import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import type { Clock } from '#platform/values/time'
import {
  card,
  type Deliver,
  type OnlineProcessor,
  type Outcome,
  type ProcessorDispute,
  type ProcessorEvent,
  type Refund,
} from '../processor.ts'
import { requireSignature, signatureOf } from '../signature.ts'
import { type Entry, isWaiting, openBook } from './book.ts'
import { badLine, type Faults, noFaults } from './faults.ts'
import { fateOf } from './test-methods.ts'

type Options = {
  db: Database
  now: Clock
  /** secret that webhooks are signed with: the same in all processes */
  secret: string
  /** secret that others may still sign them with, while secrets are exchanged */
  otherSecret?: string | undefined
  faults?: Partial<Faults>
  /** none: no webhooks are sent */
  deliver?: Deliver | undefined
  random?: () => number
  wait?: (ms: number) => Promise<void>
}

const signatureHeader = 'simulated-signature'
export const facts = {
  name: 'simulated',
  methods: { card },
  form: 'simulated',
  signatureHeader,
} as const
/** Delays before a rejected webhook is sent again, milliseconds after the last time. */
const again = [1_000, 5_000, 30_000, 120_000]

/**
 * A processor that takes no money, for development and tests. Stripe's test methods decline or require the buyer,
 * simulated by an approval after a few seconds; any other method is good.
 */
export function simulatedProcessor(options: Options): OnlineProcessor {
  const { db, now, secret, random = Math.random, wait = sleep } = options
  const faults = { ...noFaults, ...options.faults }
  const book = openBook(db)
  const send = options.deliver && sender({ ...options, deliver: options.deliver })
  const call = badLine({ faults, random, wait })
  const outcomeOf = (entry: Entry) => toOutcome(entry, { at: now(), secret })
  const tell = (entry: Entry) => {
    void send?.({ id: `evt_${newId()}`, key: entry.key, outcome: outcomeOf(entry) })
  }
  /** An approval that the end of this process prevents happens all the same: its time is in the book. */
  const approveLater = async (key: string) => {
    await wait(faults.approve_after)
    const entry = await book.approve(key, now()).catch(() => undefined)
    if (entry) tell(entry)
  }
  const endRefund = endingRefunds({ book, faults, wait, now, send })
  const dispute = disputing({ faults, random, wait, send })
  return {
    ...facts,
    livemode: false,
    publicKey: 'pk_simulated',
    defaultMethod: 'pm_card_visa',
    charge: (charge, method) =>
      call(async () => {
        const approvesAt = new Date(now().getTime() + faults.approve_after)
        const entry = await book.charge({ charge, method, approvesAt })
        if (entry.isNew) tell(entry)
        if (entry.isNew && isWaiting(entry, now())) void approveLater(entry.key)
        const { disputed } = fateOf(method)
        if (entry.isNew && disputed) void dispute(entry, disputed)
        return outcomeOf(entry)
      }),
    find: (charge) =>
      call(async () => {
        const entry = await book.find(charge)
        return entry ? outcomeOf(entry) : { state: 'none' }
      }),
    cancelCharge: (charge) =>
      call(async () => {
        const entry = await book.cancel(charge, now())
        if (entry.is_cancelled) tell(entry)
        return outcomeOf(entry).state === 'succeeded' ? 'succeeded' : 'cancelled'
      }),
    refund: (refund) =>
      call(async () => {
        const at = now()
        const endsAt = new Date(at.getTime() + faults.refund_ends_after)
        const { endsLater, ...given } = await book.refund(refund, { now: at, endsAt })
        if (endsLater) void endRefund(refund)
        return given
      }),
    refundsOf: (charge) => call(() => book.refundsOf(charge, now())),
    webhook: (headers, body) => {
      const signed = { header: headers[signatureHeader], body, now: now() }
      requireSignature({ ...signed, secret, otherSecret: options.otherSecret })
      return JSON.parse(body.toString())
    },
  }
}

type Ending = Pick<Required<Options>, 'wait' | 'now'> &
  Pick<Disputing, 'faults' | 'send'> & {
    book: ReturnType<typeof openBook>
  }

/** Ends a refund some time after it was made, and sends its result. */
function endingRefunds({ book, faults, wait, now, send }: Ending) {
  return async ({ key, charge }: Refund) => {
    await wait(faults.refund_ends_after)
    const refund = await book.endRefund(key, now()).catch(() => undefined)
    if (refund) await send?.({ id: `evt_${newId()}`, key: charge.key, refund })
  }
}

type Disputing = Pick<Required<Options>, 'random' | 'wait'> & {
  faults: Faults
  send: ((event: ProcessorEvent) => Promise<void>) | undefined
}

/** Disputes a charge as the owner of a card, and decides it as their bank. The end of this process prevents it. */
function disputing({ faults, random, wait, send }: Disputing) {
  return async ({ key, cents }: Entry, reason: string) => {
    const say = (status: ProcessorDispute['status']) => {
      const dispute = { id: `dp_${key}`, cents, reason, status }
      return send?.({ id: `evt_${newId()}`, key, outcome: { state: 'succeeded' }, dispute })
    }
    await wait(faults.dispute_after)
    void say('open')
    await wait(faults.dispute_for)
    await say(random() < faults.win_disputes ? 'won' : 'lost')
  }
}

function toOutcome(entry: Entry, { at, secret }: { at: Date; secret: string }): Outcome {
  const { key, reason, is_cancelled } = entry
  if (is_cancelled) return { state: 'declined', reason: 'canceled' }
  if (isWaiting(entry, at)) {
    const proof = createHmac('sha256', secret).update(key).digest('hex').slice(0, 24)
    return { state: 'requires_action', clientSecret: `${key}_secret_${proof}`, id: `sim_${key}` }
  }
  return reason === null ? { state: 'succeeded', id: `sim_${key}` } : { state: 'declined', reason }
}

/** Waits. The timer does not keep the process alive. */
async function sleep(ms: number): Promise<void> {
  if (ms > 0) await pause(ms, undefined, { ref: false })
}

/** Sends an event, signed, until it is accepted: at least once, and now and then twice. */
function sender({
  now,
  secret,
  deliver,
  ...given
}: Options & { deliver: Deliver }): (event: ProcessorEvent) => Promise<void> {
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
