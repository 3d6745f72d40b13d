/** The statements of the hand-written reference: at most three per answer. */

const iso = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const coordinates = `case when f.location is not null then json_build_object(
    'lat', f.location[1], 'lng', f.location[0],
    'location', json_build_object('type', 'Point', 'coordinates', json_build_array(f.location[0], f.location[1]))
  ) end as coordinates`

/** A festival `f` with its organizer `o` and all nested records. */
const whole = `
  f.id, f.name, f.description, f.venue, f.address, f.country, f.area, f.start_time, f.end_time,
  f.photo, f.rank, f.cancelled_at, f.cancelled_reason, json_build_object('id', o.id, 'name', o.name) as organizer,
  (select coalesce(json_agg(json_build_object(
      'id', g.id, 'artist', case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end,
      'place_id', g.place_id, 'start_time', ${iso('g.start_time')}, 'end_time', ${iso('g.end_time')}
    ) order by g.start_time, g.id), '[]')
   from gigs g left join artists a on a.id = g.artist_id where g.festival_id = f.id) as gigs,
  (select coalesce(json_agg(json_build_object(
      'id', p.id, 'name', p.name, 'type', p.type,
      'coordinates', case when p.coordinates is not null
        then json_build_object('lat', p.coordinates[1], 'lng', p.coordinates[0]) end
    ) order by p.position), '[]')
   from places p where p.festival_id = f.id) as places,
  (select coalesce(json_agg(json_build_object(
      'id', t.id, 'name', t.name, 'price', round(t.price_cents / 100.0, 2), 'quantity', t.quantity,
      'start_time', ${iso('t.start_time')}, 'end_time', ${iso('t.end_time')},
      'valid_since', ${iso('t.valid_since')}, 'valid_until', ${iso('t.valid_until')}, 'festival_id', t.festival_id
    ) order by t.position), '[]')
   from tiers t where t.festival_id = f.id and t.archived_at is null) as tickets,
  ${coordinates}`

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
    text: `select f.id, f.name, f.photo, f.venue, f.country, f.start_time, f.end_time, f.rank, ${coordinates}
from festivals f where ${inBox} order by f.rank desc, f.start_time, f.id limit $5 offset $6`,
  },
  total: { name: 'map total', text: `select count(*)::int as total from festivals where ${inBox}` },
}

const festivalOfGig =
  'f.name as festival, f.country, f.venue, f.photo, f.start_time as festival_start, f.end_time as festival_end'
const withFestival = 'from gigs g join festivals f on f.id = g.festival_id and f.deleted_at is null'

/** `$1` and `$2`: the month. A gig to be announced counts by its festival's start. */
const inMonth = (columns: string) => `
  select ${columns} ${withFestival} where g.start_time >= $1 and g.start_time < $2
  union all
  select ${columns} ${withFestival} where g.start_time is null and f.start_time >= $1 and f.start_time < $2`

export const gigs = {
  page: {
    name: 'gigs',
    text: `select g.id, g.start_time, g.end_time,
  case when a.id is not null then json_build_object('id', a.id, 'name', a.name, 'photo', a.photo) end as artist,
  case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'type', p.type) end as place,
  json_build_object('id', g.festival_id, 'name', g.festival, 'country', g.country, 'venue', g.venue, 'photo', g.photo,
    'start_time', ${iso('g.festival_start')}, 'end_time', ${iso('g.festival_end')}) as festival
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
  text: `select json_build_object('id', a.id, 'name', a.name, 'photo', a.photo) as artist, c.gig_count
from (
  select g.artist_id, count(*)::int as gig_count
  from gigs g join festivals f on f.id = g.festival_id and f.deleted_at is null
  where g.artist_id is not null and (g.start_time > $1 or (g.start_time is null and f.end_time >= $1))
  group by g.artist_id
) c join artists a on a.id = c.artist_id
order by c.gig_count desc, a.name, a.id limit $2`,
}
