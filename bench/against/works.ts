/** The work by which two builds are compared, by part. */
import { connect, connectPool } from '#platform/database/connections'
import { createVault } from '#platform/secrets/vault'
import { newId } from '#platform/values/ids'
import { encodeCode } from '../../src/shop/tickets/codes/code.ts'
import { signingKey } from '../../src/shop/tickets/codes/keys.ts'
import type { Work } from '../contest.ts'
import { run as query } from '../databases.ts'
import { connections } from '../parts/reads.ts'
import { tokenWorks } from '../parts/tokens.ts'
import { stewardOf, validationOf } from '../parts/validation.ts'
import { idsOf } from '../readers.ts'
import { type Run, scaled } from '../run.ts'
import { secretKey, tokensFor } from '../service.ts'
import { festival, openShop, sellTickets, tier, tiers } from '../shop.ts'
import { ordersOf, purchasesOf, ticketOf } from '../shop-service.ts'
import { knownWorks, namesOf, searchesFor, unseenWorks } from '../works.ts'
import type { Compared } from './rounds.ts'

type Parts = Record<string, Compared[]>

export const comparedParts = [
  'reads',
  'unseen',
  'search',
  'feed',
  'tokens',
  'gate',
  'purchase',
  'orders',
]

/** Fills a catalogue further, with a shop, and returns the work on it. */
export async function worksOn(database: string, run: Run, size: number): Promise<Parts> {
  await openShop(database)
  return {
    ...(await readWorks(database, run)),
    ...(await unseenParts(database, size)),
    tokens: (await tokenWorks(database)).map(([name, work]) => ({ name, workOf: () => work })),
    gate: await gateWorks(database, run),
    ...(await saleWorks(database)),
  }
}

async function readWorks(database: string, { scale }: Run): Promise<Parts> {
  const [id = ''] = await idsOf(database, 1)
  const [reader] = await query<{ user_id: string }>(
    database,
    'select user_id from interests limit 1',
  )
  const { headers, users } = await tokensFor(database, [reader?.user_id ?? ''])
  const works = knownWorks(id)
    .filter(({ isMain }) => isMain || scale === 'full')
    .map(({ name, path, asUser }) => {
      const work = { headers: (asUser && users[0]) || headers, ask: { path }, connections }
      return { name: asUser ? name : `${name} from memory`, workOf: () => work }
    })
  const isSearch = ({ name }: Compared) => name.startsWith('search')
  const isFeed = ({ name }: Compared) => name === 'feed'
  return {
    reads: works.filter((one) => !isSearch(one) && !isFeed(one)),
    search: [
      ...works.filter(isSearch),
      asked('search, never asked before', searchesFor(await namesOf(database)), headers),
    ],
    feed: works.filter(isFeed),
  }
}

const asked = (name: string, ask: Work['ask'], headers: Work['headers']): Compared => ({
  name,
  workOf: () => ({ headers, ask, connections }),
})

async function unseenParts(database: string, size: number): Promise<Parts> {
  const { headers } = await tokensFor(database, [])
  const ids = await idsOf(database, size)
  const works = () => unseenWorks(size, ids).filter(({ isMain }) => isMain)
  return {
    unseen: works().map(({ name, many }, nth) => ({
      name: `${name}, never asked before`,
      many,
      // Each of the three goes through all of them.
      workOf: () => ({ headers, connections, ask: works()[nth]?.next ?? { path: '/' } }),
    })),
  }
}

/** Tickets admitted one by one, and uploads of a gate that was offline. */
async function gateWorks(database: string, run: Run): Promise<Compared[]> {
  const tickets = await sellTickets(
    database,
    scaled(run, { full: 200_000, quick: 60_000, check: 5_000 }),
  )
  const headers = await stewardOf(database)
  const [one, other] = [tickets.slice(tickets.length / 2), tickets.slice(0, tickets.length / 2)]
  const codes = await Promise.all(other.map(await coder(database)))
  return [
    {
      name: 'validation',
      many: one.length,
      workOf: () => validationOf(one, headers),
    },
    {
      name: `upload of ${together} scans`,
      many: Math.floor(codes.length / together),
      workOf: () => scansOf(codes, headers),
    },
  ]
}

/** How many scans an upload has. */
const together = 20

function scansOf(codes: string[], headers: Work['headers']): Work {
  const left = [...codes]
  const ask = () => {
    const scans = left.splice(-together).map((code) => ({
      nonce: newId(),
      code,
      scanned_at: new Date().toISOString(),
      admitted_offline: true,
    }))
    if (scans.length === 0) throw new Error(`All ${codes.length} tickets are used`)
    const body = JSON.stringify({ festival_id: festival, scans })
    return { method: 'POST' as const, path: '/gate/scans', body }
  }
  return { headers, ask, connections: 4 }
}

/** Signs codes with the key of the services. */
async function coder(database: string) {
  const pool = connectPool(database, { max: 1, purpose: 'work' })
  const vault = createVault(secretKey)
  const key = await signingKey({ db: connect(pool), vault, now: new Date() })
  await pool.end()
  const kind = { entity_id: tier(1), valid_since: null, valid_until: null, revision: 0 }
  return (payment_id: string) => encodeCode({ payment_id, ...kind }, key)
}

async function saleWorks(database: string): Promise<Parts> {
  const purchases = await purchasesOf(database)
  const sale = (name: string, work: Work): Compared => ({ name, workOf: () => work })
  return {
    purchase: [
      sale(`purchase, ${tiers} tiers`, purchases(ticketOf(tiers))),
      sale('purchase, one tier', purchases(ticketOf(1))),
    ],
    orders: [
      sale('order of one ticket, one buyer', { ...purchases(ordersOf(1)), connections: 1 }),
      sale('order of four tickets', purchases(ordersOf(4))),
    ],
  }
}
