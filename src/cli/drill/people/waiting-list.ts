/** People wait for tickets that are sold out; others return tickets, which are offered to them in turn. */

import { comes, withEach } from '../parallel.ts'
import type { Stage } from '../stage.ts'
import { settled } from './buy.ts'
import type { Ticket } from './tickets.ts'

const hour = 3_600_000
/** Share of offers that are bought; the others lapse, and go to the next in line. */
const taken = 0.75
/** Number of devices of one buyer, each of which sends an order with the same offer. */
const devices = 4
/** Rounds of offers, each a day after the one before. */
const days = 4

export type Waited = { entries: number; offers: number; bought: number[]; lapsed: number }

type WaitingListPlan = { waiters: number[]; returned: Ticket[]; refunded: Ticket[] }
type Entry = { id: string; person: number; tier: string; isOver: boolean }

export async function fillWaitingList(
  stage: Stage,
  { waiters, returned, refunded }: WaitingListPlan,
): Promise<Waited> {
  const { client, people, size } = stage
  const entries = await joinAll(stage, waiters)
  await withEach(returned, size.atOnce, async ({ payment_id, person }) => {
    await client.get('POST', `/payments/${payment_id}/return`, { as: people.tokenOf(person) })
  })
  await withEach(refunded, size.atOnce, async ({ payment_id }) => {
    const body = { reason: 'Asked by mail' }
    await client.get('POST', `/payments/${payment_id}/refund`, { as: people.manager, body })
  })
  return useOffers(stage, entries, returned.length + refunded.length)
}

async function joinAll(stage: Stage, waiters: number[]): Promise<Entry[]> {
  const { client, people, festival, size } = stage
  const entries: Entry[] = []
  await withEach(waiters.entries(), size.atOnce, async ([n, person]) => {
    const tier = festival.tiers[n % festival.tiers.length]?.id ?? ''
    const { status, body } = await client.ask('POST', `/festivals/${festival.id}/waiting-list`, {
      as: people.tokenOf(person),
      body: { entity_id: tier, quantity: 1 },
    })
    if (status === 201) entries.push({ id: body.id, person, tier, isOver: false })
  })
  return entries
}

/** People with an offer buy the ticket, or let the offer lapse: it then goes to the next person in line. */
async function useOffers(stage: Stage, entries: Entry[], free: number): Promise<Waited> {
  const { services, chance, size } = stage
  const waited: Waited = { entries: entries.length, offers: 0, bought: [], lapsed: 0 }
  for (let round = 0; round < days && waited.bought.length < free; round++) {
    let offered: Entry[] = []
    const wanted = Math.min(free - waited.bought.length, entries.length)
    await comes(async () => {
      offered = await offeredOf(stage, entries)
      return offered.length >= wanted
    }, 15_000)
    waited.offers += offered.length
    const isLast = round === days - 1
    await withEach(offered, Math.ceil(size.atOnce / devices), async (entry) => {
      if (isLast || chance.befalls(taken)) await buyOffered(stage, entry, waited)
      else waited.lapsed++
    })
    services.moveClock(25 * hour)
  }
  return waited
}

async function offeredOf({ client, people, size }: Stage, entries: Entry[]): Promise<Entry[]> {
  const offered: Entry[] = []
  await withEach(entries, size.atOnce, async (entry) => {
    if (entry.isOver) return
    const { status } = await client.get('GET', `/waiting-list/${entry.id}`, {
      as: people.tokenOf(entry.person),
    })
    if (status === 'offered') offered.push(entry)
    else entry.isOver = status !== 'waiting'
  })
  return offered
}

/** Sends orders with one offer from several devices at the same moment: one of them succeeds. */
async function buyOffered(stage: Stage, entry: Entry, waited: Waited): Promise<void> {
  const { id: offer, person, tier: entity_id } = entry
  const wanted = { entity_id, quantity: 1, offer }
  const answers = await Promise.all(
    Array.from({ length: devices }, (_, n) => settled(stage, person, { ...wanted, of: n % 2 })),
  )
  if (answers.some(({ body }) => body.status === 'succeeded')) waited.bought.push(person)
  entry.isOver = true
}
