/** Pages of sums, as for an accountant: a title, sentences, and tables. In English. */
import { openPaper, type Paper } from './paper.ts'

/** A4. */
const [width, height, margin] = [595, 842, 40]
const inner = width - 2 * margin
const [ink, faint, line] = ['#14213d', '#5c6579', '#c9d4ee']

export type Row = [name: string, ...values: string[]]
export type Table = [heading: string, head: Row, rows: Row[]]

type Sums = { title: string; sentences: string[]; tables: Table[]; at: Date }

/** Writes pages of A4. A table without rows is left out. */
export async function writeSums({ title, sentences, tables, at }: Sums): Promise<Buffer> {
  const filled = tables.filter(([, , rows]) => rows.length > 0)
  const about = { size: [width, height], language: 'en', title, at } satisfies Parameters<
    typeof openPaper
  >[0]
  const paper = await openPaper(about, [title, ...sentences, ...filled.flat(3)])
  const box = (y: number) => ({ x: margin, y, width: inner })
  let y = paper.write(title, box(margin), {
    size: 18,
    colour: ink,
    isBold: true,
    lines: 3,
    element: 'H1',
  })
  for (const sentence of sentences)
    y = paper.write(sentence, box(y), { size: 9, colour: faint, lines: 2 })
  for (const [heading, head, rows] of filled) {
    // A heading stays on a page with the first rows of its table.
    y = y > height - 130 ? addPage(paper) : y + 14
    y = paper.write(heading, box(y), { size: 11, colour: ink, isBold: true, element: 'H2' }) + 5
    y = writeTable(paper, [head, ...rows], y)
  }
  return paper.end()
}

function addPage({ document }: Paper): number {
  document.addPage()
  return margin
}

/** Writes the rows of a table, the first of which is its head, and returns the height below it. */
function writeTable(paper: Paper, rows: Row[], top: number): number {
  const valueWidth = (rows[0]?.length ?? 0) > 4 ? 62 : 90
  let y = top
  paper.within('Table', () => {
    for (const [index, [name, ...values]] of rows.entries()) {
      if (y > height - margin - 24) y = addPage(paper)
      const look = {
        size: 8,
        colour: index === 0 ? faint : ink,
        element: index === 0 ? 'TH' : 'TD',
      } as const
      const nameWidth = inner - values.length * valueWidth - 6
      let below = y
      paper.within('TR', () => {
        const cells = values.map((value, column) => {
          const x = margin + inner - (values.length - column) * valueWidth + 3
          return paper.write(
            value,
            { x, y: y + 3, width: valueWidth - 6 },
            { ...look, align: 'right' },
          )
        })
        const first = paper.write(
          name,
          { x: margin + 3, y: y + 3, width: nameWidth },
          { ...look, lines: 2 },
        )
        below = Math.max(first, ...cells, y + 12) + 3
      })
      y = below
      const border = y
      paper.decorate(() => {
        paper.document
          .moveTo(margin, border)
          .lineTo(margin + inner, border)
          .lineWidth(0.5)
          .stroke(line)
      })
    }
  })
  return y
}

const inEuros = new Intl.NumberFormat('en-IE', { minimumFractionDigits: 2 })
/** Writes an amount of EUR, such as `1,234.50`; never `-0.00`. */
export const money = (euros: number): string => inEuros.format(euros === 0 ? 0 : euros)
