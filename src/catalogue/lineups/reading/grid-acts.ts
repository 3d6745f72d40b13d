/** The acts in the cells of a grid, with their start and their end. */
import type { SheetRow } from '#platform/files/csv'
import { isOpen, readWritten } from '#platform/files/written-times'
import { invalid } from '#platform/values/errors'
import { dayIn } from './day-in.ts'
import { isTimes, type Layout } from './grid-layout.ts'

/** The rows below one row of stages; `stages` are their names by column. */
export type GridSection = { stages: string[]; rows: SheetRow[] }

/** `from` and `to` are as written, or times of day; `to` may be empty. */
export type GridAct = { row: SheetRow; act: string; stage: string; from: string; to: string }

/** A dash or an empty cell is a break; `TBA` is an act. */
const isBreak = (text: string) => /^[-–—_*/]*$/.test(text)

export function acts(section: GridSection, layout: Layout): GridAct[] {
  return layout.kind === 'pairs' ? actsOfPairs(section) : actsOfRows(section, layout)
}

function actsOfPairs({ stages, rows }: GridSection): GridAct[] {
  return rows.flatMap((row) =>
    stages.flatMap((stage, time) => {
      const [from = '', act = ''] = row.cells.slice(time, time + 2)
      // `Time` and `Act` may stand above each pair.
      const isHead = act !== '' && from !== '' && !isTimes(from) && !isOpen(from)
      if (time % 2 === 1 || isBreak(act) || isHead) return []
      return [{ row, act: inOneLine(act), stage: requireStage(stage, time), ...spanOf(from) }]
    }),
  )
}

/** A time, or the start and the end of a range. */
function spanOf(text: string): { from: string; to: string } {
  const read = readWritten(text)
  if (read?.day || read?.start === undefined) return { from: text, to: '' }
  return {
    from: clock(read.start),
    to: read.end === undefined || read.end === null ? '' : clock(read.end),
  }
}

const clock = (minutes: number) =>
  `${Math.floor(minutes / 60)}`.padStart(2, '0') + `:${`${minutes % 60}`.padStart(2, '0')}`

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * Reads the columns of stages. In a sheet with merged cells, which repeat their text, an act lasts as long as its text stands
 * there; in one without, until the next act of the stage. A range in the column of times says the end itself.
 */
function actsOfRows({ stages, rows }: GridSection, { time, firstStage }: Layout): GridAct[] {
  const timed = rows.filter(({ cells }) => requireTime(cells, { time, firstStage, rows }))
  const width = Math.max(0, ...timed.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, column) =>
    timed.map(({ cells }) => cells[column] ?? ''),
  ).filter((_, column) => column >= firstStage)
  const isMerged = columns.some((texts) =>
    texts.some((text, index) => !isBreak(text) && text === texts[index - 1]),
  )
  const times = timed.map(({ cells }) => cells[time] ?? '')
  return columns.flatMap((texts, nth) => {
    // A second column of times, as on the right edge.
    if (texts.every((text) => text === '' || isTimes(text))) return []
    return texts.flatMap((text, index) => {
      const row = timed[index]
      if (!row || isBreak(text) || text === texts[index - 1]) return []
      const stage = requireStage(stages[nth + firstStage] ?? '', nth + firstStage)
      const next = endIndex(texts, index, isMerged)
      return [{ ...actOf(text, { row, stage }, spansOf(times, index, next)) }]
    })
  })
}

/** Returns the row at which an act has ended; undefined if no row says so. */
function endIndex(texts: string[], index: number, isMerged: boolean): number | undefined {
  const isOver = (text: string, at: number) =>
    at > index && (text === '' ? isMerged : text !== texts[index])
  const found = texts.findIndex(isOver)
  return found < 0 ? undefined : found
}

function spansOf(times: string[], index: number, next: number | undefined) {
  const { from, to } = spanOf(times[index] ?? '')
  if (to !== '') return { from, to: spanOf(times[(next ?? index + 1) - 1] ?? '').to }
  return { from, to: next === undefined ? '' : spanOf(times[next] ?? '').from }
}

/** A line of the cell may be the time of the act, which is more exact than that of its row. */
function actOf(
  text: string,
  { row, stage }: Pick<GridAct, 'row' | 'stage'>,
  span: { from: string; to: string },
): GridAct {
  const lines = text.split('\n').map((line) => line.trim())
  const own = lines.filter((line) => isTimes(line))
  const rest = lines.filter((line) => !own.includes(line)).join(' ')
  if (own.length !== 1 || rest === '') return { row, act: inOneLine(text), stage, ...span }
  const { from, to } = spanOf(own[0] ?? '')
  const day = readWritten(span.from)?.day ? dayIn(span.from) : ''
  if (day === undefined) return { row, act: inOneLine(rest), stage, ...span }
  const dated = (time: string) => [day, time].filter(Boolean).join(' ')
  return { row, act: inOneLine(rest), stage, from: dated(from), to: to ? dated(to) : span.to }
}

function requireStage(stage: string, column: number): string {
  if (stage !== '') return stage
  throw invalid(
    `Column ${column + 1} of the grid has acts and no stage above it: write the name of the stage there, or delete the column`,
  )
}

/** Returns true for a row of acts; a row without a time may have none. */
function requireTime(
  cells: string[],
  { time, firstStage, rows }: { time: number; firstStage: number; rows: SheetRow[] },
): boolean {
  if (isTimes(cells[time] ?? '')) return true
  const texts = cells.slice(firstStage).filter((text) => !isBreak(text))
  const line = rows.find((row) => row.cells === cells)?.line
  // A note below the grid has one text.
  if (texts.length === 0 || (texts.length === 1 && !cells[firstStage - 1])) return false
  throw invalid(
    `Row ${line} of the grid has acts and no time: write the time at which they begin in its column of times`,
  )
}
