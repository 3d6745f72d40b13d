import { randomUUID } from 'node:crypto'
import type { Contestant, Work } from './contest.ts'
import type { Ask } from './load.ts'
import type { Run } from './row.ts'
import { startService, tokensFor } from './service.ts'
import { buyer, buyers, openShop, tier } from './shop.ts'

/** What a buyer sends; `tierOf` returns one of the first tiers at random. */
type Purchase = (tierOf: (many: number) => string) => { path: string; body: object }

/** The shop, and a service that sells it. */
export type Shop = {
  database: string
  contestant: Contestant
  /** the load of all buyers, each of which sends one purchase after the other */
  purchases: (purchase: Purchase) => Work
  stop: () => Promise<void>
}

/** Starts a service with a shop; the caller stops it. */
export async function startShop({ databases }: Run): Promise<Shop> {
  const database = await databases.empty('shop')
  const service = await startService({ database, folder: databases.folder })
  await openShop(database)
  const ids = Array.from({ length: buyers }, (_, n) => buyer(n + 1))
  const { headers, users } = await tokensFor(database, ids)
  const tierOf = (many: number) => tier(1 + Math.floor(Math.random() * many))
  return {
    database,
    contestant: { name: 'service', url: service.url, server: service },
    purchases: (purchase) => ({
      headers: { ...headers, 'content-type': 'application/json' },
      ask: (connection): Ask => {
        const { path, body } = purchase(tierOf)
        const own = { ...users[connection % buyers], 'idempotency-key': randomUUID() }
        return { method: 'POST', path, headers: own, body: JSON.stringify(body) }
      },
      expect: 201,
      connections: buyers,
    }),
    stop: () => service.stop(),
  }
}
