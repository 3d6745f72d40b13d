/** A line-up of 4,000 gigs in every form: none is missing, and none is extra. */
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { readArtistNames } from '#catalogue/artists'
import { type Cell, spreadsheet } from '#platform/http/answers/spreadsheet'
import { instantOf, localTime, withOffset } from '#platform/zones/local-time'
import { aWorld } from '../../../test/world.ts'
import { readRowsInto } from './importing/read.ts'
import { daysOf, LocalTimes } from './model/local-times.ts'
import { readLineupFile } from './reading/file.ts'
import { readLineupMap } from './reading/map.ts'

const { db } = await aWorld()
const names = await readArtistNames(db)
const zone = 'Europe/Berlin'
const count = 4_000
const stages = Array.from({ length: 40 }, (_, nth) => `Stage ${nth + 1}`)

/** Ten days in which summer time ends, from 10:00 to 03:30 of the next day on each stage. */
const first = Date.UTC(2027, 9, 22)
type Gig = { act: string; stage: string; day: number; start: number; end: number }
const gigs = Array.from({ length: count }, (_, nth): Gig => {
  const [stage = ''] = [stages[nth % stages.length]]
  const slot = Math.floor(nth / stages.length)
  const start = 600 + (slot % 10) * 105
  return {
    act: `Act ${nth}, the ${nth % 7}. "Night"`,
    stage,
    day: Math.floor(slot / 10),
    start,
    end: start + 60 + (nth % 40),
  }
})

const day = 86_400_000
const at = ({ day: nth }: Gig, minutes: number) => first + nth * day + minutes * 60_000
const iso = (time: number) => new Date(time).toISOString()
const two = (part: number) => `${part}`.padStart(2, '0')
const clock = (minutes: number) => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`
const instant = (time: number) => instantOf(new Date(time), zone)
const serial = (time: number) => (time - Date.UTC(1899, 11, 30)) / day
const weekdays = ['SUN', 'Monday', 'Dienstag', 'mercredi', 'Thu', 'FRIDAY', 'Samstag']

const csv = (delimiter: string, rows: (string | number)[][]) =>
  rows
    .map((row) =>
      row
        .map((cell) =>
          /["\n,;\t]/.test(`${cell}`) ? `"${`${cell}`.replaceAll('"', '""')}"` : cell,
        )
        .join(delimiter),
    )
    .join('\r\n')

const table = (row: (gig: Gig) => (string | number)[]) => [
  ['Act', 'Stage', 'Day', 'From', 'To'],
  ...gigs.map(row),
]
const german = (time: number) => iso(time).slice(0, 10).split('-').toReversed().join('.')
const byDates = table((gig) => [
  gig.act,
  gig.stage,
  german(at(gig, 0)),
  clock(gig.start),
  clock(gig.end),
])

async function workbook(): Promise<Buffer> {
  const file = await spreadsheet(
    {
      columns: ['Act', 'Stage', 'From', 'To'],
      toCells: (gig: Gig): Cell[] => [
        gig.act,
        gig.stage,
        new Date(at(gig, gig.start)),
        new Date(at(gig, gig.end)),
      ],
      next: async (after) => (after ? gigs.slice(gigs.indexOf(after) + 1) : gigs).slice(0, 1000),
    },
    { format: 'xlsx' },
  )
  return buffer(file)
}

const events = (gig: Gig) => ({
  date: withOffset(instant(at(gig, gig.start)).toISOString(), zone),
  start: clock(gig.start),
  duration: `${two(Math.floor(minutesOf(gig) / 60))}:${two(minutesOf(gig) % 60)}`,
  room: gig.stage,
  title: gig.act,
})
/** The duration of a gig, also where the clocks go back. */
const minutesOf = (gig: Gig) =>
  (instant(at(gig, gig.end)).getTime() - instant(at(gig, gig.start)).getTime()) / 60_000

const days = Map.groupBy(gigs, (gig) => gig.day)
const xmlText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const frab = () =>
  `<?xml version="1.0" encoding="UTF-8"?><schedule>${[...days]
    .map(
      ([nth, ofDay]) =>
        `<day index="${nth}">${[...Map.groupBy(ofDay, ({ stage }) => stage)]
          .map(
            ([stage, list]) =>
              `<room name="${stage}">${list
                .map(events)
                .map(
                  (event) =>
                    `<event><date>${event.date}</date><start>${event.start}</start><duration>${event.duration}</duration><title>${xmlText(event.title)}</title></event>`,
                )
                .join('')}</room>`,
          )
          .join('')}</day>`,
    )
    .join('')}</schedule>`
const pretalx = () => ({
  schedule: {
    conference: {
      days: [...days].map(([index, ofDay]) => ({
        index,
        rooms: Object.fromEntries(
          [...Map.groupBy(ofDay, ({ stage }) => stage)].map(([stage, list]) => [
            stage,
            list.map(events),
          ]),
        ),
      })),
    },
  },
})

const utf8 = (text: string) => Buffer.from(text)
const forms: [form: string, bytes: () => Buffer | Promise<Buffer>, map?: object][] = [
  [
    'CSV with semicolons and dates',
    () => utf8(csv(';', byDates)),
    {
      artist: 'Act',
      place: 'Stage',
      start_time: { columns: ['Day', 'From'], date: 'DD.MM.YYYY HH:mm' },
      end_time: { columns: ['Day', 'To'], date: 'DD.MM.YYYY HH:mm' },
      day_ends_at: '06:00',
    },
  ],
  [
    'CSV whose columns are recognized, with nights below their evenings',
    () => utf8(csv(',', byDates)),
  ],
  ['TSV in UTF-16', () => Buffer.from(csv('\t', byDates), 'utf16le')],
  [
    'weekdays, dates and hours beyond 24',
    () =>
      utf8(
        csv(
          ';',
          table((gig) => {
            const hours = (minutes: number) => `${Math.floor(minutes / 60)}:${two(minutes % 60)}`
            return [
              gig.act,
              gig.stage,
              gig.day > 2 && gig.day < 7
                ? (weekdays[new Date(at(gig, 0)).getUTCDay()] ?? '')
                : iso(at(gig, 0)).slice(0, 10),
              hours(gig.start),
              hours(gig.end),
            ]
          }),
        ),
      ),
  ],
  [
    'serial numbers',
    () =>
      utf8(
        csv(
          ';',
          table((gig) => [
            gig.act,
            gig.stage,
            serial(at(gig, 0)),
            (gig.start / 1440).toFixed(9).replace('.', ','),
            (gig.end / 1440).toFixed(9).replace('.', ','),
          ]),
        ),
      ),
  ],
  ['a workbook', workbook],
  ['XML of frab', () => utf8(frab())],
  ['JSON of pretalx', () => utf8(JSON.stringify(pretalx()))],
  [
    'a flat list',
    () =>
      utf8(
        JSON.stringify(
          gigs.map((gig) => ({
            title: gig.act,
            venue: gig.stage,
            start_date: iso(at(gig, gig.start)).slice(0, 19).replace('T', ' '),
            end_date: iso(at(gig, gig.end)).slice(0, 19).replace('T', ' '),
          })),
        ),
      ),
  ],
  [
    'Clashfinder',
    () =>
      utf8(
        JSON.stringify({
          locations: stages.map((name) => ({
            name,
            events: gigs
              .filter(({ stage }) => stage === name)
              .map((gig) => ({
                name: gig.act,
                start: iso(at(gig, gig.start)).slice(0, 16).replace('T', ' '),
                end: iso(at(gig, gig.end)).slice(0, 16).replace('T', ' '),
              })),
          })),
        }),
      ),
  ],
  [
    'a line-up in JSON',
    () =>
      utf8(
        JSON.stringify({
          gigs: gigs.map((gig) => ({
            artist: gig.act,
            place: gig.stage,
            start_time: iso(at(gig, gig.start)).slice(0, 16),
            end_time: iso(at(gig, gig.end)).slice(0, 16),
          })),
        }),
      ),
  ],
]

const span = { start_time: instant(first + 10 * 3_600_000), end_time: instant(first + 10 * day) }
const written = (gig: {
  artist: string | null
  place: string | null
  start_time: Date | null
  end_time: Date | null
}) =>
  [gig.artist, gig.place, gig.start_time?.toISOString(), gig.end_time?.toISOString()].join(' | ')
const expected = new Set(
  gigs.map((gig) =>
    written({
      artist: gig.act,
      place: gig.stage,
      start_time: instant(at(gig, gig.start)),
      end_time: instant(at(gig, gig.end)),
    }),
  ),
)

for (const [form, bytes, map] of forms) {
  test(`4,000 gigs from ${form}: 0 missing and 0 extra`, async () => {
    assert.equal(expected.size, count)
    const festival = daysOf(span, zone)
    const file = await readLineupFile(
      { name: 'lineup', bytes: await bytes() },
      { days: festival, map: map && readLineupMap(map).map },
    )
    const target = { days: festival, zone, places: [] }
    const { lineup, refused } = readRowsInto(file, { target, times: new LocalTimes(), names })
    assert.deepEqual(refused.slice(0, 3), [])
    const found = (lineup.gigs ?? []).map(written)
    assert.equal(found.length, count)
    assert.deepEqual([...expected.difference(new Set(found))].slice(0, 3), [], 'missing')
    assert.deepEqual([...new Set(found).difference(expected)].slice(0, 3), [], 'extra')
    assert.equal(lineup.places?.length, stages.length)
  })
}

test('what is read as local is independent of the zone of the machine', () => {
  assert.equal(localTime(instant(first), zone).getTime(), first)
})
