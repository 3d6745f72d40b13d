/** The bill of a festival: its headliners, then the acts that have a place on it. */
import type { FestivalGig } from '../../../../client/src/index.ts'
import { type Act, actsOf, keyOf } from './acts.ts'

/** An act on the bill, or, without a number, one that follows by name. */
export type Billed = Act & { number: number | null; isFirst: boolean; isLast: boolean }

const isOnBill = ({ headliner, billing }: Act) => headliner || billing !== null

/** Returns the acts in the order of the bill, with the directions in which each can be moved. */
export function billOf(gigs: FestivalGig[]): Billed[] {
  const acts = actsOf(gigs)
  return acts.map((act, at) => {
    const isHere = (other: Act | undefined) => other?.headliner === act.headliner
    const isBilled = isOnBill(act)
    return {
      ...act,
      number: isBilled ? at + 1 : null,
      isFirst: isBilled && !isHere(acts[at - 1]),
      // The last act that is not a headliner leaves the bill.
      isLast: act.headliner ? !isHere(acts[at + 1]) : !isBilled,
    }
  })
}

/**
 * Returns the gigs after an act was moved by one place. An act that is not on the bill yet becomes its last, and the
 * last one that is not a headliner leaves it.
 */
export function moved(gigs: FestivalGig[], key: string, step: -1 | 1): FestivalGig[] {
  const acts = billOf(gigs)
  const act = acts.find((one) => one.key === key)
  if (!act || (step === -1 ? act.isFirst : act.isLast)) return gigs
  const bill = acts.filter(isOnBill)
  const at = bill.indexOf(act)
  if (at === -1) return numbered(gigs, [...bill, act])
  const others = bill.toSpliced(at, 1)
  const isLeaving = step === 1 && at === others.length
  return numbered(gigs, isLeaving ? others : others.toSpliced(at + step, 0, act))
}

/** Returns the gigs after an act was made a headliner, the last of them, or the first non-headliner. */
export function headlining(gigs: FestivalGig[], key: string, headliner: boolean): FestivalGig[] {
  const changed = gigs.map((gig) => (keyOf(gig) === key ? { ...gig, headliner } : gig))
  const acts = actsOf(changed)
  const act = acts.filter((one) => one.key === key)
  const bill = acts.filter((one) => one.key !== key && isOnBill(one))
  const first = bill.findIndex((one) => !one.headliner)
  return numbered(changed, bill.toSpliced(first === -1 ? bill.length : first, 0, ...act))
}

/** Numbers the acts of a bill from 1 on; all others get null. */
function numbered(gigs: FestivalGig[], bill: Act[]): FestivalGig[] {
  const numbers = new Map(bill.map(({ key }, at) => [key, at + 1]))
  return gigs.map((gig) => ({ ...gig, billing: numbers.get(keyOf(gig)) ?? null }))
}
