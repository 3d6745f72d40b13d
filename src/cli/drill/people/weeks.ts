/** The weeks between the sale and the festival: tickets change their owners, and the programme changes. */

import { comes, withEach } from '../parallel.ts'
import type { Stage } from '../stage.ts'
import { purchaseResults } from './buy.ts'
import { type Rushed, rush } from './rush.ts'
import type { Sold } from './sale.ts'
import { type Ticket, ticketsOf } from './tickets.ts'
import { fillWaitingList, type Waited } from './waiting-list.ts'

const day = 86_400_000
/** Longer than changes of a festival rest before people are notified, ms. */
const rest = 11 * 60_000

export type Weeks = {
  /** all valid tickets */
  tickets: Ticket[]
  /** codes that must no longer admit */
  handedOn: string[]
  givenBack: string[]
  rushed: Rushed
  waited: Waited
  /** streams that received the new date, and the delay of the last one, ms */
  streams: { open: number; told: number; within: number }
}

export async function passWeeks(stage: Stage, sold: Sold): Promise<Weeks> {
  const { services, people, size, chance } = stage
  services.moveClock(7 * day)
  const buyers = [...people.numbers()].filter(
    (person) => sold.answers[person] === purchaseResults.bought,
  )
  const others = [...people.numbers()].filter(
    (person) => sold.answers[person] !== purchaseResults.bought,
  )
  const bought = chance.shuffled(await ticketsOf(stage, buyers))
  const { transfers, returns, refunds } = size
  const ofEach = [...Map.groupBy(bought, ({ person }) => person).values()].flatMap(
    ([first]) => first ?? [],
  )
  const offered = ofEach.slice(0, transfers)
  const givers = ofEach.slice(transfers, transfers + returns + refunds)
  const rushed = await rush(stage, [...others, ...buyers])
  const recipients = others.slice(0, offered.length)
  await handOn(stage, offered, recipients)
  const waiters = others.slice(recipients.length, recipients.length + size.waiting)
  const waited = await fillWaitingList(stage, {
    waiters,
    returned: givers.slice(0, returns),
    refunded: givers.slice(returns),
  })
  services.moveClock(7 * day)
  const tickets = await ticketsOf(stage, [...buyers, ...recipients, ...waited.bought])
  const holders = [...new Set(tickets.map(({ person }) => person))]
  const streams = await changeProgramme(stage, holders.slice(0, size.streams))
  const good = new Set(tickets.map(({ code }) => code))
  const isOld = ({ code }: Ticket) => !good.has(code)
  return {
    tickets,
    handedOn: offered.filter(isOld).map(({ code }) => code),
    givenBack: givers.filter(isOld).map(({ code }) => code),
    rushed,
    waited,
    streams,
  }
}

/** Transfers tickets to the e-mail addresses of others, and accepts them. */
async function handOn(stage: Stage, tickets: Ticket[], recipients: number[]): Promise<void> {
  const { client, people, size } = stage
  await withEach(tickets.entries(), size.atOnce, async ([n, { payment_id, person }]) => {
    const to = recipients[n]
    if (to === undefined) return
    const { id } = await client.get('POST', `/payments/${payment_id}/transfer`, {
      as: people.tokenOf(person),
      body: { email: people.emailOf(to) },
    })
    await client.get('POST', `/transfers/${id}/accept`, { as: people.tokenOf(to) })
  })
}

/** Moves a set, then the whole festival by a day, and waits until open streams have received the notification. */
async function changeProgramme(stage: Stage, holders: number[]): Promise<Weeks['streams']> {
  const { client, people, festival, measures, services, size } = stage
  const as = people.manager
  const heard = new Set<number>()
  const closers: (() => void)[] = []
  await withEach(holders, size.atOnce, async (person) => {
    const close = await client.stream('/notifications/sse', people.tokenOf(person), (text) => {
      if (text.includes('festival.changed')) heard.add(person)
    })
    if (close) closers.push(close)
  })
  const path = `/festivals/${festival.id}`
  const { gigs } = await client.get('GET', path)
  const moved = gigs.map((gig: { start_time: string; end_time: string }, n: number) =>
    n === 0 ? { ...gig, start_time: later(gig.start_time), end_time: later(gig.end_time) } : gig,
  )
  await client.get('PUT', path, { as, body: { gigs: moved } })
  measures.note('a set is moved')
  festival.start = new Date(festival.start.getTime() + day)
  festival.end = new Date(festival.end.getTime() + day)
  const from = performance.now()
  const body = { start_time: festival.start, end_time: festival.end }
  await client.get('PUT', path, { as, body })
  measures.note('the festival is a day later')
  services.moveClock(rest)
  await comes(() => heard.size === closers.length, 60_000)
  const within = performance.now() - from
  for (const close of closers) close()
  return { open: closers.length, told: heard.size, within }
}

const later = (time: string) => new Date(Date.parse(time) + 1_800_000)
