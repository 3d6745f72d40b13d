/** Small files with the oddities of real ones, and what becomes of each row. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aWorld } from '../../../test/world.ts'
import { importLineup } from './save-lineup.ts'

const { db, get } = await aWorld()
const folder = await mkdtemp(join(tmpdir(), 'festival-oddities-'))
after(() => rm(folder, { recursive: true }))

/** From Thursday 15 to Sunday 18 July 2027. */
const festival = {
  name: 'Harbour Nights 2027',
  time_zone: 'Europe/Berlin',
  start_time: '2027-07-15T16:00',
  end_time: '2027-07-19T02:00',
}

/** A gig as it is stored, in local time: `Ebb Trio | Quay | 17 20:30 | 17 21:30`. */
type Gig = string

type Oddity = {
  name: string
  file: string | Buffer
  /** fields of the map beside the festival; without it the columns are recognized */
  map?: object
  gigs: Gig[]
  reasons?: (string | RegExp)[]
  joined?: string[]
  warnings?: RegExp[]
}

const day = 'Act;Stage;Day;From;To'
const byDate = {
  delimiter: ';',
  artist: 'Act',
  place: 'Stage',
  start_time: { columns: ['Day', 'From'], date: 'DD/MM/YYYY HH:mm' },
  end_time: { columns: ['Day', 'To'], date: 'DD/MM/YYYY HH:mm' },
}
const lines = (...rows: string[]) => `${rows.join('\n')}\n`
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

/** `Act;Stage;Start` with the acts Dvořák Trio and Žlutý Pes, and Ленинград, as programs of their countries save them. */
const windows1250 = Buffer.from(
  'Act;Stage;Start\nDvo\xf8\xe1k Trio;Hlavn\xed sc\xe9na;17.7.2027 20:30\n\x8elut\xfd Pes;Klub;17.7.2027 21:30\n',
  'latin1',
)
const windows1251 = Buffer.from(
  'Act;Stage;Start\n\xcb\xe5\xed\xe8\xed\xe3\xf0\xe0\xe4;\xc3\xeb\xe0\xe2\xed\xe0\xff \xf1\xf6\xe5\xed\xe0;17.7.2027 20:30\n',
  'latin1',
)

const oddities: Oddity[] = [
  {
    name: 'empty rows, and a stage without an act',
    file: lines(
      day,
      'Ebb Trio;Quay;17/07/2027;20:30;21:30',
      ';;;;',
      ';;;;',
      ' ; ;;;',
      ';Old Crane;;;',
      ';;;;',
    ),
    map: byDate,
    gigs: ['Ebb Trio | Quay | 17 20:30 | 17 21:30', '- | Old Crane | - | -'],
  },
  {
    name: 'a set over the end of the day',
    file: lines(
      day,
      'Ebb Trio;Quay;16/07/2027;05:00;07:00',
      'Low Meadow;Quay;16/07/2027;05:30;07:00',
    ),
    map: { ...byDate, day_ends_at: '06:00' },
    gigs: ['Ebb Trio | Quay | 17 05:00 | 17 07:00', 'Low Meadow | Quay | 17 05:30 | 17 07:00'],
  },
  {
    name: 'a set over midnight',
    file: lines(
      day,
      'Ebb Trio;Quay;16/07/2027;23:30;00:30',
      'Low Meadow;Quay;16/07/2027;23:00;23:00',
    ),
    map: byDate,
    gigs: ['Ebb Trio | Quay | 16 23:30 | 17 00:30', 'Low Meadow | Quay | 16 23:00 | 16 23:00'],
  },
  {
    name: 'an end that is more than a day before its start',
    file: lines(
      day,
      'Ebb Trio;Quay;16/07/2027;20:00;14/07/2027 21:00',
      'Low Meadow;Quay;16/07/2027;20:00;',
    ),
    map: byDate,
    gigs: ['Low Meadow | Quay | 16 20:00 | -'],
    reasons: ['end_time must not be before start_time'],
  },
  {
    name: 'stages under several spellings',
    file: lines(
      day,
      'A1;Main Stage;17/07/2027;10:00;',
      'A2;Main\u00a0Stage;17/07/2027;11:00;',
      'A3;Main  Stage;17/07/2027;12:00;',
      'A4;MAIN STAGE;17/07/2027;13:00;',
      'A5;Main Stage;17/07/2027;14:00;',
      'B1;HAUPTBÜHNE;17/07/2027;10:00;',
      'B2;Hauptbuehne;17/07/2027;11:00;',
      'B3;Hauptbühne;17/07/2027;12:00;',
      'B4;Hauptbühne;17/07/2027;13:00;',
      'B5;Stage 1;17/07/2027;14:00;',
      'B6;Stage 11;17/07/2027;15:00;',
      'B7;Stage 1.1;17/07/2027;16:00;',
    ),
    map: byDate,
    gigs: [
      'A1 | Main Stage | 17 10:00 | -',
      'A2 | Main Stage | 17 11:00 | -',
      'A3 | Main Stage | 17 12:00 | -',
      'A4 | Main Stage | 17 13:00 | -',
      'A5 | Main Stage | 17 14:00 | -',
      'B1 | Hauptbühne | 17 10:00 | -',
      'B2 | Hauptbühne | 17 11:00 | -',
      'B3 | Hauptbühne | 17 12:00 | -',
      'B4 | Hauptbühne | 17 13:00 | -',
      'B5 | Stage 1 | 17 14:00 | -',
      'B6 | Stage 11 | 17 15:00 | -',
      'B7 | Stage 1.1 | 17 16:00 | -',
    ],
    joined: ['Main Stage', 'Hauptbühne'],
  },
  {
    name: 'acts that are not known yet',
    file: lines(
      day,
      'TBA;Quay;17/07/2027;10:00;',
      'N.N.;Quay;17/07/2027;11:00;',
      'tbc;Quay;17/07/2027;12:00;',
      'Ebb Trio;TBA;TBA;tbc;',
    ),
    map: byDate,
    gigs: [
      '- | Quay | 17 10:00 | -',
      '- | Quay | 17 11:00 | -',
      '- | Quay | 17 12:00 | -',
      'Ebb Trio | - | - | -',
    ],
  },
  {
    name: 'hours after midnight, in a map with a format',
    file: lines(
      day,
      'Ebb Trio;Quay;16/07/2027;24:30;25:30',
      'Low Meadow;Quay;16/07/2027;8:00 PM;18:00 Uhr',
      'Wide River;Quay;17.7.27;20:00;',
    ),
    map: { ...byDate, day_ends_at: '06:00' },
    gigs: [
      'Ebb Trio | Quay | 17 00:30 | 17 01:30',
      'Low Meadow | Quay | 16 20:00 | 17 18:00',
      'Wide River | Quay | 17 20:00 | -',
    ],
  },
  {
    name: 'weekdays and times of twelve hours',
    file: lines(
      'Day,Time,Artist,Stage',
      'Friday,8:00 PM,Ebb Trio,Quay',
      'Saturday,12:30 AM,Low Meadow,Quay',
      'SUNDAY,9pm,Wide River,Quay',
    ),
    gigs: [
      'Ebb Trio | Quay | 16 20:00 | -',
      // The night after Saturday, as on the timetables of the guide.
      'Low Meadow | Quay | 18 00:30 | -',
      'Wide River | Quay | 18 21:00 | -',
    ],
  },
  {
    name: 'ranges',
    file: lines(
      'DAY;TIME;ACT;STAGE',
      'FRIDAY;13:15 - 13:45;Ebb Trio;Quay',
      'FRIDAY;23:30–00:30;Low Meadow;Quay',
      'SATURDAY;22:00 - late;Wide River;Quay',
    ),
    gigs: [
      'Ebb Trio | Quay | 16 13:15 | 16 13:45',
      'Low Meadow | Quay | 16 23:30 | 17 00:30',
      'Wide River | Quay | 17 22:00 | -',
    ],
  },
  {
    name: 'a German list',
    file: lines(
      'Künstler;Bühne;Tag;Beginn;Ende',
      'Ebb Trio;Hauptbühne;Freitag;18:00 Uhr;19 Uhr',
      'Low Meadow;Zelt;Samstag;24:30;25:30',
      'Wide River;Zelt;Montag;20:00;',
    ),
    gigs: [
      'Ebb Trio | Hauptbühne | 16 18:00 | 16 19:00',
      'Low Meadow | Zelt | 18 00:30 | 18 01:30',
    ],
    reasons: [/^start_time: the festival has no Monday, it lasts from 2027-07-15 to 2027-07-18$/],
  },
  {
    name: 'two-digit years',
    file: lines('Act;Datum;Zeit', 'Ebb Trio;17.7.27;20:30', 'Low Meadow;18.07.27;9.15'),
    gigs: ['Ebb Trio | - | 17 20:30 | -', 'Low Meadow | - | 18 09:15 | -'],
  },
  {
    name: 'serial numbers of a spreadsheet',
    file: lines(
      'Act;Day;Start;End',
      'Ebb Trio;46585;0.8541666;0.8958333',
      'Low Meadow;46585;0,979166667;1,0208333',
      'Wide River;;46585.8541666;',
    ),
    gigs: [
      'Ebb Trio | - | 17 20:30 | 17 21:30',
      'Low Meadow | - | 17 23:30 | 18 00:30',
      'Wide River | - | 17 20:30 | -',
    ],
  },
  {
    name: 'sep=; before the header',
    file: lines(
      'sep=;',
      day,
      'Ebb Trio;Quay;17/07/2027;20:30;',
      'Low Meadow, Band;Quay;17/07/2027;21:30;',
    ),
    map: { ...byDate, delimiter: undefined },
    gigs: ['Ebb Trio | Quay | 17 20:30 | -', 'Low Meadow, Band | Quay | 17 21:30 | -'],
  },
  {
    name: 'UTF-16 without a byte order mark',
    file: utf16(lines(day, 'Björk Trio;Quay;17/07/2027;20:30;')),
    map: byDate,
    gigs: ['Björk Trio | Quay | 17 20:30 | -'],
  },
  {
    name: 'UTF-16 with a byte order mark and tabs',
    file: utf16(`\ufeff${lines('Act\tStage\tStart', 'Björk Trio\tQuay\t17.7.2027 20:30')}`),
    gigs: ['Björk Trio | Quay | 17 20:30 | -'],
  },
  {
    name: 'windows-1252',
    file: Buffer.from(lines(day, 'S\xf8ren \x96 Trio;Caf\xe9;17/07/2027;20:30;'), 'latin1'),
    map: byDate,
    gigs: ['Søren – Trio | Café | 17 20:30 | -'],
  },
  {
    name: 'UTF-8 with a row that is broken',
    file: Buffer.from(
      lines(day, 'Bj\xc3\xb6rk Trio;Quay;17/07/2027;20:30;', 'Caf\xe9;Quay;17/07/2027;20:30;'),
      'latin1',
    ),
    map: byDate,
    gigs: ['Björk Trio | Quay | 17 20:30 | -'],
    reasons: ['Act is not UTF-8'],
  },
  {
    name: 'tabs with quotes around cells that hold a comma',
    file: lines(
      'Act\tStage\tStart',
      '"Crosby, Stills & Nash"\tQuay\t2027-07-17 20:30',
      '"Odd" Marsh\tQuay\t2027-07-17 21:30',
    ),
    gigs: ['Crosby, Stills & Nash | Quay | 17 20:30 | -', '"Odd" Marsh | Quay | 17 21:30 | -'],
  },
  {
    name: 'merged cells of a map',
    file: lines(
      day,
      'Ebb Trio;Quay;17/07/2027;10:00;',
      'Low Meadow;;;11:00;',
      'Wide River;Old Crane;;10:00;',
      'Spring Tide;;18/07/2027;11:00;',
    ),
    map: { ...byDate, repeats: ['Stage', 'Day'] },
    gigs: [
      'Ebb Trio | Quay | 17 10:00 | -',
      'Low Meadow | Quay | 17 11:00 | -',
      'Wide River | Old Crane | 17 10:00 | -',
      'Spring Tide | Old Crane | 18 11:00 | -',
    ],
  },
  {
    name: 'merged cells that are recognized, below a title',
    file: lines(
      'Harbour Nights 2027,,,',
      ',,,',
      'Stage,Day,Time,Act',
      'Quay,Friday,18:00,Ebb Trio',
      ',,19:00,Low Meadow',
      ',,00:30,Wide River',
      'Old Crane,,18:00,Spring Tide',
      ',Saturday,19:00,Silent',
      ',,20:00,Sleeper',
    ),
    gigs: [
      'Ebb Trio | Quay | 16 18:00 | -',
      'Low Meadow | Quay | 16 19:00 | -',
      'Wide River | Quay | 17 00:30 | -',
      'Spring Tide | Old Crane | 16 18:00 | -',
      'Silent | Old Crane | 17 19:00 | -',
      'Sleeper | Old Crane | 17 20:00 | -',
    ],
  },
  {
    name: 'days as headings',
    file: lines(
      'Time;Act;Stage',
      'FRIDAY;;',
      '18:00;Ebb Trio;Quay',
      '01:00;Low Meadow;Quay',
      'SATURDAY;;',
      '18:00;Wide River;Quay',
    ),
    gigs: [
      'Ebb Trio | Quay | 16 18:00 | -',
      'Low Meadow | Quay | 17 01:00 | -',
      'Wide River | Quay | 17 18:00 | -',
    ],
  },
  {
    name: 'American dates',
    file: lines(
      'Artist,Date,Start Time',
      'Ebb Trio,7/15/2027,8:00 PM',
      'Low Meadow,7/16/27,8:30 PM',
    ),
    gigs: ['Ebb Trio | - | 15 20:00 | -', 'Low Meadow | - | 16 20:30 | -'],
  },
  {
    name: 'acts of several artists',
    file: lines(
      'Act;Stage;Start',
      'Ebb Trio b2b Low Meadow;Quay;2027-07-17 20:00',
      'Wide River;Quay;2027-07-17 21:00',
      'Wide River & Spring Tide;Quay;2027-07-17 22:00',
      'Spring Tide;Quay;2027-07-17 23:00',
      'Simon & Garfunkel;Quay;2027-07-18 20:00',
      'Ones vs Others;Quay;2027-07-18 21:00',
    ),
    gigs: [
      'Ebb Trio | Quay | 17 20:00 | -',
      'Low Meadow | Quay | 17 20:00 | -',
      'Wide River | Quay | 17 21:00 | -',
      'Wide River | Quay | 17 22:00 | -',
      'Spring Tide | Quay | 17 22:00 | -',
      'Spring Tide | Quay | 17 23:00 | -',
      'Simon & Garfunkel | Quay | 18 20:00 | -',
      'Ones vs Others | Quay | 18 21:00 | -',
    ],
  },
  {
    name: 'a weekday that is not that of its date',
    file: lines('Act;Day;Time', 'Ebb Trio;Fri 17.7.27;20:00', 'Low Meadow;Sat 17.7.27;21:00'),
    gigs: ['Low Meadow | - | 17 21:00 | -'],
    reasons: ['start_time: 2027-07-17 is a Saturday, not a Friday: correct one of them'],
  },
  {
    name: 'a time that is none',
    file: lines(
      'Act;Day;Time',
      'Ebb Trio;Friday;after dinner',
      'Low Meadow;Friday;21:00',
      'Wide River;Friday;22:00',
    ),
    gigs: ['Low Meadow | - | 16 21:00 | -', 'Wide River | - | 16 22:00 | -'],
    reasons: [
      'start_time: "Friday after dinner" is no time: write the day and the time, such as 2027-07-17 20:30',
    ],
  },
  {
    name: 'an artist with one bad link, in JSON with a byte order mark',
    file: `\ufeff${JSON.stringify({
      artists: [
        {
          name: 'Ebb Trio',
          bio: 'Three brothers',
          genres: ['folk'],
          audio_sharing: 'artistId:17',
          video_sharing: 'https://video.example/ebb',
        },
      ],
      gigs: [
        { artist: 'Ebb Trio', place: 'Quay', start_time: '2027-07-17T20:00' },
        { artist: 'TBA', start_time: '8:00 PM' },
        { artist: 'Low Meadow', start_time: 'Friday 25:30' },
      ],
    })}`,
    gigs: ['Ebb Trio | Quay | 17 20:00 | -', 'Low Meadow | - | 17 01:30 | -'],
    reasons: [/^audio_sharing must be an http\(s\) URL$/, /start_time must be an ISO 8601 time/],
  },
  {
    name: 'Clashfinder',
    file: JSON.stringify([
      { start: '2027-07-17 20:30', end: '2027-07-17 21:30', stage: 'Quay', act: 'Ebb Trio' },
      { start: '2027-07-18 00:30', end: '2027-07-18 01:30', stage: 'Quay', act: 'Low Meadow' },
    ]),
    gigs: ['Ebb Trio | Quay | 17 20:30 | 17 21:30', 'Low Meadow | Quay | 18 00:30 | 18 01:30'],
  },
  {
    name: 'Clashfinder, by stages',
    file: JSON.stringify({
      id: 'harbour',
      name: 'Harbour',
      locations: [
        {
          name: 'Quay',
          events: [
            { name: 'Ebb Trio', short: 'ebb', start: '2027-07-17 20:30', end: '2027-07-17 21:30' },
          ],
        },
        {
          name: 'Old Crane',
          events: [
            {
              name: 'Low Meadow',
              short: 'low',
              start: '2027-07-18 00:30',
              end: '2027-07-18 01:30',
            },
          ],
        },
      ],
    }),
    gigs: ['Ebb Trio | Quay | 17 20:30 | 17 21:30', 'Low Meadow | Old Crane | 18 00:30 | 18 01:30'],
  },
  {
    name: 'the flat list of EMF',
    file: JSON.stringify([
      {
        id: 1,
        slug: 'ebb',
        start_date: '2027-07-17 20:30:00',
        end_date: '2027-07-17 21:30:00',
        venue: 'Quay',
        latlon: [1, 2],
        title: 'Ebb Trio',
        speaker: 'Ada',
        description: 'x',
        is_fave: false,
      },
    ]),
    gigs: ['Ebb Trio | Quay | 17 20:30 | 17 21:30'],
  },
  {
    name: 'JSON of pretalx',
    file: JSON.stringify({
      $schema: 'x',
      generator: { name: 'pretalx' },
      schedule: {
        version: '1',
        conference: {
          title: 'Harbour',
          time_zone_name: 'Europe/Berlin',
          days: [
            {
              index: 1,
              date: '2027-07-17',
              rooms: {
                Quay: [
                  {
                    id: 1,
                    date: '2027-07-17T20:30:00+02:00',
                    start: '20:30',
                    duration: '01:00',
                    room: 'Quay',
                    title: 'Ebb Trio',
                    abstract: 'Three brothers',
                  },
                  {
                    id: 2,
                    date: '2027-07-17T23:00:00+02:00',
                    start: '23:00',
                    duration: '1:01:30',
                    title: 'Low Meadow',
                  },
                ],
              },
            },
          ],
        },
      },
    }),
    gigs: ['Ebb Trio | Quay | 17 20:30 | 17 21:30', 'Low Meadow | Quay | 17 23:00 | 19 00:30'],
  },
  {
    name: 'XML of frab',
    file: `<?xml version="1.0" encoding="utf-8"?><schedule><conference><title>Harbour</title><day_change>04:00</day_change></conference><day date="2027-07-17" index="1"><room name="Quay" guid="a"><event id="1" guid="b"><date>2027-07-17T20:30:00+02:00</date><start>20:30</start><duration>0:20</duration><room>Quay</room><title>Ebb &amp; Flow&#13;</title><track slug="x">Music</track></event><event id="2"><date>2027-07-18T00:30:00+02:00</date><start>00:30</start><duration>01:00</duration><title>Low Meadow</title></event><event id="3"><start>01:00</start><duration>00:45</duration><title>Wide River</title></event></room></day></schedule>`,
    gigs: [
      'Ebb & Flow | Quay | 17 20:30 | 17 20:50',
      'Low Meadow | Quay | 18 00:30 | 18 01:30',
      'Wide River | Quay | 18 01:00 | 18 01:45',
    ],
  },
  {
    name: 'instants whose columns are recognized',
    file: lines(
      'artist,stage,start_time,end_time',
      'Ebb Trio,Quay,2027-07-17T20:00:00+02:00,2027-07-17T19:00:00Z',
    ),
    gigs: ['Ebb Trio | Quay | 17 20:00 | 17 21:00'],
  },
  {
    name: 'a day as a heading above the header',
    file: lines(
      'Harbour Nights',
      '',
      'FRIDAY 16 JULY',
      'Time,Artist',
      '18:00,Ebb Trio',
      'Saturday 17',
      '18:00,Low Meadow',
    ),
    gigs: ['Ebb Trio | - | 16 18:00 | -', 'Low Meadow | - | 17 18:00 | -'],
  },
  {
    name: 'stages as headings, without a header',
    file: lines(
      'MAIN STAGE;',
      'Friday;',
      '18:00 - 19:00;Ebb Trio',
      'TENT STAGE;',
      'Friday;',
      '18:00 - 19:00;Low Meadow',
    ),
    gigs: [
      'Ebb Trio | MAIN STAGE | 16 18:00 | 16 19:00',
      'Low Meadow | TENT STAGE | 16 18:00 | 16 19:00',
    ],
  },
  {
    name: 'tabs with quotes around every cell, and headliners',
    file: lines(
      '"Act"\t"Start"\t"Headliner"',
      '"Ebb Trio"\t"Sat 17 20:00"\t"yes"',
      '"Low Meadow"\t"17.7. 21:00"\t"no"',
    ),
    gigs: ['Ebb Trio | - | 17 20:00 | -', 'Low Meadow | - | 17 21:00 | -'],
  },
  {
    name: 'a day and a month, and a day that holds its time',
    file: lines(
      'Act;Tag;Zeit',
      'Ebb Trio;17.7;20.30',
      'Low Meadow;18.7.27 21:00;',
      'Wide River;18.7;',
    ),
    gigs: [
      'Ebb Trio | - | 17 20:30 | -',
      'Low Meadow | - | 18 21:00 | -',
      'Wide River | - | - | -',
    ],
  },
  {
    name: 'JSON by days, and by artists',
    file: JSON.stringify({
      days: [
        {
          date: '2027-07-17',
          stages: [{ name: 'Quay', acts: [{ name: 'Ebb Trio', start: '20:00', end: '21:00' }] }],
        },
      ],
    }),
    gigs: ['Ebb Trio | Quay | 17 20:00 | 17 21:00'],
  },
  {
    name: 'a text without columns',
    file: lines(
      'Harbour Nights',
      'Freitag, 16.07.',
      '20:00 Ada, the Crane',
      '21:30-22:30  Ebb Trio [Quay]',
      '00:30 Uhr - Low Meadow @ Old Crane',
      '',
      'Samstag, 17.07.',
      '20.00 Wide River (DJ set)',
      'Doors at six',
    ),
    gigs: [
      'Ada, the Crane | - | 16 20:00 | -',
      'Ebb Trio | Quay | 16 21:30 | 16 22:30',
      'Low Meadow | Old Crane | 17 00:30 | -',
      'Wide River (DJ set) | - | 17 20:00 | -',
    ],
    reasons: [/"17\.07\. Doors at six" is no time|is no time: write the day and the time/],
  },
  {
    name: 'windows-1250',
    file: windows1250,
    gigs: ['Dvořák Trio | Hlavní scéna | 17 20:30 | -', 'Žlutý Pes | Klub | 17 21:30 | -'],
  },
  {
    name: 'windows-1251',
    file: windows1251,
    gigs: ['Ленинград | Главная сцена | 17 20:30 | -'],
  },
  {
    name: 'a date that only one reading puts into the festival',
    file: lines(
      'Act;Date;Time',
      'Ebb Trio;17/7/2027;20:00',
      'Low Meadow;18/7/2027;21:00',
      'Wide River;7/8/2027;22:00',
    ),
    gigs: [
      'Ebb Trio | - | 17 20:00 | -',
      'Low Meadow | - | 18 21:00 | -',
      'Wide River | - | 7 22:00 | -',
    ],
    warnings: [/some gigs are on other days: line 4: 2027-08-07$/],
  },
  {
    name: 'days as people say them',
    file: lines(
      'Act;Day;Time',
      'Ebb Trio;Friday night;20:00/21:00',
      'Low Meadow;17 Jul 27;20:00',
      'Wide River;Day 2 - Friday;20:00',
      'Spring Tide;суббота 17 июля;20:00',
      'Silent;7月17日(土);21:00',
      'Sleeper;Day 1 - Friday;22:00',
    ),
    gigs: [
      'Ebb Trio | - | 16 20:00 | 16 21:00',
      'Low Meadow | - | 17 20:00 | -',
      'Wide River | - | 16 20:00 | -',
      'Spring Tide | - | 17 20:00 | -',
      'Silent | - | 17 21:00 | -',
      'Sleeper | - | 16 22:00 | -',
    ],
  },
  {
    name: 'a record in each line',
    file: lines(
      JSON.stringify({ act: 'Ebb Trio', stage: 'Quay', start: '2027-07-17 20:30' }),
      JSON.stringify({ act: 'Low Meadow', stage: 'Quay', start: '2027-07-17 21:30' }),
    ),
    gigs: ['Ebb Trio | Quay | 17 20:30 | -', 'Low Meadow | Quay | 17 21:30 | -'],
  },
  {
    name: 'JSON by artists, with seconds since 1970',
    file: JSON.stringify([
      { name: 'Ebb Trio', performances: [{ stage: 'Quay', start: 1_815_848_400 }] },
    ]),
    gigs: ['Ebb Trio | Quay | 17 20:20 | -'],
  },
]

async function run({ name, file, map = {} }: Oddity) {
  const slug = name.replace(/\W+/g, '-')
  const [path, mapPath] = [join(folder, `${slug}.dat`), join(folder, `${slug}.map.json`)]
  await writeFile(path, file)
  const head = { organizer: { id: 'harbour-nights' }, source: slug, festival }
  await writeFile(mapPath, `\ufeff${JSON.stringify({ ...head, ...map })}`)
  return importLineup(db, path, { map: mapPath })
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: festival.time_zone,
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const local = (time: string | null) =>
  time === null ? '-' : clock.format(new Date(time)).replace(',', '')

async function gigsOf(id: string): Promise<string[]> {
  const { body } = await get(`/festivals/${id}`)
  const places = new Map(body.places.map(({ id: place, name }: any) => [place, name]))
  return body.gigs.map((gig: any) =>
    [
      gig.artist?.name ?? '-',
      places.get(gig.place_id) ?? '-',
      local(gig.start_time),
      local(gig.end_time),
    ].join(' | '),
  )
}

for (const oddity of oddities) {
  test(oddity.name, async () => {
    const report = await run(oddity)
    assert.deepEqual((await gigsOf(report.festival_id)).toSorted(), oddity.gigs.toSorted())
    const { reasons = [], joined = [], warnings } = oddity
    for (const [index, warning] of (warnings ?? []).entries())
      assert.match(report.warnings[index] ?? '', warning)
    assert.equal(report.reasons.length, reasons.length, JSON.stringify(report.reasons))
    for (const [index, reason] of reasons.entries()) {
      const said = report.reasons[index]?.reason ?? ''
      if (typeof reason === 'string') assert.equal(said, reason)
      else assert.match(said, reason)
    }
    assert.deepEqual(report.joined_places.map((one) => one.name).toSorted(), joined.toSorted())
  })
}

const refusals: [name: string, file: string | Buffer, error: RegExp][] = [
  ['an empty file', '', /is empty$/],
  ['a file of blanks', '\n \n', /has no rows/],
  ['JSON that is cut', '[{"act": "Ebb', /is not valid JSON/],
  ['XML that is cut', '<schedule><day>', /is not valid XML, line 1/],
  ['XML of another kind', '<rss/>', /no schedule of frab, pentabarf or pretalx: its root is <rss>/],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /save it as \.xlsx or as CSV/],
  ['a PDF', '%PDF-1.7', /is a PDF: give the table/],
  [
    'an archive that is no workbook',
    Buffer.from('PK\x03\x04nothing'),
    /no workbook that can be read/,
  ],
]
for (const [name, file, error] of refusals) {
  test(`${name} is refused with a sentence`, async () => {
    await assert.rejects(run({ name, file, gigs: [] }), error)
  })
}
