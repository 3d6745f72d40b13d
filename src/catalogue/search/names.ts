import { type RawBuilder, sql } from 'kysely'
import { anywhere } from '#platform/values/text'

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
  festivals: sql`(select ctid, id, search_name from festivals where deleted_at is null) living`,
}
export type Table = keyof typeof tables

/**
 * Names that are the text or start with it (grade 1: the exact one sorts first), that have it at the start of a word
 * (2), or elsewhere (3). Grades 2 and 3 are looked for only while there is room. A common text is found in the first
 * `pages` of the table; where that is not enough, or is 0, by the index of parts.
 */
export function hitsByName(table: Table, text: string, pages = 0): Hits {
  const last = `${text}\u{10ffff}`
  const hasRoom = sql`(select count(*) from prefixed) < ${most}`
  return sql`
    with prefixed as materialized (
      select id, search_name from ${tables[table]}
      where search_name >= ${text} and search_name < ${last}
      order by search_name, id limit ${most}
    ), common as materialized (
      select id, search_name from ${tables[table]}
      where ctid < ${`(${pages},0)`}::tid
        and strpos(search_name, ${text}) > 0 and not starts_with(search_name, ${text})
      limit ${enough}
    ), partial as materialized (${holding(table, text)}), other as (
      (select id, search_name from common where (select count(*) from common) = ${enough})
      union all
      (select id, search_name from partial
       where (select count(*) from common) < ${enough} and not starts_with(search_name, ${text})
       limit ${candidates})
    )
    select id, search_name, 1 as grade from prefixed
    union all
    select id, search_name, case when strpos(search_name, ${` ${text}`}) > 0 then 2 else 3 end
    from other where ${hasRoom}`
}

/**
 * Three letters in a row make a trigram, by which an index finds names. Then the limit must stand outside: if the
 * planner saw it, it would rather read the table. Without a trigram the ordered index is read through.
 */
function holding(table: Table, text: string) {
  return /[\p{L}\p{N}]{3}/u.test(text)
    ? sql`select id, search_name from ${tables[table]} where search_name like ${anywhere(text)}`
    : sql`
      select id, search_name from ${tables[table]} where strpos(search_name, ${text}) > 0
      order by search_name, id limit ${candidates}`
}
