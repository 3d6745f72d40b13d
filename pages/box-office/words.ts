/** The page's texts about books and sales. */
import type { Shift } from '../../client/src/types.ts'
import { euros, toCents } from './money.ts'
import type { Sold } from './sold.ts'

const amount = (value: number) => euros(toCents(value))

/** The books of a shift, line by line; the last line is the cash that must be in the drawer. */
export function booksOf({ float, books }: Shift): [name: string, value: string][] {
  const { cash, terminal, complimentary } = books
  const moved: [string, number][] = [
    ['Refunded in cash', -books.refunded_cash],
    ['Refunded at the card terminal', -books.refunded_terminal],
    ['Taken out', -books.drops],
    ['Put in', books.additions],
  ]
  return [
    ['Cash at the beginning', amount(float)],
    [`Cash, ${salesOf(cash.count)}`, amount(cash.amount)],
    [`Card, ${salesOf(terminal.count)}`, amount(terminal.amount)],
    ['Complimentary', salesOf(complimentary.count)],
    ...moved
      .filter(([, value]) => value !== 0)
      .map(([name, value]): [string, string] => [name, amount(value)]),
    ['Must be in the drawer', amount(books.expected_cash)],
  ]
}

const salesOf = (count: number) => (count === 1 ? '1 sale' : `${count} sales`)

/** Describes the difference between the counted cash and the books; `cents` is counted less booked. */
export function differenceOf(cents: number): string {
  if (cents === 0) return 'It is exact.'
  return `${euros(Math.abs(cents))} ${cents > 0 ? 'more than' : 'less than'} booked.`
}

const meansNames = { cash: 'Cash', terminal: 'Card', complimentary: 'Complimentary' }

/** Describes a sale in one line. */
export function saleOf({
  receipt,
  isOffline,
  refused,
  means,
  amount: value,
  tickets,
}: Sold): string {
  const name = receipt === '' ? 'Not reported yet' : `Receipt ${receipt}`
  const parts = [name, meansNames[means], amount(value), ticketsOf(tickets.length)]
  if (isOffline) parts.push('sold without a network')
  if (refused !== undefined) parts.push(refusals[refused] ?? 'not booked')
  return parts.join(' · ')
}

const ticketsOf = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`)

const refusals: Record<string, string> = {
  lease_over: 'not booked: its lease was over',
  not_leased: 'not booked: a ticket was sold already',
  tendered_too_little: 'not booked: too little cash',
}

/** Describes the uncertain state while a request has no answer. */
export function unknownOf(kind: string): { title: string; why: string } {
  const title = 'No answer'
  if (kind === 'sale') {
    return {
      title,
      why: 'The service may have booked this sale, or not. It is sent again, and booked once at most. Hand out nothing for it yet. If you go on without it, it is taken back when the network returns.',
    }
  }
  if (kind === 'conclude') {
    return {
      title,
      why: 'What the terminal said is stored here and sent again. If you go on, the tickets are among the last sales when the network returns.',
    }
  }
  return {
    title,
    why: 'The service may have booked this, or not. It is sent again, and booked once at most.',
  }
}
