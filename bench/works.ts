/** The requests of the readers: the same address again and again, or one that is not cached. */
import { run } from './databases.ts'
import type { Ask } from './load.ts'

/** A month in which the catalogue has many gigs. */
const month = () => new Date().toISOString().slice(0, 7)

/** The size of a box, degrees of latitude and of longitude. */
export const boxes = {
  city: [1, 1],
  region: [6, 8],
  country: [12, 16],
  world: [130, 360],
} as const
export type BoxName = keyof typeof boxes

const box = ([south, west]: [number, number], [high, wide]: readonly [number, number]) =>
  `/festivals?map=true&min_lat=${south}&max_lat=${south + high}&min_lng=${west}&max_lng=${west + wide}`

/** Festivals lie between 60° south and 70° north. */
const corners: Record<BoxName, [number, number]> = {
  city: [48, 2],
  region: [44, -2],
  country: [42, -6],
  world: [-60, -180],
}

const mapOf = (name: BoxName) => `map of ${name === 'world' ? 'the' : 'a'} ${name}`

const isMainBox = (name: BoxName) => name === 'city' || name === 'world'

type Work = {
  name: string
  path: string
  /** whether Express answers it too */
  isReferred: boolean
  /** whether it has a target */
  isJudged: boolean
  /** whether a quick run includes it */
  isMain: boolean
  asUser?: true
}

/** The reads of the table, by name. */
export function knownWorks(festival: string): Work[] {
  const judged = { isReferred: true, isJudged: true, isMain: true }
  const told = { isReferred: false, isJudged: false }
  const maps = Object.keys(boxes) as BoxName[]
  return [
    { name: 'list', path: '/festivals?time=upcoming', ...judged },
    { name: 'single', path: `/festivals/${festival}`, ...judged },
    ...maps.map((name) => ({
      name: mapOf(name),
      path: box(corners[name], boxes[name]),
      ...judged,
      isMain: isMainBox(name),
    })),
    { name: 'chart', path: '/gigs/chart', ...judged },
    {
      name: 'gigs of a month',
      path: `/gigs?month=${month()}`,
      isReferred: true,
      isJudged: false,
      isMain: true,
    },
    ...['lun', 'rock', 'velvet', 'satellites', 'satelites'].map((word) => ({
      name: `search for ${word}`,
      path: `/search?for=${word}`,
      ...told,
      isMain: word === 'velvet',
    })),
    { name: 'feed', path: '/users/i/feed', ...told, isMain: true, asUser: true },
  ]
}

/** `many` is how many there are. */
type Unseen = { name: string; isMain: boolean; many: number; next: () => Ask }

/** Reads that are not cached: no request is repeated, until there is none left. */
export function unseenWorks(size: number, festivals: string[]): Unseen[] {
  const lists = listsOf(size)
  const singles = festivals.map((id) => `/festivals/${id}`)
  const endless = { isMain: true, many: Number.POSITIVE_INFINITY }
  return [
    { name: 'list', isMain: true, many: lists.length, next: oneByOne(lists) },
    { name: 'single', isMain: true, many: singles.length, next: oneByOne(singles) },
    ...(['city', 'region', 'country'] as const).map((name) => ({
      ...endless,
      name: mapOf(name),
      isMain: isMainBox(name),
      next: () => ({ path: anywhere(name) }),
    })),
    { ...endless, name: 'map of nearly all', next: () => ({ path: nearlyAll() }) },
  ]
}

/** Any page of any list: of all, of one country, upcoming or past, of twenty festivals on average. */
function listsOf(size: number): string[] {
  const limits = [16, 17, 18, 19, 20, 21, 22, 23, 24]
  const filters = [
    { filter: '', festivals: size },
    { filter: '&time=upcoming', festivals: size / 2.1 },
    { filter: '&time=past', festivals: size / 2.1 },
    ...Array.from({ length: 50 }, (_, n) => ({
      filter: `&country=Country%20${n}`,
      festivals: size / 50,
    })),
  ]
  return filters.flatMap(({ filter, festivals }) =>
    limits.flatMap((limit) =>
      Array.from(
        { length: Math.max(1, Math.floor(festivals / limit)) },
        (_, page) => `/festivals?page=${page + 1}&limit=${limit}${filter}`,
      ),
    ),
  )
}

/** All paths in random order, each once, and then again. */
export function oneByOne(paths: string[]): () => Ask {
  const shuffled = paths
    .map((path) => ({ path, by: Math.random() }))
    .toSorted((a, b) => a.by - b.by)
  const asked = { times: 0 }
  return () => shuffled[asked.times++ % shuffled.length] ?? { path: '/' }
}

const between = (from: number, until: number) => from + Math.random() * (until - from)

/** A box of this size at a random place. */
export function anywhere(name: BoxName): string {
  const [high, wide] = boxes[name]
  return box([between(-60, 70 - high), between(-180, 180 - wide)], [high, wide])
}

const nearlyAll = () =>
  box([between(-60, -55), between(-180, -170)], [between(115, 120), between(335, 345)])

/** The names of artists. */
export async function namesOf(database: string): Promise<string[]> {
  const artists = await run<{ name: string }>(
    database,
    'select name from artists order by id limit 100000',
  )
  return artists.map(({ name }) => name)
}

/** Searches for the beginnings of names, as users type them. */
export function searchesFor(names: string[]): () => Ask {
  const begun = () => {
    const name = names[Math.floor(Math.random() * names.length)] ?? ''
    return name.slice(0, 6 + Math.floor(Math.random() * (name.length - 5)))
  }
  return () => ({ path: `/search?for=${encodeURIComponent(begun())}` })
}
