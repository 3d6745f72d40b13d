/** Texts of the ticket selection, in German. */
import type { First } from '../catalogues.ts'
import { count, counted, sum } from '../numbers.ts'

/** `1 Ticket`, `2 Tickets` */
const ticketsOf = (quantity: number): string => counted(quantity, 'Ticket', 'Tickets')

export const basket: First['basket'] = {
  choose: 'Tickets auswählen',
  buy: ({ tickets, others }, euros) => {
    const what = others === 0 ? ticketsOf(tickets) : `${count(tickets + others)} Artikel`
    return `${what} kaufen · ${euros === 0 ? 'kostenlos' : sum(euros)}`
  },
  fewer: (name) => `Eins weniger: ${name}`,
  more: (name) => `Eins mehr: ${name}`,
  most: (most) => `Höchstens ${count(most)} pro Bestellung`,
}
