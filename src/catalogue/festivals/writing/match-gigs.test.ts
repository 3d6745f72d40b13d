/** The recognition of gigs when a line-up is written again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#platform/values/ids'
import { aName, anArtist, anOrganizer } from '../../../../test/catalogue.ts'
import { aWorld } from '../../../../test/world.ts'
import { matchGigIds } from './match-gigs.ts'

const world = await aWorld()
const { get, post, put, aUser } = world
const admin = await aUser({ roles: ['admin'] })

type Names = { artists: Map<string, string> }

/** `Ebb Quay 2T20:15` → a gig of this artist on this stage on 2 July; `-` stands for none. */
function toGig(text: string, { artists }: Names) {
  const [artist = '', place = '', start = ''] = text.split(' ')
  const [day, clock] = start.split('T')
  return {
    ...(artist !== '-' && { artist_id: artists.get(artist) ?? '' }),
    ...(place !== '-' && { place_id: place }),
    ...(clock && { start_time: `2090-07-0${day}T${clock}:00Z` }),
  }
}

/** For each gig written again, the position of the same gig before; null: it is a new one. */
const cases: [title: string, before: string[], after: string[], same: (number | null)[]][] = [
  ['a start that moves by a quarter of an hour', ['Ebb Quay 1T20:00'], ['Ebb Quay 1T20:15'], [0]],
  ['another day, and another stage', ['Ebb Quay 1T20:00'], ['Ebb Crane 3T22:00'], [0]],
  ['a start that is announced', ['Ebb Quay -'], ['Ebb Quay 1T20:00'], [0]],
  [
    'two artists who exchange their slots',
    ['Ebb Quay 1T20:00', 'Low Crane 2T21:00'],
    ['Low Quay 1T20:00', 'Ebb Crane 2T21:00'],
    [1, 0],
  ],
  [
    'an artist who plays twice, with one gig that stays and one that moves',
    ['Ebb Quay 1T20:00', 'Ebb Quay 1T23:00'],
    ['Ebb Quay 1T23:00', 'Ebb Crane 2T19:00'],
    [1, 0],
  ],
  [
    'an artist who plays twice on two days, both a little later',
    ['Ebb Quay 1T20:00', 'Ebb Quay 2T20:00'],
    ['Ebb Quay 2T20:15', 'Ebb Quay 1T20:15'],
    [1, 0],
  ],
  [
    'an artist who plays twice in an evening on one stage, both later: in their order',
    ['Ebb Quay 1T18:00', 'Ebb Quay 2T01:00'],
    ['Ebb Quay 2T01:30', 'Ebb Quay 1T19:00'],
    [1, 0],
  ],
  [
    'one of two that stays in its evening, which leaves one for the other day',
    ['Ebb Quay 1T18:00', 'Ebb Quay 2T18:00'],
    ['Ebb Crane 3T12:00', 'Ebb Quay 1T18:15'],
    [1, 0],
  ],
  [
    'two gigs that both move to another day and stage: new ones, as it is in doubt which is which',
    ['Ebb Quay 1T18:00', 'Ebb Quay 1T22:00'],
    ['Ebb Crane 2T18:00', 'Ebb Crane 2T22:15'],
    [null, null],
  ],
  [
    'two gigs that become three: the one of the same evening and stage has moved',
    ['Ebb Quay 1T18:00', 'Ebb Quay 1T22:00'],
    ['Ebb Crane 2T20:00', 'Ebb Quay 1T18:00', 'Ebb Quay 1T22:15'],
    [null, 0, 1],
  ],
  [
    'one gig that becomes two elsewhere: new ones, as it is in doubt which is the one before',
    ['Ebb Quay 1T18:00'],
    ['Ebb Crane 1T18:15', 'Ebb Crane 2T18:00'],
    [null, null],
  ],
  [
    'two gigs at one time: the stage tells which is which',
    ['Ebb Quay 1T18:00', 'Ebb Crane 1T18:00'],
    ['Ebb Crane 1T18:00', 'Ebb Quay 1T18:00'],
    [1, 0],
  ],
  [
    'gigs without an artist: by stage and start alone',
    ['- Quay 1T18:00', '- Crane 1T18:00', '- Quay 2T18:00'],
    ['- Crane 1T18:00', '- Quay 1T18:30', '- Crane 2T18:00'],
    [1, null, null],
  ],
  [
    'an artist who is replaced by another in a slot',
    ['Ebb Quay 1T20:00'],
    ['Low Quay 1T20:00'],
    [null],
  ],
]

for (const [title, before, after, same] of cases) {
  // Requirement (rules): contract §4.4 Updates: which gigs are the same, and which are new
  test(`written again without ids: ${title}`, async () => {
    const names = { artists: new Map<string, string>() }
    for (const name of ['Ebb', 'Low']) names.artists.set(name, (await anArtist(world)).id)
    const organizer_id = (await anOrganizer(world)).id
    const summer = { start_time: '2090-07-01', end_time: '2090-07-05' }
    const places = [{ name: 'Quay' }, { name: 'Crane' }]
    const body = { name: aName('Tide'), organizer_id, ...summer, places }
    const { id } = (await post('/festivals', body, { as: admin })).body
    const write = async (texts: string[]): Promise<string[]> => {
      const gigs = texts.map((text) => toGig(text, names))
      const answer = await put(`/festivals/${id}`, { gigs }, { as: admin })
      assert.equal(answer.status, 200, answer.text)
      const placeOf = new Map(answer.body.places.map((place: any) => [place.name, place.id]))
      return gigs.map(({ artist_id, place_id, start_time }) => {
        const written = answer.body.gigs.find(
          (gig: any) =>
            gig.artist?.id === artist_id &&
            gig.place_id === (place_id ? placeOf.get(place_id) : null) &&
            (Date.parse(gig.start_time) === Date.parse(start_time ?? '')) === Boolean(start_time),
        )
        return written.id
      })
    }
    const stored = await write(before)
    const again = await write(after)
    assert.deepEqual(
      again.map((one) => (stored.includes(one) ? stored.indexOf(one) : null)),
      same,
    )
    assert.equal((await get(`/festivals/${id}`)).body.gigs.length, after.length)
  })
}

test('the evening of a festival is one of its time zone', () => {
  const stored = ['2090-07-01T12:00:00Z', '2090-07-02T12:00:00Z'].map((start) => aSlot(start))
  // 22:00 and 02:00 in Denmark belong to one evening, 06:00 begins the next.
  const given = ['2090-07-02T00:00:00Z', '2090-07-02T20:00:00Z'].map((start) => aSlot(start))
  assert.deepEqual(
    matchGigIds(given.map(withoutId), stored, 'Europe/Copenhagen'),
    stored.map(({ id }) => id),
  )
  const later = ['2090-07-02T04:00:00Z', '2090-07-02T20:00:00Z'].map((start) => aSlot(start))
  const ids = new Set(stored.map(({ id }) => id))
  const matched = matchGigIds(later.map(withoutId), stored, 'Europe/Copenhagen')
  assert.deepEqual(
    matched.map((id) => ids.has(id)),
    [false, false],
  )
})

const artist_id = newId()
const aSlot = (start: string) => ({
  id: newId(),
  artist_id,
  place_id: null,
  start_time: new Date(start),
})
const withoutId = ({ id: _, ...slot }: ReturnType<typeof aSlot>) => slot

test('no id is given twice, and a gig that is written as it was stays the same gig', () => {
  const slot = fc.record({
    artist_id: fc.constantFrom('a', 'b', null),
    place_id: fc.constantFrom('quay', 'crane', null),
    start_time: fc.constantFrom(1, 2, 30, null).map((hour) => hour && new Date(hour * 3_600_000)),
  })
  const keyOf = (one: object) => JSON.stringify(one)
  const distinct = (max: number) => fc.uniqueArray(slot, { maxLength: max, selector: keyOf })
  fc.assert(
    fc.property(distinct(8), distinct(8), (given, before) => {
      const stored = before.map((one, nth) => ({ ...one, id: `${nth}` }))
      const ids = matchGigIds(given, stored, 'UTC')
      assert.equal(new Set(ids).size, given.length)
      for (const [nth, one] of given.entries()) {
        const at = before.findIndex((other) => keyOf(other) === keyOf(one))
        if (at >= 0) assert.equal(ids[nth], `${at}`)
      }
    }),
  )
})
