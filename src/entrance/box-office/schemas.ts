/** Shifts of a till and their books (docs/contract, section 8.5). */
import { type Static, Type } from 'typebox'
import { Price } from '#platform/values/money'
import { Name, Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'

const Till = { ...Name('North till', 100), description: 'Its name' }
export const Seller = { ...Name('Bo Quay', 100), description: 'Who sells' }
const Cash = (description: string, example: number) => ({
  ...Price,
  description: `EUR. ${description}`,
  examples: [example],
})
const Balance = (description: string, example: number) =>
  Type.Number({ description: `EUR. ${description}`, examples: [example] })
const Reason = {
  ...Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', examples: ['To the safe'] }),
}

export const NewShift = Type.Object({
  till: Till,
  seller: Seller,
  float: Cash('The cash in the drawer when it begins', 100),
})
export type NewShift = Static<typeof NewShift>

export const NewCash = Type.Object({
  kind: OneOf('CashMovement', {
    drop: 'Taken out of the drawer',
    addition: 'Put into it',
  }),
  amount: { ...Cash('How much', 50), minimum: 0.01 },
  reason: Reason,
})
export const NewHandOver = Type.Object({
  seller: { ...Seller, description: 'Who sells from now on' },
  counted: Cash('The cash in the drawer, as both have counted it', 150),
})
export const NewClose = Type.Object({
  counted: Cash('The cash in the drawer, as it was counted', 150.5),
})

const Sold = Type.Object(
  {
    count: Type.Integer({ description: 'Sales', examples: [3] }),
    amount: Balance('What they took', 268.5),
  },
  { title: 'ShiftSales' },
)

const Books = Type.Object(
  {
    cash: Sold,
    terminal: Sold,
    complimentary: Sold,
    refunded_cash: Balance('Given back in cash', 0),
    refunded_terminal: Balance('Given back at the card terminal', 0),
    drops: Balance('Taken out of the drawer', 100),
    additions: Balance('Put into the drawer', 20),
    expected_cash: Balance('What must be in the drawer', 288.5),
  },
  { title: 'ShiftBooks', description: 'Sales by how they were paid, and the cash' },
)

const Movement = Type.Object(
  {
    id: Uuid,
    kind: OneOf('ShiftMovement', {
      drop: 'Cash taken out of the drawer',
      addition: 'Cash put into it',
      hand_over: 'Another seller took over',
    }),
    amount: Nullable({ ...Price, description: 'EUR; null: of a hand-over' }),
    counted: Nullable({
      ...Price,
      description: 'EUR, as it was counted at a hand-over; else null',
    }),
    reason: Nullable(Type.String({ examples: ['To the safe'] })),
    seller: { ...Seller, description: 'Who did it; of a hand-over, who took over' },
    at: Timestamp,
  },
  { title: 'ShiftMovementRecord' },
)

const shiftFields = {
  id: Uuid,
  festival_id: Uuid,
  till: Till,
  seller: { ...Seller, description: 'Who sells now, or sold last' },
  float: Cash('The cash that it began with', 100),
  opened_at: Timestamp,
  closed_at: NullableTimestamp,
  last_seen_at: {
    ...NullableTimestamp,
    description: 'When its till last read it, to the minute; null: the till is not set up yet',
  },
  counted: Nullable({ ...Price, description: 'EUR that were counted when it was closed' }),
  difference: Nullable(
    Type.Number({
      description: 'EUR. What was counted less what its books had then; null: it is open',
      examples: [-0.5],
    }),
  ),
  receipts: Type.Integer({ description: 'The number of its last receipt', examples: [5] }),
  books: Books,
  movements: Type.Array(Movement, { description: 'In the order of time' }),
}

/** A shift with its books. */
export const Shift = Type.Object(shiftFields, { title: 'Shift' })
export type Shift = Static<typeof Shift>

/** A shift with its token, which is shown only once. */
export const ShiftWithToken = Type.Interface(
  [Shift],
  {
    token: Type.String({
      description:
        'Sent in X-F-Authentication by the till. Shown once and kept nowhere; it sells for this shift and ends with it',
      examples: ['fst_till_0000000000000000000000000000000000000000000000000'],
    }),
  },
  { 'x-extends': Shift },
)
export type ShiftWithToken = Static<typeof ShiftWithToken>
