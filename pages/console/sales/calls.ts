import type { Call } from '../components/call-drawer.tsx'

/** The API calls behind the sales of a festival, for developers. */
export function callsOf(id: string): Call[] {
  return [
    {
      title: 'What a festival has sold',
      method: 'GET',
      path: `/festivals/${id}/sales`,
      code: `const { totals, tiers, days } = await festival.sales.get('${id}')`,
    },
    {
      title: 'The same, by day for a month',
      method: 'GET',
      path: `/festivals/${id}/sales?from=2027-06-01&to=2027-06-30`,
      code: `await festival.sales.get('${id}', { from: '2027-06-01', to: '2027-06-30' })`,
    },
    {
      title: 'What it and the edition before had sold so many days before they began',
      method: 'GET',
      path: `/festivals/${id}/sales/compared`,
      code: `const { edition, previous_edition } = await festival.sales.compare('${id}')`,
    },
    {
      title: 'Every payment, for a spreadsheet',
      method: 'GET',
      path: `/festivals/${id}/sales.csv`,
      code: `const file = await festival.sales.csv('${id}')`,
    },
  ]
}
