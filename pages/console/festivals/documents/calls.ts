import type { Call } from '../../components/call-drawer.tsx'

/** The API calls behind the documents of a festival, for developers. */
export function documentCallsOf(id: string): Call[] {
  return [
    {
      title: 'Invoices and credit notes, newest first',
      method: 'GET',
      path: `/festivals/${id}/documents?limit=50`,
      code: `const { documents, next_after } = await festival.documents.list('${id}', {\n  limit: 50,\n})`,
    },
    {
      title: 'PDF and XML of a month, in an archive',
      method: 'GET',
      path: `/festivals/${id}/documents.zip?month=2027-07`,
      code: `const file = await festival.documents.zip('${id}', { month: '2027-07' })`,
    },
  ]
}
