/** Tickets by festival, and the pictures of their codes. */

import { words } from '#common/words/shop-words'
import { nextTurn } from '#platform/http/answers/slices'
import { pathOf } from '#shop/tickets'
import { html, type Markup } from './markup.ts'
import type { TicketRead } from './shapes.ts'

type Drawn = ReturnType<typeof pathOf>
export type Codes = Map<string, Drawn>

/** Recently drawn pictures, by their codes, since a fan opens the page again and again. 4 kB each. */
const drawn = new Map<string, Drawn>()
const mostDrawn = 2_000

/** Returns the pictures of tickets. Each new one is drawn in a separate turn of the event loop. */
export async function codesOf(
  tickets: Pick<TicketRead, 'payment_id' | 'qr_code'>[],
): Promise<Codes> {
  const codes: Codes = new Map()
  for (const { payment_id, qr_code } of tickets) {
    const known = drawn.get(qr_code)
    codes.set(payment_id, known ?? draw(qr_code))
    if (!known) await nextTurn()
  }
  return codes
}

/** Draws the picture of a code. The oldest picture in the cache makes room. */
function draw(code: string): Drawn {
  const picture = pathOf(code)
  const [first] = drawn.keys()
  if (drawn.size >= mostDrawn && first !== undefined) drawn.delete(first)
  drawn.set(code, picture)
  return picture
}

/** Groups the tickets by festival: festivals that are not over first, the next one on top. */
export function byFestival(tickets: TicketRead[], now: Date): TicketRead[][] {
  const groups = [...Map.groupBy(tickets, ({ festival: { id } }) => id).values()]
  const order = ([one]: TicketRead[]) => {
    const { start_time = '', end_time = '' } = one?.festival ?? {}
    const isOver = new Date(end_time) < now
    return [isOver ? 1 : 0, (isOver ? -1 : 1) * Date.parse(start_time)] as const
  }
  return groups.toSorted((a, b) => {
    const [[overA, timeA], [overB, timeB]] = [order(a), order(b)]
    return overA - overB || timeA - timeB
  })
}

export function picture(
  { size, path }: ReturnType<typeof pathOf>,
  { name, label } = { name: 'qr', label: words.qr },
): Markup {
  return html`<svg class="${name}" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
}
