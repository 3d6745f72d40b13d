/**
 * Adds to the audit triggers the columns that `columns.ts` of a module lists and they lack: `npm run db:triggers` prints a
 * migration, a test compares.
 */
import { globSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type pg from 'pg'
import { Columns } from '#platform/database/columns'
import { withMigrated } from './migrated.ts'

type Trigger = {
  table: string
  name: string
  /** as PostgreSQL prints it */
  text: string
  /** the columns whose changes fire it */
  fires: string[]
  /** the columns that it notes, with `!` if their values are secret */
  notes: string
}

/** The columns of each table that the modules list; those of users are personal, and not in the audit log. */
async function listedColumns(): Promise<Map<string, string[]>> {
  const listed = new Map<string, string[]>()
  for (const file of globSync('src/*/**/columns.ts')) {
    const exported: Record<string, unknown> = await import(resolve(file))
    for (const columns of Object.values(exported)) {
      if (!(columns instanceof Columns) || columns.table === 'users') continue
      const fields = columns.stored.filter(({ about }) => about !== undefined)
      listed.set(
        columns.table,
        fields.map(({ name }) => name),
      )
    }
  }
  return listed
}

async function auditTriggers(pool: pg.Pool): Promise<Trigger[]> {
  const { rows } = await pool.query<Trigger>(`
    select relname::text as table, tgname::text as name, pg_get_triggerdef(t.oid) as text,
           array(select attname::text from pg_attribute where attrelid = tgrelid and attnum = any (tgattr)) as fires,
           split_part(encode(tgargs, 'escape'), '\\000', 3) as notes
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where tgfoid = 'note_row()'::regprocedure and tgname = relname || '_noted' order by tgname`)
  return rows
}

/** Returns the columns that audit triggers lack, as `table.column`. */
export async function missingInTriggers(pool: pg.Pool): Promise<string[]> {
  const listed = await listedColumns()
  return (await auditTriggers(pool)).flatMap((trigger) =>
    missingIn(trigger, listed).map((name) => `${trigger.table}.${name}`),
  )
}

function missingIn({ table, fires, notes }: Trigger, listed: Map<string, string[]>): string[] {
  const noted = notes.replaceAll('!', '').split(' ')
  return (listed.get(table) ?? []).filter((name) => !fires.includes(name) || !noted.includes(name))
}

/** Returns a migration that adds the missing columns; undefined if none is missing. */
export async function printTriggers(pool: pg.Pool): Promise<string | undefined> {
  const listed = await listedColumns()
  const replaced = (await auditTriggers(pool)).flatMap((trigger) => {
    const missing = missingIn(trigger, listed)
    return missing.length === 0 ? [] : [replace(trigger, missing)]
  })
  if (replaced.length === 0) return undefined
  return `-- Printed by \`npm run db:triggers\`.\n${replaced.join('\n')}`
}

function replace({ text, fires, notes }: Trigger, missing: string[]): string {
  const unfired = missing.filter((name) => !fires.includes(name))
  const added = missing.filter((name) => !notes.replaceAll('!', '').split(' ').includes(name))
  const definition = text
    .replace('CREATE TRIGGER', 'create or replace trigger')
    .replace(/ UPDATE OF (.*?) ON public\./, (_, columns: string) => {
      return ` UPDATE OF ${[columns, ...unfired].join(', ')} ON `
    })
    .replace(`'${notes}'`, `'${[notes, ...added].join(' ')}'`)
    .replaceAll(/ (?=AFTER|FOR EACH ROW|EXECUTE FUNCTION)/g, '\n  ')
  return `${definition};\n`
}

if (import.meta.main) {
  const text = await withMigrated(printTriggers)
  const numbers = readdirSync('migrations').map((name) => Number.parseInt(name, 10) || 0)
  const name = `migrations/${`${Math.max(...numbers) + 1}`.padStart(4, '0')}_audit_columns.sql`
  if (text !== undefined) await writeFile(name, text)
  process.stdout.write(text === undefined ? 'No column is missing\n' : `${name}\n`)
}
