/** A file → the gigs, places and artists that can be imported, and what became of every row. */
import type { ArtistNames } from '#catalogue/artists'
import type { SheetRow } from '#platform/files/csv'
import type { FestivalDays } from '#platform/files/written-days'
import { checkRows, type Lineup, type LineupGig, type Refused } from '../model/lineup.ts'
import type { LocalTimes } from '../model/local-times.ts'
import { artistsOf } from '../names/acts.ts'
import type { JoinedPlace } from '../names/places.ts'
import { type LineupFile, positionOf } from '../reading/file.ts'

/** A row that is not imported, or only without a field. `from` is its row in a table. */
export type RefusedRow = Refused & { from?: SheetRow }

/** The festival that a file is imported into. */
export type Target = { days: FestivalDays; zone: string | undefined; places: string[] }

export type Reading = {
  lineup: Lineup
  refused: RefusedRow[]
  joined: JoinedPlace[]
  /** acts that are several artists */
  split: { act: string; artists: string[] }[]
  /** true if the file lists the places, and not only names them */
  hasPlaces: boolean
}

type Context = { target: Target; times: LocalTimes; names: ArtistNames }

/** Checks the rows of a file, joins the spellings of its places, and splits its acts into artists. */
export function readRowsInto(file: LineupFile, { target, times, names }: Context): Reading {
  const { gigs, artists, places, table, format, positions } = file
  const { days, zone } = target
  const checked = checkRows(
    { gigs, artists, places },
    { times, zone, days, knownPlaces: target.places },
  )
  const read = table?.rows.flatMap((row) => ('gig' in row ? [row.row] : [])) ?? []
  const faults = (table?.rows ?? []).flatMap((row): RefusedRow[] =>
    'fault' in row
      ? [{ position: positionOf(row.row, format), row: {}, reason: row.fault, from: row.row }]
      : [],
  )
  const refused = checked.refused.map((one): RefusedRow => {
    const index = Number(/^gigs\[(\d+)\]$/.exec(one.position)?.[1])
    const from = read[index]
    return { ...one, position: positions[index] ?? one.position, ...(from && { from }) }
  })
  const all = [...faults, ...refused]
  const { lineup, split } = withArtists(checked.lineup, file, names)
  return {
    lineup,
    split,
    refused: table ? all.toSorted((a, b) => (a.from?.line ?? 0) - (b.from?.line ?? 0)) : all,
    joined: checked.joined,
    hasPlaces: places !== undefined,
  }
}

/** Gives each artist of an act a gig. A list of artists keeps the ones that play, unless it is there on purpose. */
function withArtists(lineup: Lineup, { namesArtists }: LineupFile, names: ArtistNames) {
  const { gigs, artists = [] } = lineup
  if (!gigs) return { lineup, split: [] }
  const described = new Set(namesArtists ? artists.map(({ name }) => name) : [])
  const acts = new Set(gigs.flatMap(({ artist }) => artist ?? []))
  const isArtist = (name: string) => described.has(name) || names.find(name) !== undefined
  const known = { isArtist, isAct: (name: string) => acts.has(name) || isArtist(name) }
  const artistsIn = new Map([...acts].map((act) => [act, artistsOf(act, known)]))
  const split = [...artistsIn].flatMap(([act, parts]) =>
    parts.length > 1 ? [{ act, artists: parts }] : [],
  )
  const each = gigs.flatMap((gig): LineupGig[] => {
    const parts = gig.artist === null ? [] : (artistsIn.get(gig.artist) ?? [])
    return parts.length > 1 ? parts.map((artist) => ({ ...gig, artist, act: gig.artist })) : [gig]
  })
  const playing = new Set(each.map(({ artist }) => artist))
  const kept = artists.filter(({ name }) => namesArtists || playing.has(name))
  return { lineup: { ...lineup, gigs: each, ...(lineup.artists && { artists: kept }) }, split }
}
