import { randomUUID } from 'node:crypto'
import type { Contestant, Work } from './contest.ts'
import type { Ask } from './load.ts'
import type { Run } from './run.ts'
import { startService, tokensFor } from './service.ts'
import { buyer, buyers, openShop, tier, tiers } from './shop.ts'

/** What a buyer sends; `tierOf` returns one of the first tiers at random. */
type Purchase = (tierOf: (many: number) => string) => { path: string; body: object }

/** The shop, and a service that sells it. */
export type Shop = {
  database: string
  contestant: Contestant
  /** the load of all buyers, each of which sends one purchase after the other */
  purchases: Purchases
}

/** Starts a service with a shop of its own. */
export async function startShop(run: Run): Promise<Shop> {
  const database = await run.databases.empty()
  const service = await startService(run, { database })
  await openShop(database)
  const contestant = { name: 'service', url: service.url, server: service }
  return { database, contestant, purchases: await purchasesOf(database) }
}

type Purchases = (purchase: Purchase) => Work

/** The load of the buyers of a shop. */
export async function purchasesOf(database: string): Promise<Purchases> {
  const ids = Array.from({ length: buyers }, (_, n) => buyer(n + 1))
  const { headers, users } = await tokensFor(database, ids)
  const tierOf = (many: number) => tier(1 + Math.floor(Math.random() * many))
  return (purchase) => ({
    headers: { ...headers, 'content-type': 'application/json' },
    ask: (connection): Ask => {
      const { path, body } = purchase(tierOf)
      const own = { ...users[connection % buyers], 'idempotency-key': randomUUID() }
      return { method: 'POST', path, headers: own, body: JSON.stringify(body) }
    },
    expect: 201,
    connections: buyers,
  })
}

/** One ticket, of one of this many tiers. */
export const ticketOf =
  (many: number): Purchase =>
  (tierOf) => ({
    path: '/payments',
    body: { payment_type: 'ticket', entity_id: tierOf(many) },
  })

/** An order of this many tickets of one tier. */
export const ordersOf =
  (quantity: number): Purchase =>
  (tierOf) => ({
    path: '/orders',
    body: { items: [{ payment_type: 'ticket', entity_id: tierOf(tiers), quantity }] },
  })
