/** Reads festivals by their ids. */
import { type SqlBool, sql } from 'kysely'
import { isVisibleIf } from '#catalogue/organizers'
import type { Database } from '#platform/database/tables'
import { longest } from '#platform/http/answers/arrays'
import type { Infrastructure } from '#platform/http/infrastructure'
import { toleranceOf } from '#platform/jobs/admission'
import { batchedLookup } from '#platform/jobs/batched-lookup'
import { written } from '#platform/values/raw-json'
import { mostCharacters, type Shown, wholeJson } from '../model/json.ts'
import type { Festival } from '../model/schemas.ts'

/** Hidden tiers and drafts too: for users with the right to change the festival. */
export const everything: Shown = { hidden: sql`true` }

/** Returns the whole festival, or the parts that `shown` selects; undefined for an unknown one. */
export async function findFestival(
  db: Database,
  id: string,
  shown: Shown = {},
): Promise<Festival | undefined> {
  const [text] = await readFestivals(db, [id], shown)
  return text === undefined ? undefined : written<Festival>(text)
}

/** Returns the JSON texts of festivals in the order of these ids; undefined for unknown ones. */
export async function readFestivals(
  db: Database,
  ids: string[],
  shown: Shown = {},
): Promise<(string | undefined)[]> {
  const { rows } = await textsOf(ids, shown).execute(db)
  return inOrder(ids, rows)
}

/**
 * Like `readFestivals`; null if the texts are too long to be held together, which is mostly found before they are
 * written.
 */
export async function readTogether(
  db: Database,
  ids: string[],
  shown: Shown,
): Promise<(string | undefined)[] | null> {
  if (shown.nested !== undefined || ids.length === 0) return readFestivals(db, ids, shown)
  const isShort = sql<SqlBool>`(
    select coalesce(sum(${mostCharacters}), 0) from festivals f where f.id = any (${ids}::uuid[])
  ) <= ${sql.lit(4 * longest)}`
  const { rows } = await textsOf(ids, shown, isShort).execute(db)
  const size = rows.reduce((sum, { text }) => sum + text.length, 0)
  return rows.length === 0 || size > longest ? null : inOrder(ids, rows)
}

type Text = { id: string; text: string }

function textsOf(ids: string[], shown: Shown, condition = sql<SqlBool>`true`) {
  return sql<Text>`
    select f.id, ${wholeJson(shown)} as text from festivals f
    where f.id = any (${ids}::uuid[]) and ${isVisibleIf(shown.hidden ?? sql`false`)} and ${condition}`
}

function inOrder(ids: string[], rows: Text[]): (string | undefined)[] {
  const texts = new Map(rows.map(({ id, text }) => [id, text]))
  return ids.map((id) => texts.get(id))
}

/** Like `findFestival`; concurrent requests share a statement. */
export function festivalFinder(
  infrastructure: Pick<Infrastructure, 'reads' | 'config' | 'now'>,
): (id: string) => Promise<Festival | undefined> {
  return batchedLookup({
    find: async (ids: string[]) =>
      (await readFestivals(infrastructure.reads, ids)).map((text) =>
        text === undefined ? undefined : written<Festival>(text),
      ),
    tolerance: toleranceOf(infrastructure.config.BUSY_AFTER_MS, infrastructure.now),
  })
}
