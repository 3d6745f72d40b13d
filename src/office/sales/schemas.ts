import { type Static, Type } from 'typebox'
import { Price } from '#platform/values/money'
import { Name, Uuid } from '#platform/values/shapes'
import { TimeInput, Timestamp } from '#platform/values/time'
import { TimeZone } from '#platform/zones/time-zones'

const Pieces = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] })
const Money = (description: string, example: number) =>
  Type.Number({ description: `EUR. ${description}`, examples: [example] })

const made = {
  revenue: Money('Money that was taken, whatever was given back of it; points are no money', 1780),
  refunded: Money('Money that was given back', 89.5),
  discounts: Money('What vouchers took off the price of what was paid', 120),
  validated: Pieces('Tickets that were admitted', 12),
}
const sold = Pieces('Paid for, and not given back in full', 20)

const stock = {
  quantity: Pieces('Sold, held and remaining: of what is archived, what was taken of it', 500),
  sold,
  held: Pieces('Being paid for', 3),
  remaining: Pieces('Neither sold nor held; nothing of what is archived', 477),
}

const offered = {
  name: Name('Weekend'),
  price: Price,
  offered: Pieces('The quantity it is offered with; of what is archived, the last one', 500),
  ...stock,
  ...made,
  archived: Type.Boolean({ description: 'No longer on offer', examples: [false] }),
}

const Totals = Type.Object({ ...stock, ...made }, { title: 'SalesTotals' })

const Tier = Type.Object(
  { ticket_id: Uuid, ...offered },
  { title: 'TierSales', 'x-extends': Totals },
)
const Stay = Type.Object(
  { accommodation_id: Uuid, ...offered },
  { title: 'AccommodationSales', 'x-extends': Totals },
)
const Day = Type.Object(
  {
    date: Type.String({
      format: 'date',
      description: 'In the time zone of the festival',
      examples: ['2027-01-20'],
    }),
    sold: Pieces('Of what is sold now, what was bought on this day', 20),
    ...made,
  },
  { title: 'SalesDay' },
)

/** `GET /festivals/:id/sales` (docs/contract, 10.1). The days add up to the totals. */
export const Sales = Type.Object(
  {
    festival_id: Uuid,
    currency: Type.String({ examples: ['EUR'] }),
    totals: Totals,
    tiers: Type.Array(Tier),
    accommodations: Type.Array(Stay),
    days: Type.Array(Day),
  },
  { title: 'Sales' },
)
export type Sales = Static<typeof Sales>

/** `GET /users/i/sales`: one day of all festivals with sales that the user may see. */
export const DaySales = Type.Object(
  {
    ...Day.properties,
    currency: Type.String({ examples: ['EUR'] }),
  },
  { title: 'DaySales', 'x-extends': Day },
)
export type DaySales = Static<typeof DaySales>

const DaysToStart = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] })

const EditionSales = Type.Object(
  {
    festival_id: Uuid,
    name: Name('Harbour Nights 2027'),
    starts_at: Timestamp,
    time_zone: TimeZone,
    days: Type.Array(
      Type.Object(
        {
          days_to_start: DaysToStart(
            'How many days before the one on which it begins, in its time zone; negative afterwards',
            34,
          ),
          sold: Pieces('Of what is sold now, what was bought until the end of this day', 120),
          revenue: Money('Money that was taken until the end of this day', 10_680),
        },
        { title: 'EditionSalesDay' },
      ),
      { description: 'The earliest first, without days on which nothing was sold' },
    ),
  },
  { title: 'EditionSales' },
)
export type EditionSales = Static<typeof EditionSales>

/** `GET /festivals/:id/sales/compared` (docs/contract, 10.1). */
export const SalesComparison = Type.Object(
  {
    festival_id: Uuid,
    currency: Type.String({ examples: ['EUR'] }),
    days_to_start: DaysToStart('How many days before its start the festival is today', 34),
    edition: EditionSales,
    previous_edition: Type.Union([EditionSales, Type.Null()], {
      description: 'Null: the festival has no `previous_edition_id`',
    }),
  },
  { title: 'SalesComparison' },
)
export type SalesComparison = Static<typeof SalesComparison>

export const DaySalesQuery = Type.Object({
  date: Type.Optional(
    Type.Unsafe<string>({
      ...TimeInput,
      description:
        'The day, of each festival in its own time zone; when it is left out, today there',
    }),
  ),
})

export const SalesQuery = Type.Object({
  from: Type.Optional(
    Type.Unsafe<string>({
      ...TimeInput,
      description: 'The first of the days, in the time zone of the festival',
    }),
  ),
  to: Type.Optional(
    Type.Unsafe<string>({
      ...TimeInput,
      description: 'The last of the days, in the time zone of the festival',
    }),
  ),
})
export type SalesQuery = Static<typeof SalesQuery>
