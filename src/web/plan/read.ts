/** Reads the gigs that a fan has chosen, from the account or from an address. */
import { type Api, withQuery } from '../ui/api.ts'
import type { GigPage, HeartsRead } from '../ui/shapes.ts'
import type { Chosen } from './plan.ts'

/** The maximum number of gigs in an address: more would make it too long. */
export const mostNamed = 150
/** The maximum number of ids in one call. */
const atOnce = 100
const item = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:~(\d{1,15}|n))?(~k)?$/i

/**
 * A gig in an address: `id`, optionally with the start that the fan has seen, in ms or `n` for none. `keeps` is true if
 * the gig keeps its clashes.
 */
type Named = { id: string; seen: string | null | undefined; keeps: boolean }

/** Reads the gigs in an address. Invalid ones are left out. */
export function namedIn(text: string): Named[] {
  const named = text.split(',').flatMap((part) => {
    const [, id, seen, keeps] = item.exec(part.trim()) ?? []
    return id ? [{ id: id.toLowerCase(), seen: timeIn(seen), keeps: keeps !== undefined }] : []
  })
  return [...new Map(named.map((one) => [one.id, one])).values()].slice(0, mostNamed)
}

function timeIn(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined
  const time = new Date(text === 'n' ? Number.NaN : Number(text))
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** Reads the current state of the gigs in an address. Gigs of other festivals are left out. */
export async function readNamed(api: Api, festivalId: string, named: Named[]): Promise<Chosen[]> {
  const parts = Array.from({ length: Math.ceil(named.length / atOnce) }, (_, nth) =>
    named.slice(nth * atOnce, (nth + 1) * atOnce),
  )
  const pages = await Promise.all(
    parts.map((part) => {
      const ids = part.map(({ id }) => id).join(',')
      return api.get<GigPage>(withQuery('/gigs', { ids, limit: atOnce }))
    }),
  )
  const found = new Map(pages.flatMap(({ gigs }) => gigs).map((gig) => [gig.id, gig]))
  return named.flatMap(({ id, seen, keeps }) => {
    const gig = found.get(id)
    if (gig && gig.festival.id !== festivalId) return []
    return [{ id, seen, keeps, ...nowOf(gig ?? null, null) }]
  })
}

/** Reads the favourites of an account. */
export async function readHearts(mine: Api, festivalId: string): Promise<Chosen[]> {
  const path = `/festivals/${encodeURIComponent(festivalId)}/hearts`
  const { hearts } = await mine.get<HeartsRead>(path)
  return hearts.map(
    ({ gig_id: id, gig, artist_name, known_start_at: seen, keeps_clashes: keeps }) => ({
      id,
      seen,
      keeps,
      ...nowOf(gig, artist_name),
    }),
  )
}

type GigNow = HeartsRead['hearts'][number]['gig']

/** Returns the current state of a gig. One that is gone has the name known before. */
function nowOf(gig: GigNow, before: string | null) {
  if (gig === null) return { ...nowhere, name: before, isGone: true }
  const { artist, place, start_time: start, end_time: end } = gig
  const { name = null, id = null } = artist ?? {}
  return { name: gig.billing_text ?? name, artist: id, place, start, end, isGone: false }
}

const nowhere = { artist: null, place: null, start: null, end: null }
