/** What was answered to purchases: one key is one order, and what was acknowledged stays. */
import { type Answer, isPaid, type PaymentRead, paymentsOf, wasPaid } from './answers.ts'

export class Purchases {
  /** the paid payments, by their buyer and key; of an order the first by these, others with their number behind */
  readonly acknowledged = new Map<string, { id: string; code: string | null }>()
  readonly ids = new Map<string, string>()
  /** the orders, by buyer and key */
  readonly orders = new Map<string, string>()
  readonly wrong: string[] = []

  /** Compares an answer to what was said under this name before. */
  remember(name: string, { status, body }: Answer): void {
    if (status !== 201 && status !== 402) return
    if (body.order_id) this.orders.set(name, body.order_id)
    const payments = paymentsOf(body)
    for (const [nth, payment] of payments.entries()) {
      this.#one(nth === 0 ? name : `${name} ${nth}`, status, payment)
    }
    const isWhole = payments.every((payment) => wasPaid.has(payment.status))
    if (body.status === 'succeeded' && !isWhole) this.wrong.push(`${name} was paid in part`)
  }

  #one(name: string, status: number, payment: PaymentRead) {
    if (payment.id !== undefined) this.#identify(name, payment.id)
    if (status === 201 && isPaid(payment.status)) this.#acknowledge(name, payment)
    else if (status === 402 && this.acknowledged.has(name)) {
      this.wrong.push(`${name} was paid and is declined now`)
    }
  }

  #identify(name: string, id: string) {
    const known = this.ids.get(name) ?? id
    this.ids.set(name, known)
    if (id !== known) this.wrong.push(`${name} became ${id} after ${known}`)
  }

  #acknowledge(name: string, { id, qr_code }: PaymentRead) {
    const { code } = this.acknowledged.get(name) ?? { code: qr_code }
    if (qr_code !== code) this.wrong.push(`${name} has another code`)
    this.acknowledged.set(name, { id, code })
  }
}
