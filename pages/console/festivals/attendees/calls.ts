import type { Call } from '../../components/call-drawer.tsx'

/** The API calls behind the attendees of a festival, for developers. */
export function attendeeCallsOf(id: string): Call[] {
  return [
    {
      title: 'Who has a ticket, the latest bought first',
      method: 'GET',
      path: `/festivals/${id}/attendees?limit=50`,
      code: `const { attendees, next_after } = await festival.sales.attendees('${id}', {\n  limit: 50,\n})`,
    },
    {
      title: 'Find a buyer or a holder by name',
      method: 'GET',
      path: `/festivals/${id}/attendees?q=marsh`,
      code: `const { attendees } = await festival.sales.attendees('${id}', { q: 'marsh' })`,
    },
    {
      title: 'Who is inside, for a spreadsheet',
      method: 'GET',
      path: `/festivals/${id}/attendees.csv?inside=true`,
      code: `const file = await festival.sales.attendeesCsv('${id}', { inside: true })`,
    },
  ]
}
