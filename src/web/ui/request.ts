import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Names } from '#core/sale-terms'
import type { OfOrder } from '#shop/documents'
import type { WalletName } from '#shop/tickets'
import type { Api } from './api.ts'

const Text = Type.Optional(Type.String())
export const ShopQuery = Type.Object({
  festival: Text,
  items: Text,
  order: Text,
  /** from a mail's link: the e-mail to look for tickets with */
  email: Text,
  /** to look for tickets on a device that already has some */
  lost: Text,
  next: Text,
  /** to sign in though signed in already, for actions that require it */
  again: Text,
  gigs: Text,
  own: Text,
  /** the place on a waiting list with the offer that is bought */
  offer: Text,
  /** the action just completed on the page */
  done: Text,
  /** from a mail's link: a ticket is offered */
  offered: Text,
  voucher: Text,
  /** the page in the form that a browser may store */
  keep: Text,
})
export type ShopQuery = Static<typeof ShopQuery>

/** The fan a page is for, with the facts that it shows. */
export type Fan = {
  id: string
  email: string | null
  name: string
  isGuest: boolean
  /** true if the e-mail is confirmed */
  isProven: boolean
  /** true if mails to the e-mail come back */
  isUndeliverable: boolean
}
/** The input that a page is made from. */
export type PageRequest = {
  /** the id in the address, if there is one */
  id: string
  query: ShopQuery
  /** the API with the guide's token, for the catalogue */
  api: Api
  /** the API with the fan's session; undefined without a session */
  mine: Api | undefined
  fan: Fan | undefined
  now: Date
  /** the languages of the reader, the preferred one first */
  languages: string[]
  /** returns the names of offers by their ids, if they are in one of these languages */
  namesOf: (ids: string[]) => Promise<Names>
  /** returns the invoices and credit notes of the fan's orders by their ids */
  documentsOf: (orderIds: string[]) => Promise<Map<string, OfOrder>>
  /** the processor that the checkout pays with */
  processor: FastifyInstance['processors']['card']
  /** days within which a bank transfer must arrive; undefined: none is possible */
  transferDays: number | undefined
  /** the wallets that tickets can be added to */
  wallets: WalletName[]
  config: FastifyInstance['config']
}
