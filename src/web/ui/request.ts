import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Names } from '#core/sale-terms'
import type { WalletName } from '#shop/tickets'
import type { Api } from './api.ts'

const Text = Type.Optional(Type.String())
export const ShopQuery = Type.Object({
  festival: Text,
  items: Text,
  order: Text,
  /** by a mail's link: the e-mail whose tickets are looked for */
  email: Text,
  /** to look for tickets on a device that has some */
  lost: Text,
  next: Text,
  /** to sign in though signed in already, for what asks for it */
  again: Text,
  gigs: Text,
  own: Text,
  /** the place on a waiting list whose offer is bought */
  offer: Text,
  /** what has just been done on the page */
  done: Text,
  /** by a mail's link: a ticket is offered */
  offered: Text,
  voucher: Text,
  /** the page as a browser may keep it */
  keep: Text,
})
export type ShopQuery = Static<typeof ShopQuery>

/** Who a page is for, as far as it says it. */
export type Fan = {
  id: string
  email: string | null
  name: string
  isGuest: boolean
  /** the e-mail is confirmed */
  isProven: boolean
  /** mails to the e-mail come back */
  isUndeliverable: boolean
}
/** What a page is made from. */
export type Asked = {
  /** the id in the address, where there is one */
  id: string
  query: ShopQuery
  /** the catalogue */
  api: Api
  /** the fan's own things; undefined without a session */
  mine: Api | undefined
  fan: Fan | undefined
  now: Date
  /** the languages of the reader, the preferred one first */
  languages: string[]
  /** the names of offers by their ids, where they are in one of these */
  namesOf: (ids: string[]) => Promise<Names>
  processor: FastifyInstance['processor']
  /** those that tickets can be added to */
  wallets: WalletName[]
  config: FastifyInstance['config']
}
