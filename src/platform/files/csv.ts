/** CSV files in memory, as spreadsheets and people write them. */
import { CsvError, parse } from 'csv-parse/sync'
import { invalid } from '#platform/values/errors'

/** A row of a file: where it stands, and its cells without surrounding blanks. */
export type SheetRow = {
  /** line of a text file, or row of a workbook; both begin at 1 */
  line: number
  cells: string[]
  /** the sheet of a workbook that has several */
  sheet?: string
  /** the row as it was written; undefined for a workbook */
  raw?: string
}

export type Sheet = { name: string | undefined; rows: SheetRow[]; delimiter?: string }

const longestRow = 1_000_000

/** Characters that separate cells, in the order in which they are preferred. */
const delimiters = [';', '\t', ',', '|']

/**
 * Reads a CSV or TSV file. `delimiter` is read from a first line `sep=;`, otherwise it is the given one, otherwise the
 * one by which the rows have cells alike. In a tab-separated file a quote inside a word is a letter.
 */
export function readCsv(file: string, given?: string): Sheet {
  const text = file.replace(/^\ufeff/, '')
  const [, separator] = /^(?:"?sep=(.)"?)[ ;,\t]*\r?\n/i.exec(text) ?? []
  const body = separator === undefined ? text : text.slice(text.indexOf('\n') + 1)
  const delimiter = separator ?? given ?? delimiterOf(body)
  const isLiteral = delimiter === '\t' && !isQuoted(body)
  const rows: SheetRow[] = []
  let line = separator === undefined ? 1 : 2
  for (const { record, raw } of parsed(body, delimiter, isLiteral)) {
    rows.push({
      line,
      cells: record.map((cell) => clean(isLiteral ? unquote(cell) : cell)),
      raw: raw.replace(/[\r\n]+$/, ''),
    })
    line += raw.match(/\r\n|\n|\r/g)?.length ?? 0
  }
  return { name: undefined, rows, delimiter }
}

const clean = (cell: string) => cell.replace(/^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/g, '')

type CsvRecord = { record: string[]; raw: string }

function parsed(text: string, delimiter: string, isLiteral: boolean): CsvRecord[] {
  let reached = 1
  try {
    const records: unknown = parse(text, {
      delimiter,
      quote: isLiteral ? false : '"',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      raw: true,
      max_record_size: longestRow,
      on_record(record, { lines }) {
        reached = lines + 1
        return record
      },
    })
    return records as CsvRecord[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalid(
      `The row that begins on line ${reached} opens a quote that is never closed, or is longer ` +
        `than ${longestRow / 1_000_000} MB. Correct it and import the file again`,
    )
  }
}

/**
 * Removes the quotes around a cell of a tab-separated file. A spreadsheet writes them around a cell that holds a comma or
 * a quote; `always` is for a file in which all cells have them. Other quotes are letters.
 */
export function unquote(cell: string, always = false): string {
  const [, inner] = /^\s*"((?:[^"]|"")*)"\s*$/.exec(cell) ?? []
  if (inner === undefined || !(always || /[,;"\t]/.test(inner))) return cell
  return inner.replaceAll('""', '"')
}

/** Returns true if every quote of a tab-separated file that begins a cell also ends one. */
function isQuoted(text: string): boolean {
  const opened = text.match(/(?<=^|[\t\r\n])"/g)?.length ?? 0
  const closed = text.match(/(?<!(?<=^|[\t\r\n]))"(?=$|[\t\r\n])/g)?.length ?? 0
  return opened > 0 && opened === closed
}

/** Returns the character that most of the first lines have, equally often. */
function delimiterOf(text: string): string {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '')
    .slice(0, 50)
  const scores = delimiters.map((delimiter) => {
    const counts = lines
      .map((line) => line.split(delimiter).length - 1)
      .filter((count) => count > 0)
    const usual = Math.max(
      0,
      ...Map.groupBy(counts, String)
        .values()
        .map((same) => same.length),
    )
    return { delimiter, score: usual * 1000 + counts.length }
  })
  const best = scores.toSorted((a, b) => b.score - a.score)[0]
  return best && best.score > 0 ? best.delimiter : ','
}
