import { type Static, Type } from 'typebox'
import { Vat } from '#core/sale-terms'
import { Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { type MeansName, means } from './means.ts'

const Count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] })
const Amount = (description: string, example: number) =>
  Type.Number({ description: `EUR. ${description}`, examples: [example] })

const Month = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
  description: 'A month in the time zone of the festival',
  examples: ['2027-07'],
})

/** The sums of a report: `net_amount` is `amount` less `refunded_amount`. */
export const ReportSums = Type.Object(
  {
    sold_count: Count('Units that were paid for or given for nothing, given back since or not', 20),
    returned_count: Count('Units that ended by a refund or a dispute', 1),
    gross_amount: Amount('The prices of what was sold', 1790),
    discount_amount: Amount('What vouchers took off', 100),
    points_amount: Amount('What points paid', 90),
    points_returned_amount: Amount('The worth of the points that came back with refunds', 0),
    amount: Amount('Money that was taken: the prices less discounts and points', 1600),
    refunded_amount: Amount('Money that was given back, or that disputes took', 80),
    charged_back_amount: Amount('Of it, what disputes took', 0),
    kept_amount: Amount(
      'Of the money that was taken, what stayed when a unit was given back, or was kept back for spent points',
      0,
    ),
    net_amount: Amount(
      'What was taken less what was given back; below zero where that was more',
      1520,
    ),
    vat_amount: Amount('The VAT that net_amount includes', 242.69),
    disputed_amount: Amount('What disputes that were opened are about', 0),
    disputes_won_amount: Amount('What disputes that were won were about', 0),
    return_top_up_amount: Amount(
      'Of refunded_amount, what tickets returned at face value gave back beyond what their next buyers paid: the festival bears it',
      0,
    ),
  },
  { title: 'ReportSums' },
)
export type ReportSums = Static<typeof ReportSums>

const withSums = <const Fields extends Parameters<typeof Type.Object>[0]>(
  title: string,
  fields: Fields,
) => Type.Object({ ...fields, ...ReportSums.properties }, { title, 'x-extends': ReportSums })

const Means = OneOf(
  'ReportMeans',
  Object.fromEntries(
    Object.entries(means).map(([name, { description }]) => [name, description]),
  ) as Record<MeansName, string>,
)

const Processor = Nullable(
  Type.String({
    description:
      'The processor that took the money of a card online; null: none did, or it was not noted yet',
    examples: ['stripe'],
  }),
)

const ByMeans = Type.Object(
  {
    means: Means,
    processor: Processor,
    sold_count: Count('Units that were paid for so; with points alone, where it is points', 20),
    returned_count: Count('Units of these that ended by a refund or a dispute', 1),
    amount: Amount('What was paid so', 1600),
    refunded_amount: Amount('What went back so', 80),
  },
  { title: 'ReportByMeans' },
)

/** `GET /festivals/:id/report` (docs/contract, section 10.8). Each list adds up to the totals. */
export const Report = Type.Object(
  {
    festival_id: Uuid,
    currency: Type.String({ examples: ['EUR'] }),
    time_zone: Type.String({ description: 'In which months begin', examples: ['Europe/Berlin'] }),
    month: Nullable({ ...Month, description: 'The month that was asked for; null: all of them' }),
    totals: ReportSums,
    types: Type.Array(
      withSums('ReportByType', {
        payment_type: OneOf('ReportType', { ticket: 'Tickets', accommodation: 'Accommodations' }),
      }),
    ),
    vat: Type.Array(withSums('ReportByVat', { vat: Vat })),
    means: Type.Array(ByMeans),
    months: Type.Array(withSums('ReportMonth', { month: Month }), {
      description: 'Every month in which something was booked, whichever was asked for',
    }),
  },
  { title: 'Report' },
)
export type Report = Static<typeof Report>

export const ReportQuery = Type.Object({ month: Type.Optional(Month) })
