import type { Manifest, Zone } from '../../client/src/types.ts'
import type { StoredDevice } from '../shared/device-session.ts'
import { type DeskOf, openTables, Tables } from '../shared/tables.ts'
import { type PassageText, type Passed, type Use, unused, used, type Verdict } from './judge.ts'

/** The device of this browser, and the key of its session. */
export type Device = StoredDevice

/** The manifest without its tickets, which are stored one by one, and when it was last complete. */
export type Festival = Omit<Manifest, 'tickets' | 'has_more'> & { as_of: number | null }

/** The zone that this gate leads into as the service last answered it, and when, in milliseconds. */
export type Inside = Zone & { as_of: number }

type UsedTicket = Manifest['tickets'][number]
type Admission = Use & { payment_id: string }

export type Scan = Verdict & {
  nonce: string
  festival_id: string
  /** milliseconds */
  at: number
  /** only until it is sent */
  code?: string
  /** from the service: it was admitted here but should have been refused */
  clash?: Verdict & { isNoted: boolean }
  /** the reason for undoing it here; reported to the service once it has the scan */
  undone?: string
  /** the service knows that it was undone */
  isUndone?: boolean
  /** a practice scan, which is stored nowhere */
  isPractice?: true
}

type Rows = {
  kept: { name: string; value: unknown }
  tickets: UsedTicket
  admissions: Admission
  scans: Scan
}
const keys: Record<keyof Rows, string> = {
  kept: 'name',
  tickets: 'payment_id',
  admissions: 'payment_id',
  scans: 'nonce',
}

/** Reads and writes in one transaction; await nothing else in it. */
export type Desk = DeskOf<Rows>

/** Records that a ticket did not come in or go out after all. */
export async function recordUndone(desk: Desk, id: string, passage: PassageText): Promise<void> {
  const before = await desk.get('admissions', id)
  if (before) desk.put('admissions', { ...before, ...unused(before, passage) })
}

/** Records that a ticket came in at a time and a gate, or, if `leaves`, that it went out. */
export async function recordUse(desk: Desk, payment_id: string, passed: Passed): Promise<void> {
  const before = await desk.get('admissions', payment_id)
  desk.put('admissions', { ...used(before, passed), payment_id })
}

/** The device's data in IndexedDB. */
export class Store extends Tables<Rows> {
  /** @throws DOMException when the browser stores nothing, as in some private windows */
  static async open(): Promise<Store> {
    return new Store(await openTables('gate', keys))
  }

  scans(): Promise<Scan[]> {
    return this.read('scans')
  }
}
