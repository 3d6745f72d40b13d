import { readItems } from '#common/pages/basket-items'
import type { CheckoutState } from '#common/pages/checkout-state'
import { FestivalError } from '../../../client/src/error.ts'
import type { Order } from '../../../client/src/types.ts'
import { api, asFan, beginAsGuest, inTurn } from './fan.ts'

export const readOrder = (id: string): Promise<Order> => asFan(() => api.orders.get(id))

/** Returns the address of an order, with the offer that it uses. */
export const addressOf = ({ offer }: CheckoutState, id: string): string =>
  `/checkout?order=${id}${offer === undefined ? '' : `&offer=${offer}`}`

/** Holds the items that a page wants. Repeated requests, also in two tabs, result in one order. */
export async function holdOrder(wanted: CheckoutState): Promise<Order> {
  const { key, instead } = wanted
  await beginAsGuest()
  return inTurn(async () => {
    if (instead !== undefined) await abandonOrder(instead)
    const options = key === undefined ? {} : { idempotencyKey: key }
    return asFan(() => api.orders.create(asOrder(wanted), options))
  })
}

function asOrder({ items, voucher, offer }: CheckoutState) {
  return {
    items: readItems(items).map(({ kind, id, quantity }) => {
      return { payment_type: kind, entity_id: id, quantity }
    }),
    hold: true,
    ...(voucher !== undefined && { voucher }),
    ...(offer !== undefined && { offer }),
  }
}

/** Changes the voucher of a held order, which stays held. */
export const useVoucher = (id: string, voucher: string | null): Promise<Order> =>
  inTurn(() => asFan(() => api.orders.useVoucher(id, { voucher })))

/** Releases the items that an order holds. One that is over already holds nothing. */
export async function abandonOrder(id: string): Promise<void> {
  await asFan(() => api.orders.giveUp(id)).catch((error: unknown) => {
    if (!(error instanceof FestivalError) || error.code !== 'not_open') throw error
  })
}
