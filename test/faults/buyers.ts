/** Buyers that continue whatever happens to the database, and record what was acknowledged, and when. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { Access } from '#core/access'
import { connect, connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { type Database } from '#platform/database/tables'
import { type Bus, createBus } from '#platform/sync/bus'
import { newId } from '#platform/values/ids'
import { fold } from '#platform/values/text'
import { auditLedger } from '#shop/payments'
import { aFestival } from '../catalogue.ts'
import { until } from '../until.ts'

type Tier = { id: string; quantity: number }

/** The offers of a database, and the users who may buy. */
export type Shop = {
  db: Database
  pool: pg.Pool
  bus: Bus
  client: string
  /** tokens of users */
  buyers: string[]
  /** enough for all buyers */
  hot: Tier
  /** sold out soon, one after the other */
  scarce: Tier[]
  close(): Promise<void>
}

type Size = { buyers: number; scarce: number }

/** Migrates the database and fills it. */
export async function openShop(url: string, { buyers, scarce }: Size): Promise<Shop> {
  const pool = connectPool(url, { max: 2, purpose: 'work' })
  await migrate(pool)
  const db = connect(pool)
  const bus = await createBus(url)
  const access = new Access({ db, bus, now: () => new Date(), ttlDays: 1 })
  const client = { id: `client_${newId()}`, name: 'Box office', scopes: [] }
  await db.insertInto('clients').values(client).execute()
  const { token } = await access.issue(db, { clientId: client.id })
  const aBuyer = async () => {
    const id = newId()
    const email = `${id}@people.example`
    const names = { first_name: 'Ada', last_name: 'Marsh' }
    await db
      .insertInto('users')
      .values({ id, ...names, email, email_key: fold(email) })
      .execute()
    return (await access.issue(db, { clientId: client.id, userId: id })).token
  }
  const { id: festival_id } = await aFestival({ db })
  const aTier = async (quantity: number) => {
    const tier = {
      id: newId(),
      festival_id,
      position: 0,
      name: newId(),
      price_cents: 5000,
      quantity,
    }
    await db.insertInto('tiers').values(tier).execute()
    return tier
  }
  return {
    db,
    pool,
    bus,
    client: token,
    buyers: await Promise.all(Array.from({ length: buyers }, aBuyer)),
    hot: await aTier(10_000_000),
    scarce: await Promise.all(Array.from({ length: scarce }, () => aTier(15))),
    close: async () => {
      await bus.close()
      await pool.end()
    },
  }
}

type BuyerRequest = { client: string; buyer: string; tier: Tier; key: string }
type Answer = { status: number; retryAfter: string | null; body: any }

/** Buys a ticket. Status 0: no answer. */
export async function buy(
  url: string,
  { client, buyer, tier, key }: BuyerRequest,
): Promise<Answer> {
  try {
    const response = await fetch(`${url}/payments`, {
      method: 'POST',
      body: JSON.stringify({ payment_type: 'ticket', entity_id: tier.id }),
      headers: {
        'content-type': 'application/json',
        'x-f-authorization': client,
        'x-f-authentication': buyer,
        'idempotency-key': key,
      },
      signal: AbortSignal.timeout(15_000),
    })
    const body: any = await response.json()
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
  } catch (error) {
    return { status: 0, retryAfter: null, body: { error: `${error}` } }
  }
}

export class Buyers {
  /** codes of the tickets, by payment */
  readonly acknowledged = new Map<string, string>()
  /** when purchases were acknowledged, by `performance.now()` */
  readonly times: number[] = []
  readonly wrong: string[] = []
  /** answers that said to try again */
  refused = 0
  /** the longest wait for an answer, ms */
  slowest = 0
  /** the scarce tier that is sold at present */
  wanted = 0
  /** while it is true no purchase is begun */
  isResting = false
  readonly #urls: string[]
  readonly #shop: Shop
  /** so that no key was used before */
  readonly #name = newId()
  #isOver = false
  #visits: Promise<void>[] = []

  constructor(urls: string[], shop: Shop) {
    this.#urls = urls
    this.#shop = shop
    this.#visits = shop.buyers.map((buyer, nth) => this.#visit(buyer, nth))
  }

  /** Resolves when this many more purchases were acknowledged. */
  async more(count: number): Promise<void> {
    const enough = this.times.length + count
    await until(`${count} more purchases`, async () => this.times.length >= enough, 90_000)
  }

  /** The longest time without an acknowledged purchase since `from`, ms. */
  longestPause(from: number): number {
    const first = this.times.findLastIndex((time) => time <= from)
    const times = [...this.times.slice(Math.max(first, 0)), performance.now()]
    return Math.max(...times.slice(1).map((time, nth) => time - (times[nth] ?? time)))
  }

  /** Each finishes what it has begun. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#visits)
  }

  async #visit(buyer: string, nth: number) {
    for (let purchase = 0; !this.#isOver; purchase++) {
      const scarce = this.#shop.scarce[this.wanted]
      const tier = purchase % 5 === 0 && scarce ? scarce : this.#shop.hot
      const key = `${this.#name} ${nth} ${purchase}`
      await this.#insist({ client: this.#shop.client, buyer, tier, key }, nth + purchase)
      do await pause(10)
      while (this.isResting && !this.#isOver)
    }
  }

  /** With one key until there is a final answer, at one service after the other. */
  async #insist(request: BuyerRequest, first: number) {
    for (let attempt = 0; attempt < 2000; attempt++) {
      const url = this.#urls[(first + attempt) % this.#urls.length] ?? ''
      const begun = performance.now()
      const answer = await buy(url, request)
      this.slowest = Math.max(this.slowest, performance.now() - begun)
      if (this.#isFinal(answer, request.key)) return
      await pause(50)
    }
    this.wrong.push(`${request.key}: no answer for good`)
  }

  #isFinal({ status, retryAfter, body }: Answer, key: string): boolean {
    if (status === 201 && body.status === 'succeeded') {
      this.times.push(performance.now())
      this.acknowledged.set(body.id, body.qr_code)
      return true
    }
    if (status === 503 && Number(retryAfter) > 0) {
      this.refused++
      return false
    }
    if (body.code === 'in_progress' || (status === 201 && body.status === 'pending')) return false
    if (body.code !== 'sold_out') this.wrong.push(`${key}: ${status} ${JSON.stringify(body)}`)
    return true
  }
}

/** How many acknowledged purchases are missing, or have another ticket. */
export async function lostOf({ db }: Shop, { acknowledged }: Buyers): Promise<number> {
  const { rows } = await sql<{ id: string; code: string }>`
    select p.id, t.code from payments p join tickets t on t.payment_id = p.id
    where p.status = 'succeeded'`.execute(db)
  const kept = new Map(rows.map(({ id, code }) => [id, code]))
  return [...acknowledged].filter(([id, code]) => kept.get(id) !== code).length
}

/** How many tickets were sold beyond the quantity, and the ledger's errors once everything is settled. */
export async function faultsIn({ db }: Shop): Promise<{ oversold: number; faults: string[] }> {
  const end = performance.now() + 30_000
  let faults: string[]
  do {
    faults = await auditLedger(db, { atRest: true })
  } while (faults.length > 0 && performance.now() < end && (await pause(300, true)))
  const { rows } = await sql<{ oversold: number }>`
    select coalesce(sum(greatest(sold + held - quantity, tickets - quantity, 0)), 0)::int as oversold
    from tiers, lateral (
      select count(*) as tickets from payments where entity_id = tiers.id and status = 'succeeded') s`.execute(
    db,
  )
  return { oversold: rows[0]?.oversold ?? 0, faults }
}
