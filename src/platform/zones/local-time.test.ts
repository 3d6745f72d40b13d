import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  instantOf,
  localTime,
  longDate,
  longTime,
  offsetAt,
  withOffset,
  zoneName,
} from './local-time.ts'
import { toTimeZone } from './time-zones.ts'

// Set so that no answer comes from the zone of the machine.
process.env['TZ'] = 'Pacific/Auckland'

const zones = Intl.supportedValuesOf('timeZone').filter((name) => toTimeZone(name) !== undefined)
const anyTime = fc.date({
  min: new Date('1975-01-01'),
  max: new Date('2090-01-01'),
  noInvalidDate: true,
})

/** Instants of a zone, half of them within three hours of a change of its clocks, if there is one. */
const anInstant = fc
  .record({
    time: anyTime,
    zone: fc.constantFrom(...zones),
    isNear: fc.boolean(),
    minutes: fc.integer({ min: -180, max: 180 }),
  })
  .map(({ time, zone, isNear, minutes }) => {
    const change = temporal(time, zone).getTimeZoneTransition('next')
    const at = isNear && change ? change.epochMilliseconds + minutes * 60_000 : time.getTime()
    return { instant: new Date(at), zone }
  })

function temporal(instant: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
}

test('what clocks show is what Temporal says', () => {
  fc.assert(
    fc.property(anInstant, ({ instant, zone }) => {
      const shown = temporal(instant, zone)
      assert.equal(offsetAt(instant, zone) * 1e6, shown.offsetNanoseconds)
      const local = localTime(instant, zone).toISOString().slice(0, -1)
      assert.equal(local, shown.toPlainDateTime().toString({ fractionalSecondDigits: 3 }))
    }),
    { numRuns: 2_000 },
  )
})

// Requirement (rules): Wall time and instant, at changes of the clock too
test('a local time, skipped or shown twice too, is the instant that Temporal says', () => {
  const seen = { skipped: 0, twice: 0 }
  fc.assert(
    fc.property(anInstant, ({ instant, zone }) => {
      // Local times beside a change, read with the offset of the other side, are often skipped.
      const local = new Date(
        instant.getTime() + offsetAt(new Date(instant.getTime() - 10_800_000), zone),
      )
      const plain = Temporal.PlainDateTime.from(local.toISOString().slice(0, -1))
      const found = instantOf(local, zone)
      assert.equal(found.getTime(), plain.toZonedDateTime(zone).epochMilliseconds)
      const shown = localTime(found, zone).getTime()
      const later = plain.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds
      if (shown !== local.getTime()) seen.skipped++
      else if (later !== found.getTime()) seen.twice++
    }),
    { numRuns: 4_000 },
  )
  assert.ok(seen.skipped > 20 && seen.twice > 20, JSON.stringify(seen))
})

test('a zone that is not known, as to an older browser, is told as UTC', () => {
  const instant = new Date('2027-07-01T18:00Z')
  assert.deepEqual(localTime(instant, 'Europe/Nowhere'), instant)
  assert.equal(longTime(instant, 'Europe/Nowhere'), '1 July 2027 at 18:00 UTC')
})

test('an instant is written with the offset of its zone', () => {
  const time = '2027-07-01T22:30:00.000Z'
  assert.equal(withOffset(time, 'Europe/Copenhagen'), '2027-07-02T00:30:00+02:00')
  assert.equal(withOffset(time, 'America/St_Johns'), '2027-07-01T20:00:00-02:30')
  assert.equal(withOffset(time, 'UTC'), time)
})

test('a time is written with what its zone is called then', () => {
  const [summer, winter] = [new Date('2027-07-01T22:30Z'), new Date('2027-12-01T22:30Z')]
  assert.equal(longTime(summer, 'Europe/Copenhagen'), '2 July 2027 at 00:30 CEST')
  assert.equal(longTime(winter, 'Europe/Copenhagen'), '1 December 2027 at 23:30 CET')
  assert.equal(longDate(summer, 'Europe/Copenhagen'), '2 July 2027')
})

for (const [local, zone, instant, name] of [
  ['2027-06-25T22:00Z', 'Europe/London', '2027-06-25T21:00:00.000Z', 'BST'],
  ['2027-01-01T22:00Z', 'Europe/London', '2027-01-01T22:00:00.000Z', 'GMT'],
  // Skipped: 01:30 becomes 02:30.
  ['2027-03-28T01:30Z', 'Europe/London', '2027-03-28T01:30:00.000Z', 'BST'],
  // Shown twice: the first.
  ['2027-10-31T01:30Z', 'Europe/London', '2027-10-31T00:30:00.000Z', 'BST'],
  ['2027-03-14T02:30Z', 'America/New_York', '2027-03-14T07:30:00.000Z', 'GMT-4'],
  ['2027-10-03T02:15Z', 'Australia/Lord_Howe', '2027-10-02T15:45:00.000Z', 'GMT+11'],
  ['2027-06-25T22:00Z', 'UTC', '2027-06-25T22:00:00.000Z', 'UTC'],
] as const) {
  test(`${local.slice(0, -1)} in ${zone} is ${instant}`, () => {
    const found = instantOf(new Date(local), zone)
    assert.equal(found.toISOString(), instant)
    assert.equal(zoneName(found, zone), name)
  })
}
