import { type Command, Option } from 'commander'
import { readConfig } from '#platform/config/read'
import { asSystem, recordImport } from '#platform/database/signing'
import { readYears } from '#platform/files/dates'
import { encodings } from '#platform/files/encoding'
import { withDatabase } from '../terminal/database.ts'
import { print } from '../terminal/output.ts'
import { approver, personAt } from './approve.ts'
import { importArtists } from './artists.ts'
import { describeLineup } from './describe-lineup.ts'
import { type FestivalOptions, importFestivals } from './festivals.ts'
import { describeLineups, importLineups, isFolder, type LineupsReport } from './lineups.ts'
import { describeReport } from './rows.ts'
import { importLineup, type LineupOptions } from './save-lineup.ts'
import { describeTimes } from './times.ts'

type Json = { json?: boolean | undefined }

/** `festival import festivals|artists|lineup` */
export function addImport(program: Command): void {
  const verbs = program
    .command('import')
    .helpGroup('Fill it:')
    .description('Import festivals and artists from files')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  festival import artists artists.tsv')
  addFestivals(verbs)
  addArtists(verbs)
  addLineup(verbs)
}

function addArtists(verbs: Command): void {
  verbs
    .command('artists')
    .description('Import artists with their genres; a second run updates them')
    .argument('<file>', 'tab-separated file, UTF-8, with the columns name and genres (a|b|c)')
    .option('--rejected <file>', 'the file for rows that break a rule (default: FILE.rejected.csv)')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival import artists artists.tsv')
    .action(async (file: string, options: Json & { rejected?: string }) => {
      const report = await withDatabase(readConfig(process.env), async ({ db }) => {
        const imported = await importArtists(db, file, options)
        await recordImport(db, 'artist.import', imported)
        return imported
      })
      print(options, report, describeReport(report, 'artist'))
    })
}

function addLineup(verbs: Command): void {
  verbs
    .command('lineup')
    .description('Import one festival with places, artists and gigs; a second run updates it')
    .argument(
      '<file>',
      'JSON, CSV, .xlsx or frab XML file, or folder of JSON files; see docs/importing.md',
    )
    .option('--map <file>', 'JSON file that says which column of a table is which field')
    .option('--festival <id>', 'the festival that gets these gigs; it exists already')
    .addOption(
      new Option('--encoding <name>', 'that of a text, instead of the recognized one').choices(
        encodings,
      ),
    )
    .option('--dry-run', 'say what would be added, moved and removed, and write nothing')
    .option('--yes', 'remove gigs that the file does not have without a question')
    .option('--strict', 'import nothing where a row breaks a rule')
    .option('--draft', 'a new festival is a draft, which its managers alone see')
    .option('--shift-years <n>', 'move all times by this many years', readYears)
    .option('--start <day>', 'move all times so that the festival starts on this day (YYYY-MM-DD)')
    .option('--rejected <file>', 'the file for rows that break a rule (default: FILE.rejected.csv)')
    .option('--json', 'print the result as one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  festival import lineup lineup.json --start 2027-07-23\n  festival import lineup lineup.csv --map lineup-map.json\n  festival import lineup years/',
    )
    .action(async (path: string, options: LineupCommand) => {
      const { json, shiftYears: years, yes, ...rest } = options
      const all = await isFolder(path)
      // The questions about a folder would stand between the lines of its progress.
      const ask = json || all ? undefined : personAt(process)
      const given = { ...rest, years, approve: approver({ yes, ask }) }
      await withDatabase(readConfig(process.env), async ({ db }) => {
        if (all) printAll({ json }, await importLineups(db, path, given))
        else {
          const one = await asSystem('festival.import', () => importLineup(db, path, given))
          print({ json }, one, [
            ...describeLineup(one, given),
            ...describeTimes(one.times_read_as_utc),
          ])
        }
      })
    })
}

type LineupCommand = Json &
  Omit<LineupOptions, 'years' | 'approve'> & { shiftYears?: number; yes?: boolean }

function printAll(options: Json, report: LineupsReport) {
  print(options, report, describeLineups(report))
  if (report.failed.length > 0) process.exitCode = 1
}

function addFestivals(verbs: Command): void {
  verbs
    .command('festivals')
    .description('Import festivals from a CSV file; a second run updates them')
    .argument('<file>', 'CSV file, UTF-8, whose first line names the columns')
    .option('--map <file>', 'JSON file that says which column is which field')
    .option('--organizer <id>', 'organizer of the festivals; made when there is none of this id')
    .option('--draft', 'new festivals are drafts, which their managers alone see')
    .option('--shift-years <n>', 'move all times by this many years', readYears, 0)
    .option('--rejected <file>', 'the file for rows that break a rule (default: FILE.rejected.csv)')
    .option('--json', 'print the result as one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  festival import festivals list.csv --map list.json --organizer city-list\n\nThe map is described in docs/importing.md.',
    )
    .action(async (file: string, options: Json & FestivalOptions) => {
      const report = await withDatabase(readConfig(process.env), async ({ db }) => {
        const imported = await importFestivals(db, file, options)
        await recordImport(db, 'festival.import', imported)
        return imported
      })
      const told = describeTimes(report.times_read_as_utc)
      print(options, report, [...describeReport(report, 'festival'), ...told])
    })
}
