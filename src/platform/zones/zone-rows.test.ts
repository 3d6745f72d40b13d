import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dawnAfter, dawnOf, dayOf } from './days.ts'
import { listTimeZones } from './time-zones.ts'
import { changesOf } from './zone-changes.ts'
import { readRows, rowsEnd, writeRows } from './zone-rows.ts'

/** Before 2025, clocks of a station in the Antarctic skipped 06:00. */
const isOfFestivals = ({ from }: { from: number }) => from > Date.UTC(2025) && from < Date.UTC(2035)

const zones = listTimeZones().map(({ name }) => name)

test('pages read the offsets of every zone as the service has them, until 2050', () => {
  const read = readRows(writeRows(zones, changesOf))
  for (const zone of zones) {
    const changes = changesOf(zone).filter(({ from }) => from < rowsEnd)
    assert.ok(changes.length > 0, zone)
    assert.deepEqual(read(zone), changes, zone)
  }
  assert.deepEqual(read('Europe/Nowhere'), [])
})

test('a day lasts from its dawn to the next, also where clocks change near it', () => {
  const [hour, minute] = [3_600_000, 60_000]
  for (const zone of zones) {
    for (const { from } of changesOf(zone).filter(isOfFestivals)) {
      for (let at = from - 7 * hour; at <= from + 7 * hour; at += 60 * minute) {
        const date = dayOf(new Date(at), zone)
        const isWithin = dawnOf(date, zone) <= new Date(at) && new Date(at) < dawnAfter(date, zone)
        assert.ok(isWithin, `${zone} ${new Date(at).toISOString()} ${date}`)
      }
    }
  }
})
