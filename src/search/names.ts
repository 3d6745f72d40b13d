import { type RawBuilder, sql } from 'kysely'

/** Most entries of one list. */
export const most = 50
/** As many rows are looked at before the best are chosen, so that a common part of names stays cheap. */
export const candidates = 500

/** A table that is searched by name: those of its rows that count. */
export const named = {
  artists: sql`artists where true`,
  genres: sql`genres where true`,
  festivals: sql`festivals where deleted_at is null`,
}
export type Named = keyof typeof named

/** Rows of `id`, `search_name` and `grade`, the lowest grade the best. */
export type Hits = RawBuilder<unknown>

/**
 * Names that are the text or start with it (grade 1, from the ordered index), that have it at the start
 * of a word (2), or inside of one (3). The last two are only looked for when the first leave room.
 */
export function hitsByName(table: Named, text: string): Hits {
  const last = '\u{10ffff}'
  return sql`
    with prefixed as materialized (
      select id, search_name from ${named[table]} and search_name >= ${text} and search_name < ${text + last}
      order by search_name, id limit ${most}
    ), partial as materialized (
      ${containing(table, text)}
    )
    select id, search_name, 1 as grade from prefixed
    union all
    (select id, search_name, case when strpos(search_name, ${` ${text}`}) > 0 then 2 else 3 end
     from partial
     where (select count(*) from prefixed) < ${most} and not starts_with(search_name, ${text})
     limit ${candidates})`
}

/**
 * Names that hold the text. Three letters in a row make a trigram to find them by: the planner must
 * see no limit there, or it takes to reading the table. Else the ordered index is read through.
 */
function containing(table: Named, text: string) {
  if (/[\p{L}\p{N}]{3}/u.test(text)) {
    return sql`select id, search_name from ${named[table]} and search_name like ${part(text)}`
  }
  return sql`
    select id, search_name from ${named[table]} and strpos(search_name, ${text}) > 0
    order by search_name, id limit ${candidates}`
}

/** The LIKE pattern of a text that may stand anywhere. */
function part(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Names that hold every word of the text, typing errors in its long words forgiven: those of five
 * letters and more without a digit. Undefined when there is no such word.
 */
export function hitsByLikeness(table: Named, text: string): Hits | undefined {
  const words = [...new Set(text.split(' '))]
  const forgiven = words.filter((word) => /^\P{N}{5,}$/u.test(word))
  if (forgiven.length === 0) return undefined
  const conditions = words.map((word) =>
    forgiven.includes(word) ? sql`${word} <% search_name` : sql`search_name like ${part(word)}`,
  )
  const likeness = forgiven.map((word) => sql`word_similarity(${word}, search_name)`)
  return sql`
    select id, search_name,
           array[-(${sql.join(likeness, sql` + `)}), -similarity(${text}, search_name)] as grade
    from ${named[table]} and ${sql.join(conditions, sql` and `)}
    order by grade, search_name, id limit ${most}`
}
