/** Names of offers in the language of the reader. */
import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { inLanguage, languageOf, type Translations } from '#platform/values/translations'

/** Names in a language of the reader, by the id of the thing named. Things without a name in one of the languages are absent. */
export type Names = Map<string, { name: string; language: string | undefined }>

type Row = { id: string; name: string; language: string | null; translations: Translations }

/** Returns the names of tiers, accommodations and plans that are translated, in the language that their reader prefers. */
export async function findNames(
  db: Database,
  ids: readonly string[],
  wanted: readonly string[],
): Promise<Names> {
  if (ids.length === 0 || wanted.length === 0) return new Map()
  const given = list([...new Set(ids)], 'uuid')
  const { rows } = await sql<Row>`
    select o.id, o.name, o.translations, f.language from tiers o join festivals f on f.id = o.festival_id
    where o.id = any (${given}) and o.translations is not null
    union all
    select o.id, o.name, o.translations, f.language from accommodations o join festivals f on f.id = o.festival_id
    where o.id = any (${given}) and o.translations is not null
    union all
    select o.id, o.name, o.translations, o.language from subscriptions o
    where o.id = any (${given}) and o.translations is not null`.execute(db)
  return new Map(
    rows.flatMap((row) => {
      const spoken = inLanguage(row, wanted)
      if (spoken.spoken['name'] === undefined) return []
      return [[row.id, { name: spoken.name, language: languageOf(spoken, 'name') }]]
    }),
  )
}
