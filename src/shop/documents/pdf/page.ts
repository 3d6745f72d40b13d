/** The page of a document: its measures, and where the next element goes. */
import type { Paper } from '#platform/paper/paper'
import type { Look } from '#platform/paper/sheet'

/** A4, in points. */
export const [pageWidth, pageHeight, margin] = [595.28, 841.89, 48]
export const inner = pageWidth - 2 * margin
/** Where the footer begins. */
const bottom = pageHeight - 64

const [ink, faint, line] = ['#1a1f36', '#5c6579', '#d5dbe5']
export const looks = {
  title: { size: 21, colour: ink, isBold: true, element: 'H1' },
  heading: { size: 9, colour: ink, isBold: true, element: 'H2' },
  headline: { size: 15, colour: ink, isBold: true, lines: 2, element: 'H2' },
  text: { size: 9, colour: ink, lines: 3 },
  strong: { size: 9, colour: ink, isBold: true, lines: 3 },
  faint: { size: 8, colour: faint, lines: 6 },
  footer: { size: 7.5, colour: faint, element: 'Artifact' },
  warning: { size: 10, colour: '#b3261e', isBold: true, lines: 2 },
} satisfies Record<string, Look>

export type Page = { paper: Paper; y: number }
export type Column = { x: number; width: number }

/** Writes texts below each other, and returns the height below them. Empty ones are left out. */
export function stack(
  { paper, y }: Page,
  column: Column,
  texts: [text: string | null, look: Look][],
): number {
  let below = y
  for (const [text, look] of texts) {
    if (text) below = paper.write(text, { ...column, y: below }, look) + 2
  }
  return below
}

/** Begins another page if a block of this height does not fit on the present one, and returns true if it did. */
export function ensureRoom(page: Page, height: number): boolean {
  if (page.y + height <= bottom) return false
  page.paper.document.addPage()
  page.y = margin
  return true
}

export type Cell = { text: string; look: Look; column: Column }

/** Writes the cells of a row, and moves below them. */
export function row(page: Page, cells: Cell[], { gap = 5, isRuled = false } = {}): void {
  const { paper, y } = page
  let below = y
  paper.within('TR', () => {
    for (const { text, look, column } of cells) {
      below = Math.max(below, paper.write(text, { ...column, y }, look))
    }
  })
  page.y = below + gap
  if (isRuled) rule(page, { x: margin, width: inner })
}

/** Draws a line, and moves below it. */
export function rule(page: Page, { x, width }: Column): void {
  const { paper, y } = page
  paper.decorate(() =>
    paper.document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .stroke(line),
  )
  page.y = y + 6
}
