/**
 * A catalogue of any size, made by SQL: festivals over four years and fifty countries, artists of which few
 * play often and most once or never, gigs.
 */
import type { Step } from './fill.ts'

const first =
  "(array['Lunar','Iron','Velvet','Northern','Silent','Golden','Paper','Electric','Wild','Hollow','Burning','Distant','Silver','Broken','Crystal','Midnight','Scarlet','Frozen','Restless','Hidden'])"
const second =
  "(array['Harbour','Foxes','Machine','Gardens','Parade','Rivers','Theory','Wolves','Avenue','Choir','Weather','Satellites','Lanterns','Orchard','Tide','Republic','Mirrors','Carnival','Signals','Meadow'])"
const words = `${first}[1 + n % 20] || ' ' || ${second}[1 + (n / 20) % 20]`
/** Of one in three: stored photos, without a host. */
const photo = "case when n % 3 = 0 then '/photos/' || n || '.webp' end"
const start = `date_trunc('minute', now()) + ((hashint4(n)::bigint + 2147483648) % 2102400 - 1051200) * interval '1 minute'`

/** The content of `search_name` for a name of this catalogue; of the digraphs that names fold, it has `ue` alone. */
const searchName = (name: string) => {
  const folded = `replace(lower(${name}), 'ue', 'u')`
  return `${folded} || E'\\t ' || replace(${folded}, ' ', '')`
}

/** Every statement, in order; `$n` is the number of festivals and of artists. */
export const catalogue: Step[] = [
  [
    'genres',
    `insert into genres (id, name, key, search_name) select gen_random_uuid(), g, g, ${searchName('g')} from (select case when n <= 8 then (array['rock','pop','techno','jazz','folk','metal','hip hop','indie rock'])[n] else 'style ' || n end as g from generate_series(1, 500) n) x`,
  ],
  [
    'organizers',
    `insert into organizers (id, name, search_name, approved_at) select 'organizer-' || n, name, ${searchName('name')}, now() from (select n, 'Organizer ' || n as name from generate_series(1, 10000) n) x`,
  ],
  [
    'artists',
    `insert into artists (id, name, search_name, photo) select gen_random_uuid(), name, ${searchName('name')}, ${photo} from (select n, ${words} || ' ' || n as name from generate_series(1, $n) n) x`,
  ],
  [
    'artist_genres',
    `with a as (select id, row_number() over () as n from artists), g as (select id, row_number() over () - 1 as n from genres)
    insert into artist_genres select a.id, g.id from a join g on g.n = a.n % 500
    union select a.id, g.id from a join g on g.n = (a.n * 7 + 3) % 8`,
  ],
  [
    'festivals',
    `insert into festivals (id, organizer_id, name, search_name, country, country_key, venue, start_time, end_time, location, rank, photo)
    select gen_random_uuid(), 'organizer-' || 1 + n % 10000, name, ${searchName('name')}, country, lower(country), 'Venue ' || n % 5000, starts, starts + interval '3 days',
           point(-180 + random() * 360, -60 + random() * 130), (random() * 1000)::int, ${photo}
    from (select n, ${words} || ' Festival ' || n as name, 'Country ' || n % 50 as country, ${start} as starts from generate_series(1, $n) n) x`,
  ],
  [
    'places',
    "insert into places (id, festival_id, position, name, type) select gen_random_uuid(), id, 0, 'Main stage', 'stage' from festivals",
  ],
  [
    'gigs',
    // The last three are what a trigger would write: the fill runs without triggers.
    `insert into gigs (id, festival_id, artist_id, start_time, end_time, country_key, expected_from, expected_until)
    select gen_random_uuid(), f.id, a.id, case when f.n % 10 > 0 then f.start_time + interval '2 hours' end, null,
           f.country_key, case when f.n % 10 = 0 then f.start_time end, case when f.n % 10 = 0 then f.end_time end
    from (select id, start_time, end_time, country_key, row_number() over () as n from festivals) f
    join (select id, row_number() over () as n from artists) a on a.n = 1 + floor($n * power((hashint8(f.n) % 1000000 + 1000000) / 2000000.0, 3))`,
  ],
  [
    'tiers',
    "insert into tiers (id, festival_id, position, name, price_cents, quantity) select gen_random_uuid(), id, 0, 'Weekend', 9900, 500 from festivals",
  ],
  [
    'users',
    `insert into users (id, first_name, last_name, search_name, email, email_key) select gen_random_uuid(), 'User', n::text, ${searchName("'User ' || n")}, n || '@people.example', n || '@people.example' from generate_series(1, least(100000, 50 * $n)) n`,
  ],
  [
    'interests',
    `insert into interests (id, user_id, artist_id) select gen_random_uuid(), u.id, a.id
    from (select id, row_number() over () - 1 as n from users) u
    join (select id, row_number() over () % 100000 as n from artists) a on a.n = u.n`,
  ],
]

/** The texts in which words about festivals are looked for. An earlier version has no column for them. */
export const searchTexts: Step = [
  'search texts',
  `update festivals set search_text = search_name || ' ' || ${searchName('venue')} || ' ' || ${searchName('country')} || ' ' || ${searchName("'Main stage'")}`,
]
