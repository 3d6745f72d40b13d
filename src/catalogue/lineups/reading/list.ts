/** Texts without columns: days as headings, and below them lines of a time and an act. */
import type { Sheet } from '#platform/files/csv'
import { readWritten } from '#platform/files/written-times'
import { headingOf } from './sections.ts'

const clock = String.raw`\d{1,2}(?:[:.h]\d{2}|\s?[ap]\.?m\.?|\s?uhr|\s?h)(?:\s?(?:uhr|[ap]\.?m\.?))?`
const gig = new RegExp(
  String.raw`^[-*•]?\s*(?<time>${clock}(?:\s*(?:[-–—/]|to|bis|till?)\s*(?:${clock}|late|open end|ende?))?)\s*(?:[-–—:|]\s+|\s)\s*(?<rest>\S.*)$`,
  'iu',
)
/** The stage behind an act: `Ada [Quay]`, `Ada @ Quay`. */
const onStage = /^(?<act>.*\S)\s*(?:\[(?<stage>[^\]]+)\]|\s@\s*(?<at>\S.*))$/u

/** Returns a text of a heading or a gig for each line as a table with a header; undefined for another text. */
export function readList(text: string): Sheet | undefined {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ line: index + 1, raw: line, written: line.trim() }))
    .filter(({ written }) => written !== '')
  const all = lines.map(({ line, raw, written }) => ({ line, raw, cells: cellsOf(written) }))
  // A title stands above the first heading.
  const start = all.findIndex((row) => row.cells.length > 1 || headingOf(row) !== undefined)
  const rows = all.slice(Math.max(start, 0))
  const gigs = rows.filter(({ cells }) => cells.length > 1).length
  const headings = rows.filter(
    (row) => row.cells.length === 1 && headingOf(row) !== undefined,
  ).length
  const isList = gigs >= 1 && headings >= 1 && gigs + headings >= rows.length * 0.7
  const isTable = lines.some(({ written }) => /[;\t]|\S,\S/.test(written) && !gig.test(written))
  if (!isList || isTable) return undefined
  const header = { line: 0, cells: ['Time', 'Act', 'Stage'] }
  return { name: undefined, rows: [header, ...rows], delimiter: ',' }
}

function cellsOf(written: string): string[] {
  const found = gig.exec(written)?.groups
  if (found === undefined || readWritten(`${found['time']}`)?.start === undefined) return [written]
  return [`${found['time']}`, ...actAndStage(`${found['rest']}`)]
}

function actAndStage(rest: string): string[] {
  const found = onStage.exec(rest)?.groups
  return found ? [`${found['act']}`, found['stage'] ?? `${found['at']}`] : [rest, '']
}
