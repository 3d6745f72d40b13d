/** A request to the account behind `stripe-server.ts`, and its answer. */
import { randomBytes } from 'node:crypto'

export type Json = Record<string, any>
export type Reply = { status: number; body: Json }
export type Call = { method: string; path: string; form: Json; query: URLSearchParams }

export type Account = {
  intents: Map<string, Json>
  refunds: Json[]
  /** balance transactions and payouts, newest first */
  balance: Json[]
  payouts: Json[]
  /** the time of the account, ms */
  now: () => number
  /** charges that cannot be refunded, by payment, and the code that says why */
  unrefundable: Map<string, string>
  /** charges whose refunds fail at the bank, by payment, and why */
  failedRefunds: Map<string, string>
}

export const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`

export function refusal(status: number, error: Json): Reply {
  return { status, body: { error } }
}
