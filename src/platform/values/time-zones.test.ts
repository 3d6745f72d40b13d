import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { instantOf, localTime, toTimeZone, zoneName } from './time-zones.ts'

// No answer may come from the zone of the machine.
process.env['TZ'] = 'Pacific/Auckland'

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

const zones = Intl.supportedValuesOf('timeZone').filter((name) => toTimeZone(name) !== undefined)
const anInstant = fc
  .tuple(
    fc.date({
      min: new Date('1975-01-01'),
      max: new Date('2090-01-01'),
      noInvalidDate: true,
    }),
    fc.constantFrom(...zones),
  )
  .map(([date, zone]) => ({ instant: new Date(Math.floor(date.getTime() / 1000) * 1000), zone }))

test('the local time is what Intl shows', () => {
  fc.assert(
    fc.property(anInstant, ({ instant, zone }) => {
      const shown = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(instant)
      assert.equal(localTime(instant, zone).toISOString().slice(0, 19).replace('T', ' '), shown)
    }),
  )
})

test('a local time leads back to its instant, and to the first of two', () => {
  fc.assert(
    fc.property(anInstant, ({ instant, zone }) => {
      const local = localTime(instant, zone)
      const back = instantOf(local, zone)
      assert.deepEqual(localTime(back, zone), local)
      assert.ok(back <= instant)
      // Nothing else is shown twice than what a change of clocks repeats.
      assert.ok(instant.getTime() - back.getTime() <= 24 * 3_600_000)
    }),
  )
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
