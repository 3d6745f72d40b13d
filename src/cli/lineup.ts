/** The file of `festival import lineup` (docs/importing.md): its shape, its rules, its times. */
import { type Static, Type } from 'typebox'
import { NewFestival } from '#festivals'
import { invalid } from '#platform/values/errors'
import { Name, OptionalText } from '#platform/values/shapes'
import { inOrder, NullableTimeInput, parseTime, toTime } from '#platform/values/time'
import { ImportedArtist } from './artist.ts'
import { checker } from './check.ts'
import { shiftYears } from './dates.ts'
import { didYouMean } from './did-you-mean.ts'
import { CommandError } from './output.ts'

const Gig = Type.Object({
  artist: OptionalText('Ebb Trio'),
  place: OptionalText('Orange Stage'),
  start_time: Type.Optional(NullableTimeInput),
  end_time: Type.Optional(NullableTimeInput),
})

const Lineup = Type.Object({
  organizer: Type.Object({ id: Type.String(), name: Type.Optional(Name('Harbour Nights')) }),
  source: Name('harbour-nights:2027'),
  festival: Type.Omit(NewFestival, ['organizer_id', 'places', 'gigs', 'tickets']),
  places: NewFestival.properties.places,
  artists: Type.Optional(Type.Array(ImportedArtist, { maxItems: 10_000 })),
  gigs: Type.Optional(Type.Array(Gig, { maxItems: 10_000 })),
})
export type Lineup = Static<typeof Lineup>

export type Move = { years?: number | undefined; start?: string | undefined }

const check = checker(Lineup)

/** A line-up as read from its file → the same, held to its rules. Throws 400 naming the field. */
export function checkLineup(written: unknown): Lineup {
  const lineup = check(written)
  const { festival, places = [], artists = [], gigs = [] } = lineup
  inOrder(toTime(festival.start_time), toTime(festival.end_time), [
    'festival.start_time',
    'festival.end_time',
  ])
  requireDistinct('places', places)
  requireDistinct('artists', artists)
  const names = places.map(({ name }) => name)
  for (const [index, { place, start_time, end_time }] of gigs.entries()) {
    const field = `gigs[${index}]`
    inOrder(toTime(start_time), toTime(end_time), [`${field}.start_time`, `${field}.end_time`])
    if (typeof place !== 'string' || names.includes(place)) continue
    throw invalid(`${field}.place: "${place}" is not one of the places${didYouMean(place, names)}`)
  }
  return lineup
}

function requireDistinct(field: string, items: { name: string }[]) {
  const names = items.map(({ name }) => name)
  const repeated = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (repeated >= 0)
    throw invalid(`${field}[${repeated}].name is given twice: "${names[repeated]}"`)
}

/** What moves the times of a line-up: by whole years, or so that the festival starts on a day. */
export function mover({ festival }: Lineup, { years = 0, start }: Move): (time: Date) => Date {
  if (start === undefined) return (time) => shiftYears(time, years)
  if (years !== 0) throw new CommandError('Give --start or --shift-years, not both')
  const day = /^\d{4}-\d\d-\d\d$/.test(start) ? parseTime(start) : undefined
  if (!day) throw new CommandError(`--start must be a day, such as 2027-07-23, not "${start}"`)
  const midnight = new Date(toTime(festival.start_time)).setUTCHours(0, 0, 0, 0)
  return (time) => new Date(time.getTime() + day.getTime() - midnight)
}
