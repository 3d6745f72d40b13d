import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toTimeZone } from './time-zones.ts'

for (const [written, name] of [
  ['Europe/London', 'Europe/London'],
  ['europe/london', 'Europe/London'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['utc', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
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
