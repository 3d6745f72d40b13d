/**
 * Festivals as JSON text that PostgreSQL writes, which is sent as it is. Texts are joined, since that takes half
 * the time of its JSON functions for a list of festivals with thousands of gigs.
 */
import { type RawBuilder, sql } from 'kysely'

type Json = RawBuilder<string>

/** The text of an object; `fields` are texts of JSON. One `concat`: each `||` would copy what is there so far. */
function object(fields: Record<string, Json>): Json {
  const parts = Object.entries(fields).flatMap(([name, value], nth) => [
    sql.lit(`${nth === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    value,
  ])
  return sql<string>`concat(${sql.join([...parts, sql.lit('}')])})`
}

/** The text of an array of the objects that `rows` holds as `item`. */
const array = (rows: RawBuilder<unknown>): Json =>
  sql<string>`(select concat('[', string_agg(item, ','), ']') from (${rows}) listed)`

const orNull = (value: Json): Json => sql<string>`coalesce(${value}, 'null')`
const text = (column: string) => orNull(sql`to_json(${sql.ref(column)})::text`)
const number = (value: RawBuilder<unknown>): Json => sql<string>`${value}::text`
const quoted = (value: RawBuilder<unknown>) => orNull(sql`'"' || ${value} || '"'`)
const uuid = (column: string) => quoted(sql.ref(column))
const time = (column: string) => quoted(sql`json_time(${sql.ref(column)})`)
const point = (column: string) => orNull(sql`json_point(${sql.ref(column)})::text`)

/** What the map shows of `festivals f`, without the rank. */
const light = {
  id: uuid('f.id'),
  name: text('f.name'),
  photo: text('f.photo'),
  venue: text('f.venue'),
  country: text('f.country'),
  coordinates: orNull(sql`json_coordinates(f.location)::text`),
  start_time: time('f.start_time'),
  end_time: time('f.end_time'),
}
const rank = number(sql.ref('f.rank'))

/** A festival on the map, of `festivals f`. */
export const lightJson = object({ ...light, rank })

/** A festival with all it holds, or with at most `nested` of each list and their totals, of `festivals f`. */
export function wholeJson(nested: number | undefined): Json {
  const most = nested === undefined ? sql`` : sql`limit ${nested}`
  return object({
    ...light,
    description: text('f.description'),
    address: text('f.address'),
    area: text('f.area'),
    organizer: sql`(
      select ${object({ id: text('o.id'), name: text('o.name') })}
      from organizers o where o.id = f.organizer_id)`,
    cancelled_at: time('f.cancelled_at'),
    cancelled_reason: text('f.cancelled_reason'),
    gigs: array(sql`${gigs} ${most}`),
    places: array(sql`${places} ${most}`),
    tickets: array(sql`${tickets} ${most}`),
    ...(nested !== undefined && { totals: sql`festival_totals(f.id)` }),
    rank,
  })
}

const artist = object({ id: uuid('a.id'), name: text('a.name') })
const gig = object({
  id: uuid('g.id'),
  artist: sql`case when a.id is null then 'null' else ${artist} end`,
  place_id: uuid('g.place_id'),
  start_time: time('g.start_time'),
  end_time: time('g.end_time'),
})
const gigs = sql`
  select ${gig} as item from gigs g left join artists a on a.id = g.artist_id
  where g.festival_id = f.id order by g.start_time, g.id`

const place = object({
  id: uuid('p.id'),
  name: text('p.name'),
  type: text('p.type'),
  coordinates: point('p.coordinates'),
})
const places = sql`
  select ${place} as item from places p where p.festival_id = f.id order by p.position, p.id`

const ticket = object({
  id: uuid('t.id'),
  name: text('t.name'),
  price: number(sql`trim_scale(t.price_cents / 100.0)`),
  quantity: number(sql.ref('t.quantity')),
  start_time: time('t.start_time'),
  end_time: time('t.end_time'),
  valid_since: time('t.valid_since'),
  valid_until: time('t.valid_until'),
  festival_id: uuid('t.festival_id'),
})
const tickets = sql`
  select ${ticket} as item from tiers t where t.festival_id = f.id and t.archived_at is null
  order by t.position, t.id`

const gigsOfFestival = sql`select count(*) from gigs g where g.festival_id = f.id`
const placesOfFestival = sql`select count(*) from places p where p.festival_id = f.id`
const tiersOfFestival = sql`select count(*) from tiers t where t.festival_id = f.id`

/** An upper bound of the characters of a whole festival, of `festivals f`, found without writing it. */
export const mostCharacters = sql<number>`
  5000 + coalesce(octet_length(f.description), 0)
  + 500 * ((${gigsOfFestival}) + (${placesOfFestival}) + (${tiersOfFestival}))`
