/** Texts of the ticket selection, in Spanish. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf, sum } from '../numbers.ts'

const { counted } = pluralsOf('es')

/** `1 entrada`, `2 entradas` */
const ticketsOf = (quantity: number): string =>
  counted(quantity, { one: 'entrada', other: 'entradas' })

export const basket: Catalogue['basket'] = {
  choose: 'Elija sus entradas',
  buy: ({ tickets, others }, euros) => {
    const what = others === 0 ? ticketsOf(tickets) : `${count(tickets + others)} artículos`
    return `Comprar ${what} · ${euros === 0 ? 'gratis' : sum(euros)}`
  },
  fewer: (name) => `Una menos: ${name}`,
  more: (name) => `Una más: ${name}`,
  most: (most) => `Como máximo ${count(most)} por pedido`,
}
