import { randomUUID } from 'node:crypto'
import { type Contestant, compare, cpuOf, numbersOf, ratio, type Work } from '../contest.ts'
import { run as query } from '../databases.ts'
import { ask, idsOf } from '../readers.ts'
import { printed, type Row, short } from '../row.ts'
import type { Part, Run } from '../run.ts'
import { browser, browserOf, type Service, startService, tokensFor } from '../service.ts'
import { sizeOf } from './reads.ts'

/** How many tickets the fan has. */
const tickets = 10
/** At most as many at once as the service works on for one user. */
const connections = 8

/** A page, and what an app reads of the API to show the same. */
type Compared = { title: string; page: Side; api: Side }
type Side = { path: string; headers: Record<string, string> }

/** What the pages of fans cost beside the API's answers of the same. */
export const pages: Part = async (run) => {
  const size = sizeOf(run)
  const database = await run.databases.catalogue(size)
  const service = await startService(run, { database })
  const rows: Row[] = []
  for (const compared of await worksOf(database, service)) {
    run.say(compared.title)
    rows.push(await oneCompared(run, service, compared))
  }
  return rows
}

async function worksOf(database: string, service: Service): Promise<Compared[]> {
  const [festival = ''] = await idsOf(database, 1)
  const [fan] = await query<{ id: string }>(database, 'select id from users order by id limit 1')
  const userId = fan?.id ?? ''
  const { headers, users } = await tokensFor(database, [userId])
  const user = users[0] ?? {}
  // The first visitor of a guide makes its client.
  await ask(`${service.url}/guide/session`, {})
  const signedIn = await browserOf(database, userId)
  await buyTickets(database, { service, headers: user })
  const page = `/guide/${festival}`
  return [
    {
      title: 'festival page of a visitor',
      page: { path: page, headers: browser },
      api: { path: `/festivals/${festival}?expand=artists`, headers },
    },
    {
      title: 'festival page of a fan',
      page: { path: page, headers: signedIn },
      api: { path: `/festivals/${festival}?expand=artists`, headers: user },
    },
    {
      title: `page of ${tickets} tickets`,
      page: { path: '/tickets', headers: signedIn },
      api: { path: '/tickets', headers: user },
    },
  ]
}

/** Buys them for a festival to come, all in one order. */
async function buyTickets(
  database: string,
  { service, headers }: { service: Service; headers: Record<string, string> },
) {
  const [tier] = await query<{ id: string }>(
    database,
    `select t.id from tiers t join festivals f on f.id = t.festival_id
     where f.start_time > now() + interval '1 day' order by t.id limit 1`,
  )
  const bought = await fetch(`${service.url}/orders`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      items: [{ payment_type: 'ticket', entity_id: tier?.id, quantity: tickets }],
    }),
  })
  if (bought.status !== 201) throw new Error(`POST /orders answered ${await bought.text()}`)
}

async function oneCompared(
  run: Run,
  service: Service,
  { title, page, api }: Compared,
): Promise<Row> {
  const sideOf = (name: string, { path, headers }: Side): Contestant => {
    return { name, url: service.url, server: service, own: { headers, ask: { path } } }
  }
  await requireShown(service, page)
  const work: Work = { headers: {}, ask: { path: '/' }, connections }
  const results = await compare([sideOf('page', page), sideOf('API', api)], work, run)
  const beside = ratio(results, ['page', 'API'], cpuOf)
  return printed(`${title}: CPU, times the API's answer`, `${short(beside)}×`, numbersOf(results))
}

/** A page of tickets without any would be measured as a fast one. */
async function requireShown({ url }: Service, { path, headers }: Side) {
  const { status, body } = await ask(url + path, headers)
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  const shown = body.toString().match(/<svg class="qr"/g)?.length ?? 0
  if (path === '/tickets' && shown !== tickets) throw new Error(`${path} shows ${shown} tickets`)
}
