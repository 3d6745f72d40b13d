/** The text of printed tickets, when copied or read aloud. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesIn } from '../../../../test/scanner.ts'
import type { PrintedTicket } from '../queries.ts'
import { toPdf } from './pdf.ts'

const ticket: PrintedTicket = {
  payment_id: '0b7c4a52-6f0e-4d3a-9b1e-5a2c8d7e6f10',
  payment_type: 'ticket',
  code: 'ABC',
  revision: 0,
  festival_id: '0b7c4a52-6f0e-4d3a-9b1e-5a2c8d7e6f11',
  short_code: '7K3M9QXT2A',
  issued_at: new Date('2027-01-01'),
  holder: 'Ada',
  language: null,
  what: 'Day',
  price_cents: 0,
  vat: null,
  festival: 'Tide',
  organizer: null,
  seller: null,
  seller_address: null,
  venue: null,
  place: null,
  start_time: new Date('2027-07-01'),
  end_time: new Date('2027-07-02'),
  time_zone: 'UTC',
  valid_since: null,
  valid_until: null,
}

test('a letter keeps its meaning after one with an accent was printed, which has the same shape in it', async () => {
  for (const what of ['ČÇĦẄ čçẅψ', 'CW cwψ', 'ЙЇ йї', 'И І и і']) {
    const lines = linesIn(await toPdf({ ...ticket, what }))
    assert.ok(lines.includes(what), lines.join('\n'))
  }
})
