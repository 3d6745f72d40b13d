/** Texts of the ticket selection, in Spanish. */
import type { First } from '../catalogues.ts'
import { count, counted, sum } from '../numbers.ts'

/** `1 entrada`, `2 entradas` */
const ticketsOf = (quantity: number): string => counted(quantity, 'entrada', 'entradas')

export const basket: First['basket'] = {
  choose: 'Elija sus entradas',
  buy: ({ tickets, others }, euros) => {
    const what = others === 0 ? ticketsOf(tickets) : `${count(tickets + others)} artículos`
    return `Comprar ${what} · ${euros === 0 ? 'gratis' : sum(euros)}`
  },
  fewer: (name) => `Una menos: ${name}`,
  more: (name) => `Una más: ${name}`,
  most: (most) => `Como máximo ${count(most)} por pedido`,
}
