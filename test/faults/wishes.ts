/** What the buyers of the crash harness want. */
import type { Chance } from './chance.ts'

export type Item = { id: string; type: string; price: number }

/** A festival whose things are also bought together, with its voucher or without; one of them is waited for. */
export type MainFestival = { id: string; items: Item[]; voucher: string; awaited: Item }
type From = { chance: Chance; main?: MainFestival }

const units = ({ id, type }: Item, quantity: number) => ({
  payment_type: type,
  entity_id: id,
  quantity,
})

/** An order of this one thing; or of one to six of the main festival. */
export function basketOf(item: Item, { chance, main }: From): object {
  if (!main || chance.in100(30)) return { items: [units(item, 1)] }
  const chosen = new Set([chance.one(main.items), chance.one(main.items)])
  return {
    items: [...chosen].map((one) => units(one, 1 + chance.below(3))),
    ...(chance.in100(50) && { voucher: main.voucher }),
  }
}

type Entry = { id: string; status: string; quantity: number }

/** An order of what is offered to a user in line. */
export function offeredTo(entries: Entry[], { chance, main }: From): object | undefined {
  const entry = entries.find(({ status }) => status === 'offered')
  if (!main || !entry) return undefined
  return {
    items: [units(main.awaited, entry.quantity)],
    offer: entry.id,
    ...(chance.in100(40) && { voucher: main.voucher }),
  }
}
