import { type ArtistDraft, artistImporter } from '#catalogue/artists'
import { ImportedArtist, sourceOf } from '#catalogue/lineups'
import { type Database } from '#platform/database/tables'
import { checker } from '#platform/http/requests/checker'
import { CommandError } from '../terminal/output.ts'
import { importRows, type Report } from './rows.ts'
import { openTable } from './table.ts'

type Draft = ArtistDraft & { source: string }

const dialect = { delimiter: '\t', quotes: false }
const check = checker(ImportedArtist)

/**
 * Imports artists from a tab-separated file with the columns `name` and `genres` (`a|b|c`); other columns are
 * ignored. An artist is identified by its exact name, and a second run updates its genres. A name that is another
 * form of the name of exactly one artist only adds its genres to that one.
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
  const importBatch = await artistImporter(db)
  return importRows<Draft>({
    file,
    table,
    dialect,
    rejected,
    prepare: (cells) => toDraft(cells[name] ?? '', cells[genres]),
    save: async (drafts) => (await importBatch(db, drafts)).created,
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
