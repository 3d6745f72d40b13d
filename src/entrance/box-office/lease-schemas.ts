/** Stock that tills set aside to sell without a network (docs/contract, section 8.6). */
import { type Static, Type } from 'typebox'
import { Vat } from '#core/sale-terms'
import { Price } from '#platform/values/money'
import { Name, Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, TimeInput, Timestamp } from '#platform/values/time'
import { ShortCode, TicketText } from '#shop/payments'
import { mostSold, TillItemType } from './sale-schemas.ts'

/** The most units of a lease, and the most sales of a report. */
const [mostLeased, mostReported] = [200, 200]

const Count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] })

export const NewLease = Type.Object({
  payment_type: TillItemType,
  entity_id: { ...Uuid, description: 'The tier or the accommodation, hidden ones too' },
  quantity: Type.Integer({ minimum: 1, maximum: mostLeased, examples: [50] }),
})
export type NewLease = Static<typeof NewLease>

const leaseFields = {
  id: Uuid,
  shift_id: Uuid,
  till: Name('North till', 100),
  payment_type: TillItemType,
  entity_id: Uuid,
  name: Name('Weekend'),
  price: { ...Price, description: 'EUR that one is sold for' },
  vat: Vat,
  quantity: Count('Set aside', 50),
  sold: Count('Sold, as far as the till has said', 12),
  returned: Count('Given back', 0),
  state: OneOf('LeaseState', {
    open: 'The till sells from it, or has not said all yet',
    reported: 'The till has said what became of all of it',
    written_off: 'A manager has ended it without the till',
  }),
  created_at: Timestamp,
  expires_at: { ...Timestamp, description: 'Then the till stops to sell from it' },
  ended_at: NullableTimestamp,
  reason: Nullable(Type.String({ description: 'Why it was written off', examples: ['Stolen'] })),
}

/** A lease as managers read it. */
export const Lease = Type.Object(leaseFields, { title: 'Lease' })
export type Lease = Static<typeof Lease>

const LeasedTicket = Type.Object(
  { payment_id: Uuid, code: TicketText, short_code: ShortCode },
  { title: 'LeasedTicket' },
)

/** A lease with its tickets, as its till reads it. */
export const LeaseWithTickets = Type.Interface(
  [Lease],
  { tickets: Type.Array(LeasedTicket, { description: 'Signed, and worth nothing until sold' }) },
  { 'x-extends': Lease },
)
export type LeaseWithTickets = Static<typeof LeaseWithTickets>

export const NewReport = Type.Object({
  sales: Type.Array(
    Type.Object(
      {
        key: Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Of the sale, by the till: the same one is booked once',
          examples: ['sale-17'],
        }),
        payment_ids: Type.Array(Uuid, { minItems: 1, maxItems: mostSold, uniqueItems: true }),
        means: OneOf('LeaseMeans', {
          cash: 'In cash',
          terminal: 'At the card terminal beside the till',
        }),
        tendered: Type.Optional({
          ...Price,
          description: 'EUR. The cash that the buyer handed over',
          examples: [100],
        }),
        sold_at: { ...TimeInput, description: 'By the clock of the till' },
      },
      { title: 'NewLeaseSale' },
    ),
    { maxItems: mostReported },
  ),
  done: Type.Optional(
    Type.Boolean({
      description: 'All is said: what is not sold is given back, and the lease is over',
      examples: [true],
    }),
  ),
})
export type NewReport = Static<typeof NewReport>

const ReportedSale = Type.Object(
  {
    key: Type.String({ examples: ['sale-17'] }),
    receipt: Nullable(Count('Its number in the shift; null: it was refused', 5)),
    refused: Type.Union(
      [
        OneOf('LeaseRefusal', {
          lease_over: 'The lease was reported as done or written off before',
          not_leased: 'A ticket is not of this lease, or sold already',
          tendered_too_little: 'The cash is less than it costs',
        }),
        Type.Null(),
      ],
      { description: 'Why it was not booked; null: it was' },
    ),
  },
  { title: 'ReportedSale' },
)
export type ReportedSale = Static<typeof ReportedSale>

export const LeaseReport = Type.Object(
  { lease: Lease, sales: Type.Array(ReportedSale, { description: 'One for each, in order' }) },
  { title: 'LeaseReport' },
)

export const WriteOff = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', examples: ['Stolen'] }),
})
