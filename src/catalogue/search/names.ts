import { type RawBuilder, sql } from 'kysely'
import { holdsTerms, list } from '#platform/database/sql'
import { nameEnd, type SearchTerms } from '#platform/values/names'
import { anywhere } from '#platform/values/text'
import { editsOf } from './edits.ts'

/** Rows of `id`, `search_name` and `grade`; the lowest grade is the best. */
export type Hits = RawBuilder<unknown>

/** Most entries of one list. */
export const most = 50
/** The number of rows that are read before the best are chosen: a text in half of all names stays cheap. */
export const candidates = 500
/** The number of rows that is enough for a common text. */
export const enough = 200

/** The tables searched by name, without deleted festivals. */
export const tables = {
  artists: sql`artists`,
  genres: sql`genres`,
  festivals: sql`(select ctid, id, name, search_name from festivals where deleted_at is null) living`,
}
export type Table = keyof typeof tables

/** How well a name fits a text, the best first. */
export const grades = {
  /** it is the text */
  same: 0,
  /** it is the text in another spelling */
  exact: 1,
  /** it starts with the text */
  begun: 2,
  /** it differs from the text by one typing error */
  edited: 3,
  /** it has the words of the text at the start of words */
  words: 4,
  /** it has them elsewhere */
  parts: 5,
  /** it is of a genre that has the text */
  ofGenre: 6,
} as const
const lit = (grade: keyof typeof grades) => sql.lit(grades[grade])

/** A text that is searched for, as it was typed and as terms. */
export type Query = SearchTerms & { typed: string }

/** The joined words of a name, as the indexes `…_by_joined_name` have them. */
const joinedName = sql`split_part(search_name, ${sql.lit(nameEnd)}, 2)`

/** Names of all tables that are the text, apart from a leading "the". The rows have their `kind` as well. */
export function exactHits({ joined, typed }: Query): Hits {
  const bare = joined.replace(/^the(?=.{3})/su, '')
  const forms = list([joined, bare, `the${bare}`], 'text')
  const each = Object.entries(tables).map(
    ([kind, table]) => sql`
    select ${sql.lit(kind)} as kind, id, search_name, case when name = ${typed} then ${lit('same')} else ${lit('exact')} end as grade from ${table}
    where ${joinedName} = any (${forms})`,
  )
  return sql.join(each, sql` union all `)
}

/**
 * Names that have the text, those of `exact` first. Names with a typing error are looked for if that is empty, and as
 * parts of names only while there is room. A common text is found in the first `pages` of the table; where that is not
 * enough, or is 0, by the index of parts.
 */
export function hitsByName(table: Table, query: Query, pages = 0): Hits {
  const { text, words, joined } = query
  const last = `${text}\u{10ffff}`
  const hasRoom = sql`(select count(*) from prefixed) < ${most}`
  const has = holdsTerms(sql`search_name`, query)
  const atStarts = words.map((word) => anywhere(` ${word}`))
  // If the planner saw the limit of `partial`, it would rather read the table.
  return sql`
    with prefixed as materialized (
      select id, search_name from ${tables[table]}
      where search_name >= ${text} and search_name < ${last}
      order by search_name, id limit ${most}
    ), near as materialized (
      select id, search_name, place
      from unnest(${list(editsOf(joined), 'text')}) with ordinality edit (form, place)
      join ${tables[table]} on ${joinedName} = form
      where ${hasRoom} and not exists (select from exact)
      order by place limit ${most}
    ), common as materialized (
      select id, search_name from ${tables[table]}
      where ctid < ${`(${pages},0)`}::tid and ${has} and not starts_with(search_name, ${text})
      limit ${enough}
    ), partial as materialized (
      select id, search_name from ${tables[table]} where ${has}
    ), other as (
      (select id, search_name from common where (select count(*) from common) = ${enough})
      union all
      (select id, search_name from partial
       where (select count(*) from common) < ${enough} and not starts_with(search_name, ${text})
       limit ${candidates})
    )
    select id, search_name, grade, 0 as place from exact where kind = ${sql.lit(table)}
    union all
    (select distinct on (id) id, search_name, grade, place from (
      select id, search_name, ${lit('begun')} as grade, 0 as place from prefixed
      union all
      select id, search_name, ${lit('edited')}, place from near
      union all
      select id, search_name,
             case when search_name like all (${atStarts}::text[]) then ${lit('words')} else ${lit('parts')} end, 0
      from other where ${hasRoom}
    ) named
    where id not in (select id from exact)
    order by id, grade, place)`
}
