/** The statements of the hand-written reference: at most three per answer. */
import { Festival, FestivalLight } from '#catalogue/festivals'
import { GigArtist, GigItem, GigPlace } from '#catalogue/gigs'
import { columnsOf, objectOf } from './fields.ts'

const { gigs: Gigs, organizer: Organizer, places: Places, tickets: Tickets } = Festival.properties

const coordinates = `case when f.location is not null then json_build_object(
    'lat', f.location[1], 'lng', f.location[0],
    'location', json_build_object('type', 'Point', 'coordinates', json_build_array(f.location[0], f.location[1]))
  ) end`

const gig = objectOf(Gigs.items, 'g', {
  artist: "case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end",
})
const place = objectOf(Places.items, 'p', {
  coordinates: `case when p.coordinates is not null
        then json_build_object('lat', p.coordinates[1], 'lng', p.coordinates[0]) end`,
})
const ticket = objectOf(Tickets.items, 't', { price: 'round(t.price_cents / 100.0, 2)' })

/** A festival `f` with its organizer `o` and all nested records. */
const whole = columnsOf(Festival, 'f', {
  coordinates,
  organizer: objectOf(Organizer, 'o'),
  gigs: `(select coalesce(json_agg(${gig} order by g.start_time, g.id), '[]')
   from gigs g left join artists a on a.id = g.artist_id where g.festival_id = f.id)`,
  places: `(select coalesce(json_agg(${place} order by p.position), '[]')
   from places p where p.festival_id = f.id)`,
  tickets: `(select coalesce(json_agg(${ticket} order by t.position), '[]')
   from tiers t where t.festival_id = f.id and t.archived_at is null and not t.hidden)`,
})

const wholeFrom = (page: string) => `select ${whole}
from (${page}) f join organizers o on o.id = f.organizer_id`

const orders = { '': 'start_time, id', upcoming: 'start_time, id', past: 'start_time desc, id' }
export type Time = keyof typeof orders

/** `$1` country or null, `$2` limit, `$3` offset; `$4` now, where there is a time. */
const conditions: Record<Time, string> = {
  '': 'deleted_at is null',
  upcoming: 'deleted_at is null and start_time >= $NOW',
  past: 'deleted_at is null and end_time < $NOW',
}

/** A page of festivals and their total, optionally of a country and of a time. */
export function listOf(time: Time, hasCountry: boolean) {
  const matching = (conditions[time] + (hasCountry ? ' and country_key = $COUNTRY' : ''))
    .replace('$NOW', '$1')
    .replace('$COUNTRY', time === '' ? '$1' : '$2')
  const used = (time === '' ? 0 : 1) + (hasCountry ? 1 : 0)
  const cut = `limit $${used + 1} offset $${used + 2}`
  return {
    page: {
      name: `list ${time} ${hasCountry}`,
      text: `${wholeFrom(`select * from festivals where ${matching} order by ${orders[time]} ${cut}`)}
order by f.${orders[time].replace(', ', ', f.')}`,
    },
    total: {
      name: `total ${time} ${hasCountry}`,
      text: `select count(*)::int as total from festivals where ${matching}`,
    },
  }
}

export const single = {
  name: 'single',
  text: wholeFrom('select * from festivals where id = $1 and deleted_at is null'),
}

const inBox = 'deleted_at is null and location <@ box(point($1, $2), point($3, $4))'

/** `$1` west, `$2` south, `$3` east, `$4` north, `$5` limit, `$6` offset. */
export const map = {
  page: {
    name: 'map',
    text: `select ${columnsOf(FestivalLight, 'f', { coordinates })}
from festivals f where ${inBox} order by f.rank desc, f.start_time, f.id limit $5 offset $6`,
  },
  total: { name: 'map total', text: `select count(*)::int as total from festivals where ${inBox}` },
}

const festivalNames = GigItem.properties.festival.required
/** The festival's columns beside those of a gig, under names of their own. */
const festivalOfGig = festivalNames.map((name) => `f.${name} as of_${name}`).join(', ')
const gigItem = columnsOf(GigItem, 'g', {
  artist: `case when a.id is not null then ${objectOf(GigArtist, 'a')} end`,
  place: `case when p.id is not null then ${objectOf(GigPlace, 'p')} end`,
  festival: objectOf(
    GigItem.properties.festival,
    'g',
    Object.fromEntries(festivalNames.map((name) => [name, `g.of_${name}`])),
  ),
})
const withFestival = 'from gigs g join festivals f on f.id = g.festival_id and f.deleted_at is null'

/** `$1` and `$2`: the month. A gig to be announced counts by its festival's start. */
const inMonth = (columns: string) => `
  select ${columns} ${withFestival} where g.start_time >= $1 and g.start_time < $2
  union all
  select ${columns} ${withFestival} where g.start_time is null and f.start_time >= $1 and f.start_time < $2`

export const gigs = {
  page: {
    name: 'gigs',
    text: `select ${gigItem}
from (
  select * from (${inMonth(`g.*, ${festivalOfGig}`)}) g order by start_time, id limit $3 offset $4
) g
left join artists a on a.id = g.artist_id left join places p on p.id = g.place_id
order by g.start_time, g.id`,
  },
  total: { name: 'gigs total', text: `select count(*)::int as total from (${inMonth('g.id')}) g` },
}

/** `$1` now, `$2` limit. */
export const chart = {
  name: 'chart',
  text: `select ${objectOf(GigArtist, 'a')} as artist, c.gig_count
from (
  select g.artist_id, count(*)::int as gig_count
  from gigs g join festivals f on f.id = g.festival_id and f.deleted_at is null
  where g.artist_id is not null and (g.start_time > $1 or (g.start_time is null and f.end_time >= $1))
  group by g.artist_id
) c join artists a on a.id = c.artist_id
order by c.gig_count desc, a.name, a.id limit $2`,
}
