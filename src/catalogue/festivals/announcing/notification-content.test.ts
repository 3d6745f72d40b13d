import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Translated } from '#messaging/notifications'
import type { Slots, Snapshot } from '../model/snapshot.ts'
import {
  alteration,
  announced,
  announcement,
  cancellation,
  publication,
  reminder,
} from './notification-content.ts'

const festival: Snapshot = {
  id: 'f',
  name: 'Tide 2027',
  organizer: { id: 'harbour', name: 'Harbour Nights', is_approved: true },
  start_time: new Date('2027-07-01T12:00:00.000Z'),
  time_zone: 'UTC',
  end_time: new Date('2027-07-04T00:00:00.000Z'),
  venue: 'Harbour Park',
  address: 'Harbour Street 1',
  city: null,
  area: null,
  country: 'Denmark',
  coordinates: { lat: 55.6, lng: 12.5 },
  translations: {},
  is_published: true,
  cancelled_at: null,
  places: [],
  gigs: [],
  tiers: [],
  told: [],
  waiting: [],
}

const [six, seven, eight] = [18, 19, 20].map((hour) => Date.UTC(2027, 6, 3, hour)) as [
  number,
  number,
  number,
]
const ebb = (...times: number[]) => ({ id: 'ebb', name: 'Ebb Trio', times })
const known = (id: string, ...times: number[]): Slots => ({ id, times })

const changes: [why: string, lineUp: Slots[], known: Slots[], news: string[]][] = [
  ['an artist that is added', [ebb(six)], [], ['new ebb']],
  ['an artist without a time', [ebb()], [], ['new ebb']],
  ['one that was there', [ebb(six)], [known('ebb', six)], []],
  ['one that was there without a time, and has none', [ebb()], [known('ebb')], []],
  ['a time where there was none', [ebb(six)], [known('ebb')], ['ebb']],
  ['another time', [ebb(seven)], [known('ebb', six)], ['ebb']],
  ['a second time', [ebb(six, seven)], [known('ebb', six)], ['ebb']],
  ['one time less', [ebb(six)], [known('ebb', six, seven)], []],
  ['a time taken away', [ebb()], [known('ebb', six)], []],
  ['an artist taken off', [], [known('ebb', six)], []],
  ['put on again as it was told', [ebb(six)], [known('ebb', six)], []],
  ['put on again at another time', [ebb(eight)], [known('ebb', six)], ['ebb']],
  ['a time known of two sources', [ebb(six, eight)], [known('ebb', six), known('ebb', eight)], []],
  ['another artist', [ebb(six), known('wren')], [known('ebb', six)], ['new wren']],
]

for (const [why, lineUp, before, news] of changes) {
  // Requirement (rules): contract §6 a place on the map that moved is told as that
  test(`${why}: ${news.join() || 'no news'}`, () => {
    const artists = announced(
      lineUp.map((slots) => ({ name: slots.id, ...slots })),
      before,
    )
    assert.deepEqual(
      artists.map(({ id, isNew }) => (isNew ? `new ${id}` : id)),
      news,
    )
  })
}

test('an announcement says when an artist plays, and whether that is new', () => {
  const textOf = (isNew: boolean, ...times: number[]) => {
    const { about } = announcement(festival, [{ ...ebb(...times), isNew }], 'c')
    const [{ title, message } = { title: '', message: '' }] = about
    assert.equal(title, 'Ebb Trio at Tide 2027')
    return message
  }
  assert.equal(textOf(true), 'Added to the line-up. The time is still to be announced.')
  assert.equal(textOf(true, six), 'Added to the line-up: 3 July 2027 at 18:00 UTC.')
  assert.equal(
    textOf(false, six, seven),
    'Plays: 3 July 2027 at 18:00 UTC, 3 July 2027 at 19:00 UTC.',
  )
  assert.match(textOf(false, ...Array.from({ length: 2_000 }, (_, n) => six + n)), /, and more\.$/)
})

test('a publication names organizer, days and place, in every language', () => {
  const [{ translations, ...english }] = publication(festival).about as [Translated]
  assert.deepEqual(english, {
    id: 'harbour',
    name: 'Tide 2027',
    title: 'Harbour Nights has announced Tide 2027',
    message: '1 July 2027 to 4 July 2027, Harbour Park, Harbour Street 1, Denmark.',
  })
  const messages = Object.values(translations ?? {}).map(({ message }) => message)
  assert.deepEqual(messages, [
    '1. Juli 2027 bis 4. Juli 2027, Harbour Park, Harbour Street 1, Denmark.',
    'Du 1 juillet 2027 au 4 juillet 2027, Harbour Park, Harbour Street 1, Denmark.',
    'Del 1 de julio de 2027 al 4 de julio de 2027, Harbour Park, Harbour Street 1, Denmark.',
    'Dal 1 luglio 2027 al 4 luglio 2027, Harbour Park, Harbour Street 1, Denmark.',
  ])
})

const time = 'New time: 2 July 2027 at 12:00 UTC to 4 July 2027 at 00:00 UTC.'
const onTheMap = 'The place on the map has moved.'
const place = 'New place: Quay, Harbour Street 1, Denmark.'
const start_time = new Date('2027-07-02T12:00:00.000Z')
const alterations: [why: string, change: Partial<Snapshot>, message: string | undefined][] = [
  ['nothing', {}, undefined],
  [
    'the name',
    { name: 'Ebb', organizer: { id: 'other', name: 'Other', is_approved: true } },
    undefined,
  ],
  ['an equal time', { start_time: new Date(festival.start_time) }, undefined],
  ['equal coordinates', { coordinates: { lat: 55.6, lng: 12.5 } }, undefined],
  ['the start', { start_time }, time],
  [
    'the end',
    { end_time: new Date('2027-07-05T00:00:00Z') },
    'New time: 1 July 2027 at 12:00 UTC to 5 July 2027 at 00:00 UTC.',
  ],
  ['the venue', { venue: 'Quay' }, place],
  ['the address', { address: null }, 'New place: Harbour Park, Denmark.'],
  ['the country', { country: 'Sweden' }, 'New place: Harbour Park, Harbour Street 1, Sweden.'],
  ['the coordinates', { coordinates: { lat: 55.7, lng: 12.5 } }, onTheMap],
  ['the longitude', { coordinates: { lat: 55.6, lng: 12.6 } }, onTheMap],
  ['the coordinates, to none', { coordinates: null }, undefined],
  ['venue and coordinates', { venue: 'Quay', coordinates: { lat: 55.6, lng: 12.6 } }, place],
  ['time and coordinates', { start_time, coordinates: { lat: 2, lng: 1 } }, `${time} ${onTheMap}`],
  ['time and place', { start_time, venue: 'Quay' }, `${time} ${place}`],
  [
    'everything that says where',
    { venue: null, address: null, country: null, coordinates: null },
    'New place: still to be announced.',
  ],
]

for (const [why, change, message] of alterations) {
  test(`a change of ${why} notifies holders: ${message ?? 'nothing'}`, () => {
    const news = alteration(festival, { ...festival, ...change }, 'c')
    assert.equal(news?.about[0].message, message)
  })
}

test('new coordinates without a description of the place are written as coordinates', () => {
  const nowhere = { ...festival, venue: null, address: null, country: null, coordinates: null }
  const located = { ...nowhere, coordinates: { lat: 55.6, lng: 12.5 } }
  assert.equal(alteration(nowhere, located, 'c')?.about[0].message, onTheMap)
  assert.equal(alteration(nowhere, { ...nowhere, venue: ' ' }, 'c'), undefined)
})

test('a cancellation gives its reason, where there is one', () => {
  const messageOf = (reason: string | null) => cancellation(festival, reason).about[0].message
  assert.equal(messageOf(null), 'What you paid for it is refunded.')
  assert.equal(
    messageOf('A storm is coming.'),
    'A storm is coming.\nWhat you paid for it is refunded.',
  )
})

test('what users read is in the time of the festival', () => {
  const there = { ...festival, time_zone: 'Europe/Copenhagen' }
  const late = { ...there, start_time: new Date('2027-07-01T22:30:00.000Z') }
  assert.match(publication(late).about[0].message, /^2 July 2027 to 4 July 2027,/)
  assert.match(reminder(late).about[0].message, /^2 July 2027 at 00:30 CEST,/)
  assert.match(
    alteration(there, late, 'c')?.about[0].message ?? '',
    /^New time: 2 July 2027 at 00:30 CEST to 4 July 2027 at 02:00 CEST\.$/,
  )
  const told = announcement(there, [{ ...ebb(six), isNew: true }], 'c')
  assert.equal(told.about[0]?.message, 'Added to the line-up: 3 July 2027 at 20:00 CEST.')
})

test('a festival that begins at another time has another reminder', () => {
  const first = reminder(festival)
  assert.equal(
    first.about[0].message,
    '1 July 2027 at 12:00 UTC, Harbour Park, Harbour Street 1, Denmark.',
  )
  assert.notEqual(first.cause, reminder({ ...festival, start_time }).cause)
  assert.equal(first.cause, reminder({ ...festival, venue: 'Quay' }).cause)
})
