/** Recognizes a grid: which columns have times, and which rows name the stages. */
import type { SheetRow } from '#platform/files/csv'
import { readWritten } from '#platform/files/written-times'
import { invalid } from '#platform/values/errors'
import { useNamed } from './columns.ts'

/**
 * The columns of a grid. `rows`: the rows are times, in the column `time`, and each further column is a stage. `pairs`: each
 * stage has a column of times, from `time` on, and one of acts to the right of it.
 */
export type Layout = { kind: 'rows' | 'pairs'; time: number; firstStage: number }

/** The rows in which the stages are looked for, and the rows below that are looked at. */
const [mostTitleRows, mostLooked] = [20, 400]

/** Returns true for a text that has a time of day. */
export const isTimes = (text: string) => readWritten(text)?.start !== undefined

const isName = (text: string) => text !== '' && readWritten(text) === undefined

/**
 * Returns the layout of a sheet; undefined for a list.
 * @throws 400 if the times are across
 */
export function layoutOf(rows: SheetRow[]): Layout | undefined {
  const filled = rows.filter(({ cells }) => cells.some(Boolean)).slice(0, mostLooked)
  const layouts: Layout[] = [
    { kind: 'rows', time: 0, firstStage: 1 },
    { kind: 'rows', time: 1, firstStage: 2 },
    { kind: 'pairs', time: 0, firstStage: 0 },
  ]
  for (const [index, { cells }] of filled.slice(0, mostTitleRows).entries()) {
    const below = filled.slice(index + 1)
    const found = layouts.find((layout) => isGrid(cells, below, layout))
    if (found) return found
    refuseTimesAcross(cells, below)
  }
  return undefined
}

function isGrid(cells: string[], below: SheetRow[], layout: Layout): boolean {
  if (!isStageRow(cells, layout)) return false
  return layout.kind === 'pairs' ? hasPairs(cells, below) : hasTimes(below, layout)
}

/**
 * Returns the names of the stages by their columns, or undefined if a row does not name them: at least two, of which at
 * least two are no names of columns such as `Artist`, and none is the name of a column other than of a place.
 */
export function isStageRow(cells: string[], layout: Layout): string[] | undefined {
  if (isTimes(cells[layout.time] ?? '')) return undefined
  const named = cells.map((cell, index) => (index < layout.firstStage ? '' : cell))
  const filled = named.filter(Boolean)
  if (filled.length < 2 || !filled.every(isName)) return undefined
  const uses = filled.map(useNamed)
  if (uses.some((use) => use !== undefined && use !== 'place')) return undefined
  if (uses.filter((use) => use === undefined).length < 2) return undefined
  if (layout.kind === 'rows') return named
  // In a pair the name stands above the times, or above the acts.
  const pairs = pairsOf(cells.length + 1).map(([time, act]) => [
    named[time] ?? '',
    named[act] ?? '',
  ])
  if (pairs.some(([one, other]) => one !== '' && other !== '')) return undefined
  return pairs.flatMap(([one, other]) => [one || other || '', ''])
}

/** The columns of times and acts. */
const pairsOf = (width: number) =>
  Array.from({ length: Math.floor(width / 2) }, (_, nth) => [2 * nth, 2 * nth + 1] as const)

/** Returns true if rows have rising times in one column, and acts, not times, in the others. */
function hasTimes(below: SheetRow[], { time, firstStage }: Layout): boolean {
  const rows = below.filter(({ cells }) => isTimes(cells[time] ?? ''))
  const before = below.flatMap(({ cells }) => cells.slice(0, firstStage - 1).filter(Boolean))
  if (rows.length < 2 || !before.every((text) => readWritten(text)?.day)) return false
  const texts = stageColumns(rows, firstStage).flat().filter(Boolean)
  if (texts.filter(isTimes).length > texts.length / 10) return false
  return (
    texts.length > 0 &&
    rises(rows.map(({ cells }) => cells[time] ?? '')) &&
    !hasPlaces(rows, firstStage)
  )
}

/** Returns true unless a time follows itself, as in a list. A day that begins anew is followed by later times. */
function rises(texts: string[]): boolean {
  const starts = texts.map((text) => readWritten(text)?.start ?? 0)
  const falls = starts.filter((start, index) => start < (starts[index - 1] ?? 0)).length
  return (
    starts.every((start, index) => start !== starts[index - 1]) && falls <= 1 + starts.length / 8
  )
}

/** Returns the texts of each column, without a second column of times on the right edge. */
function stageColumns(rows: SheetRow[], firstStage: number): string[][] {
  const width = Math.max(...rows.map(({ cells }) => cells.length), firstStage)
  return Array.from({ length: width - firstStage }, (_, nth) =>
    rows.map(({ cells }) => cells[nth + firstStage] ?? ''),
  ).filter((texts) => !texts.every((text) => text === '' || isTimes(text)))
}

/** Returns true if a column names the same few things again and again: it has the stages of a list. */
function hasPlaces(rows: SheetRow[], firstStage: number): boolean {
  return stageColumns(rows, firstStage).some((texts) => {
    const runs = texts.filter((text, index) => text !== '' && text !== texts[index - 1])
    return runs.length >= 4 && new Set(runs).size <= runs.length / 2
  })
}

/** Returns true if each second column has times, and the ones between them acts. */
function hasPairs(cells: string[], below: SheetRow[]): boolean {
  const pairs = pairsOf(cells.length + 1).filter(([time, act]) =>
    below.some((row) => isTimes(row.cells[time] ?? '') && isName(row.cells[act] ?? '')),
  )
  if (pairs.length < 2) return false
  const acts = below.flatMap((row) => pairs.map(([time, act]) => [row.cells[time], row.cells[act]]))
  const filled = acts.filter(([time, act]) => time || act)
  return (
    filled.filter(([time = '', act = '']) => isTimes(time) && !isTimes(act)).length >
    filled.length / 2
  )
}

/** @throws 400 if the row has times and the rows below begin with the names of stages */
function refuseTimesAcross(cells: string[], below: SheetRow[]): void {
  const [corner = '', ...others] = cells
  const times = others.filter(Boolean)
  const isAcross = times.length >= 3 && times.every(isTimes) && !isTimes(corner)
  const stages = below.map((row) => row.cells[0] ?? '')
  if (isAcross && stages.some(isName) && !stages.some(isTimes))
    throw invalid(
      'The times stand in a row and the stages below each other: exchange rows and columns (copy, then paste transposed), so that each stage is a column',
    )
}
