import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTimeZones, toTimeZone } from './time-zones.ts'

for (const [written, name] of [
  ['Europe/London', 'Europe/London'],
  ['europe/london', 'Europe/London'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['utc', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['EUROPE/KIEV', 'Europe/Kyiv'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['America/Godthab', 'America/Nuuk'],
  ['US/Eastern', 'America/New_York'],
  ['GB', 'Europe/London'],
  ['Zulu', 'UTC'],
  ['Etc/UTC', 'UTC'],
  // IANA links the name to another country's zone, but it has a name of its own.
  ['Europe/Copenhagen', 'Europe/Copenhagen'],
  ['EST', undefined],
  ['Europe/Nowhere', undefined],
  ['CET', undefined],
  ['+02:00', undefined],
  ['2027-07-01T00:00Z', undefined],
  ['Europe/London ', undefined],
  ['', undefined],
] as const) {
  test(`"${written}" is the time zone ${name}`, () => {
    assert.equal(toTimeZone(written), name)
  })
}

test('every zone that Intl lists has a present name, with the same clocks', () => {
  const offsets = (zone: string) =>
    [2, 7].map(
      (month) => Temporal.ZonedDateTime.from({ year: 2027, month, day: 10, timeZone: zone }).offset,
    )
  for (const name of Intl.supportedValuesOf('timeZone')) {
    const present = toTimeZone(name) ?? ''
    assert.equal(toTimeZone(present), present, name)
    assert.deepEqual(offsets(present), offsets(name), name)
  }
})

test('a zone is listed by its present name, beside its former ones', () => {
  const listed = new Map(listTimeZones().map(({ name, formerNames }) => [name, formerNames]))
  assert.deepEqual(listed.get('Asia/Kolkata'), ['Asia/Calcutta'])
  assert.ok(listed.get('Europe/Kyiv')?.includes('Europe/Kiev'))
  assert.equal(listed.has('Europe/Kiev'), false)
})
