import { fontsOf, printable } from '#shop/tickets'
import { means as names } from './means.ts'
import type { Report, ReportSums } from './report-schemas.ts'

const margin = 40
const [ink, faint, line] = ['#14213d', '#5c6579', '#c9d4ee']

type Titled = { report: Report; festival: string; at: Date }
type Row = [name: string, ...values: string[]]

/** Writes a report on pages of A4, as for an accountant: the sums, then the sums by kind, VAT, means of payment and month. */
export async function toReportPdf({ report, festival, at }: Titled): Promise<Buffer> {
  // Loaded with the first report, so that the start of the service does not wait for it.
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), fontsOf()])
  const title = `${printable(festival)}: report`
  const paper = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, CreationDate: at },
  })
  const chunks: Buffer[] = []
  paper.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise((resolve) => paper.once('end', resolve))

  paper.font(fonts.bold).fontSize(18).fillColor(ink).text(title)
  const period = report.month === null ? 'All months' : `Month ${report.month}`
  const about = `${period}, in the time zone ${report.time_zone}, in EUR. As booked by ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
  paper.font(fonts.regular).fontSize(9).fillColor(faint).text(about)
  for (const [heading, head, rows] of tablesOf(report)) {
    if (rows.length === 0) continue
    // A heading stays on a page with the first rows of its table.
    if (paper.y > paper.page.height - 130) paper.addPage()
    paper.moveDown(1.5)
    paper.font(fonts.bold).fontSize(11).fillColor(ink).text(heading, margin)
    paper.moveDown(0.4)
    paper.font(fonts.regular).fontSize(8)
    paper.table({
      data: [head, ...rows].map((row) => row.map(printable)),
      columnStyles: (column) => ({
        width: column === 0 ? '*' : head.length > 4 ? 62 : 90,
        align: { x: column === 0 ? 'left' : 'right' },
      }),
      rowStyles: (row) => ({
        border: [0, 0, 0.5, 0],
        borderColor: line,
        padding: 3,
        textColor: row === 0 ? faint : ink,
      }),
    })
  }
  paper.end()
  await written
  return Buffer.concat(chunks)
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
