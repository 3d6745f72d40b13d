/**
 * The published line-up of a festival's app (two lists in JSON: `artists` with their performances, and
 * `stages`) → the format of `festival import lineup` (docs/importing.md):
 *
 *  node scripts/convert-lineup.ts ARTISTS.json STAGES.json --year 2027 > lineup.json
 *
 * What is left out is counted on standard error.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

type Json = Record<string, unknown>
type Lists = { artists: unknown; stages: unknown }
type Options = {
  year: string
  organizer?: string | undefined
  name?: string | undefined
  venue?: string | undefined
  country?: string | undefined
  'time-zone'?: string | undefined
}

type Gig = {
  artist: string
  place: string | null
  start_time: string | null
  end_time: string | null
}

/** The maximum length of an artist's description, in characters. */
const longestBio = 10_000

const texts: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** HTML → the text a reader sees: paragraphs and breaks as lines, entities as characters. */
export function toText(html: string): string {
  return (
    html
      .replace(/\s*<br\s*\/?>\s?\n?|\s*<\/p>\s*/gi, '\n')
      .replace(/<\/?[a-z][^>]*>/gi, '')
      .replace(/&(#\d+|#x[\da-f]+|\w+);/gi, decodeEntity)
      // Characters that an export has lost: a file with them cannot be imported.
      .replaceAll('\0', '\ufffd')
      .toWellFormed()
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

function decodeEntity(entity: string, code: string): string {
  if (!code.startsWith('#')) return texts[code.toLowerCase()] ?? entity
  const point = Number(code.replace('#x', '0x').replace('#X', '0x').replace('#', ''))
  return point > 0 && point < 0x110000 ? String.fromCodePoint(point) : ''
}

const hosts: [RegExp, string][] = [
  [/(^|\.)(spotify|music\.apple|apple)\.com$/, 'music_streaming'],
  [/(^|\.)(soundcloud|mixcloud)\.com$/, 'audio_sharing'],
  [/(^|\.)(youtube|vimeo)\.com$|^youtu\.be$/, 'video_sharing'],
]

/** Keys that contain the end of an address, and its beginning. */
const profiles: Record<string, string> = {
  spotify_artist_id: 'https://open.spotify.com/artist/',
  soundcloud_user: 'https://soundcloud.com/',
  mixcloud_user: 'https://www.mixcloud.com/',
  youtube_channel_id: 'https://www.youtube.com/channel/',
  youtube_user: 'https://www.youtube.com/',
  vimeo_user: 'https://vimeo.com/',
}

/** The links of an artist → the three link fields, by the host of each. The first one of a kind is used. */
export function toLinks(links: unknown): Record<string, string | null> {
  const fields: Record<string, string | null> = {
    music_streaming: null,
    audio_sharing: null,
    video_sharing: null,
  }
  for (const [key, value] of Object.entries(isObject(links) ? links : {})) {
    const url = toUrl(key, `${value}`.trim())
    const field = url && hosts.find(([host]) => host.test(url.hostname))?.[1]
    if (field) fields[field] ??= url.href
  }
  return fields
}

function toUrl(key: string, value: string): URL | null {
  if (/^https?:\/\//i.test(value)) return URL.parse(value)
  const path = value.replace(/^[/\s]+|[/\s]+$/g, '')
  const base = profiles[key]
  // An address that was cut at its question mark is useless.
  const isCut = path === '' || path === 'watch' || path === 'playlist'
  return base === undefined || isCut ? null : URL.parse(base + path)
}

/** The two lists → a line-up, and how much was left out and why. */
export function convert(lists: Lists, options: Options) {
  const left = counter()
  const published = live(lists.artists, 'artists', left)
  const stages = live(lists.stages, 'stages', left)
  // A stage is listed once a day: its name identifies the place.
  const placeOf = new Map(stages.map(({ id, name }) => [id, `${name}`.trim()]))
  const artists = published.map((artist) => toArtist(artist, left))
  const gigs = published.flatMap((artist) => toGigs(artist, placeOf, left))
  const distinct = [...new Map(gigs.map((gig) => [JSON.stringify(gig), gig])).values()]
  left.add('sets told twice', gigs.length - distinct.length)
  const silent = published.filter(
    ({ name }) => !gigs.some((gig) => gig.artist === `${name}`.trim()),
  )
  left.add('artists without a set (kept as artists)', silent.length)
  return {
    lineup: {
      ...describe(lists.artists, options, distinct),
      places: [...new Set(placeOf.values())].map((name) => ({ name, type: 'stage' })),
      artists,
      gigs: distinct,
    },
    left: left.counts,
  }
}

function describe(list: unknown, options: Options, gigs: Gig[]) {
  const id = options.organizer ?? eventOf(list) ?? 'line-up'
  const { name = `${id} ${options.year}`, venue = null, country = null } = options
  const { 'time-zone': time_zone } = options
  return {
    organizer: { id, name: id },
    source: `${id}:${options.year}`,
    festival: { name, venue, country, time_zone, ...spanOf(gigs, options.year) },
  }
}

/** The name of the event is in the address of the list. */
function eventOf(list: unknown): string | undefined {
  const links = isObject(list) && isObject(list['_links']) ? list['_links'] : {}
  return /\/events\/([a-z0-9-]+)\//.exec(`${links['self']}`)?.[1]
}

/** From the first start to the last end. */
function spanOf(gigs: Gig[], year: string) {
  const [start_time] = gigs.flatMap((gig) => gig.start_time ?? []).toSorted()
  const end_time = gigs
    .flatMap((gig) => gig.end_time ?? gig.start_time ?? [])
    .toSorted()
    .at(-1)
  if (start_time?.startsWith(year)) return { start_time, end_time }
  throw new Error(`No set lies in ${year}: the first one starts ${start_time ?? 'at no time'}`)
}

function toArtist({ name, links, ...about }: Json, left: Counter) {
  const html = about['body'] ?? about['biography']
  const bio = typeof html === 'string' ? toText(html) : ''
  left.add(`ends of texts over ${longestBio} characters`, bio.length > longestBio ? 1 : 0)
  return {
    name: `${name}`.trim(),
    bio: bio.slice(0, longestBio).toWellFormed() || null,
    photo: largest(about['image'] ?? about['lineup_image']),
    ...toLinks(links),
  }
}

/** A picture comes in several widths. */
function largest(images: unknown): string | null {
  const widths = Object.entries(isObject(images) ? images : {})
    .filter(([, url]) => typeof url === 'string' && url !== '')
    .toSorted(([a], [b]) => Number(b) - Number(a))
  return widths[0] ? `${widths[0][1]}` : null
}

function toGigs({ name, performances }: Json, placeOf: Map<unknown, string>, left: Counter): Gig[] {
  return live({ data: performances }, 'sets', left).map(({ stage_id, start_time, end_time }) => ({
    artist: `${name}`.trim(),
    place: placeOf.get(stage_id) ?? null,
    start_time: toTime(start_time),
    end_time: toTime(end_time),
  }))
}

const toTime = (time: unknown) => (typeof time === 'string' ? new Date(time).toISOString() : null)

/** The entries of a list that are neither deleted nor withdrawn. */
function live(list: unknown, noun: string, left: Counter): Json[] {
  const data = isObject(list) && Array.isArray(list['data']) ? list['data'].filter(isObject) : []
  const present = data.filter(({ deleted_at }) => !deleted_at)
  const published = present.filter((item) => item['published'] !== false)
  left.add(`${noun} deleted`, data.length - present.length)
  left.add(`${noun} not published`, present.length - published.length)
  return published
}

type Counter = ReturnType<typeof counter>

function counter() {
  const counts: Record<string, number> = {}
  return {
    counts,
    add(what: string, count: number) {
      if (count > 0) counts[what] = (counts[what] ?? 0) + count
    },
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      year: { type: 'string' },
      organizer: { type: 'string' },
      name: { type: 'string' },
      venue: { type: 'string' },
      country: { type: 'string' },
      'time-zone': { type: 'string' },
    },
  })
  const [artists = '', stages = ''] = positionals
  const { year = '' } = values
  if (!stages || !/^\d{4}$/.test(year)) {
    throw new Error('Usage: convert-lineup.ts ARTISTS.json STAGES.json --year 2027 > lineup.json')
  }
  const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))
  const lists = { artists: await read(artists), stages: await read(stages) }
  const { lineup, left } = convert(lists, { ...values, year })
  process.stdout.write(`${JSON.stringify(lineup, null, 2)}\n`)
  const counts = Object.entries(left).map(([what, count]) => `left out: ${count} ${what}\n`)
  process.stderr.write(counts.join(''))
}

if (import.meta.main) {
  await main().catch((error: Error) => {
    process.stderr.write(`error: ${error.message}\n`)
    process.exitCode = 1
  })
}
