import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inOrder, monthOf, parseTime, toTime } from './time.ts'

for (const [written, instant] of [
  ['2026-07-01T18:00:00.000Z', '2026-07-01T18:00:00.000Z'],
  ['2026-07-01T18:00:00Z', '2026-07-01T18:00:00.000Z'],
  ['2026-07-01T18:00Z', '2026-07-01T18:00:00.000Z'],
  ['2026-07-01T18Z', '2026-07-01T18:00:00.000Z'],
  ['2026-07-01t18:00:00z', '2026-07-01T18:00:00.000Z'],
  ['2026-07-01T18:00:00', '2026-07-01T18:00:00.000Z'],
  ['2026-07-01', '2026-07-01T00:00:00.000Z'],
  ['20260701', '2026-07-01T00:00:00.000Z'],
  ['20260701T180000Z', '2026-07-01T18:00:00.000Z'],
  ['2026-182', '2026-07-01T00:00:00.000Z'],
  ['2026-W27-3', '2026-07-01T00:00:00.000Z'],
  ['2026-W53-7', '2027-01-03T00:00:00.000Z'],
  ['2026-07-01T20:00:00+02:00', '2026-07-01T18:00:00.000Z'],
  ['2026-07-01T13:30:00-04:30', '2026-07-01T18:00:00.000Z'],
  ['2026-07-01T20:00:00+0200', '2026-07-01T18:00:00.000Z'],
  ['2026-07-01T20:00:00+02', '2026-07-01T18:00:00.000Z'],
  ['2026-07-01T18:00:00,5Z', '2026-07-01T18:00:00.500Z'],
  ['2026-07-01T18:00:00.123999Z', '2026-07-01T18:00:00.123Z'],
  ['2026-07-01T18:00:00.999999999Z', '2026-07-01T18:00:00.999Z'],
  ['2026-06-30T24:00:00Z', '2026-07-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ['0099-12-31', '0099-12-31T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
] as const) {
  test(`reads ${written} as ${instant}`, () => {
    assert.equal(parseTime(written)?.toISOString(), instant)
  })
}

for (const written of [
  '',
  ' ',
  'now',
  '2026',
  '2026-07',
  '2026-7-1',
  '2026-13-01',
  '2026-00-10',
  '2026-02-30',
  '2025-02-29',
  '2026-04-31',
  '2026-01-00',
  '2026-366',
  '2026-000',
  '2026-W54-1',
  '2026-W00-1',
  '2025-W53-1',
  '2026-W27-8',
  '2026-07-01T',
  '2026-07-01T25:00',
  '2026-07-01T24:00:01',
  '2026-07-01T18:60',
  '2026-07-01T18:00:60',
  '2026-07-01T18:00+24:00',
  '2026-07-01T18:00+02:60',
  '2026-07-01T18:00 Z',
  '2026-07-01T18:00:00.Z',
  '0000-12-31',
  '0001-01-01T00:00+00:01',
  '9999-12-31T23:59-00:01',
  '10000-01-01',
  '-2026-07-01',
  '+2026-07-01',
  '1782928800',
  '2026-07-01T18:00Z2026',
  "2026-07-01'; drop",
  '٢٠٢٦-07-01',
]) {
  test(`refuses ${JSON.stringify(written)}`, () => {
    assert.equal(parseTime(written), undefined)
  })
}

test('reads back every instant it could have written', () => {
  const range = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') }
  fc.assert(
    fc.property(fc.date({ ...range, noInvalidDate: true }), (instant) => {
      assert.deepEqual(parseTime(instant.toISOString()), instant)
    }),
  )
})

test('a month runs from its first instant to that of the next', () => {
  const bounds = ({ from, until }: { from: Date; until: Date }) => [
    from.toISOString(),
    until.toISOString(),
  ]
  assert.deepEqual(bounds(monthOf(2026, 12)), [
    '2026-12-01T00:00:00.000Z',
    '2027-01-01T00:00:00.000Z',
  ])
  assert.deepEqual(bounds(monthOf(2024, 2)), [
    '2024-02-01T00:00:00.000Z',
    '2024-03-01T00:00:00.000Z',
  ])
  assert.deepEqual(bounds(monthOf(1, 1)), ['0001-01-01T00:00:00.000Z', '0001-02-01T00:00:00.000Z'])
})

test('an end before its start is refused, an equal one or none is fine', () => {
  const [early, late] = [toTime('2026-07-01'), toTime('2026-07-02')]
  assert.throws(() => inOrder(late, early, ['start_time', 'end_time']), {
    status: 400,
    message: 'end_time must not be before start_time',
  })
  inOrder(early, early, ['start_time', 'end_time'])
  inOrder(late, null, ['start_time', 'end_time'])
  inOrder(undefined, early, ['start_time', 'end_time'])
})
