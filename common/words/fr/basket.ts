/** Texts of the ticket selection, in French. */
import type { First } from '../catalogues.ts'
import { count, counted, sum } from '../numbers.ts'

export const basket: First['basket'] = {
  choose: 'Choisissez vos billets',
  buy: ({ tickets, others }, euros) => {
    const what =
      others === 0
        ? counted(tickets, 'billet', 'billets')
        : counted(tickets + others, 'article', 'articles')
    return `Acheter ${what} · ${euros === 0 ? 'gratuit' : sum(euros)}`
  },
  fewer: (name) => `Un de moins : ${name}`,
  more: (name) => `Un de plus : ${name}`,
  most: (most) => `${count(most)} au maximum par commande`,
}
