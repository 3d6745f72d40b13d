import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { iso } from '#platform/database/sql'
import type { Infrastructure } from '#platform/http/infrastructure'
import { plain } from '#platform/values/names'

/** The maximum numbers of searched festivals, of places of one and of all of them, of words, and of results. */
const most = { festivals: 5_000, placesOfOne: 50, places: 20_000, words: 5, results: 20 }

const Text = Type.Union([Type.String(), Type.Null()])
const Where = Type.Object({
  id: Type.String(),
  name: Type.String(),
  photo: Text,
  start_time: Type.String(),
  end_time: Type.String(),
  time_zone: Type.String(),
  where: Type.String({ description: 'The place that was found, venue, address, area and country' }),
})
export const FoundWhere = Type.Object({ festivals: Type.Array(Where) })
export type Where = Static<typeof Where>

/**
 * Returns the festivals that are not over and have every word of the text in their venue, address, area or country, or
 * in the name of one of their places; the next ones first. Case and accents do not matter, as in `GET /search`. Of very
 * many festivals, the ones that end first are searched.
 */
export async function findWhere(
  { reads, now }: Pick<Infrastructure, 'reads' | 'now'>,
  text: string,
): Promise<Where[]> {
  const words = (plain(text).match(word) ?? []).slice(0, most.words).map(patternOf)
  if (words.length === 0) return []
  const { rows } = await sql<Where>`
    with near as materialized (
      select id, name, photo, venue, address, area, country, start_time, end_time, time_zone
      from festivals where deleted_at is null and end_time >= ${now()}
      order by end_time limit ${most.festivals}
    ), named as materialized (
      select p.festival_id, p.name from near cross join lateral (
        select festival_id, name from places
        where festival_id = near.id order by position limit ${most.placesOfOne}
      ) p limit ${most.places}
    ), place as materialized (
      select festival_id, min(name) as name from named
      where name ~ all (${words}::text[]) group by festival_id
    )
    select f.id, f.name, f.photo, ${iso('f.start_time')} as start_time, ${iso('f.end_time')} as end_time, f.time_zone,
           concat_ws(', ', place.name, f.venue, f.address, f.area, f.country) as where
    from near f left join place on place.festival_id = f.id
    where place.name is not null
      or concat_ws(' ', f.venue, f.address, f.area, f.country) ~ all (${words}::text[])
    order by f.start_time, f.id limit ${most.results}`.execute(reads)
  return rows
}

/** A run of characters between blanks with at least one letter or digit. */
const word = /\S*[\p{L}\p{N}]\S*/gu

/** Letters by the result of `plain` for them: `o` has `òóø…`, `ss` has `ß`. */
const spellings = new Map<string, string>()
// Latin, Greek and Cyrillic letters.
for (const [first, last] of [
  [0x41, 0x52f],
  [0x1e00, 0x1fff],
] as const) {
  for (let code = first; code <= last; code++) {
    const letter = String.fromCodePoint(code)
    const key = plain(letter)
    if (/^\p{L}+$/u.test(letter) && key !== letter) {
      spellings.set(key, (spellings.get(key) ?? '') + letter)
    }
  }
}
const marks = '[\u0300-\u036f]*'
const pair = new RegExp(
  `${[...spellings.keys()].filter((key) => key.length === 2).join('|')}|.`,
  'gsu',
)

/**
 * Returns the regular expression of a plain word in any spelling. With it the texts can be searched as they are
 * stored, whatever the locale of the database.
 */
function patternOf(text: string): string {
  return text.replace(pair, (part) => {
    const letters = [...part].map(letterOf).join('')
    return part.length === 2 && spellings.has(part)
      ? `(?:${letters}|[${spellings.get(part)}])`
      : letters
  })
}

function letterOf(letter: string): string {
  if (!/[\p{L}\p{N}]/u.test(letter)) return `\\${letter}`
  return `[${letter}${letter.toUpperCase()}${spellings.get(letter) ?? ''}]${marks}`
}
