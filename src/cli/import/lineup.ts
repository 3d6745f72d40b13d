/** The content of a line-up file (docs/importing.md): its schema, its rules, its times. */
import { type Static, Type } from 'typebox'
import { NewFestival } from '#catalogue/festivals'
import { billedInput } from '#catalogue/gigs'
import { didYouMean } from '#platform/values/closest'
import { invalid, invalidField, Problem } from '#platform/values/errors'
import { Name, OptionalText } from '#platform/values/shapes'
import { inOrder, NullableTimeInput, parseTime, toTime } from '#platform/values/time'
import { instantOf, localTime, utc } from '#platform/zones/local-time'
import { checker } from '../terminal/check.ts'
import { CommandError } from '../terminal/output.ts'
import { ImportedArtist } from './artist.ts'
import { isObject } from './cells.ts'
import { shiftYears } from './dates.ts'
import type { LocalTimes } from './local-times.ts'

/** The festival itself: without it there is nothing to import. */
const Head = Type.Object({
  organizer: Type.Object({ id: Type.String(), name: Type.Optional(Name('Harbour Nights')) }),
  source: Name('harbour-nights:2027'),
  festival: Type.Omit(NewFestival, ['organizer_id', 'places', 'gigs', 'tickets']),
})

const rows = (maxItems: number) => Type.Optional(Type.Array(Type.Unknown(), { maxItems }))
const Lists = Type.Object({ places: rows(2_000), artists: rows(10_000), gigs: rows(10_000) })

const Gig = Type.Object({
  artist: OptionalText('Ebb Trio'),
  place: OptionalText('Orange Stage'),
  start_time: Type.Optional(NullableTimeInput),
  end_time: Type.Optional(NullableTimeInput),
  ...billedInput,
})
type Gig = Static<typeof Gig>
type Artist = Static<typeof ImportedArtist>
const festivalPlace = NewFestival.properties.places.items
type festivalPlace = Static<typeof festivalPlace>

export type Lineup = Static<typeof Head> & {
  places?: festivalPlace[]
  artists?: Artist[]
  gigs?: Gig[]
}

/** A row that breaks a rule, and its position, such as `gigs[3]`. */
export type Refused = { position: string; row: unknown; reason: string }

export type Move = { years?: number | undefined; start?: string | undefined }

const checkHead = checker(Head)
const checkLists = checker(Lists)
const checkPlace = checker(festivalPlace)
const checkArtist = checker(ImportedArtist)
const checkGig = checker(Gig)

/**
 * Validates a line-up. Returns the part that can be imported, and the rows that break a rule.
 * @throws 400 naming the field, if anything but a row breaks a rule
 */
export function checkLineup(
  written: unknown,
  times: LocalTimes,
): { lineup: Lineup; refused: Refused[] } {
  const { places, artists, gigs, ...rest } = isObject(written) ? written : {}
  const lists = checkLists({ places, artists, gigs })
  const head = headOf(tidy(rest), times)
  const zone = head.festival.time_zone
  inOrder(toTime(head.festival.start_time), toTime(head.festival.end_time), [
    'festival.start_time',
    'festival.end_time',
  ])
  const refused: Refused[] = []
  const sortRows = <T>(name: string, rows: unknown[], prepare: (row: unknown) => T): T[] =>
    rows.flatMap((row, index) => {
      try {
        const tidied = tidy(row)
        return [prepare(isObject(tidied) ? times.of(tidied, zone) : tidied)]
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        refused.push({ position: `${name}[${index}]`, row, reason: error.message })
        return []
      }
    })
  const sorted = {
    ...(lists.places && { places: sortRows('places', lists.places, once(checkPlace)) }),
    ...(lists.artists && { artists: sortRows('artists', lists.artists, once(checkArtist)) }),
  }
  const names = sorted.places?.map(({ name }) => name) ?? []
  const sortedGigs = lists.gigs && {
    gigs: sortRows('gigs', lists.gigs, (row) => toGig(row, names)),
  }
  return { lineup: { ...head, ...sorted, ...sortedGigs }, refused }
}

function headOf(rest: unknown, times: LocalTimes): Static<typeof Head> {
  const festival = isObject(rest) ? rest['festival'] : undefined
  if (!isObject(rest) || !isObject(festival)) return checkHead(rest)
  return checkHead({ ...rest, festival: times.of(festival, festival['time_zone']) })
}

function toGig(row: unknown, places: string[]): Gig {
  const gig = checkGig(row)
  const { place, start_time, end_time } = gig
  inOrder(toTime(start_time), toTime(end_time), ['start_time', 'end_time'])
  if (typeof place !== 'string' || places.includes(place)) return gig
  throw invalid(`place: "${place}" is not one of the places${didYouMean(place, places)}`)
}

/** Refuses a second row of the same name. */
function once<T extends { name: string }>(prepare: (row: unknown) => T): (row: unknown) => T {
  const seen = new Set<string>()
  return (row) => {
    const record = prepare(row)
    if (seen.has(record.name)) throw invalidField('name', `is given twice: "${record.name}"`)
    seen.add(record.name)
    return record
  }
}

/**
 * Trims all texts of a value, as is done with the cells of a CSV file; empty texts become null. Throws for
 * characters that PostgreSQL cannot store.
 */
function tidy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), tidyText)
}

function tidyText(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.includes('\0') || !value.isWellFormed())
    throw invalidField(key, 'must not hold NUL characters or lone surrogates')
  return value.trim() || null
}

/** Returns a function that moves a time: by whole years, or so that the festival starts on a day. */
export function mover({ festival }: Lineup, { years = 0, start }: Move): (time: Date) => Date {
  const zone = festival.time_zone ?? utc
  if (start === undefined) return (time) => shiftYears(time, years, zone)
  if (years !== 0) throw new CommandError('Give --start or --shift-years, not both')
  const day = /^\d{4}-\d\d-\d\d$/.test(start) ? parseTime(start) : undefined
  if (!day) throw new CommandError(`--start must be a day, such as 2027-07-23, not "${start}"`)
  const first = localTime(toTime(festival.start_time), zone)
  const by = day.getTime() - new Date(first).setUTCHours(0, 0, 0, 0)
  if (by === 0) return (time) => time
  return (time) => instantOf(new Date(localTime(time, zone).getTime() + by), zone)
}
