import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRecords } from './records.ts'

test('a list under a weekday or a date is of that day, one under another name of that stage', () => {
  const gigs = [{ artist: 'Ebb Trio', time: '20:00' }]
  for (const day of ['friday', 'Samstag', '2027-07-17', 'Day 2']) {
    const { rows = [] } = readRecords({ [day]: { 'Main Stage': gigs } }) ?? {}
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [
        ['day', 'stage', 'artist', 'time'],
        [day, 'Main Stage', 'Ebb Trio', '20:00'],
      ],
    )
  }
})
