/**
 * Prints `src/platform/database/tables.ts`, the types of all tables, from a database on which all migrations
 * ran: `npm run db:types` writes it, `npm run check` (through a test) compares it.
 */
import { writeFile } from 'node:fs/promises'
import type pg from 'pg'
import { withMigrated } from './migrated.ts'

const types: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float8: 'number',
  int4: 'number',
  int8: 'string',
  date: 'Date',
  json: 'unknown',
  jsonb: 'unknown',
  point: 'Point',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
}

type Column = { table: string; name: string; type: string; nullable: boolean; defaulted: boolean }

/** @throws if a column has a type that is not known here */
export async function printTables(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Column>(`
    select c.table_name as "table", c.column_name as name, c.udt_name as type,
           c.is_nullable = 'YES' as nullable, c.column_default is not null as defaulted
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    order by c.table_name, c.ordinal_position`)
  const tables = Map.groupBy(rows, ({ table }) => table)
  return [
    '// Printed from migrations/ by `npm run db:types`. Do not edit.',
    "import type { ColumnType, Generated, Kysely } from 'kysely'",
    '',
    'type Point = ColumnType<{ x: number; y: number }, string, string>',
    '',
    'export interface Tables {',
    ...[...tables].map(([name, columns]) => printTable(name, columns)),
    '}',
    '',
    'export type Database = Kysely<Tables>',
    '',
  ].join('\n')
}

function printTable(name: string, columns: Column[]): string {
  return [`  ${name}: {`, ...columns.map((column) => `    ${printColumn(column)}`), '  }'].join(
    '\n',
  )
}

function printColumn({ table, name, type, nullable, defaulted }: Column): string {
  const element = types[type.replace(/^_/, '')]
  if (!element) throw new Error(`${table}.${name}: no TypeScript type for ${type}`)
  const base = type.startsWith('_') ? `${element}[]` : element
  const full = nullable ? `${base} | null` : base
  return `${name}: ${defaulted ? `Generated<${full}>` : full}`
}

if (import.meta.main) {
  const text = await withMigrated(printTables)
  await writeFile(new URL('../src/platform/database/tables.ts', import.meta.url), text)
}
