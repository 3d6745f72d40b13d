import { type RawBuilder, sql } from 'kysely'
import { hasTrigram, holdsTerms, list } from '#platform/database/sql'
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

/** The tables searched by name, without deleted festivals. Their `search_text` is what words are looked for in. */
export const tables = {
  artists: sql`(select ctid, id, name, search_name, search_name as search_text from artists) named`,
  genres: sql`(select ctid, id, name, search_name, search_name as search_text from genres) named`,
  festivals: sql`(
    select id, name, search_name, coalesce(search_text, search_name) as search_text, start_time, end_time
    from festivals where deleted_at is null
  ) living`,
}
export type Table = keyof typeof tables

/** Grades of names for a text, the best first. */
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
  /** they are in its name or in where it is */
  where: 6,
  /** it is of a genre that has the text */
  ofGenre: 7,
} as const
export const gradeLiteral = (grade: keyof typeof grades) => sql.lit(grades[grade])

/** A text that is searched for, as it was typed and as terms. */
export type Query = SearchTerms & { typed: string }

/** The joined words of a name, as the indexes `…_by_joined_name` have them. */
export const joinedName = sql`split_part(search_name, ${sql.lit(nameEnd)}, 2)`

/** Names of all tables that are the text, apart from a leading "the". The rows have their `kind` as well. */
export function exactHits({ joined, typed }: Query): Hits {
  const bare = joined.replace(/^the(?=.{3})/su, '')
  const forms = list([joined, bare, `the${bare}`], 'text')
  const each = Object.entries(tables).map(
    ([kind, table]) => sql`
    select ${sql.lit(kind)} as kind, id, search_name, case when name = ${typed} then ${gradeLiteral('same')} else ${gradeLiteral('exact')} end as grade from ${table}
    where ${joinedName} = any (${forms})`,
  )
  return sql.join(each, sql` union all `)
}

type Search = {
  query: Query
  now: Date
  /** many have the text: enough of them are among the first of a table, or the next festivals */
  firstPages: number
}

/**
 * Names that have the text, those of `exact` first. Names with a typing error are looked for if that is empty, and as
 * parts of names only while there is room. A common text is found in the first pages of the table; where that is not
 * enough, or is 0, by the index of parts.
 */
export function hitsByName(table: Table, { query, now, firstPages }: Search): Hits {
  const { text, words, joined } = query
  const last = `${text}\u{10ffff}`
  const hasRoom = sql`(select count(*) from begun) < ${most}`
  // Signs alone are found at the beginning of a name only.
  const has = hasTrigram(text) ? holdsTerms(sql`search_text`, query) : sql`false`
  const columns = sql`id, search_name, ${table === 'festivals' ? sql`${placeOf(now)} as place` : sql`0 as place`}`
  const follows = sql`not starts_with(search_name, ${text})`
  // A text that is not common has no first pages: its statement is planned without them.
  const first = firstPages > 0 && {
    table: sql`common as materialized (
      select ${columns} from ${tables[table]}
      where ${has} and ${follows} and ${firstOf(table, firstPages, now)}
      limit ${enough}
    ),`,
    rows: sql`(select * from common where (select count(*) from common) = ${enough}) union all`,
    isTooFew: sql`and (select count(*) from common) < ${enough}`,
  }
  // If the planner saw the limit of `partial`, it would rather read the table.
  return sql`
    with begun as materialized (
      select id, search_name from ${tables[table]}
      where search_name >= ${text} and search_name < ${last}
      order by search_name, id limit ${most}
    ), edited as materialized (
      select id, search_name, place
      from unnest(${list(editsOf(joined), 'text')}) with ordinality edit (form, place)
      join ${tables[table]} on ${joinedName} = form
      where ${hasRoom} and not exists (select from exact)
      order by place limit ${most}
    ), ${first ? first.table : sql``} partial as materialized (
      select ${columns} from ${tables[table]} where ${has}
    ), other as (
      ${first ? first.rows : sql``}
      (select * from partial where ${follows} ${first ? first.isTooFew : sql``} limit ${candidates})
    )
    select id, search_name, grade, 0 as place from exact where kind = ${sql.lit(table)}
    union all
    (select distinct on (id) id, search_name, grade, place from (
      select id, search_name, ${gradeLiteral('begun')} as grade, 0 as place from begun
      union all
      select id, search_name, ${gradeLiteral('edited')}, place from edited
      union all
      select id, search_name, grade, case grade when ${gradeLiteral('where')} then place else 0 end
      from other cross join lateral (select ${gradeOf(words)} as grade) graded where ${hasRoom}
    ) named
    where id not in (select id from exact)
    order by id, grade, place)`
}

/** The order of festivals by where they are: the next ones first, then those that are over. */
export const placeOf = (now: Date) =>
  sql`extract(epoch from start_time) + case when end_time < ${now} then 1e12 else 0 end`

/** Builds the condition and the order of the rows among which a common text is looked for. */
function firstOf(table: Table, pages: number, now: Date) {
  if (table !== 'festivals') return sql`ctid < ${`(${pages},0)`}::tid`
  const longRunning = new Date(now.getTime() - 31 * 86_400_000)
  return sql`start_time >= ${longRunning} order by start_time, id`
}

/** The grade of a name in which, or beside which, all words were found. */
function gradeOf(words: string[]) {
  const [atStarts, anywhereIn] = [words.map((word) => anywhere(` ${word}`)), words.map(anywhere)]
  return sql`case
    when search_name like all (${atStarts}::text[]) then ${gradeLiteral('words')}
    when search_name like all (${anywhereIn}::text[]) then ${gradeLiteral('parts')}
    else ${gradeLiteral('where')} end`
}
