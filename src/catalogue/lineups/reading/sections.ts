/** Lists for people: a day or a stage as a heading above its rows, nights under the day on which they began. */
import type { SheetRow } from '#platform/files/csv'
import { readWritten, readWrittenDay } from '#platform/files/written-times'
import { type ColumnUse, distinctNames } from './columns.ts'
import type { Table } from './table.ts'

const stageWord =
  /\b(stage|buhne|bühne|scene|scène|palco|escenario|podium|tent|zelt|floor|arena|area|bar|club|hall|room|raum|dome|tower|garden|garten)\b/i

/** Returns what a row with a single text is a heading of. */
export function headingOf({ cells }: SheetRow): { day: string } | { stage: string } | undefined {
  const [text = '', ...others] = cells.filter(Boolean)
  if (others.length > 0 || text === '') return undefined
  const read = readWrittenDay(text)
  if (read?.day && read.start === undefined) return { day: text }
  return !read && stageWord.test(text) ? { stage: text } : undefined
}

/** Returns a table in which headings between the rows are columns. */
export function withSections(table: Table): Table {
  // A heading may stand above the header too.
  const all = [...table.above.filter((row) => headingOf(row)), ...table.rows]
  const headings = all.map(headingOf)
  const hasDays = headings.some((heading) => heading && 'day' in heading)
  const stages = headings.filter((heading) => heading && 'stage' in heading).length
  const hasStages = stages > 0 && (hasDays || stages < all.length / 2)
  if (!hasDays && !hasStages) return table
  let [day, stage] = ['', '']
  const width = table.columns.length
  const rows = all.flatMap((row, index) => {
    const heading = headings[index]
    if (heading && 'day' in heading) day = heading.day
    else if (heading && 'stage' in heading && hasStages) stage = heading.stage
    else {
      const cells = Array.from({ length: width }, (_, column) => row.cells[column] ?? '')
      return [
        { ...row, cells: [...cells, ...(hasDays ? [day] : []), ...(hasStages ? [stage] : [])] },
      ]
    }
    return []
  })
  const names = [
    ...table.columns,
    ...(hasDays ? ['Day above'] : []),
    ...(hasStages ? ['Stage above'] : []),
  ]
  return { ...table, columns: distinctNames(names, names.length), rows }
}

const [noon, dawn] = [12 * 60, 6 * 60]

/**
 * Returns when a written day ends: at 06:00 if nights stand below the evenings of their day, otherwise at midnight. A
 * list by weekdays means nights unless they stand above.
 */
export function guessDayEnd(rows: SheetRow[], columns: ColumnUse[]): string {
  const index = (use: string) => columns.findIndex((column) => column.use === use)
  const [day, start, place] = [index('day'), index('start'), index('place')]
  if (day < 0 || start < 0) return '00:00'
  const groups = Map.groupBy(rows, ({ cells }) => `${cells[day]}\n${place < 0 ? '' : cells[place]}`)
  const nights = [...groups.values()].map((group) => nightsIn(group, start))
  const below = nights.reduce((sum, night) => sum + night.below, 0)
  const above = nights.reduce((sum, night) => sum + night.above, 0)
  const isByWeekday = above === 0 && rows.some(({ cells }) => isWeekday(cells[day] ?? ''))
  return below > above || isByWeekday ? '06:00' : '00:00'
}

/** Counts the sets of a day before six that stand below, and above, its afternoon. */
function nightsIn(rows: SheetRow[], start: number): { below: number; above: number } {
  const starts = rows.flatMap(({ cells }) => readWritten(cells[start] ?? '')?.start ?? [])
  const afternoon = starts.findIndex((minutes) => minutes >= noon)
  if (afternoon < 0) return { below: 0, above: 0 }
  const nights = [...starts.entries()].filter(([, minutes]) => minutes < dawn)
  const below = nights.filter(([at]) => at > afternoon).length
  return { below, above: nights.length - below }
}

function isWeekday(text: string): boolean {
  const day = readWritten(text)?.day
  return day !== undefined && !day.date
}
