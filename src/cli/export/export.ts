import { createWriteStream } from 'node:fs'
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import type pg from 'pg'
import { readConfig } from '#platform/config/read'
import { type Config } from '#platform/config/variables'
import { connectPool } from '#platform/database/connections'
import { copyCsv } from '../backup/copy.ts'
import { withDatabase } from '../terminal/database.ts'
import { CommandError, plural, print } from '../terminal/output.ts'
import { writeCatalogue } from './catalogue.ts'
import type { Table } from './fields.ts'
import { packageOf, queryOf, tables } from './tables.ts'

export type ExportReport = {
  folder: string
  /** number of rows of each file */
  rows: Record<string, number>
  lineups: number
  photos: boolean
  seconds: number
}

type Options = { organizer?: string; json?: boolean }

const more = `
The folder then holds a CSV file for each kind of record, described in datapackage.json, the pictures, and
in import/ what \`festival import\` reads elsewhere. Passwords, tokens, keys and codes of tickets stay here.

Example:
  festival export leaving
  festival export theirs --organizer harbour-nights`

/** `festival export` */
export function addExport(program: Command): void {
  program
    .command('export')
    .helpGroup('Backup:')
    .description('Write everything to open files, or all of one organizer')
    .argument('<folder>', 'the folder to write to; it must be empty or not exist')
    .option('--organizer <id>', "only this organizer's festivals and sales, without people's names")
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', more)
    .action(async (folder: string, options: Options) => {
      const report = await exportAll(readConfig(process.env), folder, options)
      const rows = Object.values(report.rows).reduce((sum, count) => sum + count, 0)
      const files = plural(Object.keys(report.rows).length, 'file')
      print(options, report, [
        `${folder}: ${plural(rows, 'row')} in ${files}, ${plural(report.lineups, 'line-up')}, in ${report.seconds} s`,
        ...(options.organizer === undefined
          ? ['It holds names and e-mails: keep it as you keep the database']
          : []),
      ])
    })
}

/**
 * Writes a snapshot of all data to CSV and JSON files.
 * @throws CommandError if the folder is not empty, or there is no organizer of this id
 */
export async function exportAll(
  config: Config,
  folder: string,
  { organizer, now = () => new Date() }: { organizer?: string; now?: () => Date },
): Promise<ExportReport> {
  const begun = performance.now()
  await requireEmpty(folder)
  const told = await withDatabase(config, async ({ connectionString }) => {
    const pool = connectPool(connectionString, { purpose: 'work', max: 1 })
    const client = await pool.connect()
    try {
      await choose(client, organizer)
      await mkdir(join(folder, 'import'), { recursive: true, mode: 0o700 })
      const written = await writeTables(client, folder, organizer === undefined)
      const title = organizer === undefined ? 'A whole platform' : `Of ${organizer}`
      const description = packageOf(written, title, now())
      await write(folder, 'datapackage.json', `${JSON.stringify(description, null, 2)}\n`)
      const lineups = await writeCatalogue(client, join(folder, 'import'), config.PUBLIC_URL)
      return { written, lineups }
    } finally {
      client.release(true)
      await pool.end()
    }
  })
  const photos = organizer === undefined && (await copyPhotos(config, folder))
  const rows = Object.fromEntries([...told.written].map(([{ name }, count]) => [name, count]))
  const seconds = Number(((performance.now() - begun) / 1000).toFixed(2))
  return { folder, rows, lineups: told.lineups, photos, seconds }
}

async function requireEmpty(folder: string) {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (found.length > 0) throw new CommandError(`${folder} is not empty: name another folder`)
}

/** Starts the snapshot, and selects the festivals. */
async function choose(client: pg.ClientBase, organizer: string | undefined) {
  await client.query('begin isolation level repeatable read')
  await client.query(
    'create temp table chosen on commit drop as select id from festivals where false',
  )
  if (organizer === undefined) {
    await client.query('insert into chosen select id from festivals')
    return
  }
  const { rowCount } = await client.query('select from organizers where id = $1', [organizer])
  if (rowCount === 0) throw new CommandError(`No organizer has the id "${organizer}"`)
  await client.query('insert into chosen select id from festivals where organizer_id = $1', [
    organizer,
  ])
}

async function writeTables(client: pg.ClientBase, folder: string, isWhole: boolean) {
  const written = new Map<Table, number>()
  for (const table of tables.filter(({ isPrivate = false }) => isWhole || !isPrivate)) {
    const out = createWriteStream(join(folder, `${table.name}.csv`), { mode: 0o600 })
    written.set(table, await copyCsv(client, queryOf(table, isWhole), out))
  }
  return written
}

const write = (folder: string, name: string, text: string) =>
  writeFile(join(folder, name), text, { mode: 0o600 })

/** Returns false if photos are in a bucket, or there are none. */
async function copyPhotos({ S3_BUCKET, DATA_DIR }: Config, folder: string): Promise<boolean> {
  if (S3_BUCKET !== undefined) return false
  const from = join(DATA_DIR, 'photos')
  const names = await readdir(from).catch(() => [])
  if (names.length === 0) return false
  const isWhole = (path: string) => !path.endsWith('.tmp')
  await cp(from, join(folder, 'photos'), { recursive: true, filter: isWhole })
  return true
}
