import { sql } from 'kysely'
import { partOf } from '#platform/database/sql'
import { nameEnd, type SearchTerms } from '#platform/values/names'
import { candidates, type Hits, most, type Table, tables } from './names.ts'

/** Typing errors are forgiven in words of four letters and more without a digit (contract, section 4). */
function isForgivable(word: string): boolean {
  return !/\p{N}/u.test(word) && (word.match(/\p{L}/gu)?.length ?? 0) >= 4
}

/**
 * Names that hold every word of the text, the forgivable words roughly: the most alike first, compared word by word,
 * then as a whole. Only names count: words such as `stage`, which are in the texts of most festivals, are like too many
 * others. Undefined when no word of it is forgivable.
 */
export function hitsByLikeness({ text, words }: SearchTerms): ((table: Table) => Hits) | undefined {
  const forgivable = words.filter(isForgivable)
  if (forgivable.length === 0) return undefined
  // Each word has a condition of its own, which the index of parts answers: not `all (words)`.
  const conditions = words.map((word) =>
    forgivable.includes(word) ? sql`search_name %> ${word}` : sql`search_name like ${partOf(word)}`,
  )
  // If the planner saw the limit, it would rather read the table.
  return (table) => sql`
    select id, search_name,
      -(select sum(word_similarity(word, search_name)) from unnest(${forgivable}::text[]) as word) as grade,
      -similarity(${text}, split_part(search_name, ${nameEnd}, 1)) as place
    from (
      with alike as materialized (
        select id, search_name from ${tables[table]} where ${sql.join(conditions, sql` and `)}
      )
      select * from alike limit ${candidates * 2}
    ) alike
    order by grade, place, search_name, id limit ${most}`
}
