import { words } from '#common/words/shop-words'
import type { Names } from '#core/sale-terms'
import type { Api } from '../ui/api.ts'
import type { GuidePage } from '../ui/layout.ts'
import { html, type Shown } from '../ui/markup.ts'
import { asOf, untilOver } from '../ui/offline-page.ts'
import type { PageRequest } from '../ui/request.ts'
import type { TicketRead } from '../ui/shapes.ts'
import { byFestival, type Codes, codesOf, picture } from '../ui/ticket-codes.ts'
import { pass, ticketsAt } from './pass.ts'

type Shows = { codes: Codes; names: Names; holder: string | undefined; now: Date }

/** `/tickets` as a browser may store it: to show at the gate, without e-mail, money and actions. */
export async function offlineTickets(
  mine: Api,
  { fan, now, namesOf }: PageRequest,
): Promise<GuidePage> {
  const { tickets } = await mine.get<{ tickets: TicketRead[] }>('/tickets?limit=200')
  const names = await namesOf(tickets.map(({ item }) => item.id))
  const shows = { codes: await codesOf(tickets), names, holder: fan?.name, now }
  return {
    title: words.tickets,
    description: words.tickets,
    path: '/tickets',
    main: html`<div class="wallet" data-shop="tickets">
      <h1>${words.tickets}</h1>
      <p class="quiet">${words.bright}</p>
      ${byFestival(tickets, now).map((held) => festival(held, shows))}
    </div>`,
  }
}

function festival(tickets: TicketRead[], { codes, names, holder, now }: Shows): Shown {
  const [first] = tickets
  if (!first) return null
  const passes = tickets.map((ticket, n) => {
    const code = codes.get(ticket.payment_id)
    const item = { ...ticket.item, ...names.get(ticket.item.id) }
    return pass(ticket, {
      item,
      nth: [n + 1, tickets.length],
      code: code && picture(code),
      holder,
    })
  })
  const part = ticketsAt(first.festival, passes, asOf(now, first.festival.time_zone))
  return untilOver(first.festival, part)
}
