import { sql } from 'kysely'
import { type ArtistDraft, saveArtists } from '#artists'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { ImportedArtist, sourceOf } from './artist.ts'
import { checker } from './check.ts'
import { CommandError } from './output.ts'
import { importRows, type Report } from './rows.ts'
import { openTable } from './table.ts'

type Draft = ArtistDraft & { source: string }

const dialect = { delimiter: '\t', quotes: false }
const check = checker(ImportedArtist)

/**
 * Imports artists from a tab-separated file with the columns `name` and `genres` (`a|b|c`); others are
 * ignored. An artist is known by its exact name: a second run updates its genres.
 */
export async function importArtists(
  db: Database,
  file: string,
  { rejected }: { rejected?: string | undefined },
): Promise<Report> {
  const table = await openTable(file, dialect)
  const name = table.columns.indexOf('name')
  const genres = table.columns.indexOf('genres')
  if (name < 0) throw noName(file, table.columns)
  return importRows<Draft>({
    file,
    table,
    dialect,
    rejected,
    prepare: (cells) => toDraft(cells[name] ?? '', cells[genres]),
    save: (drafts) => save(db, drafts),
  })
}

function noName(file: string, columns: string[]) {
  return new CommandError(
    `${file} has no column "name", but: ${columns.join(', ')}. ` +
      'Its first line must be "name", a tab and "genres"',
  )
}

function toDraft(name: string, genres: string | undefined): Draft {
  const listed = genres?.split('|').flatMap((genre) => genre.trim() || [])
  const artist = check({ name, ...(listed && { genres: listed }) })
  return { ...artist, source: sourceOf(name) }
}

/** One transaction. Gives how many were not there before. */
function save(db: Database, drafts: Draft[]): Promise<number> {
  return transact(db, async (trx) => {
    const sources = drafts.map(({ source }) => source)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from artists where source = any (${sources}::text[])`.execute(
      trx,
    )
    await saveArtists(trx, drafts, { createdBy: null })
    return drafts.length - (rows[0]?.count ?? 0)
  })
}
