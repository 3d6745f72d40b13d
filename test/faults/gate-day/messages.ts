/** What the harness and the pages of its devices tell each other. */

/** With what a page starts. */
export type Setup = {
  kind: 'gate' | 'till'
  /** of the service */
  url: string
  clientToken: string
  device: { id: string; name: string; festival_id: string; session: string }
  /** of the device: a gate's, or a till's shift */
  token: string
  /** where the page stores, as its browser does */
  file: string
  isConnected: boolean
  /** a till: how long a sale takes, ms */
  pace: number
}

export type Direction = 'in' | 'out'
export type Scanned = {
  result: string
  reason: string | null
  nonce: string
  first: { at: string; gate: string | null; isHere: boolean } | null
  isOffline: boolean
  /** how long the decision took */
  ms: number
}

type Commands = {
  /** a page tells its state; `meet`: once it has been together with the service */
  state: { meet: boolean }
  network: { isThere: boolean }
  scan: { code: string; direction: Direction; practice?: boolean }
  lease: { entity_id: string; quantity: number }
  /** a buyer wants the money back */
  refund: { payment_id: string }
  /** `isOpen`: sells from now on, else no more */
  selling: { isOpen: boolean }
  /** gives back what is left of the leases */
  giveBack: object
  close: { counted: number }
}
export type Command = { [Kind in keyof Commands]: { kind: Kind } & Commands[Kind] }[keyof Commands]

/** How much a page has that the service does not know. */
export type State = { unsent: number; leased: number; isOnline: boolean; isReady: boolean }

export type SoldHere = {
  id: string
  means: 'cash' | 'terminal' | 'complimentary'
  amount: number
  isOffline: boolean
  refused?: string
  tickets: { payment_id: string; name: string; code: string | null; admitted: boolean }[]
}
export type RefundedHere = { payment_id: string; means: string; amount: number }

/** What a page says by itself. */
export type PageMessage =
  | { kind: 'sold'; sale: SoldHere }
  | { kind: 'refunded'; refund: RefundedHere }
  | { kind: 'notice'; text: string }
  | { kind: 'ended' }

export type FromHarness = { id: number; command: Command }
export type FromPage = { id: number; answer: unknown } | { id: null; said: PageMessage }
