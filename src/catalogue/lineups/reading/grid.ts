/** Grids: a stage is a column, or a pair of columns for times and acts, and a cell is an act → a row for each gig. */
import type { Sheet, SheetRow } from '#platform/files/csv'
import { readWritten } from '#platform/files/written-times'
import { invalid } from '#platform/values/errors'
import { isHeader } from './columns.ts'
import { dayIn } from './day-in.ts'
import { acts, type GridAct, type GridSection } from './grid-acts.ts'
import { isStageRow, isTimes, type Layout, layoutOf } from './grid-layout.ts'
import type { Table } from './table.ts'

/**
 * Returns the gigs of all sheets that are grids as one table; undefined if none is.
 * @throws 400 with a sentence that says what to change, for a grid that can be read in two ways
 */
export function gridTable(sheets: Sheet[]): Table | undefined {
  const filled = sheets.filter(({ rows }) => rows.some(({ cells }) => cells.some(Boolean)))
  const read = filled.map((sheet) => ({ sheet, layout: layoutOf(sheet.rows) }))
  const grids = read.flatMap(({ sheet, layout }) => (layout ? [{ sheet, layout }] : []))
  const list = read.find(
    ({ sheet: { rows }, layout }) =>
      !layout && rows.slice(0, 20).some(({ cells }) => isHeader(cells)),
  )
  if (grids.length === 0) return undefined
  if (list)
    throw invalid(
      `The sheet "${list.sheet.name}" is a list and "${grids[0]?.sheet.name}" a grid of stages: choose one of them`,
    )
  const found = grids.flatMap(({ sheet, layout }) =>
    gigsOf(sheet, layout, filled.length > 1 ? sheet.name : undefined),
  )
  return toTable(found)
}

type Gig = GridAct & { day: string; row: SheetRow }

function gigsOf(sheet: Sheet, layout: Layout, name: string | undefined): Gig[] {
  return sectionsOf(sheet, layout).flatMap(({ day, ...section }) =>
    acts(section, layout).map((act) => ({
      ...act,
      day,
      row: { ...act.row, ...(name !== undefined && { sheet: name }) },
    })),
  )
}

type Section = GridSection & { day: string }

/** Divides a sheet at the rows that name a day or the stages. A day comes from a title, a corner, a column or the sheet. */
function sectionsOf({ name, rows }: Sheet, layout: Layout): Section[] {
  let current: Section = { day: dayIn(name ?? '') ?? '', stages: [], rows: [] }
  const sections = [current]
  for (const row of rows) {
    const begun = sectionAt(row, current, layout)
    if (begun) sections.push(begun)
    else if (current.stages.length > 0) current.rows.push(row)
    current = begun ?? current
  }
  return sections.filter((section) => section.rows.length > 0)
}

/** Returns the section that begins at a row; undefined if the one before goes on. */
function sectionAt(row: SheetRow, current: Section, layout: Layout): Section | undefined {
  const heading = headingDay(row, layout)
  if (heading !== undefined) return { ...current, day: heading, rows: [] }
  const stages = stagesIn(row, current, layout)
  const before = row.cells.slice(0, layout.firstStage)
  const day = before.flatMap((cell) => dayIn(cell) ?? [])[0] ?? current.day
  if (stages) return { stages, day, rows: [] }
  return layout.time === 1 && day !== current.day ? { ...current, day, rows: [row] } : undefined
}

/** Returns the day of a row that has nothing else. */
function headingDay({ cells }: SheetRow, { time }: Layout): string | undefined {
  const [text = '', ...others] = cells.filter(Boolean)
  return others.length > 0 || isTimes(cells[time] ?? '') ? undefined : dayIn(text)
}

/**
 * Returns the stages that a row names. Below acts it has to name a stage again, or what its first column is: otherwise it
 * is a row of acts without a time.
 */
function stagesIn({ cells }: SheetRow, current: Section, layout: Layout): string[] | undefined {
  const stages = isStageRow(cells, layout)
  const isFirst = current.rows.length === 0
  const isNamed = cells.slice(0, layout.firstStage).some(Boolean)
  const isAgain = stages?.some((stage) => stage !== '' && current.stages.includes(stage))
  return stages && (isFirst || isNamed || isAgain) ? distinctStages(stages) : undefined
}

function distinctStages(stages: string[]): string[] {
  const filled = stages.filter(Boolean)
  const twice = filled.find((stage, index) => filled.indexOf(stage) !== index)
  if (twice === undefined) return stages
  throw invalid(`Two stages of the grid are called "${twice}": give each column a name of its own`)
}

function toTable(gigs: Gig[]): Table {
  const withoutDay = gigs.find(({ day, from }) => day === '' && !readWritten(from)?.day)
  const hasDays = gigs.some(({ day }) => day !== '')
  if (withoutDay && hasDays)
    throw invalid(
      `Which day is row ${withoutDay.row.line} of the grid? Write the day, such as Friday, above its stages`,
    )
  const columns = ['Act', 'Stage', ...(hasDays ? ['Day'] : []), 'From', 'To']
  const rows = gigs.map(({ row, act, stage, day, from, to }) => ({
    line: row.line,
    ...(row.sheet !== undefined && { sheet: row.sheet }),
    cells: [act, stage, ...(hasDays ? [day] : []), from, to],
  }))
  return { columns, header: { line: 1, cells: columns }, above: [], rows }
}
