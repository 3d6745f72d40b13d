/** The till of this page: its data and its current step. */
import type { Shift, TillItems } from '../../client/src/types.ts'
import type { Wire } from '../../client/src/wire.ts'
import { now, setServerZone } from '../shared/clock.ts'
import type { StoredDevice } from '../shared/device-session.ts'
import type { Service } from '../shared/service.ts'
import { type Basket, type BasketLine, changed, linesOf } from './basket.ts'
import type { Calls } from './calls.ts'
import { leftOf, type StoredLease } from './lease.ts'
import type { Sold } from './sold.ts'
import type { Attempt, Stage, Store } from './store.ts'

/** A request that waits for the network while the till continues. `isUndone`: its effect is reversed then. */
export type Aside = { attempt: Attempt; isUndone: boolean }
/** Which part of the page is shown. */
export type View = 'sell' | 'last' | 'refund' | 'shift' | 'leases'

export class Till {
  readonly store: Store
  readonly device: StoredDevice
  readonly service: Service<Wire>
  readonly calls: Calls
  readonly draw: () => void
  offer: TillItems | undefined
  shift: Shift | undefined
  basket: Basket = {}
  stage: Stage = { step: 'choose' }
  /** the means of payment for the basket */
  paying: 'cash' | 'terminal' | 'complimentary' | null = null
  view: View = 'sell'
  /** sent, or about to be, and not answered yet; undefined if there is none */
  attempt: Attempt | undefined
  /** true if no answer came */
  isUnknown = false
  asides: Aside[] = []
  leases: StoredLease[] = []
  sales: Sold[] = []
  /** Synchronises with the service at once. */
  meet: () => unknown = () => undefined

  constructor(given: Pick<Till, 'store' | 'device' | 'service' | 'calls' | 'draw'>) {
    this.store = given.store
    this.device = given.device
    this.service = given.service
    this.calls = given.calls
    this.draw = given.draw
  }

  /** Reads the stored state of the till, also from before a reload. */
  async load(): Promise<void> {
    const { store } = this
    this.offer = await store.kept('offer')
    this.shift = await store.kept('shift')
    this.basket = (await store.kept('basket')) ?? {}
    this.stage = (await store.kept('stage')) ?? { step: 'choose' }
    this.attempt = await store.kept('attempt')
    this.asides = (await store.kept('asides')) ?? []
    if (this.offer) setServerZone(this.offer.festival.time_zone)
    await this.reload()
  }

  /** Reads sales and leases again after they were changed in the store. */
  async reload(): Promise<void> {
    this.sales = await this.store.sales()
    this.leases = await this.store.read('leases')
    this.draw()
  }

  get lines(): BasketLine[] {
    return linesOf(this.offer?.items ?? [], this.basket)
  }

  get unsent(): number {
    return this.leases.reduce((sum, { unsent }) => sum + unsent.length, 0)
  }

  /** Returns the quantity of an item that can be sold now. */
  mostOf(entityId: string): number {
    if (!this.service.isOnline) return leftOf(this.leases, entityId, now().getTime())
    const item = this.offer?.items.find(({ entity_id }) => entity_id === entityId)
    return item?.on_sale ? (item.remaining ?? Number.POSITIVE_INFINITY) : 0
  }

  async choose(entityId: string, by: number): Promise<void> {
    const item = this.offer?.items.find(({ entity_id }) => entity_id === entityId)
    if (!item || this.stage.step !== 'choose') return
    this.basket = changed(this.basket, item, { by, most: this.mostOf(entityId) })
    this.draw()
    await this.store.keep('basket', this.basket)
  }

  /** Moves to a stage and stores it for a reload. */
  async go(stage: Stage): Promise<void> {
    this.stage = stage
    this.paying = null
    if (stage.step !== 'terminal') this.basket = {}
    await this.store.change((desk) => {
      desk.put('kept', { name: 'stage', value: stage })
      desk.put('kept', { name: 'basket', value: this.basket })
    })
    this.draw()
  }

  /** Shows one of the parts of the page. */
  turn(view: View): void {
    this.view = view
    this.draw()
    // The books and the remaining quantities change with every sale.
    if (view === 'shift' || view === 'sell') void this.meet()
  }
}
