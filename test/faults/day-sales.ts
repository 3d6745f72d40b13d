/** What was sold on the day of the harness `gate-day`, as the tills say, and the buyers of the shop beside them. */
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#platform/values/ids'
import type { Person } from '../world.ts'
import type { Chance } from './chance.ts'
import type { Ticket } from './day-people.ts'
import type { Site } from './day-site.ts'
import type { PageMessage, RefundedHere, SoldHere } from './gate-day/messages.ts'

type Options = {
  chance: Chance
  /** someone has a ticket */
  onTicket: (ticket: Ticket) => void
  /** someone wants the money for a ticket back, at this till */
  onReturn: (till: number, paymentId: string) => void
}

export class Sales {
  /** of the tickets that people have */
  readonly tickets: Ticket[] = []
  /** the payments of those that were not given back */
  handedOver: string[] = []
  readonly notices: string[] = []
  #sales = new Map<string, { till: number; sale: SoldHere }>()
  #refunds = new Map<string, { till: number; refund: RefundedHere }>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** A till says something. A sale counts once, however often a till that was ended says it again. */
  hear(till: number, pageMessage: PageMessage): void {
    if (pageMessage.kind === 'notice') this.notices.push(pageMessage.text)
    else if (pageMessage.kind === 'sold') this.#sold(till, pageMessage.sale)
    else if (pageMessage.kind === 'refunded') this.#refunded(till, pageMessage.refund)
  }

  #sold(till: number, sale: SoldHere): void {
    const isKnown = this.#sales.has(sale.id)
    this.#sales.set(sale.id, { till, sale })
    if (isKnown) return
    const [first] = sale.tickets
    // Only what has not been used is given back.
    const isReturned = !sale.isOffline && !first?.admitted && this.#options.chance.in100(4)
    if (isReturned && first) this.#options.onReturn(till, first.payment_id)
    for (const ticket of isReturned ? sale.tickets.slice(1) : sale.tickets) {
      const { code } = ticket
      this.handedOver.push(ticket.payment_id)
      if (code === null) continue
      this.tickets.push({ ...ticket, code })
      this.#options.onTicket({ ...ticket, code })
    }
  }

  #refunded(till: number, refund: RefundedHere): void {
    this.#refunds.set(refund.payment_id, { till, refund })
  }

  get count(): number {
    return this.#sales.size
  }

  get refunds(): number {
    return this.#refunds.size
  }

  get withoutNetwork(): number {
    return [...this.#sales.values()].filter(({ sale }) => sale.isOffline).length
  }

  /** What a till has taken by a means, less what it gave back, in cents. */
  takenBy(till: number, means: string): number {
    const sales = [...this.#sales.values()].filter((one) => one.till === till)
    const refunds = [...this.#refunds.values()].filter((one) => one.till === till)
    const cents = (amount: number) => Math.round(amount * 100)
    const sold = sales.reduce(
      (sum, { sale }) => sum + (sale.means === means ? cents(sale.amount) : 0),
      0,
    )
    return refunds.reduce(
      (sum, { refund }) => sum - (refund.means === means ? cents(refund.amount) : 0),
      sold,
    )
  }
}

/** Buyers of the shop, who begin `after` so many ms, and try for what is left. Returns how many tickets they have. */
export async function buyOnline(
  { world, host, tiers }: Site,
  { buyers, after, signal }: { buyers: Person[]; after: number; signal: AbortSignal },
): Promise<number> {
  let bought = 0
  const buy = async ({ token }: Person) => {
    while (!signal.aborted) {
      const tier = tiers[Math.floor(Math.random() * tiers.length)]
      const response = await fetch(`${host.proxy.url}/payments`, {
        method: 'POST',
        body: JSON.stringify({ payment_type: 'ticket', entity_id: tier?.id }),
        headers: {
          'content-type': 'application/json',
          'x-f-authorization': world.client.token,
          'x-f-authentication': token,
          'idempotency-key': newId(),
        },
      }).catch(() => undefined)
      if (response?.status === 201) bought++
      await pause(200 + Math.random() * 800, undefined, { signal }).catch(() => undefined)
    }
  }
  await pause(after, undefined, { signal }).catch(() => undefined)
  await Promise.all(buyers.map(buy))
  return bought
}
