import assert from 'node:assert/strict'
import { test } from 'node:test'
import '#common/words/all'
import type { PrintedTicket } from '../queries.ts'
import type { AppleWallet } from './apple.ts'
import { passFields } from './pass-fields.ts'

const wallet = { passType: 'pass.example', team: 'TEAM123456' } as AppleWallet
const hour = 3_600_000

function passOf(given: Partial<PrintedTicket>) {
  const ticket: PrintedTicket = {
    payment_id: 'payment',
    order_id: 'order',
    payment_type: 'ticket',
    code: 'CODE',
    revision: 0,
    festival_id: 'festival',
    short_code: null,
    issued_at: new Date(0),
    holder: '',
    language: null,
    what: 'Weekend',
    price_cents: 100,
    vat: null,
    festival: 'Tide',
    organizer: null,
    seller: null,
    seller_address: null,
    venue: null,
    place: null,
    latitude: null,
    longitude: null,
    start_time: new Date('2027-07-01T16:00:00Z'),
    end_time: new Date('2027-07-04T02:00:00Z'),
    time_zone: 'Europe/Berlin',
    valid_since: null,
    valid_until: null,
    ...given,
  }
  return passFields(ticket, wallet)
}

for (const [name, times] of [
  ['three days and a night', {}],
  ['a year', { end_time: new Date('2028-07-01T00:00:00Z') }],
  [
    'days with 25 and with 23 hours',
    {
      start_time: new Date('2027-10-30T10:00:00Z'),
      end_time: new Date('2027-11-02T10:00:00Z'),
    },
  ],
  [
    'clocks that change at midnight',
    {
      time_zone: 'America/Havana',
      start_time: new Date('2027-03-12T20:00:00Z'),
      end_time: new Date('2027-03-16T20:00:00Z'),
    },
  ],
  ['the window of the ticket', { valid_since: new Date('2027-07-02T10:00:00Z') }],
] as [string, Partial<PrintedTicket>][]) {
  test(`a pass is relevant once a day, for 24 hours at most: ${name}`, () => {
    const { relevantDates, relevantDate } = passOf(times)
    assert.equal(relevantDate, undefined)
    assert.ok(relevantDates.length > 1 && relevantDates.length <= 100)
    for (const [index, { startDate, endDate }] of relevantDates.entries()) {
      const length = Date.parse(endDate) - Date.parse(startDate)
      assert.ok(length > 0 && length <= 24 * hour, `${startDate} ${endDate}`)
      const next = relevantDates[index + 1]
      const gap = next ? Date.parse(next.startDate) - Date.parse(endDate) : 0
      assert.ok(gap >= 0 && gap <= hour, `${endDate} ${next?.startDate}`)
    }
  })
}

test('a pass of one day has the moment that older telephones read', () => {
  const until = new Date('2027-07-01T20:00:00Z')
  const { relevantDates, relevantDate } = passOf({ valid_until: until })
  const [start, end] = ['2027-07-01T18:00:00+02:00', '2027-07-01T22:00:00+02:00']
  assert.deepEqual(relevantDates, [{ startDate: start, endDate: end }])
  assert.equal(relevantDate, start)
})

test('a festival that is on no map has no place on its pass', () => {
  const pass = passOf({})
  assert.equal('locations' in pass, false)
  assert.equal('venueLocation' in pass.semantics, false)
})
