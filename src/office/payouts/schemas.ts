import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { OrderNumber } from '#shop/payments'

export const mostPayouts = 100
export const mostEntries = 500

const processorId = '^\\w{1,100}$'

/** EUR, negative for what is taken. */
const Amount = (description: string, example: number) =>
  Type.Number({ multipleOf: 0.01, description, examples: [example] })

export const PayoutsQuery = CursorQuery(50, mostPayouts, processorId)

const Payout = Type.Object(
  {
    id: Type.String({ description: 'Its id at the processor', examples: ['po_1Qb2Xk2eZvKYlo2C'] }),
    processor: Type.String({ examples: ['stripe'] }),
    status: OneOf('PayoutStatus', {
      pending: 'Made, and not yet at the bank',
      in_transit: 'On its way to the bank account',
      paid: 'Paid; some that fail are shown as paid for some days',
      failed: 'The bank has returned it: the money is in the balance again',
      canceled: 'It was canceled: the money is in the balance again',
    }),
    failure: Nullable(
      Type.String({ description: 'The processor’s word for why it failed', examples: [null] }),
    ),
    created_at: Timestamp,
    arrives_on: Type.String({ format: 'date', examples: ['2027-07-09'] }),
    currency: Type.String({ description: 'ISO 4217', examples: ['EUR'] }),
    amount: Amount('What the bank account receives', 1_204.5),
    entries: OneOf('PayoutEntriesState', {
      known: 'The entries are read, and the sums below are theirs',
      pending: 'The processor still prepares them, for some hours after the payout is made',
      unassigned:
        'It was requested by a person: the processor does not say what is in it, and its entries are among those without a payout',
    }),
    charges: Amount('Charges of buyers', 1_250),
    refunds: Amount('Refunds, without those that failed', -25),
    disputes: Amount('Disputes, and what was won back', 0),
    fees: Amount('What the processor keeps', -20.5),
    other: Amount('Anything else, such as payouts that failed and came back', 0),
    difference: Amount('`amount` without the sums; not 0 is a fault', 0),
    unknown: Type.Integer({
      description: 'Number of entries that are in no order of ours',
      examples: [0],
    }),
  },
  { title: 'Payout' },
)
export type Payout = Static<typeof Payout>

export const Payouts = CursorAnswer({ payouts: Type.Array(Payout) }, 'po_1Qb2Xk2eZvKYlo2C')

/** When the books of each processor were read last. */
export const PayoutSyncs = Type.Object({
  processors: Type.Array(
    Type.Object(
      {
        processor: Type.String({ examples: ['stripe'] }),
        began_at: Timestamp,
        ended_at: Nullable(Timestamp),
        failure: Nullable(
          Type.String({
            description: 'The kind of its failure; null: it did not fail',
            examples: [null],
          }),
        ),
      },
      { title: 'PayoutSync' },
    ),
    { description: 'Empty: none has been read' },
  ),
})

/** The filters of entries. */
export const entriesSearch = {
  payout: Type.Optional(
    Type.String({
      pattern: processorId,
      description: 'Those of a payout; `none`: those in none',
      examples: ['po_1Qb2Xk2eZvKYlo2C'],
    }),
  ),
  unknown: Type.Optional(
    Type.Boolean({ description: 'true: only those that are in no order of ours' }),
  ),
}
const EntriesSearch = Type.Object(entriesSearch)
export type EntriesSearch = Static<typeof EntriesSearch>

export const EntriesQuery = Type.Interface(
  [CursorQuery(100, mostEntries, processorId)],
  entriesSearch,
)

const Entry = Type.Object(
  {
    id: Type.String({ examples: ['txn_1Qb2Xk2eZvKYlo2C'] }),
    payout: Nullable(Type.String({ examples: ['po_1Qb2Xk2eZvKYlo2C'] })),
    kind: OneOf('BalanceEntryKind', {
      charge: 'A buyer has paid',
      refund: 'Money was given back, or a refund failed',
      dispute: 'A bank has taken a payment back, or returned it',
      fee: 'A fee of the processor',
      payout: 'A payout of before, and what came back of one',
      other: 'Anything else',
    }),
    category: Type.String({
      description: 'The processor’s own word',
      examples: ['charge'],
    }),
    created_at: Timestamp,
    currency: Type.String({ description: 'ISO 4217', examples: ['EUR'] }),
    amount: Amount('What it adds to the balance, without its fee', 89.5),
    fee: Amount('What the processor keeps of it', 1.55),
    net: Amount('`amount` without `fee`', 87.95),
    source: Nullable(
      Type.String({
        description: 'The processor’s id of the charge, refund or dispute',
        examples: ['ch_3Qb2Xk2eZvKYlo2C'],
      }),
    ),
    description: Nullable(Type.String({ examples: ['Order 7K3M9QXT2A'] })),
    order_id: Nullable(Uuid),
    order_number: OrderNumber,
    known: Type.Boolean({
      description: 'false: no order, refund or dispute of ours has this id and this amount',
    }),
  },
  { title: 'BalanceEntry' },
)
export type Entry = Static<typeof Entry>

export const Entries = CursorAnswer({ entries: Type.Array(Entry) }, 'txn_1Qb2Xk2eZvKYlo2C')
