/** Buyers, gates and staff, who retry until there is an answer, and record every answer. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from '../world.ts'
import { type Answer, asOrder, finalOf } from './answers.ts'
import type { Chance } from './chance.ts'
import { Purchases } from './purchases.ts'
import { basketOf, type Item, type MainFestival, offeredTo } from './wishes.ts'

/** The result of a request, and its start and duration in ms. */
export type TimedAnswer = {
  what: string
  status: number
  from: number
  ms: number
  retryAfter: string | null
}
type Ground = {
  services: { url(): Promise<string> }
  chance: Chance
  client: string
  buyers: Person[]
  admins: Person[]
  items: () => Item[]
  /** a festival whose things are also bought together, with a voucher or without, and waited for */
  main?: MainFestival
  heard?: (timedAnswer: TimedAnswer) => void
}
export type Call = { method: string; path: string; body?: object; as: Person; key?: string }

export class Shop extends Purchases {
  admissions = new Map<string, number>()
  counts: Record<string, number> = {}
  isClosed = false
  /** who waits in line */
  #waiting: Person[] = []
  #ground: Ground
  #keys = 0

  constructor(ground: Ground) {
    super()
    this.#ground = ground
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  /** Buys one thing after the other until the shop closes. */
  async visit(): Promise<void> {
    const { chance, items, main } = this.#ground
    while (!this.isClosed) {
      const item = chance.one(items())
      if (main && chance.in100(8)) await this.#wait(main)
      else if (chance.in100(30)) await this.holdSome(basketOf(item, this.#ground))
      else if (chance.in100(20)) await this.#buyAtOnce(basketOf(item, this.#ground))
      else await this.buyOne(item)
    }
  }

  async #buyAtOnce(body: object, as = this.#ground.chance.one(this.#ground.buyers)): Promise<void> {
    const { chance } = this.#ground
    const key = `key ${this.#keys++}`
    const call = { method: 'POST', path: '/orders', body, as, key }
    const final = await this.#insist(call, chance.in100(10))
    this.count(`orders ${final}`)
    if (final === '201 succeeded') await this.#afterwards(call)
  }

  /** Joins the line of a tier that is sold out, or buys what was offered to one in it. */
  async #wait({ id, awaited }: MainFestival): Promise<void> {
    const { chance, buyers } = this.#ground
    if (this.#waiting.length < 10 || chance.in100(20)) {
      const as = chance.one(buyers)
      const body = { entity_id: awaited.id, quantity: 1 + chance.below(2) }
      const path = `/festivals/${id}/waiting-list`
      const joined = await this.call({ method: 'POST', path, body, as })
      this.count(`joins ${joined.status} ${joined.body.code ?? ''}`.trim())
      if (joined.status === 201) this.#waiting.push(as)
      return
    }
    const as = chance.one(this.#waiting)
    const { body } = await this.call({ method: 'GET', path: '/waiting-list', as })
    const order = offeredTo(body.entries ?? [], this.#ground)
    if (!order) return
    this.count('offers')
    await (chance.in100(50) ? this.holdSome(order, as) : this.#buyAtOnce(order, as))
  }

  /** Holds something first, then pays it by attempts, gives it up, does both at once, or leaves it. */
  async holdSome(wanted: object, as = this.#ground.chance.one(this.#ground.buyers)): Promise<void> {
    const { chance } = this.#ground
    const key = `key ${this.#keys++}`
    const body = { ...wanted, hold: true }
    const held = await this.#insist({ method: 'POST', path: '/orders', body, as, key }, false)
    this.count(`holds ${held}`)
    const order = this.orders.get(`${as.id} ${key}`)
    if (held !== '201 held' || order === undefined) return
    const path = `/orders/${order}`
    for (let attempt = 0; attempt < 3; attempt++) {
      if (chance.in100(20)) void this.call({ method: 'DELETE', path, as })
      const paying = {
        method: 'POST',
        path: `${path}/pay`,
        body: {},
        as,
        key: `pay ${this.#keys++}`,
      }
      const paid = await this.#insist(paying, chance.in100(20))
      this.count(`pays ${paid}`)
      if (paid === '201 succeeded') await this.#afterwards(paying)
      if (paid !== '402 declined') return
    }
    if (!chance.in100(50)) return
    const { status } = await this.call({ method: 'DELETE', path, as })
    this.count(`gives up ${status}`)
  }

  /** Retries with one key until there is a final answer; returns its status. */
  async buyOne(item: Item, { isPlain = false } = {}): Promise<string> {
    const key = `key ${this.#keys++}`
    const as = this.#ground.chance.one(this.#ground.buyers)
    const wish = isPlain ? {} : this.#wishFor(item)
    const body = { payment_type: item.type, entity_id: item.id, ...wish }
    const call = { method: 'POST', path: '/payments', body, as, key }
    const final = await this.#insist(call, !isPlain && this.#ground.chance.in100(10))
    this.count(final)
    if ('amount' in wish && final.startsWith('201')) this.wrong.push(`${key} was sold for a cent`)
    if (final === '201 succeeded' && !isPlain) await this.#afterwards(call)
    return final
  }

  /** Some use points, some expect a wrong price. */
  #wishFor({ price }: Item): { pointsToUse?: number; amount?: number } {
    const { chance } = this.#ground
    const pointsToUse = 1 + chance.below(Math.min(200, price))
    return {
      ...(price > 0 && chance.in100(30) && { pointsToUse }),
      ...(chance.in100(3) && { amount: 0.01 }),
    }
  }

  async #insist(call: Call & { key: string }, isTwice: boolean): Promise<string> {
    for (let attempt = 0; attempt < 60; attempt++) {
      if (attempt > 0) this.count('replays')
      const asked =
        isTwice && attempt === 0 ? [this.call(call), this.call(call)] : [this.call(call)]
      for (const answer of await Promise.all(asked)) {
        const heard = asOrder(answer, call.path)
        this.remember(`${call.as.id} ${call.key}`, heard)
        const final = finalOf(heard)
        if (final) return final
      }
      if (this.isClosed && attempt > 20) break
      await pause(this.#ground.chance.between(30, 200))
    }
    return 'no answer for good'
  }

  /** What buyers do with their purchases. */
  async #afterwards(call: Call & { key: string }) {
    const { chance, admins } = this.#ground
    const id = this.ids.get(`${call.as.id} ${call.key}`)
    if (!id) return
    if (chance.in100(25)) await this.#insist(call, true)
    if (chance.in100(25)) {
      const path = `/payments/${id}/validate`
      const scans = [0, 1, 2, 3].map(() =>
        this.call({ method: 'PUT', path, body: {}, as: chance.one(admins) }),
      )
      for (const { status } of await Promise.all(scans)) {
        this.count('scans')
        if (status === 200) this.admissions.set(id, (this.admissions.get(id) ?? 0) + 1)
      }
    }
    if (chance.in100(15)) await this.#giveBack(id)
  }

  async #giveBack(id: string) {
    const { chance, admins } = this.#ground
    const body = chance.in100(40) ? { amount: 1 } : {}
    const key = `refund ${this.#keys++}`
    const path = `/payments/${id}/refund`
    for (let attempt = 0; attempt < 30; attempt++) {
      const [as] = admins
      if (!as) return
      const { status } = await this.call({ method: 'POST', path, body, as, key })
      if (status === 200 || status === 409 || status === 404) {
        this.count(`refunds ${status}`)
        return
      }
      await pause(chance.between(30, 200))
    }
  }

  /** One request over a real socket. Status 0: no answer. */
  async call({ method, path, body, as, key }: Call): Promise<Answer> {
    const { services, client, heard } = this.#ground
    const url = await services.url()
    this.count('requests')
    const from = performance.now()
    const told = (status: number, retryAfter: string | null) =>
      heard?.({ what: `${method} ${path}`, status, from, ms: performance.now() - from, retryAfter })
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-f-authorization': client,
          'x-f-authentication': as.token,
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(6000),
      })
      const answer = { status: response.status, body: (await response.json()) as any }
      told(answer.status, response.headers.get('retry-after'))
      if (answer.status >= 500 && answer.status !== 503) {
        this.wrong.push(`${method} ${path} answered ${answer.status} ${answer.body.error}`)
      }
      return answer
    } catch {
      told(0, null)
      return { status: 0, body: {} }
    }
  }
}
