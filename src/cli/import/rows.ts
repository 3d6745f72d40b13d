import { Fault } from '#platform/files/fault'
import { Problem } from '#platform/values/errors'
import { listenForInterruption } from '../terminal/interrupt.ts'
import { CommandError, counted, plural, sentence } from '../terminal/output.ts'
import { showProgress } from '../terminal/progress.ts'
import { chooseRejectedPath, collectRejected } from './rejected.ts'
import type { Dialect, Row, Table } from './table.ts'

export type RowImport<Draft> = {
  file: string
  table: Table
  dialect: Dialect
  /** the path for rejected rows; by default beside the file */
  rejected?: string | undefined
  /** Converts a row to a draft. Throws `Fault` or `Problem` for a row that breaks a rule. */
  prepare(cells: readonly string[]): Draft
  /** Saves a batch in one transaction. Returns the number of new records. */
  save(drafts: Draft[]): Promise<number>
}

export type Report = {
  imported: number
  created: number
  updated: number
  rejected: number
  reasons: { reason: string; rows: number }[]
  rejected_file: string | null
  seconds: number
  rows_per_second: number
  interrupted: boolean
}

const batchSize = 500

/**
 * Imports a table batch by batch, each in a transaction of its own. Rows that break a rule are rejected. Ctrl+C
 * stops it after the current batch. Since every row has a source, a second run updates the imported records and
 * adds the rest.
 */
export async function importRows<Draft extends { source: string }>(
  job: RowImport<Draft>,
): Promise<Report> {
  const start = performance.now()
  const path = await chooseRejectedPath(job.file, job.rejected)
  const rejected = collectRejected(path, job.table, job.dialect)
  const interruption = listenForInterruption()
  const progress = showProgress(process.stderr)
  const sort = sorter(job)
  const reasons = new Map<string, number>()
  let [imported, created] = [0, 0]
  let refused = 0
  let rejectedFile: string | null = null
  try {
    for await (const rows of inBatches(job.table.rows)) {
      const { drafts, faults } = sort(rows)
      created += drafts.length > 0 ? await save(job, drafts, imported) : 0
      await rejected.write(faults)
      imported += drafts.length
      refused += faults.length
      for (const { reason } of faults) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      progress.show(rows.at(-1)?.share ?? 1, imported + refused)
      if (interruption.asked) break
    }
  } finally {
    rejectedFile = await rejected.close()
    progress.clear()
    interruption.done()
  }
  const seconds = (performance.now() - start) / 1000
  return {
    imported,
    created,
    updated: imported - created,
    rejected: refused,
    reasons: [...reasons]
      .map(([reason, rows]) => ({ reason, rows }))
      .toSorted((a, b) => b.rows - a.rows),
    rejected_file: rejectedFile,
    seconds: Number(seconds.toFixed(2)),
    rows_per_second: Math.round((imported + refused) / Math.max(seconds, 0.001)),
    interrupted: interruption.asked,
  }
}

/** Separates the rows to save from the rows to reject. A source may occur once in a file. */
function sorter<Draft extends { source: string }>({ prepare }: RowImport<Draft>) {
  const seen = new Set<string>()
  return (rows: Row[]) => {
    const drafts: Draft[] = []
    const faults: { row: Row; reason: string }[] = []
    for (const row of rows) {
      try {
        if (row.fault) throw new Fault(row.fault)
        const draft = prepare(row.cells)
        if (seen.has(draft.source)) throw new Fault('The same id stands in an earlier row')
        seen.add(draft.source)
        drafts.push(draft)
      } catch (error) {
        if (!(error instanceof Fault || error instanceof Problem)) throw error
        faults.push({ row, reason: error.message })
      }
    }
    return { drafts, faults }
  }
}

async function save<Draft>(job: RowImport<Draft>, drafts: Draft[], imported: number) {
  try {
    return await job.save(drafts)
  } catch (cause) {
    const done = `${plural(imported, 'row')} before this batch are imported, the batch is not.`
    throw new CommandError(`${sentence(cause)}. ${done} Run the command again to go on`, { cause })
  }
}

async function* inBatches(rows: AsyncGenerator<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The report of an import as text. */
export function describeReport(report: Report, noun: string): string[] {
  const { imported, created, updated, rejected, reasons, rejected_file, interrupted } = report
  const speed = `${report.seconds} s, ${counted(report.rows_per_second)} rows/s`
  const news = `${counted(created)} new, ${counted(updated)} updated`
  const shown = reasons.slice(0, 20)
  return [
    `${plural(imported, noun)} imported (${news}) in ${speed}`,
    ...(rejected > 0 ? [`${plural(rejected, 'row')} rejected, see ${rejected_file}`] : []),
    ...shown.map(({ reason, rows }) => `${counted(rows).padStart(8)}  ${reason}`),
    ...(reasons.length > shown.length
      ? [`          and ${reasons.length - shown.length} other reasons`]
      : []),
    ...(interrupted
      ? ['Stopped before the end: run the same command again to import the rest']
      : []),
  ]
}
