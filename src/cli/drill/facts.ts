import { counted } from '../terminal/output.ts'
import type { Played } from './checks.ts'
import { purchaseResults } from './people/buy.ts'
import { requestsOf, troubleOf } from './report/measures.ts'
import type { Stage } from './stage.ts'

/** A figure of a drill, and its meaning. */
export type Fact = { group: string; what: string; figure: string }

const listed = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${counted(count)} ${kind.replaceAll('_', ' ')}`)
    .join(', ') || '0'

/** Every figure of a drill except the measurements of the services. */
export function factsOf(stage: Stage, played: Played): Fact[] {
  return [...ofSale(stage, played), ...ofWeeks(stage, played), ...ofGate(played), ...ofAll(stage)]
}

function ofSale({ people, size, measures, services }: Stage, { queue, sold }: Played): Fact[] {
  const group = 'The sale'
  const buyers = sold.answers.filter((answer) => answer === purchaseResults.bought).length
  const friends = [...queue.joined.values()].reduce((sum, { length }) => sum + length, 0)
  const thrice = sold.asked.filter((times) => times + 1 >= 3).length
  return [
    { group, what: 'People in the queue', figure: counted(people.count) },
    { group, what: 'People served by the number of a friend', figure: counted(friends) },
    { group, what: 'Tickets', figure: counted(size.tickets) },
    { group, what: 'Tickets sold', figure: counted(measures.counts.sold) },
    { group, what: 'Orders', figure: counted(buyers) },
    { group, what: 'Turns given', figure: counted(measures.counts.served) },
    {
      group,
      what: 'From the first turn to the last ticket',
      figure: `${sold.seconds.toFixed(0)} s`,
    },
    { group, what: 'People who asked at least three times', figure: counted(thrice) },
    { group, what: 'Tries to buy before a turn', figure: counted(sold.jumped) },
    { group, what: 'Services killed', figure: counted(services.kills) },
    { group, what: 'PostgreSQL killed', figure: '1' },
  ]
}

function ofWeeks({ size }: Stage, { weeks }: Played): Fact[] {
  const group = 'The weeks between'
  const { rushed, waited, streams } = weeks
  return [
    { group, what: 'People who wanted a place in a coach', figure: counted(rushed.wanted) },
    { group, what: 'Places in coaches sold', figure: counted(rushed.bought) },
    { group, what: 'Tickets handed on', figure: counted(weeks.handedOn.length) },
    { group, what: 'Tickets returned', figure: counted(size.returns) },
    { group, what: 'Tickets refunded', figure: counted(size.refunds) },
    { group, what: 'People on the waiting list', figure: counted(waited.entries) },
    { group, what: 'Offers made', figure: counted(waited.offers) },
    { group, what: 'Offers bought', figure: counted(waited.bought.length) },
    { group, what: 'Offers that lapsed', figure: counted(waited.lapsed) },
    {
      group,
      what: 'Streams told of the other date',
      figure: `${counted(streams.told)} of ${counted(streams.open)}, the last after ${(streams.within / 1000).toFixed(1)} s`,
    },
  ]
}

function ofGate({ day }: Played): Fact[] {
  const group = 'The gate'
  return [
    { group, what: 'Scans', figure: counted(day.scans) },
    { group, what: 'Let through', figure: listed(day.admitted) },
    { group, what: 'Refused', figure: listed(day.refused) },
    { group, what: 'Told later by gates without a network', figure: counted(day.toldLater) },
    { group, what: 'Inside in the end', figure: counted(day.inside) },
  ]
}

function ofAll({ measures: { phases }, services }: Stage): Fact[] {
  const group = 'All of it'
  const sum = (of: typeof requestsOf) => phases.reduce((all, phase) => all + of(phase), 0)
  const [requests, trouble] = [sum(requestsOf), sum(troubleOf)]
  return [
    { group, what: 'Requests', figure: counted(requests) },
    {
      group,
      what: 'With trouble, of a thousand',
      figure: ((1_000 * trouble) / requests).toFixed(2),
    },
    {
      group,
      what: 'Memory of a service, at most',
      figure: `${Math.round(services.memory / 1_048_576)} MB`,
    },
  ]
}
