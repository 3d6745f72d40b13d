/** Merged cells of a sheet: their text is written once, in the corner. */
import { child, childrenOf, type Element } from './xml.ts'

/** The last column that is read. */
export const lastColumn = 1000

/** `C7` → 2 */
export function columnOf(reference: string): number {
  const letters = /^[A-Z]+/.exec(reference)?.[0] ?? 'A'
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

type Area = { top: number; bottom: number; left: number; right: number }

const rowOf = (reference: string) => Number(reference.replace(/^[A-Z]+/, ''))

/** Returns the areas of merged cells that are higher than a row: a title over the whole width is one cell. */
function areasOf(sheet: Element): Area[] {
  return childrenOf(child(sheet, 'mergeCells'), 'mergeCell').flatMap(({ attributes }) => {
    const [from = '', to = from] = (attributes['ref'] ?? '').split(':')
    const right = Math.min(columnOf(to), lastColumn)
    const area = { top: rowOf(from), bottom: rowOf(to), left: columnOf(from), right }
    return area.bottom > area.top ? [area] : []
  })
}

/** Writes the text of merged cells into all rows that they cover. */
export function fillMerged(rows: Map<number, string[]>, sheet: Element): void {
  for (const { top, bottom, left, right } of areasOf(sheet)) {
    const text = rows.get(top)?.[left] ?? ''
    for (const [line, cells] of text === '' ? [] : rows) {
      if (line < top || line > bottom) continue
      const filled = Array.from({ length: Math.max(cells.length, right + 1) }, (_, column) =>
        column >= left && column <= right ? cells[column] || text : (cells[column] ?? ''),
      )
      rows.set(line, filled)
    }
  }
}
