/** Tickets by festival, and the pictures of their codes. */
import { nextTurn } from '#platform/http/answers/slices'
import { pathOf } from '#tickets'
import { html, type Markup } from './guide-html.ts'
import type { TicketRead } from './guide-shapes.ts'
import { words } from './shop-words.ts'

export type Codes = Map<string, ReturnType<typeof pathOf>>

/** The pictures of tickets, each drawn in a turn of its own. */
export async function codesOf(tickets: TicketRead[]): Promise<Codes> {
  const codes: Codes = new Map()
  for (const { payment_id, qr_code } of tickets) {
    codes.set(payment_id, pathOf(qr_code))
    await nextTurn()
  }
  return codes
}

/** The tickets by festival: those that are not over first, the next one on top. */
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

export function picture({ size, path }: ReturnType<typeof pathOf>): Markup {
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${words.qr}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
}
