import type { Command } from 'commander'
import { readConfig } from '#platform/config/read'
import type { Config } from '#platform/config/variables'
import type { Database } from '#platform/database/tables'
import { withDatabase } from '../terminal/database.ts'
import { listenForInterruption } from '../terminal/interrupt.ts'
import { CommandError, counted, plural, print } from '../terminal/output.ts'
import { type Progress, showProgress } from '../terminal/progress.ts'
import { requireFree, requireRoom, writeTarget } from './target.ts'

type Options = {
  month?: string
  from?: string
  until?: string
  organizer?: string
  operator?: boolean
  json?: boolean
}
type Months = { from: string; until: string }

const more = `
The target gets documents.csv, which lists all documents with their sums and the digests of their files, and for each seller
a folder with the PDF and the XML of each document, the XRechnung of buyers with a Leitweg-ID, and the bookings of closed
months for DATEV where its settings are set. A name that ends with .zip makes an archive.

Example:
  festival documents export march.zip --month 2027-03
  festival documents export books-2027 --from 2027-01 --until 2027-12 --organizer harbour-nights`

/** `festival documents export` */
export function addDocuments(program: Command): void {
  const verbs = program
    .command('documents')
    .helpGroup('Administration:')
    .description('Invoices and credit notes')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  festival documents export march.zip --month 2027-03')
  verbs
    .command('export')
    .description('Write the invoices and credit notes of months to files, for an accountant')
    .argument('<target>', 'the folder or the .zip to write; it must not exist')
    .option('--month <YYYY-MM>', 'the month in which they were issued')
    .option('--from <YYYY-MM>', 'the first of several months')
    .option('--until <YYYY-MM>', 'the last of several months')
    .option('--organizer <id>', 'only those of this seller')
    .option('--operator', 'only those of the operator, who sells memberships')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', more)
    .action(async (target: string, options: Options) => {
      const progress = showProgress(process.stderr)
      const asked = { ...monthsOf(options), seller: sellerOf(options), progress }
      const report = await exportDocuments(readConfig(process.env), target, asked)
      print(options, report, [
        `${target}: ${plural(report.documents, 'document')} in ${plural(report.files, 'file')}`,
        ...report.left_out.slice(0, mostLines).map((one) => `Left out: ${one}`),
        ...(report.left_out.length > mostLines
          ? [`and ${counted(report.left_out.length - mostLines)} more`]
          : []),
      ])
    })
}

const mostLines = 20

export type DocumentsReport = {
  target: string
  documents: number
  files: number
  /** sentences about missing files */
  left_out: string[]
}

type Exported = Months & {
  /** the id of an organizer, empty for the operator; absent: all */
  seller?: string | undefined
  progress?: Progress
  now?: () => Date
}

/**
 * Writes the documents of months to a folder or an archive.
 * @throws CommandError if the target exists, there are no documents, or Ctrl+C was pressed: then nothing is written
 */
export async function exportDocuments(
  config: Config,
  target: string,
  { seller, progress = noProgress, now = () => new Date(), ...months }: Exported,
): Promise<DocumentsReport> {
  await requireFree(target)
  return withDatabase(config, async ({ db }) => {
    if (seller) await requireOrganizer(db, seller)
    const { filesOfMonths, listMonths } = await import('#shop/documents')
    const context = { work: db, config, now }
    const found = await listMonths(context, { ...months, seller })
    if (found.length === 0) throw new CommandError(`No documents were issued in ${said(months)}`)
    const sum = (of: 'documents' | 'files' | 'bytes') =>
      found.reduce((all, month) => all + month[of], 0)
    requireRoom(target, { files: sum('files') + 1, bytes: sum('bytes') })
    const report: DocumentsReport = { target, documents: 0, files: 0, left_out: [] }
    const files = filesOfMonths(context, found, {
      leaveOut: (sentence) => report.left_out.push(sentence),
      onDocument: () => progress.show(++report.documents / sum('documents'), report.documents),
    })
    await write(files, report, progress)
    return report
  })
}

const noProgress: Progress = { show() {}, clear() {} }

type Files = AsyncIterable<{ name: string; content: Uint8Array }>

/** Writes files, and counts them. Ctrl+C ends it between two files. */
async function write(files: Files, report: DocumentsReport, progress: Progress): Promise<void> {
  const interruption = listenForInterruption()
  async function* counting() {
    for await (const file of files) {
      if (interruption.asked) throw new CommandError('Stopped: nothing was written')
      report.files++
      yield file
    }
  }
  try {
    await writeTarget(report.target, counting())
  } finally {
    progress.clear()
    interruption.done()
  }
}

/** @throws CommandError unless either a month or a range is given */
function monthsOf({ month, from, until }: Options): Months {
  const given = [month, from, until].filter((one) => one !== undefined)
  const wrong = given.find((one) => !/^\d{4}-(0[1-9]|1[0-2])$/.test(one))
  if (wrong !== undefined) throw new CommandError(`"${wrong}" is no month: write 2027-03`)
  if (month !== undefined && given.length === 1) return { from: month, until: month }
  if (month === undefined && from !== undefined && until !== undefined) {
    if (from <= until) return { from, until }
    throw new CommandError('--from is after --until')
  }
  throw new CommandError('Name the months: --month 2027-03, or --from 2027-01 --until 2027-03')
}

const said = ({ from, until }: Months) => (from === until ? from : `${from} to ${until}`)

/** @throws CommandError if both an organizer and the operator are named */
function sellerOf({ organizer, operator }: Options): string | undefined {
  if (!operator) return organizer
  if (organizer === undefined) return ''
  throw new CommandError('Name either --organizer or --operator')
}

async function requireOrganizer(db: Database, id: string): Promise<void> {
  const found = await db
    .selectFrom('organizers')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) {
    throw new CommandError(
      `No organizer has the id "${id}": \`festival organizer list\` shows them`,
    )
  }
}
