import { type Static, Type } from 'typebox'
import { ZoneName } from '#core/sale-terms'
import { Nullable, OneOf } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

const Capacity = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 10_000_000,
    description: 'How many people may be inside; null: no limit is known',
    examples: [8000],
  }),
)
const RefusesWhenFull = Type.Boolean({
  description:
    'Whether gates refuse the way in beyond the capacity, with the code `full`; those without a network cannot know',
  examples: [false],
})

const Inside = Type.Integer({
  description: 'How many people are inside, as the gates that have reported say',
  examples: [6120],
})

/** A part of a festival that gates lead into, and the number of people inside. */
export const Zone = Type.Object(
  {
    name: ZoneName,
    capacity: Capacity,
    refuses_when_full: RefusesWhenFull,
    inside: Inside,
    state: OneOf('ZoneState', {
      open: 'There is room',
      nearly_full: 'From 90 percent of its capacity',
      full: 'As many as its capacity are inside, or more',
    }),
  },
  { title: 'Zone' },
)
export type Zone = Static<typeof Zone>

/** Fields left out have their usual value: no limit, and no one is refused. */
export const NewZone = Type.Object({
  capacity: Type.Optional(Capacity),
  refuses_when_full: Type.Optional(RefusesWhenFull),
})
export type NewZone = Static<typeof NewZone>

export const ZonePath = Type.Object({
  id: Type.String({ format: 'uuid' }),
  zone: ZoneName,
})

export const InsidePath = Type.Object({
  festivalId: Type.String({ format: 'uuid' }),
  zone: ZoneName,
})

/** The smallest and the usual length of a step, minutes. */
const [finest, usual] = [5, 15]

export const InsideQuery = Type.Object({
  date: Type.Optional(
    Type.String({
      format: 'date',
      description:
        'From 2000-01-01 to 9999-12-30; left out: today. Days are from 06:00 to 06:00 in the time zone of the festival',
      examples: ['2027-07-01'],
    }),
  ),
  step: Type.Integer({
    enum: [finest, usual],
    default: usual,
    description: 'Minutes from one count to the next',
    examples: [usual],
  }),
})
export type InsideQuery = Static<typeof InsideQuery>

/** The number of people inside a zone in the course of a day (contract, section 8.1). */
export const InsideHistory = Type.Object(
  {
    zone: ZoneName,
    date: Type.String({ format: 'date', examples: ['2027-07-01'] }),
    starts_at: { ...Timestamp, description: 'When the day begins, at 06:00' },
    ends_at: { ...Timestamp, description: 'When it ends' },
    counts: Type.Array(Type.Object({ at: Timestamp, inside: Inside }, { title: 'InsideCount' }), {
      description: 'From the beginning of the day until now or its end; of a later day none',
    }),
  },
  { title: 'InsideHistory' },
)
export type InsideHistory = Static<typeof InsideHistory>
