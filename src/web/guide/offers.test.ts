/** Offers on a festival's page beside tickets: accommodations and membership plans. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aPlaceToSleep, aPlan } from '../../../test/buying.ts'
import { aFestival, aName, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld, type World } from '../../../test/world.ts'

const pagesFolder = await mkdtemp(join(tmpdir(), 'festival-guide-'))
await cp('pages/guide', join(pagesFolder, 'guide'), { recursive: true })
after(() => rm(pagesFolder, { recursive: true, force: true }))
const world = await aWorld({ parts: { pagesFolder } })

/** The page of a festival, without line breaks between tags. */
async function pageOf({ id }: { id: string }, { get }: World = world): Promise<string> {
  const { status, text } = await get(`/guide/${id}`, { client: null })
  assert.equal(status, 200)
  return text.replace(/>\s+</g, '><')
}

// Requirement (rules): a festival's page shows its accommodations: price, what is left and what is in them
test('accommodations say what they cost, what is left and what is in them', async () => {
  const festival = await aFestival(world)
  const festival_id = festival.id
  await aPlaceToSleep(world, {
    festival_id,
    name: 'Bell tent & stove',
    type: 'tent',
    description: 'Close to the lake',
    price_cents: 24_050,
    quantity: 40,
    sold: 7,
    held: 1,
    capacity: 4,
    check_in: new Date('2099-07-01T10:00:00Z'),
    check_out: new Date('2099-07-04T12:00:00Z'),
    amenities: ['power', 'stove'],
  })
  await aPlaceToSleep(world, { festival_id, name: 'Cabin', quantity: 2, sold: 2 })
  await aPlaceToSleep(world, { festival_id, name: 'Gone', archived_at: new Date() })
  const elsewhere = await aPlaceToSleep(world, { name: aName('Elsewhere') })
  const page = await pageOf(festival)
  for (const part of [
    '<h2 id="accommodations">Places to stay</h2>',
    '<h3>Bell tent &amp; stove</h3><p class="price">€240.50</p><p class="left">32 left</p>',
    'tent, sleeps 4',
    'Check-in Wed 1 Jul, 10:00, check-out Sat 4 Jul, 12:00',
    'Close to the lake',
    'power · stove',
    '<h3>Cabin</h3>',
    '<p class="left">Sold out</p>',
  ]) {
    assert.ok(page.includes(part), part)
  }
  assert.doesNotMatch(page, new RegExp(`<h3>Gone|${elsewhere.name}`))
})

// Requirement (rules): a festival's page shows the membership plans
test('membership plans say what they cost and how long they last', async () => {
  const festival = await aFestival(world)
  const plans = await Promise.all([
    aPlan(world, { name: aName('Friend'), price_cents: 3_000, description: 'A seat by the fire' }),
    aPlan(world, { name: aName('Patron'), duration: 1, duration_type: 'year' }),
  ])
  const gone = await aPlan(world, { name: aName('Old'), archived_at: new Date() })
  const page = await pageOf(festival)
  for (const { name } of plans) assert.ok(page.includes(`<h3>${name}</h3>`), name)
  assert.match(page, /Memberships[^]*€30.00[^]*A seat by the fire[^]*For 1 year</)
  assert.ok(!page.includes(gone.name))
})

test('long texts and lists of offers are cut, and the page says how many are left out', async () => {
  const festival = await aFestival(world)
  const more = { festival_id: festival.id, description: '東'.repeat(10_000) }
  for (let index = 0; index < 23; index++) {
    await aPlaceToSleep(world, { ...more, name: `Tent ${index}`, amenities: Array(100).fill('x') })
  }
  const page = await pageOf(festival)
  assert.match(page, /and 3 more/)
  assert.ok(page.includes(`>${'東'.repeat(300)}…<`))
  assert.ok(page.includes(`>${Array(12).fill('x').join(' · ')}<`))
})

test('a festival that is over or cancelled offers neither, and no calendar when it is cancelled', async () => {
  await aPlan(world)
  const past = { start_time: new Date('2020-07-01'), end_time: new Date('2020-07-02') }
  for (const [given, hasCalendar] of [
    [{ cancelled_at: new Date() }, false],
    [past, true],
  ] as const) {
    const festival = await aFestival(world, given)
    await aPlaceToSleep(world, { festival_id: festival.id })
    const page = await pageOf(festival)
    assert.doesNotMatch(page, /Places to stay|Memberships/)
    assert.equal(/calendar\.ics|Add to your calendar/.test(page), hasCalendar)
  }
})

// Requirement (rules): a cancelled festival says why, and has nothing to buy or to add
test('a cancelled festival says why, as text', async () => {
  const cancelled_at = new Date()
  const festival = await aFestival(world, {
    cancelled_at,
    cancelled_reason: 'A storm <b>is</b> coming.\nStay at home.',
  })
  const page = await pageOf(festival)
  assert.ok(page.includes('>A storm &lt;b&gt;is&lt;/b&gt; coming.\nStay at home.<'))
  const silent = await pageOf(await aFestival(world, { cancelled_at }))
  assert.match(silent, /This festival does not take place/)
  assert.doesNotMatch(silent, /class="reason"/)
})

test('accommodations of an organizer that is not approved are not shown as on sale', async () => {
  const strict = await aWorld({ parts: { pagesFolder }, env: { ORGANIZERS: 'approved' } })
  const leftOf = async (approved_at: Date | null) => {
    const organizer = await anOrganizer(strict, { approved_at })
    const festival = await aFestival(strict, { organizer_id: organizer.id })
    await aPlaceToSleep(strict, { festival_id: festival.id, quantity: 9 })
    const [, left] = /<p class="left">([^<]*)</.exec(await pageOf(festival, strict)) ?? []
    return left
  }
  assert.equal(await leftOf(new Date()), '9 left')
  assert.equal(await leftOf(null), 'Not on sale')
})
