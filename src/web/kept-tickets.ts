import type { Names } from '#sale-terms'
import type { Api } from './guide-api.ts'
import { html, type Markup, type Shown } from './guide-html.ts'
import type { GuidePage } from './guide-layout.ts'
import type { TicketRead } from './guide-shapes.ts'
import { days, namedMoment } from './guide-words.ts'
import { asOf, untilOver } from './offline-page.ts'
import type { Asked } from './shop-asked.ts'
import { byFestival, type Codes, codesOf, picture } from './shop-codes.ts'
import { words } from './shop-words.ts'
import { lang } from './spoken.ts'
import { whereOf } from './where.ts'

type Shows = { codes: Codes; names: Names; holder: string | undefined; now: Date }

/** `/tickets` as a browser may keep it: to show at the gate, without e-mail, money and anything to do. */
export async function keptTickets(mine: Api, { fan, now, namesOf }: Asked): Promise<GuidePage> {
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

function festival(tickets: TicketRead[], shows: Shows): Shown {
  const [first] = tickets
  if (!first) return null
  const { id, name, time_zone } = first.festival
  const where = whereOf(first.festival)
  const part = html`<section class="part" aria-labelledby="festival-${id}">
    <div class="part-head"><h2 id="festival-${id}"><a href="/guide/${id}">${name}</a></h2><p class="quiet">${days(first.festival)}${where && `, ${where}`}</p></div>
    ${asOf(shows.now, time_zone)}
    <ul class="passes">${tickets.map((ticket) => pass(ticket, shows))}</ul>
  </section>`
  return untilOver(first.festival, part)
}

function pass(ticket: TicketRead, { codes, names, holder }: Shows): Markup {
  const { payment_id: id, validated_at, short_code, festival } = ticket
  const item = { ...ticket.item, ...names.get(ticket.item.id) }
  const code = codes.get(id)
  return html`<li class="pass" data-ticket="${id}"${validated_at !== null && html` data-used=""`}>
    <h3${lang(item.language)}>${item.name}</h3>
    ${code && picture(code)}
    <dl>
      ${short_code && html`<div><dt>${words.code}</dt><dd><code>${short_code}</code></dd></div>`}
      ${holder && html`<div><dt>${words.holder}</dt><dd>${holder}</dd></div>`}
    </dl>
    ${validated_at && html`<p class="badge">${words.used(namedMoment(validated_at, festival.time_zone))}</p>`}
  </li>`
}
