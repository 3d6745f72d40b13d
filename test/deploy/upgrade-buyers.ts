/** The clients that buy while a service is replaced by a newer one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { newId } from '#platform/values/ids'

type Answer = { status: number; body: any }
type Ask = { method?: string; as?: string; body?: object; key?: string }
/** How many clients buy at once. */
const buyers = 6

/** Buy at the running services, and record the answers. */
export class Buyers {
  services: { url: string }[] = []
  part = ''
  /** how often each part of the run got each status; 0 for no answer */
  readonly counts: Record<string, Record<string, number>> = {}
  readonly sold = new Map<string, string>()
  #client = ''
  #admin = ''
  #turn = 0
  #isOver = false

  /** Retries when told to, as every client should. */
  async ask(path: string, asked: Ask = {}): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const { mayComeBack, ...answer } = await this.#try(path, asked)
      const counts = (this.counts[this.part] ??= {})
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
      if (!mayComeBack || attempt === 30) return answer
      await pause(200)
    }
  }

  async #try(path: string, asked: Ask): Promise<Answer & { mayComeBack: boolean }> {
    try {
      const response = await this.#send(path, asked)
      const { status, headers } = response
      const body: unknown = await response.json().catch(() => undefined)
      return { status, body, mayComeBack: status === 503 && headers.has('retry-after') }
    } catch {
      return { status: 0, body: undefined, mayComeBack: false }
    }
  }

  #send(path: string, { method = 'GET', as, body, key }: Ask): Promise<Response> {
    const service = this.services[this.#turn++ % this.services.length]
    const headers = {
      ...(this.#client && { 'x-f-authorization': this.#client }),
      ...(as && { 'x-f-authentication': as }),
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    }
    const sent = body && { body: JSON.stringify(body) }
    return fetch(`${service?.url}${path}`, { method, headers, ...sent })
  }

  /** Signs in the admin of a data folder's first start, and creates the buyers; returns their tokens. */
  async open(folder: string): Promise<string[]> {
    const {
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
    } = parseEnv(readFileSync(join(folder, 'first-start.env'), 'utf8'))
    this.#client = (
      await this.ask('/auth/client', { method: 'POST', body: { client_id, client_secret } })
    ).body.token
    this.#admin = (
      await this.ask('/auth/user', { method: 'POST', body: { email, password } })
    ).body.token
    return Promise.all(
      Array.from({ length: buyers }, (_, nth) => this.#join(`buyer${nth}@festival.local`)),
    )
  }

  async #join(email: string): Promise<string> {
    const login = { email, password: newId() }
    await this.ask('/users', {
      method: 'POST',
      body: { firstName: 'Robin', lastName: 'Try', ...login },
    })
    return (await this.ask('/auth/user', { method: 'POST', body: login })).body.token
  }

  /** Reads, buys, reads the purchase, is admitted or refunded, and repeats. */
  async visit(as: string): Promise<void> {
    while (!this.#isOver) {
      const { body } = await this.ask('/festivals?time=upcoming')
      const festival = body.festivals[this.#turn % body.festivals.length]
      const tier = festival.tickets[this.#turn % festival.tickets.length]
      const sale = { payment_type: 'ticket', entity_id: tier.id }
      const { status, body: payment } = await this.ask('/payments', {
        method: 'POST',
        as,
        body: sale,
        key: newId(),
      })
      if (status !== 201) continue
      this.sold.set(payment.id, as)
      await this.ask(`/payments/${payment.id}`, { as })
      await this.ask('/users/i', { as })
      await this.ask('/notifications', { as })
      const by = { as: this.#admin, body: {} }
      if (this.sold.size % 2)
        await this.ask(`/payments/${payment.id}/validate`, { method: 'PUT', ...by })
      else
        await this.ask(`/payments/${payment.id}/refund`, {
          method: 'POST',
          ...by,
          body: { reason: 'test' },
        })
      await this.ask(`/festivals/${festival.id}`, {
        method: 'PUT',
        ...by,
        body: { venue: newId() },
      })
    }
  }

  close(): void {
    this.#isOver = true
  }

  /** What no part may have: errors, and requests without an answer. */
  get failures(): string[] {
    return Object.entries(this.counts).flatMap(([part, counts]) =>
      Object.entries(counts).flatMap(([status, count]) =>
        (Number(status) >= 500 && status !== '503') || status === '0'
          ? [`${part}: ${count} times ${status}`]
          : [],
      ),
    )
  }
}
