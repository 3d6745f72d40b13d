/** Texts of the ticket selection, in German. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf, sum } from '../numbers.ts'

const { counted } = pluralsOf('de')

/** `1 Ticket`, `2 Tickets` */
const ticketsOf = (quantity: number): string =>
  counted(quantity, { one: 'Ticket', other: 'Tickets' })

export const basket: Catalogue['basket'] = {
  choose: 'Tickets auswählen',
  buy: ({ tickets, others }, euros) => {
    const what = others === 0 ? ticketsOf(tickets) : `${count(tickets + others)} Artikel`
    return `${what} kaufen · ${euros === 0 ? 'kostenlos' : sum(euros)}`
  },
  fewer: (name) => `Eins weniger: ${name}`,
  more: (name) => `Eins mehr: ${name}`,
  most: (most) => `Höchstens ${count(most)} pro Bestellung`,
}
