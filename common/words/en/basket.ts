/** Texts of the ticket selection. */
import { count, pluralsOf, sum } from '../numbers.ts'

const { plural } = pluralsOf('en')

/** `one ticket`, `2 tickets` */
const ticketsOf = (quantity: number): string =>
  plural(quantity, { one: 'one ticket', other: `${count(quantity)} tickets` })

/** `one item`, `3 items` */
const itemsOf = (quantity: number): string =>
  plural(quantity, { one: 'one item', other: `${count(quantity)} items` })

export const basket = {
  choose: 'Choose your tickets',
  buy: ({ tickets, others }: { tickets: number; others: number }, euros: number) => {
    const what = others === 0 ? ticketsOf(tickets) : itemsOf(tickets + others)
    return `Buy ${what} · ${euros === 0 ? 'free' : sum(euros)}`
  },
  fewer: (name: string) => `One fewer: ${name}`,
  more: (name: string) => `One more: ${name}`,
  most: (most: number) => `At most ${count(most)} in one order`,
}
