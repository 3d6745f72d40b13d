/** What the buyers of a history ask for. */
import { type Method, methods } from './faulty-processor.ts'

export type What = 'few' | 'two' | 'free' | 'bed' | 'plan'

/** A buyer's request under one key, the same at every retry. */
export type Order = { user: number; key: string; what: What; points: number; method: Method }

/** `amount` is the price the buyer expects. */
export type OrderRequest = Order & { amount?: number | undefined }

const { good, declines, asks } = methods

export const orders: Order[] = [
  { user: 0, key: 'a', what: 'few', points: 0, method: good },
  { user: 1, key: 'b', what: 'few', points: 300, method: good },
  { user: 2, key: 'c', what: 'few', points: 0, method: asks },
  { user: 0, key: 'd', what: 'two', points: 700, method: good },
  { user: 1, key: 'e', what: 'two', points: 0, method: declines },
  { user: 2, key: 'f', what: 'bed', points: 0, method: good },
  { user: 0, key: 'g', what: 'plan', points: 100, method: good },
  { user: 1, key: 'h', what: 'few', points: 1000, method: good },
  { user: 2, key: 'i', what: 'two', points: 300, method: asks },
  { user: 0, key: 'j', what: 'bed', points: 500, method: good },
  { user: 1, key: 'k', what: 'free', points: 0, method: good },
  { user: 2, key: 'l', what: 'few', points: 301, method: good },
]

/** What buyers hold first, each under its key, and how they may pay it. */
export const holds: Omit<Order, 'method' | 'points'>[] = [
  { user: 0, key: 'A', what: 'few' },
  { user: 1, key: 'B', what: 'two' },
  { user: 2, key: 'C', what: 'few' },
  { user: 0, key: 'D', what: 'bed' },
  { user: 0, key: 'E', what: 'free' },
  { user: 1, key: 'F', what: 'plan' },
]

export type Payment = Pick<Order, 'key' | 'points' | 'method'>
export const payments: Payment[] = [
  { key: 'p', points: 0, method: good },
  { key: 'q', points: 0, method: declines },
  { key: 'r', points: 300, method: declines },
  { key: 's', points: 0, method: asks },
  { key: 't', points: 200, method: asks },
  { key: 'u', points: 500, method: good },
]

export const typeOf = (what: What) =>
  what === 'plan' ? 'subscription' : what === 'bed' ? 'accommodation' : 'ticket'
