/** Acts of several artists are one entry on pages and in calendars. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aFestival, aGig, aName, anArtist, aPlace } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'
import { linkedText } from './acts.ts'

const pagesFolder = await mkdtemp(join(tmpdir(), 'festival-acts-'))
await cp('pages/guide', join(pagesFolder, 'guide'), { recursive: true })
after(() => rm(pagesFolder, { recursive: true, force: true }))
const world = await aWorld({ parts: { pagesFolder } })
const { get } = world

/** Two artists that play together at 18:00; the first also plays alone at 20:00. */
async function anAct(alone = true) {
  const festival = await aFestival(world, {
    start_time: new Date('2099-07-01T10:00:00Z'),
    end_time: new Date('2099-07-02T10:00:00Z'),
  })
  const festival_id = festival.id
  const place = await aPlace(world, { festival_id, name: 'Pier' })
  const [ebb, low] = [
    await anArtist(world, { name: aName('Ebb') }),
    await anArtist(world, { name: aName('Low') }),
  ]
  const billing_text = `${ebb.name} b2b ${low.name.toUpperCase()}`
  const slot = { festival_id, place_id: place.id }
  const together = { ...slot, billing_text, start_time: new Date('2099-07-01T18:00:00Z') }
  const gigs = [
    await aGig(world, { ...together, artist_id: ebb.id }),
    await aGig(world, { ...together, artist_id: low.id }),
  ]
  const later = { ...slot, artist_id: low.id, start_time: new Date('2099-07-01T20:00:00Z') }
  if (alone) await aGig(world, later)
  return { id: festival_id, ebb, low, billing_text, gigs }
}

const link = ({ id }: { id: string }, text: string) => `<a href="/guide/artists/${id}">${text}</a>`

test('the timetable and the calendar have an act once, with its text', async () => {
  const { id, ebb, low, gigs, billing_text } = await anAct()
  const { text: page } = await get(`/guide/${id}`, { client: null })
  const slots = page.match(/<li class="slot.*?<\/li>/gs) ?? []
  assert.equal(slots.length, 2)
  const linked = `${link(ebb, ebb.name)} b2b ${link(low, low.name.toUpperCase())}`
  assert.ok(slots[0]?.includes(`<span class="who">${linked}</span>`), slots[0])
  const first = gigs.map((gig) => gig.id).toSorted()[0]
  assert.ok(slots[0]?.includes(`data-gig="${first}"`))
  const { text } = await get(`/festivals/${id}/calendar.ics`, { client: null })
  const names = [...text.replaceAll('\r\n ', '').matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, of]) => of)
  assert.deepEqual(names.slice(1), [billing_text, low.name])
})

test('the line-up has an artist with the act if they play nowhere else, and alone otherwise', async () => {
  for (const alone of [true, false]) {
    const { id, ebb, low } = await anAct(alone)
    const { text } = await get(`/guide/${id}`, { client: null })
    const [list = ''] = /<ul class="artists">.*?<\/ul>/s.exec(text) ?? []
    const shouted = low.name.toUpperCase()
    assert.deepEqual(
      list.match(/<li>.*?<\/li>/gs),
      alone
        ? [`<li>${link(ebb, ebb.name)} b2b ${shouted}</li>`, `<li>${link(low, low.name)}</li>`]
        : [`<li>${link(ebb, ebb.name)} b2b ${link(low, shouted)}</li>`],
    )
  }
})

test('the gigs of each artist have the act', async () => {
  const { ebb, low, billing_text } = await anAct()
  for (const [artist, texts] of [
    [ebb, [billing_text]],
    [low, [billing_text, null]],
  ] as const) {
    const { body } = await get(`/gigs?artist=${artist.id}`)
    assert.deepEqual(
      body.gigs.map((gig: any) => gig.billing_text),
      texts,
    )
  }
})

test('gigs with the same text at other times or on other stages are entries of their own', async () => {
  const { id, ebb, billing_text } = await anAct(false)
  const slot = { festival_id: id, artist_id: ebb.id, billing_text }
  await aGig(world, { ...slot, start_time: new Date('2099-07-01T18:00:00Z') })
  await aGig(world, { ...slot, start_time: new Date('2099-07-01T22:00:00Z') })
  const { text } = await get(`/guide/${id}`, { client: null })
  assert.equal(text.match(/<li class="slot/g)?.length, 3)
})

const [ab, b] = [
  { id: '1', name: 'A.B' },
  { id: '2', name: 'B' },
]
const texts: [text: string, artists: (typeof ab)[], linked: string][] = [
  ['A.B b2b B', [ab, b], `${link(ab, 'A.B')} b2b ${link(b, 'B')}`],
  ['Sunset <Session>', [ab], link(ab, 'Sunset &lt;Session&gt;')],
  ['Bob b2b b', [b], `Bob b2b ${link(b, 'b')}`],
  ['To be announced', [], 'To be announced'],
]
for (const [text, artists, linked] of texts) {
  test(`“${text}” has its links`, () => assert.equal(linkedText(text, artists).text, linked))
}
