/**
 * What an app asks to show a screen: calls, statements sent to PostgreSQL and bytes of the answers, the first time in
 * a process that knows the caller. As in `costs.test.ts`, a change that alters a number on purpose updates it here.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aTier } from './buying.ts'
import { assertBytes } from './bytes.ts'
import { aFestival, aGig, anArtist, anInterest, anOrganizer, aPlace } from './catalogue.ts'
import { aWorld } from './world.ts'

const now = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => now, env: { PUBLIC_URL: 'https://festival.example' } })
const { post, statements } = world
const visitor = await world.aUser()
const festivals = await aSeason()
const [festival] = festivals

/** Returns the body of a read by the visitor, and of a picture as a browser asks for it. */
type Ask = { read: (url: string) => Promise<any>; picture: (url: string) => Promise<string> }
type Screen = {
  show: (ask: Ask) => Promise<unknown>
  calls: number
  statements: number
  bytes: number
}

const screens: Record<string, Screen> = {
  'a wallet of three tickets': {
    show: async ({ read, picture }) => {
      const tickets = await read('/payments?status=succeeded')
      assert.equal(tickets.length, 3)
      for (const {
        festival: { name, photo },
        item,
        qr_code,
        qr_code_url,
      } of tickets) {
        assert.match(`${name} ${photo}`, /^Lanterns \d\d https:\/\/festival\.example\/photos\//)
        assert.match(`${item.name} ${item.valid_since}`, /^Weekend 2030-07-/)
        assert.ok(qr_code)
        assert.match(await picture(qr_code_url), /^<svg /)
      }
    },
    calls: 1,
    statements: 1,
    bytes: 4390,
  },
  'followed artists': {
    show: async ({ read }) => {
      const followed = await read('/interest?entity_type=artist&expand=entity')
      const names = followed.map(({ entity }: { entity: { name: string } }) => entity.name)
      assert.deepEqual(
        names.toSorted(),
        Array.from({ length: 10 }, (_, n) => `Lantern ${n}`),
      )
    },
    calls: 1,
    statements: 1,
    bytes: 2891,
  },
  'the badge of the icon': {
    show: async ({ read }) => assert.equal((await read('/notifications/unread')).count, 5),
    calls: 1,
    statements: 1,
    bytes: 11,
  },
  home: {
    show: async ({ read }) => {
      const home = await read('/users/i/feed?festivals_time=current&expand=me,unread')
      assert.deepEqual([home.me.firstName, home.unread_count], [visitor.firstName, 5])
      assert.match(home.gigs[0].artist.photo, /^https:/)
    },
    calls: 1,
    statements: 9,
    bytes: 20583,
  },
  'a festival': {
    show: async ({ read }) => {
      const shown = await read(`/festivals/${festival?.id}?expand=followed,availability,artists`)
      assert.equal(shown.follows.organizer, true)
      assert.equal(shown.availability.length, shown.tickets.length)
      assert.match(shown.artists[0].photo, /^https:/)
      await read(`/accommodations?festival=${festival?.id}`)
    },
    calls: 2,
    statements: 5,
    bytes: 2887,
  },
}

suite('a screen costs exactly this many calls and statements, and about this many bytes', () => {
  for (const [name, { show, calls, statements, bytes }] of Object.entries(screens)) {
    // Requirement (operations): contract §4.8: a home screen is one request, a festival's screen two
    // Requirement (rules): The screens of an app: calls, statements and bytes
    // Requirement (rules): The screens of an app: calls, statements and bytes
    test(name, async () => {
      const cost = await costOf(show)
      assert.deepEqual([cost.calls, cost.statements], [calls, statements])
      assertBytes(cost.bytes, bytes)
    })
  }
})

/** The pictures that a browser loads beside a screen are not counted. */
async function costOf(show: Screen['show']) {
  const cost = { calls: 0, statements: 0, bytes: 0 }
  await show({
    read: async (url) => {
      statements.length = 0
      const { status, body, text } = await world.get(url, { as: visitor })
      assert.equal(status, 200, text)
      cost.calls += 1
      cost.statements += statements.length
      cost.bytes += Buffer.byteLength(text)
      return body
    },
    picture: async (url) => {
      const path = url.replace('https://festival.example', '')
      return (await world.get(path, { client: null })).text
    },
  })
  return cost
}

/**
 * Twenty festivals with two gigs, two places and two tiers each. The visitor has a ticket for three of them, follows
 * ten artists and the organizer, and has unread notifications of the purchases and of what they earned.
 */
async function aSeason() {
  const { id: organizer_id } = await anOrganizer(world, { name: 'Harbour Nights' })
  const artists = []
  for (let n = 0; n < 10; n++) {
    const artist = await anArtist(world, {
      name: `Lantern ${n}`,
      photo: `/photos/lantern${n}.webp`,
    })
    await anInterest(world, { user_id: visitor.id, artist_id: artist.id })
    artists.push(artist)
  }
  await anInterest(world, { user_id: visitor.id, organizer_id })
  const season: { id: string }[] = []
  for (let n = 0; n < 20; n++) {
    const start = new Date(Date.UTC(2030, 6, 1 + n))
    const { id: festival_id } = await aFestival(world, {
      organizer_id,
      name: `Lanterns ${10 + n}`,
      country: 'Denmark',
      venue: 'Harbour Park',
      photo: '/photos/harbour.webp',
      start_time: start,
      end_time: new Date(Date.UTC(2030, 6, 3 + n)),
    })
    for (const position of [0, 1]) {
      const place = await aPlace(world, { festival_id, position, name: `Stage ${position}` })
      const artist_id = artists[position]?.id ?? null
      await aGig(world, { festival_id, artist_id, place_id: place.id, start_time: start })
    }
    const tier = await aTier(world, { festival_id, name: 'Weekend', valid_since: start })
    await aTier(world, { festival_id, name: 'Day', position: 1 })
    if (n < 3)
      await post('/payments', { payment_type: 'ticket', entity_id: tier.id }, { as: visitor })
    season.push({ id: festival_id })
  }
  return season
}
