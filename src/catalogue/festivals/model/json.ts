/**
 * Festivals as JSON text that PostgreSQL writes, and that is sent unchanged. The texts are concatenated, which takes a
 * quarter less than its JSON functions with thousands of gigs.
 */
import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { festivalColumns, placeColumns, tierColumns } from './columns.ts'
import { previousEdition } from './previous.ts'
import { Festival, FestivalLight, Ticket } from './schemas.ts'

type Json = RawBuilder<string>
type Fields = Record<string, Json>

/** The text of an object; `fields` are texts of JSON. Uses one `concat`: each `||` would copy the text so far. */
function object(fields: Fields): Json {
  const parts = Object.entries(fields).flatMap(([name, value], nth) => [
    sql.lit(`${nth === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    value,
  ])
  return sql<string>`concat(${sql.join([...parts, sql.lit('}')])})`
}

/** The text of an array of the objects in the column `item` of `rows`. */
const array = (rows: RawBuilder<unknown>): Json =>
  sql<string>`(select concat('[', string_agg(item, ','), ']') from (${rows}) listed)`

const json = (value: RawBuilder<unknown>): Json =>
  sql<string>`coalesce(to_json(${value})::text, 'null')`
const column = (name: string) => json(sql.ref(name))

/** For texts without anything to escape. */
const quoted = (value: RawBuilder<unknown>): Json =>
  sql<string>`coalesce('"' || ${value} || '"', 'null')`
const uuid = (name: string) => quoted(sql.ref(name))
const time = (name: string) => quoted(sql`json_time(${sql.ref(name)})`)

/** The fields of a list of columns. */
function listed(selected: AliasedRawBuilder<unknown, string>[]): Fields {
  return Object.fromEntries(
    selected.map(({ alias, rawBuilder }) => [alias as string, json(rawBuilder)]),
  )
}

/** The fields of `festivals f` that come from its own row. */
const own: Fields = {
  id: uuid('f.id'),
  ...listed(festivalColumns.select('f')),
  coordinates: json(sql`json_coordinates(f.location)`),
  rank: column('f.rank'),
  organizer: sql`(
    select ${object({ id: column('o.id'), name: column('o.name') })}
    from organizers o where o.id = f.organizer_id)`,
  published_at: time('f.published_at'),
  cancelled_at: time('f.cancelled_at'),
  cancelled_reason: column('f.cancelled_reason'),
  moved_refund_until: time('f.moved_refund_until'),
}

/** The given `fields` that an answer has, in its order. */
const shownIn = ({ properties }: { properties: object }, fields: Fields): Fields =>
  Object.fromEntries(
    Object.keys(properties).flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
  )

/** A festival on the map, of `festivals f`. */
export const lightJson = object(shownIn(FestivalLight, own))

/** Separates the fields that are shown only with translations from all others. */
function apart({ language, translations, ...plain }: Fields) {
  return {
    plain,
    translated: { ...(language && { language }), ...(translations && { translations }) },
  }
}

const whole = apart(shownIn(Festival, own))

/** The parts of a festival that are shown. */
export type Shown = {
  /** the most items of each list */
  nested?: number | undefined
  /** the condition under which hidden tiers are shown */
  hidden?: RawBuilder<SqlBool> | undefined
  /** the previous edition too, under the same condition */
  previous?: boolean | undefined
  /** its texts and its tiers' texts in other languages too */
  translations?: boolean | undefined
}

/** A festival with all its contents, or with at most `nested` of each list and their totals, of `festivals f`. */
export function wholeJson(shown: Shown = {}): Json {
  const { nested, hidden = sql`false`, previous, translations } = shown
  const most = nested === undefined ? sql`` : sql`limit ${nested}`
  return object({
    ...whole.plain,
    gigs: array(sql`${gigs} ${most}`),
    places: array(sql`${places} ${most}`),
    tickets: array(sql`${ticketsOf(hidden, translations)} ${most}`),
    ...(nested !== undefined && { totals: sql`festival_totals(f.id)` }),
    ...(translations && whole.translated),
    ...(previous && {
      previous_edition_id: quoted(sql`case when ${hidden} then ${previousEdition} end`),
    }),
  })
}

const gig = object({
  id: uuid('g.id'),
  artist: sql`case when a.id is null then 'null'
    else ${object({ id: uuid('a.id'), name: column('a.name') })} end`,
  place_id: uuid('g.place_id'),
  start_time: time('g.start_time'),
  end_time: time('g.end_time'),
  headliner: column('g.headliner'),
  billing: column('g.billing'),
  billing_text: column('g.billing_text'),
})
const gigs = sql`
  select ${gig} as item from gigs g left join artists a on a.id = g.artist_id
  where g.festival_id = f.id order by g.start_time, g.id`

const place = object({ id: uuid('p.id'), ...listed(placeColumns.select('p')) })
const places = sql`
  select ${place} as item from places p where p.festival_id = f.id order by p.position, p.id`

const ticket = apart(
  shownIn(Ticket, {
    id: uuid('t.id'),
    festival_id: uuid('t.festival_id'),
    ...listed(tierColumns.select('t')),
  }),
)
const ticketsOf = (hidden: RawBuilder<SqlBool>, translations = false) => sql`
  select ${object({ ...ticket.plain, ...(translations && ticket.translated) })} as item from tiers t
  where t.festival_id = f.id and t.archived_at is null and (not t.hidden or ${hidden})
  order by t.position, t.id`

const genre = object({ id: column('g.id'), name: column('g.name') })
// The offset makes each genre a look-up by its id.
const genres = sql`
  select ${genre} as item from artist_genres ag
  cross join lateral (select id, name from genres where id = ag.genre_id offset 0) g
  where ag.artist_id = a.id order by g.name, g.id`

const artist = object({
  id: uuid('a.id'),
  name: column('a.name'),
  photo: column('a.photo'),
  genres: array(genres),
})

/** The artists of the gigs that `wholeJson` shows, by name, of `festivals f`. */
export function artistsJson(nested: number | undefined): Json {
  const most = nested === undefined ? sql`` : sql`order by g.start_time, g.id limit ${nested}`
  return array(sql`
    select ${artist} as item from artists a
    where a.id in (select g.artist_id from gigs g where g.festival_id = f.id ${most})
    order by a.search_name, a.id`)
}

const gigsOfFestival = sql`select count(*) from gigs g where g.festival_id = f.id`
const placesOfFestival = sql`select count(*) from places p where p.festival_id = f.id`
const tiersOfFestival = sql`
  select 2 * count(*)
    + coalesce(sum(coalesce(octet_length(t.description), 0) + coalesce(octet_length(t.vat::text), 0)
      + coalesce(octet_length(t.translations::text), 0)), 0) / 500
  from tiers t where t.festival_id = f.id`

/** An upper bound of the characters of a whole festival, of `festivals f`, computed without writing it. */
export const mostCharacters = sql<number>`
  7000 + coalesce(octet_length(f.description), 0) + coalesce(octet_length(f.translations::text), 0)
  + 700 * (${gigsOfFestival}) + 500 * ((${placesOfFestival}) + (${tiersOfFestival}))`
