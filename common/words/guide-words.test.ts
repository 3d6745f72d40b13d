import assert from 'node:assert/strict'
import { test } from 'node:test'
import './all.ts'
import {
  clock,
  countdown,
  days,
  endOf,
  fromPrice,
  isPlaying,
  leftOf,
  longDay,
  moment,
  offer,
  price,
} from './guide-words.ts'

const there = { time_zone: 'UTC' }
const spans: [start: string, end: string, words: string][] = [
  ['2027-07-01T12:00:00Z', '2027-07-04T22:00:00Z', '1–4 Jul 2027'],
  ['2027-07-01T12:00:00Z', '2027-07-05T03:00:00Z', '1–4 Jul 2027'],
  ['2027-07-01T20:00:00Z', '2027-07-02T05:00:00Z', '1 Jul 2027'],
  ['2027-07-01T01:00:00Z', '2027-07-01T02:00:00Z', '1 Jul 2027'],
  ['2027-06-30T12:00:00Z', '2027-07-02T22:00:00Z', '30 Jun – 2 Jul 2027'],
  ['2027-12-31T12:00:00Z', '2028-01-01T22:00:00Z', '31 Dec 2027 – 1 Jan 2028'],
]
for (const [start_time, end_time, words] of spans) {
  test(`${start_time} to ${end_time} is ${words}`, () => {
    assert.equal(days({ start_time, end_time, ...there }), words)
  })
}

test('the days of a festival are those of its time zone', () => {
  const late = { start_time: '2027-07-02T02:00:00Z', end_time: '2027-07-05T09:59:00Z' }
  assert.equal(days({ ...late, time_zone: 'America/New_York' }), '1–4 Jul 2027')
  assert.equal(days({ ...late, time_zone: 'Asia/Tokyo' }), '2–5 Jul 2027')
})

test('a time is told as clocks of its zone show it', () => {
  const time = '2027-07-01T22:30:00.000Z'
  assert.equal(moment(time, 'Europe/Copenhagen'), 'Fri 2 Jul, 00:30')
  assert.equal(longDay(time, 'Europe/Copenhagen'), 'Friday 2 July 2027')
  assert.equal(clock(time, 'America/New_York'), '18:30')
})

test('a price has cents only where it has some', () => {
  assert.deepEqual([0, 45, 89.5, 1234, 1234.5].map(price), [
    'Free',
    '€45.00',
    '€89.50',
    '€1,234.00',
    '€1,234.50',
  ])
})

test('a free ticket is the lowest price only where all are free', () => {
  assert.equal(fromPrice([{ price: 45 }, { price: 0 }, { price: 90 }]), 'from €45.00')
  assert.equal(fromPrice([{ price: 45 }, { price: 0 }]), '€45.00')
  assert.equal(fromPrice([{ price: 0 }]), 'Free')
})

const now = new Date('2027-06-01T12:00:00Z')
const sale = (start_time: string | null, end_time: string | null = null) => ({
  price: 45,
  start_time,
  end_time,
  ...there,
})

test('a card shows the price of what is on sale, or when it will be', () => {
  assert.equal(offer([], now, there), null)
  assert.equal(offer([sale(null)], now, there), '€45.00')
  assert.equal(offer([sale('2027-06-01T12:00:00Z', '2027-06-01T12:00:00Z')], now, there), '€45.00')
  assert.equal(
    offer([sale('2027-06-09T12:00:00Z'), sale('2027-06-03T12:00:00Z')], now, there),
    'On sale Thu 3 Jun',
  )
  assert.equal(offer([sale(null, '2027-05-03T12:00:00Z')], now, there), 'Sale closed')
})

test('availability in words', () => {
  const left = { remaining: 1204, next_release_at: null }
  assert.equal(leftOf({ ...left, status: 'on_sale' }, sale(null)), '1,204 left')
  assert.equal(
    leftOf({ ...left, status: 'not_yet' }, sale('2027-06-03T10:00:00Z')),
    'On sale Thu 3 Jun, 10:00 UTC',
  )
  assert.equal(leftOf({ ...left, status: 'not_yet' }, sale(null)), 'Not on sale yet')
  assert.equal(leftOf({ ...left, status: 'closed' }, sale(null)), 'Sale closed')
  assert.equal(leftOf({ ...left, status: 'sold_out' }, sale(null)), 'Sold out')
  assert.equal(
    leftOf({ ...left, status: 'sold_out', next_release_at: '2027-06-01T12:10:00Z' }, sale(null)),
    'Sold out, though one may come back at 12:10 UTC',
  )
})

test('a gig plays from its start until before its end; without one for an hour', () => {
  const at = (start_time: string | null, end_time: string | null) =>
    isPlaying({ start_time, end_time }, now)
  assert.ok(at('2027-06-01T12:00:00Z', '2027-06-01T12:30:00Z'))
  assert.ok(!at('2027-06-01T11:00:00Z', '2027-06-01T12:00:00Z'))
  assert.ok(at('2027-06-01T11:01:00Z', null))
  assert.ok(!at('2027-06-01T11:00:00Z', null))
  assert.ok(!at('2027-06-01T12:01:00Z', null))
  assert.ok(!at(null, null))
  assert.equal(endOf(1000, '1970-01-01T00:00:00Z'), 3_601_000)
})

test('days are counted by the calendar', () => {
  const until = (start: string) => countdown({ start_time: start, ...there }, now)
  assert.equal(until('2027-06-01T23:00:00Z'), 'Starts today')
  assert.equal(until('2027-06-02T00:00:00Z'), 'Starts tomorrow')
  assert.equal(until('2027-06-13T00:00:00Z'), 'In 12 days')
  assert.equal(until('2027-05-31T23:00:00Z'), null)
  assert.equal(until('2029-06-01T00:00:00Z'), null)
  const tokyo = { start_time: '2027-06-01T15:00:00Z', time_zone: 'Asia/Tokyo' }
  assert.equal(countdown(tokyo, now), 'Starts tomorrow')
})
