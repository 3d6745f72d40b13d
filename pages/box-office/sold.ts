/** Sales as the page stores and shows them. */
import type { TillSale } from '../../client/src/types.ts'

/** A ticket as the page shows it. */
export type SoldTicket = {
  payment_id: string
  name: string
  code: string | null
  short_code: string | null
  admitted: boolean
}

/** The VAT at a rate, in EUR. */
export type SoldVat = { rate: number; vat_amount: number }

/** A sale as the page stores it: made by the service, or here without a network. */
export type Sold = {
  /** the service's id of the sale, else its key */
  id: string
  /** milliseconds */
  at: number
  receipt: string
  means: TillSale['means']
  amount: number
  change: number | null
  /** the VAT in the amount, by rate; absent if stored by an earlier version */
  vat?: SoldVat[]
  tickets: SoldTicket[]
  isOffline: boolean
  refused?: string
}

/** Returns a sale of the service as the page stores it. */
export function soldOf(sale: TillSale): Sold {
  const { id, means, amount, change, receipt, sold_at, tickets, vat } = sale
  const at = sold_at === null ? Date.now() : Date.parse(sold_at)
  return {
    id,
    at,
    receipt: `${receipt}`,
    means,
    amount,
    change,
    vat: vat.map(({ rate, vat_amount }) => ({ rate, vat_amount })),
    isOffline: false,
    tickets: tickets.map(({ payment_id, name, code, short_code, admitted }) => ({
      payment_id,
      name,
      code,
      short_code,
      admitted,
    })),
  }
}
