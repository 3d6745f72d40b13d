import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReaderLanguage } from '#platform/values/reader-languages'
import { toPdf } from './paper/pdf.ts'
import type { PrintedTicket } from './queries.ts'
import { passFields } from './wallets/pass-fields.ts'

const ticket: PrintedTicket = {
  payment_id: '01900000-0000-7000-8000-000000000000',
  order_id: '',
  latitude: null,
  longitude: null,
  payment_type: 'ticket',
  code: 'CODE',
  revision: 0,
  festival_id: '01900000-0000-7000-8000-000000000001',
  short_code: null,
  issued_at: new Date('2027-01-01T12:00:00Z'),
  holder: 'Ada Marsh',
  language: null,
  what: 'Weekend',
  price_cents: 12_900,
  vat: null,
  festival: 'Tide',
  organizer: null,
  seller: null,
  seller_address: null,
  venue: 'Harbour',
  place: null,
  start_time: new Date('2027-07-01T16:00:00Z'),
  end_time: new Date('2027-07-04T20:00:00Z'),
  time_zone: 'Europe/Berlin',
  valid_since: null,
  valid_until: null,
}
const wallet = { passType: 'pass.example', team: 'TEAM' } as Parameters<typeof passFields>[1]

/** The label of the ticket and the time of the festival, as on a pass. */
const expected: Record<ReaderLanguage, [label: string, when: string]> = {
  en: ['Ticket', '1 July 2027 at 18:00 CEST to 4 July 2027 at 22:00 CEST'],
  de: ['Ticket', '1. Juli 2027 um 18:00 MESZ bis 4. Juli 2027 um 22:00 MESZ'],
  fr: ['Billet', 'Du 1 juillet 2027 à 18:00 UTC+2 au 4 juillet 2027 à 22:00 UTC+2'],
  it: ['Biglietto', 'Dal 1 luglio 2027 alle ore 18:00 CEST al 4 luglio 2027 alle ore 22:00 CEST'],
  es: ['Entrada', 'Del 1 de julio de 2027 a las 18:00 CEST al 4 de julio de 2027 a las 22:00 CEST'],
}
for (const [language, told] of Object.entries(expected)) {
  test(`a ticket for a reader of ${language}: its pass, and the language that its PDF names`, async () => {
    const { eventTicket } = passFields({ ...ticket, language }, wallet)
    const when = eventTicket.backFields.find(({ key }) => key === 'when')
    assert.deepEqual([eventTicket.primaryFields[0]?.label, when?.value], told)
    assert.match(
      (await toPdf({ ...ticket, language })).toString('latin1'),
      new RegExp(`/Lang \\(${language}\\)`),
    )
  })
}
