import { FestivalError } from '../../../client/src/error.ts'
import type { Order } from '../../../client/src/types.ts'
import type { CheckoutState } from '../../../src/web/shop-state.ts'
import { api, asFan, beginAsGuest, inTurn } from './fan.ts'

export const readOrder = (id: string): Promise<Order> => asFan(() => api.orders.get(id))

/** Where an order is shown, with the offer by which it buys. */
export const addressOf = ({ offer }: CheckoutState, id: string): string =>
  `/checkout?order=${id}${offer === undefined ? '' : `&offer=${offer}`}`

/** Holds what a page wants. However often it is asked for, also in two tabs, it is one order. */
export async function holdOrder({ items, key, instead, offer }: CheckoutState): Promise<Order> {
  await beginAsGuest()
  return inTurn(async () => {
    if (instead !== undefined) await giveUpOrder(instead)
    const options = key === undefined ? {} : { idempotencyKey: key }
    const order = { items: itemsIn(items), hold: true, ...(offer && { offer }) }
    return asFan(() => api.orders.create(order, options))
  })
}

/** Holds the same with a voucher, and lets the order before go; without it where there is not enough for both. */
export function holdWithVoucher(state: CheckoutState, voucher: string): Promise<Order> {
  const { offer } = state
  const create = (code?: string) => {
    const wanted = { items: itemsIn(state.items), ...(offer && { offer }) }
    const order = { ...wanted, hold: true, ...(code && { voucher: code }) }
    return asFan(() => api.orders.create(order, { idempotencyKey: newKey() }))
  }
  return inTurn(async () => {
    const { order: before } = state
    try {
      const order = await create(voucher)
      if (before !== undefined) await giveUpOrder(before)
      return order
    } catch (error) {
      if (before === undefined || !isShort(error)) throw error
      await giveUpOrder(before)
      // What it held is free again, for this order first of all.
      return create(voucher).catch(() => create())
    }
  })
}

const isShort = (error: unknown) =>
  error instanceof FestivalError &&
  ['sold_out', 'limit', 'too_many_holds', 'too_many_held', 'offer_used'].includes(error.code ?? '')

function itemsIn(basket: string) {
  return basket.split(',').map((text) => {
    const [entity_id = '', quantity] = text.split(':')
    return { payment_type: 'ticket' as const, entity_id, quantity: Number(quantity) }
  })
}

/** Frees what an order holds. One that is over already holds nothing. */
export async function giveUpOrder(id: string): Promise<void> {
  await asFan(() => api.orders.giveUp(id)).catch((error: unknown) => {
    if (!(error instanceof FestivalError) || error.code !== 'not_open') throw error
  })
}

/** A key for a request. A page without HTTPS has no `randomUUID`. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
