/** The items and sales of tills (docs/contract, section 8.5). */
import { type Static, Type } from 'typebox'
import { Email } from '#identity/users'
import { Price } from '#platform/values/money'
import { Name, Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { TimeZone } from '#platform/zones/time-zones'
import { ShortCode, TicketText } from '#shop/payments'
import { Seller, Shift } from './schemas.ts'

/** The most tickets and places in one sale. */
export const mostSold = 10

export const TillItemType = OneOf('TillItemType', {
  ticket: 'A ticket of a tier',
  accommodation: 'A place to sleep',
})
export const Means = OneOf('TillMeans', {
  cash: 'In cash',
  terminal: 'At the card terminal beside the till',
  complimentary: 'For nothing',
})

const Tendered = {
  ...Price,
  description: 'EUR. The cash that the buyer handed over, at least what it costs',
  examples: [100],
}

export const NewSale = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        payment_type: TillItemType,
        entity_id: { ...Uuid, description: 'The tier or the accommodation, hidden ones too' },
        quantity: Type.Integer({ minimum: 1, maximum: mostSold, examples: [2] }),
      },
      { title: 'NewSaleItem' },
    ),
    { minItems: 1, maxItems: mostSold, description: `Each entity once, ${mostSold} units in all` },
  ),
  means: Means,
  tendered: Type.Optional(Tendered),
  voucher: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, examples: ['EARLYBIRD'], description: 'A code' }),
  ),
  email: Type.Optional({
    ...Email,
    description: 'Where the tickets are mailed to; absent: nowhere',
  }),
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'Why it costs nothing; required for complimentary',
      examples: ['Press'],
    }),
  ),
  admit: Type.Optional(
    Type.Boolean({
      description: 'Lets the holders in at once, as a gate does',
      examples: [false],
    }),
  ),
})
export type NewSale = Static<typeof NewSale>

export const SaleResult = Type.Object({
  result: OneOf('TerminalResult', {
    paid: 'The terminal took it; with means cash, it was paid in cash instead',
    failed: 'It came to nothing: what it held is free again',
  }),
  means: Type.Optional(
    Type.Enum(['cash'], { description: 'Paid in cash after all', examples: ['cash'] }),
  ),
  tendered: Type.Optional(Tendered),
  admit: Type.Optional(
    Type.Boolean({ description: 'Lets the holders in at once', examples: [false] }),
  ),
})
export type SaleResult = Static<typeof SaleResult>

/** A ticket of a sale; without its codes until it is paid, and once it is revoked or transferred. */
const SaleTicket = Type.Object(
  {
    payment_id: Uuid,
    entity_id: Uuid,
    name: Name('Weekend'),
    price: { ...Price, description: 'EUR that it was sold for' },
    code: Nullable(TicketText),
    short_code: Nullable(ShortCode),
    admitted: Type.Boolean({ description: 'Whether a gate let its holder in', examples: [false] }),
    refunded: Type.Boolean({ description: 'Whether it was given back', examples: [false] }),
  },
  { title: 'SaleTicket' },
)

const SaleVat = Type.Object(
  {
    rate: Type.Number({ description: 'Percent', examples: [19] }),
    amount: { ...Price, description: 'EUR that was paid at this rate, its VAT included' },
    vat_amount: { ...Price, description: 'EUR of VAT in it, computed once for the receipt' },
  },
  { title: 'TillSaleVat' },
)

export const Sale = Type.Object(
  {
    id: Uuid,
    receipt: Nullable(
      Type.Integer({
        description: 'From 1 in each shift without a gap; null: it is not paid',
        examples: [5],
      }),
    ),
    means: Means,
    status: OneOf('TillSaleStatus', {
      waiting: 'The card terminal has not decided yet',
      paid: 'Sold',
      failed: 'It came to nothing',
    }),
    amount: { ...Price, description: 'EUR in all' },
    tendered: Nullable({ ...Price, description: 'EUR that the buyer handed over; null: not said' }),
    change: Nullable({ ...Price, description: 'EUR that the buyer gets back; null: not said' }),
    seller: Seller,
    created_at: Timestamp,
    sold_at: NullableTimestamp,
    expires_at: Nullable({
      ...Timestamp,
      description: 'Until when it holds its stock while it waits; else null',
    }),
    vat: Type.Array(SaleVat, {
      description: 'What the receipt says of VAT, by rate; empty: none, or it is not paid',
    }),
    tickets: Type.Array(SaleTicket),
  },
  { title: 'TillSale' },
)
export type Sale = Static<typeof Sale>

export const NewTillRefund = Type.Object({
  payment_id: { ...Uuid, description: 'A ticket or place that a till of the festival sold' },
  reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', examples: ['Rain'] }),
})
export const TillRefund = Type.Object(
  {
    payment_id: Uuid,
    amount: { ...Price, description: 'EUR to hand over: all that is left of it' },
    means: Means,
    shift: Shift,
  },
  { title: 'TillRefund' },
)

const TillItem = Type.Object(
  {
    payment_type: TillItemType,
    entity_id: Uuid,
    name: Name('Weekend'),
    price: Price,
    remaining: Nullable(
      Type.Integer({ description: 'On sale now; null: as many as are wanted', examples: [120] }),
    ),
    hidden: Type.Boolean({ description: 'Not in the shop', examples: [false] }),
    on_sale: Type.Boolean({ description: 'Whether its sale window is open', examples: [true] }),
  },
  { title: 'TillItem' },
)
export const TillItems = Type.Object(
  {
    festival: Type.Object(
      { id: Uuid, name: Name('Harbour Nights 2027'), time_zone: TimeZone },
      { title: 'TillFestival' },
    ),
    items: Type.Array(TillItem, { description: 'Tiers in their order, then places to sleep' }),
  },
  { title: 'TillItems' },
)
export type TillItems = Static<typeof TillItems>

export const SalePath = Type.Object({
  id: Type.String({ format: 'uuid' }),
  saleId: Type.String({ format: 'uuid' }),
})
const TicketPaper = OneOf('TicketPaper', {
  '80mm': 'A roll of 80 mm, black on white',
  '58mm': 'A roll of 58 mm, black on white',
  a6: 'A page of A6 for each ticket',
})
export const Paper = Type.Object({
  paper: Type.Optional({ ...TicketPaper, description: 'Absent: 80mm' }),
})
