/**
 * A processor that loses requests and answers, delays requests, declines, requires the buyer's approval, is
 * unreachable for some charges for a while, refuses refunds, and sends its events late, twice, out of order
 * or never. It runs in the harness, so it survives the services. It keeps the promises of a real one: a key
 * is charged once, and never after a cancellation.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#platform/values/ids'
import type {
  Outcome,
  ProcessorRefund,
  RefundState,
  Standing,
} from '../../src/shop/payments/processors/processor.ts'
import type { Chance } from './chance.ts'
import { secret } from './processor-client.ts'

type StoredCharge = { outcome: Outcome; cents: number; times: number; awayUntil: number }
type Refunded = { charge: string; cents: number; state: RefundState['state'] }
type ChargeRequest = { key: string; cents: number; charge: string }

const answers = {
  succeeded: { state: 'succeeded' },
  declined: { state: 'declined', reason: 'insufficient_funds' },
  cancelled: { state: 'declined', reason: 'cancelled' },
} as const satisfies Record<string, Outcome>

export class HostileProcessor {
  charges = new Map<string, StoredCharge>()
  refunds = new Map<string, Refunded>()
  counts: Record<string, number> = {}
  isCalm = false
  url = ''
  /** where its events go; changes whenever a service dies */
  listeners: () => string[]
  #chance: Chance
  #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => request.socket.destroy())
  })
  #waiting = new Set<Promise<unknown>>()

  constructor(chance: Chance, listeners: () => string[]) {
    this.#chance = chance
    this.listeners = listeners
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    this.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await Promise.allSettled(this.#waiting)
  }

  /** From now on everything works, and everything delayed has arrived. */
  async calm(): Promise<void> {
    this.isCalm = true
    for (const kept of this.charges.values()) kept.awayUntil = 0
    await Promise.allSettled(this.#waiting)
  }

  /** Money of charges that succeeded and were not refunded. */
  kept(key: string): number {
    const charge = this.charges.get(key)
    if (charge?.outcome.state !== 'succeeded') return 0
    const back = [...this.refunds.values()].filter(
      (one) => one.charge === key && one.state !== 'refused',
    )
    return back.reduce((rest, { cents }) => rest - cents, charge.cents)
  }

  #count(what: string) {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  #befalls(what: string, percent: number): boolean {
    const befalls = !this.isCalm && this.#chance.in100(percent)
    if (befalls) this.#count(what)
    return befalls
  }

  async #serve(request: IncomingMessage, response: ServerResponse) {
    const asked: ChargeRequest = JSON.parse(await text(request))
    const isAway = Date.now() < (this.charges.get(asked.charge)?.awayUntil ?? 0)
    if (isAway || this.#befalls('lost requests', 4)) throw new Error('lost')
    const isLate = this.#befalls('late requests', 3)
    await this.#keep(pause(isLate ? this.#chance.between(700, 3000) : this.#chance.between(1, 15)))
    const answer = this.#answer(request.url ?? '', asked)
    if (this.#befalls('lost answers', 4)) throw new Error('lost')
    response.end(JSON.stringify(answer))
  }

  #keep<T>(work: Promise<T>): Promise<T> {
    this.#waiting.add(work)
    void work.finally(() => this.#waiting.delete(work)).catch(() => {})
    return work
  }

  #answer(
    url: string,
    request: ChargeRequest,
  ): Standing | { state: string; reason?: string } | object[] {
    const known = this.charges.get(request.charge)
    if (url === '/charge') return known?.outcome ?? this.#charge(request)
    if (url === '/get') return known?.outcome ?? { state: 'none' }
    if (url === '/cancel') return this.#cancel(request, known)
    if (url === '/refunds') return this.#refundsOf(request.charge)
    return this.#refund(request)
  }

  #charge({ charge, cents }: ChargeRequest): Outcome {
    const outcome = this.#outcome(charge)
    const kept = { outcome, cents, times: 0, awayUntil: 0 }
    this.charges.set(charge, kept)
    this.#become(charge, outcome)
    // Long enough that the hold expires.
    if (this.#befalls('away', 1.5)) kept.awayUntil = Date.now() + 11_000
    return outcome
  }

  #outcome(key: string): Outcome {
    if (this.#befalls('declined', 10)) return answers.declined
    if (!this.#befalls('wants the buyer', 11)) return answers.succeeded
    const isGood = this.#chance.in100(85)
    if (isGood) void this.#keep(this.#approve(key))
    return { state: 'requires_action', clientSecret: `secret of ${key}` }
  }

  async #approve(key: string) {
    await pause(this.#chance.between(300, 8000))
    const isWaiting = this.charges.get(key)?.outcome.state === 'requires_action'
    if (isWaiting) this.#become(key, answers.succeeded)
  }

  #become(key: string, outcome: Outcome) {
    const kept = this.charges.get(key)
    if (!kept) return
    kept.outcome = outcome
    if (outcome.state === 'succeeded') kept.times++
    this.#tell(key, outcome)
  }

  #cancel({ charge, cents }: ChargeRequest, known: StoredCharge | undefined) {
    if (known?.outcome.state === 'succeeded') return { state: 'succeeded' }
    this.#count('cancelled')
    this.charges.set(charge, { outcome: answers.cancelled, cents, times: 0, awayUntil: 0 })
    return { state: 'cancelled' }
  }

  #refund({ charge, key, cents }: ChargeRequest) {
    const known = this.refunds.get(key)
    const refund = known ?? { charge, cents, state: this.#stateOfRefund(key) }
    this.refunds.set(key, refund)
    return toRefund(key, refund)
  }

  #refundsOf(charge: string) {
    return [...this.refunds].flatMap(([key, refund]) =>
      refund.charge === charge ? toRefund(key, refund) : [],
    )
  }

  #stateOfRefund(key: string): Refunded['state'] {
    if (this.#befalls('refused refunds', 4)) return 'refused'
    if (this.#befalls('pending refunds', 4)) {
      void this.#keep(this.#endRefund(key, 'refunded'))
      return 'pending'
    }
    if (this.#befalls('refunds that fail later', 4))
      void this.#keep(this.#endRefund(key, 'refused'))
    return 'refunded'
  }

  /** Sends its event until that is taken: of a refund that fails after it was done there is no other way to know. */
  async #endRefund(key: string, state: 'refunded' | 'refused') {
    await pause(this.#chance.between(200, 4000))
    const refund = this.refunds.get(key)
    if (!refund) return
    refund.state = state
    const event = { id: newId(), key: refund.charge, refund: toRefund(key, refund) }
    while (!(await this.#send(JSON.stringify(event))));
  }

  /** Sends an event up to twice, at any time; a third of them never. */
  #tell(key: string, outcome: Outcome) {
    const body = JSON.stringify({ id: newId(), key, outcome })
    const times = this.#chance.one([0, 1, 2])
    for (let nth = 0; nth < times; nth++) void this.#keep(this.#send(body))
  }

  async #send(body: string): Promise<boolean> {
    const headers = {
      'content-type': 'application/json',
      'x-signature': createHmac('sha256', secret).update(body).digest('hex'),
    }
    // It retries until it gets 200, as real ones do, but gives up sooner.
    for (let attempt = 0; attempt < 5; attempt++) {
      await pause(this.#chance.between(5, 1500))
      const [url] = this.listeners().toSorted(() => this.#chance.below(3) - 1)
      if (!url) continue
      const signal = AbortSignal.timeout(3000)
      const target = `${url}/payments/webhook`
      const sent = await fetch(target, { method: 'POST', headers, body, signal }).catch(() => null)
      await sent?.text().catch(() => '')
      if (sent?.status !== 200) continue
      this.#count('webhooks')
      return true
    }
    return false
  }
}

function toRefund(key: string, { cents, state }: Refunded): ProcessorRefund {
  const about = { id: `re_${key}`, key, cents }
  return state === 'refused' ? { ...about, state, reason: 'too old' } : { ...about, state }
}
