/** Texts of the ticket selection, in Italian. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf, sum } from '../numbers.ts'

const { counted } = pluralsOf('it')

export const basket: Catalogue['basket'] = {
  choose: 'Scelga i biglietti',
  buy: ({ tickets, others }, euros) => {
    const what =
      others === 0
        ? counted(tickets, { one: 'biglietto', other: 'biglietti' })
        : counted(tickets + others, { one: 'articolo', other: 'articoli' })
    return `Acquista ${what} · ${euros === 0 ? 'gratis' : sum(euros)}`
  },
  fewer: (name) => `Uno in meno: ${name}`,
  more: (name) => `Uno in più: ${name}`,
  most: (most) => `Al massimo ${count(most)} per ordine`,
}
