import { sql } from 'kysely'
import {
  changeTranslations,
  type Translations,
  type TranslationsPatch,
} from '#platform/values/translations'
import type { Database, Tables } from './tables.ts'

/** A table whose rows have texts in other languages. */
type Table = {
  [Name in keyof Tables]: 'translations' extends keyof Tables[Name] ? Name : never
}[keyof Tables]

/**
 * Returns the translations of a row after a change, to be written with it; undefined if nothing is given. The row is
 * locked until the commit, so that neither of two concurrent changes is lost.
 * @throws 400 as `changeTranslations`
 */
export async function changedTranslations(
  db: Database,
  { table, id }: { table: Table; id: string },
  given: TranslationsPatch | undefined,
): Promise<{ translations?: Translations }> {
  if (given === undefined) return {}
  const { rows } = await sql<{ translations: Translations | null }>`
    select translations from ${sql.table(table)} where id = ${id} for no key update`.execute(db)
  return { translations: changeTranslations(rows[0]?.translations ?? {}, given) }
}

/** Returns a select list without the fields that are shown only if translations are requested. */
export function untranslated<Selected extends { alias: unknown }>(
  selected: Selected[],
): Selected[] {
  return selected.filter(({ alias }) => alias !== 'language' && alias !== 'translations')
}
