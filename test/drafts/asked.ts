/** What is asked of each operation so that a trace of a draft would show, taken from the description. */
import { type Request, requestOf } from '../authorisation/requests.ts'
import type { Scene } from '../authorisation/scene.ts'
import type { Operation, Parameter } from '../fuzz/operations.ts'

/** The ids of a draft and of what belongs to it, or ids of nothing, and its telling words. */
export type Traces = {
  festival: string
  gig: string
  tier: string
  accommodation: string
  voucher: string
  message: string
  device: string
  artist: string
  organizer: string
}

export const [word, country] = ['Quillfeather', 'Draftland']

/** These choose a part of what is shown without them, or what is not a festival's. */
const parts = new Set(
  `payout unknown profile limit offset page after before last_event_id nested radius amount since sale_id min_lat max_lat min_lng max_lng
  festivals_page festivals_limit gigs_page gigs_limit role status state order_number type actor action entity_type from to code part`.split(
    /\s+/,
  ),
)

/** A value of a parameter that could find the draft, by its name. */
const values: Record<string, (traces: Traces, path: string) => string> = {
  ids: (traces, path) =>
    ({ '/artists': traces.artist, '/organizers': traces.organizer, '/gigs': traces.gig })[path] ??
    traces.festival,
  artist: ({ artist }) => artist,
  gigs: ({ gig }) => gig,
  organizer: ({ organizer }) => organizer,
  festival: ({ festival }) => festival,
  tier: ({ tier }) => tier,
  entity_id: ({ festival }) => festival,
  country: () => country,
  q: () => word,
  for: () => word,
  near: () => '55.6,12.1',
  month: () => '7&year=2099',
  year: () => '2099&month=7',
  date: () => '2099-07-02',
  language: () => 'de',
  start_time: () => '2099-06-30',
  end_time: () => '2099-07-31',
}

const world = 'min_lat=-90&max_lat=90&min_lng=-180&max_lng=180'
/** Parameters that need others, or mean more together. */
const together: Record<string, (traces: Traces) => string[]> = {
  'GET /festivals': ({ organizer }) => [
    `map=true&${world}`,
    `map=true&time=upcoming&${world}`,
    'page=1&time=upcoming&expand=artists,availability',
    `page=1&organizer=${organizer}`,
    'near=55.6,12.1&radius=20000&expand=artists',
    'limit=1&page=2',
  ],
  'GET /gigs': ({ artist }) => [
    `artist=${artist}&month=7&year=2099`,
    `country=${country}&month=7&year=2099`,
  ],
}
const needed = new Map([
  ['GET /festivals map', `&${world}`],
  ['GET /festivals sort', '&near=55.6,12.1'],
])

function valuesOf({ name, schema }: Parameter, { traces, path }: { traces: Traces; path: string }) {
  if (parts.has(name)) return []
  const given = values[name]
  if (given) return [given(traces, path)]
  if (schema.type === 'boolean') return ['true', 'false']
  const choices =
    schema.enum ?? schema.items?.enum ?? schema.anyOf?.flatMap((one) => one.enum ?? [])
  if (choices?.length) return choices.map(String)
  throw new Error(`GET ${path}: which value of ${name} would show a draft?`)
}

/** The scene with the draft in the place of its festival. */
export function withDraft(scene: Scene, traces: Traces): Scene {
  const [festival, spareTier] = [
    { ...scene.festival, id: traces.festival },
    { ...scene.spareTier, id: traces.tier },
  ]
  return {
    ...scene,
    festival,
    spareTier,
    tier: { ...scene.tier, id: traces.tier },
    soldOut: { ...scene.soldOut, id: traces.tier },
    accommodation: { ...scene.accommodation, id: traces.accommodation },
    voucher: { ...scene.voucher, id: traces.voucher },
    message: { id: traces.message },
    queue: { ...scene.queue, festival_id: traces.festival },
    device: { ...scene.device, id: traces.device },
    artist: { ...scene.artist, id: traces.artist },
  }
}

/** All requests of a read: of the scene's records and of the draft's, plain and with each of its parameters. */
export function readsOf(
  { name, path, parameters }: Operation,
  scene: Scene,
  traces: Traces,
): Request[] {
  const asked = parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) =>
      valuesOf(parameter, { traces, path }).map(
        (value) => `${parameter.name}=${value}${needed.get(`${name} ${parameter.name}`) ?? ''}`,
      ),
    )
  const queries = ['', ...asked, ...(together[name]?.(traces) ?? [])]
  const plain = [scene, withDraft(scene, traces)].map((one) => requestOf(name, one))
  return plain.flatMap((request) =>
    queries.map((query) => ({ ...request, url: joined(request.url, query) })),
  )
}

function joined(url: string, query: string): string {
  if (query === '') return url
  const [path, first] = url.split('?')
  return first === undefined || query.startsWith(first.split('=')[0] ?? '')
    ? `${path}?${query}`
    : `${path}?${first}&${query}`
}
