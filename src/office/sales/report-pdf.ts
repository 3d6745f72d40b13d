import { openPaper, type Paper } from '#platform/paper/paper'
import { means as names } from './means.ts'
import type { Report, ReportSums } from './report-schemas.ts'

/** A4. */
const [width, height, margin] = [595, 842, 40]
const inner = width - 2 * margin
const [ink, faint, line] = ['#14213d', '#5c6579', '#c9d4ee']

type Row = [name: string, ...values: string[]]

type Titled = { report: Report; festival: string; at: Date }

/** Writes a report on pages of A4, as for an accountant: the sums, then the sums by kind, VAT, means of payment and month. */
export async function toReportPdf({ report, festival, at }: Titled): Promise<Buffer> {
  const title = `Report: ${festival}`
  const tables = tablesOf(report).filter(([, , rows]) => rows.length > 0)
  const about = { size: [width, height], language: 'en', title, at } satisfies Parameters<
    typeof openPaper
  >[0]
  const paper = await openPaper(about, [title, ...tables.flat(3)])
  const box = (y: number) => ({ x: margin, y, width: inner })
  let y = paper.write(title, box(margin), {
    size: 18,
    colour: ink,
    isBold: true,
    lines: 3,
    element: 'H1',
  })
  const period = report.month === null ? 'All months' : `Month ${report.month}`
  const booked = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const subtitle = `${period}, in the time zone ${report.time_zone}, in EUR. As booked by ${booked}.`
  y = paper.write(subtitle, box(y), { size: 9, colour: faint, lines: 2 })
  for (const [heading, head, rows] of tables) {
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

type Table = [heading: string, head: Row, rows: Row[]]

function tablesOf({ totals, types, vat, means, months }: Report): Table[] {
  const sums: Row = ['', 'Sold', 'Taken', 'Refunded', 'Net', 'VAT in net']
  return [
    ['Sums', ['', 'EUR or units'], totalsOf(totals)],
    [
      'By kind',
      sums,
      types.map((one) => sumsOf(one.payment_type === 'ticket' ? 'Tickets' : 'Accommodations', one)),
    ],
    ['By VAT', sums, vat.map((one) => sumsOf(vatName(one.vat), one))],
    [
      'By means of payment',
      ['', 'Sold', 'Returned', 'Paid', 'Refunded'],
      means.map(
        (one): Row => [
          meansName(one),
          `${one.sold_count}`,
          `${one.returned_count}`,
          money(one.amount),
          money(one.refunded_amount),
        ],
      ),
    ],
    ['By month', sums, months.map((one) => sumsOf(one.month, one))],
  ]
}

const totalsOf = (totals: ReportSums): Row[] => [
  ['Sold, units', `${totals.sold_count}`],
  ['Returned, units', `${totals.returned_count}`],
  ['Gross: prices of what was sold', money(totals.gross_amount)],
  ['Discounts of vouchers', money(-totals.discount_amount)],
  ['Paid with points', money(-totals.points_amount)],
  ['Taken: gross less discounts and points', money(totals.amount)],
  ['Refunded, what disputes took included', money(-totals.refunded_amount)],
  ['Net: taken less refunded', money(totals.net_amount)],
  ['VAT in net', money(totals.vat_amount)],
  ['Taken by disputes, in refunded', money(totals.charged_back_amount)],
  ['Kept of what was given back, in net', money(totals.kept_amount)],
  ['Points returned', money(totals.points_returned_amount)],
  ['Disputes opened', money(totals.disputed_amount)],
  ['Disputes won', money(totals.disputes_won_amount)],
  ['Added to returns at face value, in refunded', money(totals.return_top_up_amount)],
]

const sumsOf = (name: string, sums: ReportSums): Row => [
  name,
  `${sums.sold_count}`,
  money(sums.amount),
  money(sums.refunded_amount),
  money(sums.net_amount),
  money(sums.vat_amount),
]

const inEuros = new Intl.NumberFormat('en-IE', { minimumFractionDigits: 2 })
// Never "-0.00".
const money = (euros: number) => inEuros.format(euros === 0 ? 0 : euros)

function vatName(vat: Report['vat'][number]['vat']): string {
  if (vat === null) return 'Not stated'
  return vat.rate === null ? (vat.exemption ?? '') : `${vat.rate} %`
}

const meansName = ({ means, processor }: Report['means'][number]) =>
  processor === null ? names[means].name : `${names[means].name} (${processor})`
