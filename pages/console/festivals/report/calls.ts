import type { Call } from '../../components/call-drawer.tsx'

/** The API calls behind the report of a festival, for developers. */
export function reportCallsOf(id: string): Call[] {
  return [
    {
      title: 'What a festival sold in a month',
      method: 'GET',
      path: `/festivals/${id}/report?month=2027-07`,
      code: `const { totals, vat, means } = await festival.sales.report('${id}', { month: '2027-07' })`,
    },
    {
      title: 'All months, for a spreadsheet',
      method: 'GET',
      path: `/festivals/${id}/report.csv`,
      code: `const file = await festival.sales.reportCsv('${id}')`,
    },
    {
      title: 'The same, to print',
      method: 'GET',
      path: `/festivals/${id}/report.pdf`,
      code: `const file = await festival.sales.reportPdf('${id}')`,
    },
  ]
}
