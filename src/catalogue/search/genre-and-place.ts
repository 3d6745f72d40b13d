import { type RawBuilder, sql } from 'kysely'
import { list } from '#platform/database/sql'
import { anywhere } from '#platform/values/text'
import { candidates, gradeLiteral, joinedName, most, placeOf, type Query, tables } from './names.ts'

/** The most words of a text of which a part may be a genre: longer ones have too many parts. */
const mostWords = 4

/** A part of a text that may be a genre, with its words joined, and LIKE patterns of the other words, the longest first. */
type Part = { genre: string; longest: string; others: string[] }

/** Returns the parts of a text that may name a genre, such as `jazz` of `jazz rome`: words in a row, but not all of them. */
function partsOf({ words }: Query): Part[] {
  if (words.length > mostWords) return []
  return words.flatMap((_, from) =>
    words.slice(from).flatMap((__, more) => {
      const to = from + more + 1
      const others = [...words.slice(0, from), ...words.slice(to)]
      const [longest, ...rest] = others.toSorted((one, other) => other.length - one.length)
      if (longest === undefined) return []
      const genre = words.slice(from, to).join('')
      return [{ genre, longest: anywhere(longest), others: rest.map(anywhere) }]
    }),
  )
}

/**
 * Festivals of which some words are a genre that is played there, and the others are in their name or where they are.
 * Undefined for a text of one word, and of more than four.
 */
export function hitsByGenreAndPlace(query: Query, now: Date): RawBuilder<unknown> | undefined {
  const parts = partsOf(query)
  if (parts.length === 0) return undefined
  const texts = (textOf: (part: Part) => string) => list(parts.map(textOf), 'text')
  return sql`
    select f.id, f.search_name, ${gradeLiteral('where')} as grade, f.place
    from unnest(
      ${texts(({ genre }) => genre)}, ${texts(({ longest }) => longest)},
      ${texts(({ others }) => JSON.stringify(others))}
    ) part (genre, longest, others)
    join ${tables.genres} on ${joinedName} = part.genre
    cross join lateral (
      select id, search_name, ${placeOf(now)} as place from ${tables.festivals}
      where search_text like part.longest
        and search_text like all (array(select jsonb_array_elements_text(part.others::jsonb)))
      limit ${candidates}
    ) f
    where exists (
      select from gigs g join artist_genres ag on ag.artist_id = g.artist_id
      where g.festival_id = f.id and ag.genre_id = named.id
    )
    limit ${most}`
}
