import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { searchName } from '#platform/values/names'
import { dayOf } from '#platform/zones/days'
import { cityNames } from './cities.ts'
import { countryCode, countryNames } from './countries.ts'
import type { Snapshot } from './snapshot.ts'

/** The parts of a festival in which words are looked for. */
type Described = Pick<
  Snapshot,
  | 'name'
  | 'city'
  | 'venue'
  | 'area'
  | 'address'
  | 'country'
  | 'start_time'
  | 'end_time'
  | 'time_zone'
> & { places: { name: string }[] }

/** Begins texts of the present form: the function `has_former_search_text` of the database finds the others. */
const presentForm = '\t\t'

/** The most places whose names are looked for, and the longest text, in characters. */
const [mostPlaces, longest] = [50, 5_000]

/**
 * Returns the text in which words about a festival are looked for: the search names of the festival and of where it is, and its
 * years. Its country and its city have their names in other languages.
 */
export function searchTextOf(festival: Described): string {
  const { name, city, venue, area, address, country, places } = festival
  const code = countryCode(country ?? '')
  const names = [
    name,
    ...[city, venue, area, address, country].flatMap((text) => text ?? []),
    ...countryNames(country ?? ''),
    ...[city, area, address].flatMap((text) => cityNames(text ?? '', code)),
    ...yearsOf(festival),
    ...places.slice(0, mostPlaces).map((place) => place.name),
  ]
  const text = [...new Set(names.map(searchName))].join(' ')
  return `${presentForm}${text}`.slice(0, longest).toWellFormed()
}

/** The years of the first and the last day of a festival, by its clocks. */
const yearsOf = ({ start_time, end_time, time_zone }: Described) =>
  [start_time, end_time].map((time) => dayOf(time, time_zone).slice(0, 4))

const most = 200

type Row = Described & { id: string; search_name: string; search_text: string | null }

/**
 * Writes the search texts and search names of festivals of an earlier version, 200 at a time until none is left.
 * @returns the number written
 */
export async function renewSearchTexts(db: Database): Promise<number> {
  let written = 0
  for (;;) {
    // The condition of the index `festivals_of_former_form`.
    const { rows } = await sql<Row>`
      select f.id, f.search_name, f.search_text, name, city, venue, area, address, country,
        start_time, end_time, time_zone, (
        select coalesce(json_agg(json_build_object('name', p.name) order by p.position, p.id), '[]')
        from places p where p.festival_id = f.id
      ) as places
      from festivals f
      where has_former_search_name(search_name) or has_former_search_text(search_text)
      order by id limit ${most}`.execute(db)
    const renewed = rows
      .map(({ id, search_name, search_text, ...festival }) => ({
        id,
        search_name: searchName(festival.name),
        search_text: searchTextOf(festival),
        before: [search_name, search_text],
      }))
      .filter((row) => row.before[0] !== row.search_name || row.before[1] !== row.search_text)
    await sql`
      update festivals f set search_name = given.search_name, search_text = given.search_text
      from jsonb_to_recordset(${JSON.stringify(renewed)})
        as given (id uuid, search_name text, search_text text, before jsonb)
      where f.id = given.id and f.search_name = given.before ->> 0
        and f.search_text is not distinct from given.before ->> 1`.execute(db)
    written += renewed.length
    if (rows.length < most || renewed.length === 0) return written
  }
}
