/** What the harnesses make of the answers to purchases: one thing by `/payments`, or an order of many. */

export type Answer = { status: number; body: any }
export type PaymentRead = { id: string; status: string; qr_code: string | null }

export const isPaid = (status: string) => status === 'succeeded' || status === 'partially_refunded'

/** The states of a payment that was paid once. */
export const wasPaid = new Set(['succeeded', 'partially_refunded', 'refunding', 'refunded'])

/** The answer about an order like that about a payment, with `order_id`. A refusal names the order, not a payment. */
export function asOrder({ status, body }: Answer, path: string): Answer {
  if (!path.startsWith('/orders')) return { status, body }
  if (!body.payments?.length) return { status, body: { code: body.code, error: body.error } }
  const { id: order_id, payments, code } = body
  return { status: 201, body: { order_id, payments, code, status: body.status } }
}

/** The payments that an answer is about. */
export const paymentsOf = (body: Answer['body']): PaymentRead[] => body.payments ?? [body]

/** Undefined while the caller has to retry. */
export function finalOf({ status, body }: Answer): string | undefined {
  if (status === 201 && body.status === 'pending') return undefined
  if (status === 201) return `201 ${body.status}`
  if (status === 0 || status === 503 || body.code === 'in_progress') return undefined
  return `${status} ${body.code ?? ''}`.trim()
}
