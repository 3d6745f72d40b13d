import type { SellAtTillBody, TillRefund, TillSale } from '../../client/src/types.ts'
import { openTables, Tables } from '../shared/tables.ts'
import type { StoredLease } from './lease.ts'
import type { Sold } from './sold.ts'

/** A request that changes something: stored with its key before it is sent, until there is an answer. */
export type TillRequest =
  | { kind: 'sale'; body: SellAtTillBody }
  | {
      kind: 'conclude'
      sale: TillSale
      body: { result: 'paid' | 'failed'; means?: 'cash'; tendered?: number; admit?: boolean }
    }
  | { kind: 'refund'; body: { payment_id: string; reason: string } }
  | { kind: 'cash'; body: { kind: 'drop' | 'addition'; amount: number; reason: string } }
  | { kind: 'hand-over'; body: { seller: string; counted: number } }
  | {
      kind: 'lease'
      body: { payment_type: 'ticket' | 'accommodation'; entity_id: string; quantity: number }
    }
  | { kind: 'close'; body: { counted: number } }
export type Attempt = TillRequest & { key: string }

/** The state of the till between two requests, also after a reload. */
export type Stage =
  | { step: 'choose' }
  | { step: 'terminal'; sale: TillSale; isDeclined: boolean }
  | { step: 'sold'; sale: Sold }
  | { step: 'refunded'; refund: TillRefund }

type Rows = {
  kept: { name: string; value: unknown }
  sales: Sold
  leases: StoredLease
}
const keys: Record<keyof Rows, string> = { kept: 'name', sales: 'id', leases: 'id' }

/** The till's data in IndexedDB. */
export class Store extends Tables<Rows> {
  /** @throws DOMException when the browser stores nothing, as in some private windows */
  static async open(): Promise<Store> {
    return new Store(await openTables('box-office', keys))
  }

  /** Newest first. */
  async sales(): Promise<Sold[]> {
    return (await this.read('sales')).toSorted((a, b) => b.at - a.at)
  }
}
