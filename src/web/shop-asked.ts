import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Api } from './guide-api.ts'

const Text = Type.Optional(Type.String())
export const ShopQuery = Type.Object({
  festival: Text,
  items: Text,
  order: Text,
  voucher: Text,
  next: Text,
})
export type ShopQuery = Static<typeof ShopQuery>

/** Who a page is for, as far as it says it. */
export type Fan = { email: string | null; name: string; isGuest: boolean }
/** What a page is made from. */
export type Asked = {
  query: ShopQuery
  /** the catalogue */
  api: Api
  /** the fan's own things; undefined without a session */
  mine: Api | undefined
  fan: Fan | undefined
  now: Date
  processor: FastifyInstance['processor']
  config: FastifyInstance['config']
}
