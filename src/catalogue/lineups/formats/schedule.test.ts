import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseXml } from '#platform/files/xml'
import { readScheduleJson, readScheduleXml } from './schedule.ts'

const start = '2027-07-17T20:00:00+02:00'
const readXml = async (event: string) => {
  const xml = `<schedule><day date="2027-07-17"><room name="Quay"><event>${event}<title>Tide</title></event></room></day></schedule>`
  const { gigs } = readScheduleXml(await parseXml(Buffer.from(xml), 'schedule.xml'))
  return Object(gigs[0])
}

for (const [duration, end] of [
  ['0:20', '2027-07-17T20:20:00+02:00'],
  ['01:30', '2027-07-17T21:30:00+02:00'],
  ['25:00', '2027-07-18T21:00:00+02:00'],
  ['1:02:30', '2027-07-18T22:30:00+02:00'],
  ['00:45:00', '2027-07-17T20:45:00+02:00'],
  ['01:30:00', '2027-07-17T21:30:00+02:00'],
  ['1:45:00', '2027-07-17T21:45:00+02:00'],
  ['PT1H30M', '2027-07-17T21:30:00+02:00'],
  ['90', '2027-07-17T21:30:00+02:00'],
  ['long', null],
] as const) {
  test(`an event of the duration ${duration} ends at ${end}`, async () => {
    const gig = await readXml(`<date>${start}</date><duration>${duration}</duration>`)
    assert.equal(gig.end_time, end)
  })
}

test('a duration in JSON may be a number of minutes', () => {
  const rooms = { Quay: [{ title: 'Tide', date: start, duration: 45 }] }
  const { gigs = [] } = readScheduleJson({ conference: { days: [{ rooms }] } }) ?? {}
  assert.equal(Object(gigs[0]).end_time, '2027-07-17T20:45:00+02:00')
})

test('a date without its time is completed by the start', async () => {
  const gig = await readXml('<date>2027-07-17</date><start>13:00</start>')
  assert.equal(gig.start_time, '2027-07-17T13:00')
})
