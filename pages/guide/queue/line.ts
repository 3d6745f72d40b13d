/** The place of a number, and the time of its turn. */

import { bytesOf } from '#common/draw/check-draw'
import { orderOf } from '#common/draw/permutation'
import type { Queue, QueuePlace } from '../../../client/src/types.ts'
import { sha256 } from './sha256.ts'

/** The state of a waiting room. */
export type Room = {
  page: HTMLElement
  festival: string
  zone: string
  /** the service's latest answer */
  queue: Queue
  hasAccount: boolean
  /** true if it is the one that staff rehearse; their browsers remember nothing of it */
  isRehearsal: boolean
  /** the fan's number; undefined without one */
  mine: QueuePlace | undefined
  /** true if the service was asked for it */
  isAsked: boolean
  /** its place in the order, from 0; undefined before the draw */
  place: number | undefined
  /** true if the fan has invited others on this page */
  hasInvited: boolean
  /** true if the fan was notified that it is their turn */
  isCalled: boolean
  /** the order created during the turn; undefined without one */
  order: string | undefined
}

/** Returns the query that identifies the queue in requests: empty, unless it is rehearsed. */
export const whichOf = ({ isRehearsal }: Pick<Room, 'isRehearsal'>): { rehearsal?: true } =>
  isRehearsal ? { rehearsal: true } : {}

/** Returns the place of a number, computed here from the seed alone; undefined before the draw. */
export async function placeOf({ draw }: Queue, serves: number): Promise<number | undefined> {
  if (!draw?.seed) return undefined
  const order = await orderOf(bytesOf(draw.seed), draw.entries, sha256)
  return order.placeOf(serves)
}

export const isTurn = ({ queue, place }: Room): boolean =>
  place !== undefined && queue.serving > place

/** Returns the time until a place has its turn, in ms; undefined while the queue stands still. */
export function waitOf({ queue: { serving, per_minute }, place = 0 }: Room): number | undefined {
  return per_minute === 0 ? undefined : (60_000 * (place - serving + 1)) / per_minute
}

/** The lowest number of turns a minute while tickets are left. */
const slowest = 60
/** The interval of requests without anything to wait for, in seconds. */
const idle = 60

/** Returns the seconds after which there may be news for the fan. */
export function askAgain(room: Room): number {
  const { status, ask_again_seconds: least, per_minute, serving } = room.queue
  if (status !== 'serving' || room.isRehearsal) return least
  if (room.place === undefined || isTurn(room)) return idle
  const wait = (60 * (room.place - serving)) / Math.max(per_minute, slowest)
  return Math.max(least, Math.min(idle, wait / 4))
}
