/** Texts of the ticket selection, in French. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf, sum } from '../numbers.ts'

const { counted } = pluralsOf('fr')

export const basket: Catalogue['basket'] = {
  choose: 'Choisissez vos billets',
  buy: ({ tickets, others }, euros) => {
    const what =
      others === 0
        ? counted(tickets, { one: 'billet', other: 'billets' })
        : counted(tickets + others, { one: 'article', other: 'articles' })
    return `Acheter ${what} · ${euros === 0 ? 'gratuit' : sum(euros)}`
  },
  fewer: (name) => `Un de moins : ${name}`,
  more: (name) => `Un de plus : ${name}`,
  most: (most) => `${count(most)} au maximum par commande`,
}
