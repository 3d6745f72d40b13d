/** The page of a till, without its screen, and its seller. */
import { setTimeout as pause } from 'node:timers/promises'
import type { TillSale } from '../../../client/src/types.ts'
import { mayWait, putAside, submit } from '../../../pages/box-office/asking.ts'
import { totalOf } from '../../../pages/box-office/basket.ts'
import { Calls } from '../../../pages/box-office/calls.ts'
import { returnLease, sellOffline } from '../../../pages/box-office/offline.ts'
import { paymentOf, wantedSale } from '../../../pages/box-office/sale.ts'
import { Store } from '../../../pages/box-office/store.ts'
import { startSync } from '../../../pages/box-office/sync.ts'
import { Till } from '../../../pages/box-office/till.ts'
import { tillWire } from '../../../pages/shared/client.ts'
import { input } from '../../../pages/shared/page.ts'
import { Service } from '../../../pages/shared/service.ts'
import type { Command, State } from './messages.ts'
import { network } from './network.ts'
import { hear, say, setup } from './setup.ts'

const service = new Service((send) => tillWire(() => null, send), {
  onLine: () => undefined,
  onEnded: () => say({ kind: 'ended' }),
})
const till = new Till({
  store: await Store.open(),
  device: setup.device,
  service,
  calls: new Calls(service, setup.device),
  draw: () => undefined,
})
await till.load()
service.isOnline = setup.isConnected
const together = startSync(till)
void together.now()

let isOpen = false
const refunds: string[] = []
const told = new Set<string>()

const chance = (percent: number) => Math.random() * 100 < percent
const one = <T>(values: T[]): T | undefined => values[Math.floor(Math.random() * values.length)]

/** Hands over what was sold: the harness counts each sale once. */
function handOver() {
  for (const sale of till.sales) {
    const key = `${sale.id} ${sale.refused}`
    if (!told.has(key)) say({ kind: 'sold', sale })
    told.add(key)
  }
}

/** One thing that a seller does; false when there is nothing to do. */
async function act(): Promise<boolean> {
  const { attempt, stage } = till
  if (attempt) {
    // The buyers do not wait any longer.
    if (till.isUnknown && !service.isOnline && mayWait(attempt)) await putAside(till)
    return false
  }
  if (stage.step === 'choose') return next()
  if (stage.step === 'terminal') return concluded(stage.sale)
  if (stage.step === 'refunded') say({ kind: 'refunded', refund: stage.refund })
  await till.go({ step: 'choose' })
  return true
}

/** Serves who comes next. */
async function next(): Promise<boolean> {
  const payment_id = service.isOnline ? refunds.shift() : undefined
  if (payment_id === undefined) return isOpen && sell()
  await submit(till, { kind: 'refund', body: { payment_id, reason: 'Changed their mind' } })
  return true
}

/** The card terminal has decided. */
async function concluded(sale: TillSale): Promise<boolean> {
  input('admit').checked = false
  if (chance(8)) await paymentOf(till, sale.amount)
  else {
    const result = chance(92) ? ('paid' as const) : ('failed' as const)
    await submit(till, { kind: 'conclude', sale, body: { result } })
  }
  return true
}

async function sell(): Promise<boolean> {
  for (let wanted = 1 + Math.floor(Math.random() * 3); wanted > 0; wanted--) {
    const items = till.offer?.items.filter(({ entity_id }) => till.mostOf(entity_id) > 0) ?? []
    const item = one(items)
    if (item) await till.choose(item.entity_id, 1)
  }
  const { lines } = till
  if (lines.length === 0) return false
  const amount = totalOf(lines) / 100
  input('admit').checked = chance(10)
  const isCash = chance(60)
  if (isCash) await paymentOf(till, chance(50) ? amount : Math.ceil(amount / 50) * 50)
  else if (!service.isOnline) await sellOffline(till, 'terminal')
  else if (chance(85)) await submit(till, { kind: 'sale', body: wantedSale(till, 'terminal') })
  else {
    const body = { ...wantedSale(till, 'complimentary'), reason: 'Press' }
    await submit(till, { kind: 'sale', body })
  }
  return true
}

const answers: Partial<Record<Command['kind'], (command: never) => Promise<unknown>>> = {
  state: async ({ meet }: Command & { kind: 'state' }): Promise<State> => {
    if (meet) await together.now()
    const open = Number(till.attempt !== undefined) + till.asides.length
    const isReady = till.offer !== undefined && till.shift !== undefined
    const leased = till.leases.reduce((sum, { tickets }) => sum + tickets.length, 0)
    return { unsent: till.unsent + open, leased, isOnline: service.isOnline, isReady }
  },
  network: async ({ isThere }: Command & { kind: 'network' }) => {
    network.isThere = isThere
    if (isThere) void together.now()
    else service.isOnline = false
  },
  lease: async ({ entity_id, quantity }: Command & { kind: 'lease' }) => {
    const body = { payment_type: 'ticket' as const, entity_id, quantity }
    await submit(till, { kind: 'lease', body })
  },
  refund: async ({ payment_id }: Command & { kind: 'refund' }) => void refunds.push(payment_id),
  selling: async (asked: Command & { kind: 'selling' }) => {
    isOpen = asked.isOpen
  },
  giveBack: async () => {
    for (const lease of till.leases) await returnLease(till, lease)
  },
  close: async ({ counted }: Command & { kind: 'close' }) => {
    await submit(till, { kind: 'close', body: { counted } })
    return till.shift
  },
}
hear(async (command) => answers[command.kind]?.(command as never))

for (;;) {
  const wasBusy = await act().catch(() => false)
  handOver()
  await pause(wasBusy ? setup.pace * Math.random() * 2 : 50)
}
