import { money, type Row, type Table, writeSums } from '#platform/paper/sums'
import { means as names } from './means.ts'
import type { Report, ReportSums } from './report-schemas.ts'

type Titled = { report: Report; festival: string; at: Date }

/** Writes a report on pages of A4, as for an accountant: the sums, then the sums by kind, VAT, means of payment and month. */
export function toReportPdf({ report, festival, at }: Titled): Promise<Buffer> {
  const period = report.month === null ? 'All months' : `Month ${report.month}`
  const booked = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const subtitle = `${period}, in the time zone ${report.time_zone}, in EUR. As booked by ${booked}.`
  return writeSums({
    title: `Report: ${festival}`,
    sentences: [subtitle],
    tables: tablesOf(report),
    at,
  })
}

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

function vatName(vat: Report['vat'][number]['vat']): string {
  if (vat === null) return 'Not stated'
  return vat.rate === null ? (vat.exemption ?? '') : `${vat.rate} %`
}

const meansName = ({ means, processor }: Report['means'][number]) =>
  processor === null ? names[means].name : `${names[means].name} (${processor})`
