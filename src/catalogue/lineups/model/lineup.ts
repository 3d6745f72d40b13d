/** The content of a line-up (docs/importing.md): its schema, its rules, its times. */
import { type Static, Type } from 'typebox'
import { NewFestival } from '#catalogue/festivals'
import { billedInput } from '#catalogue/gigs'
import type { FestivalDays } from '#platform/files/written-days'
import { isOpen } from '#platform/files/written-times'
import { checker } from '#platform/http/requests/checker'
import { didYouMean } from '#platform/values/closest'
import { invalid, invalidField, Problem } from '#platform/values/errors'
import { nameKey } from '#platform/values/names'
import { Name, OptionalText } from '#platform/values/shapes'
import { isStorable } from '#platform/values/text'
import { inOrder, NullableTimeInput, toTime } from '#platform/values/time'
import { utc } from '#platform/zones/local-time'
import { type JoinedPlace, joinPlaces, type Places } from '../names/places.ts'
import { ImportedArtist } from './artist.ts'
import { endAfter, type LocalTimes } from './local-times.ts'
import { tidy } from './tidy.ts'

/** The festival itself: without it there is nothing to import. */
const Head = Type.Object({
  organizer: Type.Object({ id: Type.String(), name: Type.Optional(Name('Harbour Nights')) }),
  source: Name('harbour-nights:2027'),
  festival: Type.Omit(NewFestival, ['organizer_id', 'places', 'gigs', 'tickets']),
})
export type Head = Static<typeof Head>

const rows = (maxItems: number) => Type.Optional(Type.Array(Type.Unknown(), { maxItems }))
const Lists = Type.Object({ places: rows(2_000), artists: rows(10_000), gigs: rows(10_000) })

const GigRow = Type.Object({
  artist: OptionalText('Ebb Trio'),
  place: OptionalText('Orange Stage'),
  start_time: Type.Optional(NullableTimeInput),
  end_time: Type.Optional(NullableTimeInput),
  ...billedInput,
})
const PlaceRow = NewFestival.properties.places.items
export type LineupPlace = Static<typeof PlaceRow>
export type LineupArtist = Static<typeof ImportedArtist>

/** A gig of a file. `row`: its index among the gigs of the file; an act of several artists has a gig for each. */
export type LineupGig = Pick<Static<typeof GigRow>, 'headliner' | 'billing' | 'billing_text'> & {
  row: number
  /** the text of an act of several artists */
  act?: string | null
  artist: string | null
  place: string | null
  start_time: Date | null
  end_time: Date | null
}

/** A row that breaks a rule, and its position, such as `gigs[3]`. `isUsed`: only a field of it is left out. */
export type Refused = { position: string; row: unknown; reason: string; isUsed?: true }

/** The rows of a file that can be imported; a list that the file does not have is undefined. */
export type Lineup = {
  places?: LineupPlace[]
  artists?: LineupArtist[]
  gigs?: LineupGig[]
}

export type CheckedLineup = { lineup: Lineup; refused: Refused[]; joined: JoinedPlace[] }

/** Context of the rows of a file. */
export type LineupContext = {
  times: LocalTimes
  zone: string | undefined
  days: FestivalDays
  /** the names of the places that the festival has */
  knownPlaces?: string[]
}

/** The longest name of a place, in characters. */
const longestName = 200

const checkHead = checker(Head)
const checkLists = checker(Lists)
const checkPlace = checker(PlaceRow)
const checkArtist = checker(ImportedArtist)
const checkGig = checker(GigRow)

/**
 * Validates the festival of a line-up.
 * @throws 400 naming the field
 */
export function readHead(written: object, times: LocalTimes): Head {
  const head = tidy(written)
  const festival: unknown = Reflect.get(Object(head), 'festival')
  if (typeof festival !== 'object' || festival === null) return checkHead(head)
  const read = times.of(festival, Reflect.get(festival, 'time_zone'))
  const checked = checkHead({ ...Object(head), festival: read })
  inOrder(toTime(checked.festival.start_time), toTime(checked.festival.end_time), [
    'festival.start_time',
    'festival.end_time',
  ])
  return checked
}

/**
 * Validates the rows of a line-up. Returns the ones that can be imported, the ones that break a rule, and the places that
 * were written in several ways. Without a list of places they are made of the names of the gigs.
 * @throws 400 if a list is none, or too long
 */
export function checkRows(written: object, context: LineupContext): CheckedLineup {
  const lists = checkLists(written)
  const refused: Refused[] = []
  const sort = <T>(
    name: string,
    list: unknown[],
    prepare: (row: unknown, index: number) => T,
  ): T[] =>
    list.flatMap((row, index) => {
      try {
        return [prepare(tidy(row), index)]
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        refused.push({ position: `${name}[${index}]`, row, reason: error.message })
        return []
      }
    })
  const listed = lists.places && sort('places', lists.places, once(checkPlace))
  const joined = placesOf(listed, lists.gigs ?? [], context)
  const artists =
    lists.artists &&
    sort(
      'artists',
      lists.artists,
      once((row, index) => readArtist(row, index, refused)),
    )
  const gigs =
    lists.gigs &&
    sort('gigs', lists.gigs, (row, index) => readGig(row, index, { ...context, joined, listed }))
  const places = listed
    ? distinct(listed)
    : gigs && joined.names.map((name) => ({ name, type: 'stage' }))
  return {
    lineup: {
      ...(places && { places }),
      ...(artists && { artists: artists.filter(({ name }) => !isOpen(name)) }),
      ...(gigs && { gigs }),
    },
    refused,
    joined: joined.joined,
  }
}

/** A place that is listed keeps the name of the list, another that of the festival. */
function placesOf(
  listed: LineupPlace[] | undefined,
  gigs: unknown[],
  context: LineupContext,
): Places {
  const listedNames = listed?.map(({ name }) => name)
  const named = gigs.flatMap((row) => {
    const place: unknown = Reflect.get(Object(row), 'place')
    const isName = typeof place === 'string' && !isOpen(place) && place.length <= longestName
    return isName && isStorable(place) ? [place.trim()] : []
  })
  return joinPlaces([...(listedNames ?? []), ...named], listedNames ?? context.knownPlaces ?? [])
}

/** Keeps the first of the places that are one. */
function distinct(places: LineupPlace[]): LineupPlace[] {
  return [...Map.groupBy(places, ({ name }) => nameKey(name)).values()].flatMap(
    ([first]) => first ?? [],
  )
}

type GigContext = LineupContext & { joined: Places; listed: LineupPlace[] | undefined }

function readGig(row: unknown, index: number, context: GigContext): LineupGig {
  const { times, zone, days, joined, listed } = context
  const { artist, place, start_time, end_time, ...billing } = checkGig(
    isObject(row) ? times.of(withoutOpen(row), zone, days) : row,
  )
  const start = toTime(start_time) ?? null
  const end = endAfter(start, toTime(end_time) ?? null, zone ?? utc)
  inOrder(start, end, ['start_time', 'end_time'])
  const name = place ? joined.nameOf(place) : null
  if (name !== null && listed) requireListed(name, listed)
  const slot = { place: name, start_time: start, end_time: end }
  return { row: index, artist: artist ?? null, ...slot, ...billing }
}

function requireListed(place: string, listed: LineupPlace[]) {
  const names = listed.map(({ name }) => name)
  if (names.includes(place)) return
  throw invalid(`place: "${place}" is not one of the places${didYouMean(place, names)}`)
}

const openFields = new Set(['artist', 'place', 'start_time', 'end_time'])

/** Clears what is to be announced: `TBA`, `N.N.`. */
function withoutOpen(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      openFields.has(field) && typeof value === 'string' && isOpen(value) ? null : value,
    ]),
  )
}

/** Reads an artist. A field that breaks a rule is reported and left out; the rest stays. */
function readArtist(row: unknown, index: number, refused: Refused[]): LineupArtist {
  const problem = problemOf(() => checkArtist(row))
  if (!problem) return checkArtist(row)
  const { name, ...fields } = Object(row) as Record<string, unknown>
  if (problemOf(() => checkArtist({ name }))) throw problem
  const good = Object.entries(fields).filter(([field, value]) => {
    const broken = problemOf(() => checkArtist({ name, [field]: value }))
    if (broken)
      refused.push({ position: `artists[${index}]`, row, reason: broken.message, isUsed: true })
    return !broken
  })
  return checkArtist({ name, ...Object.fromEntries(good) })
}

function problemOf(read: () => unknown): Problem | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** Refuses a second row of the same name. */
function once<T extends { name: string }>(prepare: (row: unknown, index: number) => T) {
  const seen = new Set<string>()
  return (row: unknown, index: number): T => {
    const record = prepare(row, index)
    if (seen.has(record.name)) throw invalidField('name', `is given twice: "${record.name}"`)
    seen.add(record.name)
    return record
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
