/** Where a number stands, and when it is its turn. */
import type { Queue, QueuePlace } from '../../../client/src/types.ts'
import { bytesOf } from '../../../src/shop/queue/proof/check-draw.ts'
import { orderOf } from '../../../src/shop/queue/proof/permutation.ts'
import { sha256 } from './sha256.ts'

/** What a waiting room knows. */
export type Room = {
  page: HTMLElement
  festival: string
  zone: string
  /** as the service answered last */
  queue: Queue
  hasAccount: boolean
  /** whether it is the one that staff rehearse, which their browsers remember nothing of */
  isRehearsal: boolean
  /** the fan's number; undefined without one */
  mine: QueuePlace | undefined
  /** whether the service was asked for it */
  isAsked: boolean
  /** where it stands, from 0; undefined before the draw */
  place: number | undefined
  /** whether the fan has invited others on this page */
  hasInvited: boolean
  /** whether the fan was told that it is their turn */
  isCalled: boolean
  /** the order that was made in the turn; undefined without one */
  order: string | undefined
}

/** What requests say of the queue that they are about: nothing, unless it is rehearsed. */
export const whichOf = ({ isRehearsal }: Pick<Room, 'isRehearsal'>): { rehearsal?: true } =>
  isRehearsal ? { rehearsal: true } : {}

/** Where a number stands, computed here from the seed alone; undefined before the draw. */
export async function placeOf({ draw }: Queue, serves: number): Promise<number | undefined> {
  if (!draw?.seed) return undefined
  const order = await orderOf(bytesOf(draw.seed), draw.entries, sha256)
  return order.placeOf(serves)
}

export const isTurn = ({ queue, place }: Room): boolean =>
  place !== undefined && queue.serving > place

/** How long it takes until a place has its turn, in ms; undefined while it stands still. */
export function waitOf({ queue: { serving, per_minute }, place = 0 }: Room): number | undefined {
  return per_minute === 0 ? undefined : (60_000 * (place - serving + 1)) / per_minute
}

/** The slowest that turns are given while there is something left, a minute. */
const slowest = 60
/** Who waits for nothing asks so seldom, in seconds. */
const idle = 60

/** After how many seconds there may be something new for the fan. */
export function askAgain(room: Room): number {
  const { status, ask_again_seconds: least, per_minute, serving } = room.queue
  if (status !== 'serving' || room.isRehearsal) return least
  if (room.place === undefined || isTurn(room)) return idle
  const wait = (60 * (room.place - serving)) / Math.max(per_minute, slowest)
  return Math.max(least, Math.min(idle, wait / 4))
}
