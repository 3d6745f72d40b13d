import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Price } from '#platform/values/money'
import { OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'

export const mostSettlements = 100

const Percent = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.01, description, examples: [example] })
const Amount = (description: string, example: number) =>
  Type.Number({ multipleOf: 0.01, description, examples: [example] })

const terms = {
  commission_percent: Percent('Of what was sold and not refunded', 5),
  commission_per_unit: {
    ...Price,
    description: 'EUR, for each unit that was sold and not returned',
    examples: [0.5],
  },
  commission_vat_percent: Percent('The VAT on the commission', 19),
  passes_fees: Type.Boolean({
    description: 'true: the organizer bears the fees of the processor',
    examples: [false],
  }),
}

/** The operator's share of the sales of an organizer. */
export const SettlementTerms = Type.Object(terms, { title: 'SettlementTerms' })
export type SettlementTerms = Static<typeof SettlementTerms>

/** Terms that change. The others stay as they are. */
export const SettlementTermsChange = Type.Partial(Type.Object(terms))
export type SettlementTermsChange = Static<typeof SettlementTermsChange>

const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2027-07'] })

/** The month to settle. */
export const NewSettlement = Type.Object({
  month: {
    ...Month,
    description: 'Of each festival in its own time zone; it has to be over everywhere',
  },
})

const Line = Type.Object(
  {
    festival_id: Uuid,
    name: Type.String({ description: 'When the statement was made', examples: ['Harbour Nights'] }),
    sold_count: Type.Integer({ description: 'Units sold, without those returned', examples: [40] }),
    sales: Amount('What buyers paid by card and bank transfer', 3_580),
    refunds: Amount('What they got back, disputes that were lost included', 89.5),
  },
  { title: 'SettlementLine' },
)

const PaymentState = OneOf('SettlementPaymentState', {
  waiting: 'The next file for the bank orders it',
  ordered: 'A file orders it',
  paid: 'A statement of the bank shows it',
  returned: 'It came back: check the account of the organizer, and pay again',
})

/** The transfer that pays a statement. */
const Payment = Type.Object(
  {
    state: PaymentState,
    iban: Type.String({ description: 'When it was ordered', examples: ['DK5000400440116243'] }),
    ordered_at: Timestamp,
    paid_at: NullableTimestamp,
  },
  { title: 'SettlementPayment' },
)

/** A monthly statement. But for its payment it never changes: later sales and refunds are in the next one. */
export const Settlement = Type.Object(
  {
    id: Uuid,
    number: Type.String({ examples: ['S-2027-000001'] }),
    organizer_id: Type.String({ examples: ['harbour-nights'] }),
    month: Month,
    created_at: Timestamp,
    currency: Type.String({ examples: ['EUR'] }),
    sold_count: Type.Integer({ description: 'Units sold, without those returned', examples: [40] }),
    sales: Amount('What buyers paid by card and bank transfer', 3_580),
    refunds: Amount('What they got back, disputes that were lost included', 89.5),
    fees: Amount('Fees of the processor that the organizer bears', 0),
    commission: Amount('Without VAT', 194.53),
    commission_vat: Amount('The VAT on it', 36.96),
    due: Amount(
      '`sales` − `refunds` − `fees` − `commission` − `commission_vat`: what the operator owes; negative: what the organizer does',
      3_259.01,
    ),
    terms: SettlementTerms,
    festivals: Type.Array(Line),
    payment: Type.Union([Payment, Type.Null()], {
      description: 'The transfer of `due`; null: none',
    }),
  },
  { title: 'Settlement' },
)
export type Settlement = Static<typeof Settlement>

export const SettlementsQuery = Type.Interface([CursorQuery(50, mostSettlements)], {
  organizer: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Those of an organizer; its managers have to name it',
      examples: ['harbour-nights'],
    }),
  ),
})
export type SettlementsQuery = Static<typeof SettlementsQuery>
export const Settlements = CursorAnswer({ settlements: Type.Array(Settlement) })
