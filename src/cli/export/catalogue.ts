/** The part of an export that `festival import` reads elsewhere (docs/importing.md). */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import type pg from 'pg'
import { artistColumns } from '#catalogue/artists'
import { festivalColumns } from '#catalogue/festivals'

/** The same source in the list and in the line-ups, so that importing both results in one festival. */
const prefix = 'festival:'
const atOnce = 200

type Festival = {
  id: string
  organizer: { id: string; name: string }
  festival: Record<string, unknown> & { name: string }
  places: { name: string }[]
  artists: { name: string }[]
  gigs: object[]
}

/** The fields without the coordinates, which a list has as two columns. */
const plain = festivalColumns.stored.filter(
  ({ name, type, about }) => about && type !== 'point' && name !== 'organizer_id',
)
const fields = plain.map(({ name }) => name)

/**
 * Writes `artists.tsv`, for each organizer a list of festivals with its map, and a line-up for each festival.
 * @param publicUrl the base address for fetching stored pictures; without it they are left out
 * @returns the number of line-ups
 */
export async function writeCatalogue(
  client: pg.ClientBase,
  folder: string,
  publicUrl: string | undefined,
): Promise<number> {
  await writeArtists(client, folder)
  for (const kind of ['festivals', 'lineups']) await mkdir(join(folder, kind), { mode: 0o700 })
  const lists = new Lists(join(folder, 'festivals'))
  let lineups = 0
  await client.query(`declare festivals_to_write cursor for ${festivals}`, [publicUrl ?? null])
  for (;;) {
    const { rows } = await client.query<Festival>(`fetch ${atOnce} from festivals_to_write`)
    if (rows.length === 0) return lineups
    for (const festival of rows) {
      await lists.add(festival)
      const path = join(folder, 'lineups', `${festival.id}.json`)
      await writeFile(path, `${JSON.stringify(toLineup(festival), null, 2)}\n`, { mode: 0o600 })
      lineups++
    }
  }
}

/** A list belongs to one organizer, and has its map beside it. */
class Lists {
  readonly #folder: string
  readonly #known = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async add({ id, organizer, festival }: Festival) {
    const name = encodeURIComponent(organizer.id)
    const path = join(this.#folder, `${name}.csv`)
    const { coordinates, ...rest } = festival
    const { lat = null, lng = null } = Object(coordinates ?? {})
    const cells = [id, ...fields.map((field) => rest[field] ?? null), lat, lng]
    if (!this.#known.has(name)) {
      this.#known.add(name)
      await writeFile(path, stringify([['id', ...fields, 'lat', 'lng']]), { mode: 0o600 })
      const map = { organizer, source: { prefix, column: 'id' }, ...mapped }
      const file = join(this.#folder, `${name}.json`)
      await writeFile(file, `${JSON.stringify(map, null, 2)}\n`, { mode: 0o600 })
    }
    await writeFile(path, stringify([cells]), { flag: 'a' })
  }
}

const mapped = {
  ...Object.fromEntries(fields.map((field) => [field, field])),
  coordinates: { lat: 'lat', lng: 'lng' },
}

function toLineup({ id, organizer, festival, places, artists, gigs }: Festival) {
  return { organizer, source: `${prefix}${id}`, festival, places, artists, gigs }
}

async function writeArtists(client: pg.ClientBase, folder: string) {
  const { rows } = await client.query<{ name: string; genres: string }>(`
    select distinct on (a.name) a.name, coalesce((
      select string_agg(g.name, '|' order by g.name) from artist_genres ag
      join genres g on g.id = ag.genre_id where ag.artist_id = a.id), '') as genres
    from artists a
    where (select count(*) from chosen) = (select count(*) from festivals)
       or a.id in (select artist_id from gigs where festival_id in (select id from chosen))
    order by a.name, a.id`)
  const lines = rows.map(({ name, genres }) => `${cell(name)}\t${cell(genres)}\n`)
  await writeFile(join(folder, 'artists.tsv'), ['name\tgenres\n', ...lines].join(''), {
    mode: 0o600,
  })
}

/** Replaces tabs and line breaks, which would end the value. */
const cell = (text: string) => text.replaceAll(/[\t\r\n]/g, ' ')

const link = (column: string) =>
  `case when ${column} like '/photos/%' then $1::text || ${column} else ${column} end`
/** The fields of `POST /artists`; the columns of artists have the same names. */
const artistFields = artistColumns.stored
  .filter(({ about }) => about !== undefined)
  .map(({ name }) => `'${name}', ${name === 'photo' ? link('a.photo') : `a.${name}`}`)
const nth = 'row_number() over (partition by p.name order by p.position, p.id)'
/** The places of a festival; a line-up refers to them by name, so that places of the same name are numbered. */
const named = `(
  select p.*, p.name || case when ${nth} = 1 then '' else ' (' || ${nth} || ')' end as shown
  from places p where p.festival_id = f.id) p`

/** A column in the form that an import reads. */
function written({ name, type }: (typeof plain)[number]): string {
  if (name === 'photo' || name === 'site_plan') return link(`f.${name}`)
  return type === 'timestamptz' ? `json_time(f.${name})` : `f.${name}`
}

/** Deleted festivals have no line-up, and drafts are not published: an import would publish them. */
const festivals = `
  select f.id, json_build_object('id', o.id, 'name', o.name) as organizer,
    json_strip_nulls(json_build_object(
      ${plain.map((column) => `'${column.name}', ${written(column)}`).join(', ')},
      'coordinates', json_point(coalesce(f.coordinates, f.location)))) as festival,
    (select coalesce(json_agg(json_strip_nulls(json_build_object(
       'name', p.shown, 'type', p.type, 'coordinates', json_point(p.coordinates))) order by p.position, p.id), '[]')
     from ${named}) as places,
    (select coalesce(json_agg(json_strip_nulls(json_build_object(
       ${artistFields.join(', ')},
       'genres', (select coalesce(json_agg(g.name order by g.name), '[]') from artist_genres ag
                  join genres g on g.id = ag.genre_id where ag.artist_id = a.id))) order by a.name), '[]')
     from (select distinct on (name) * from artists
           where id in (select artist_id from gigs where festival_id = f.id) order by name, id) a) as artists,
    (select coalesce(json_agg(json_build_object(
       'artist', a.name, 'place', p.shown, 'start_time', json_time(g.start_time),
       'end_time', json_time(g.end_time), 'headliner', g.headliner, 'billing', g.billing,
       'billing_text', g.billing_text) order by g.start_time, p.position, a.name, g.id), '[]')
     from gigs g left join artists a on a.id = g.artist_id left join ${named} on p.id = g.place_id
     where g.festival_id = f.id) as gigs
  from chosen join festivals f using (id) join organizers o on o.id = f.organizer_id
  where f.deleted_at is null order by f.organizer_id, f.start_time, f.id`
