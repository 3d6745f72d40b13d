/** A festival's own time on the guide and at the gate, on devices near and far. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTier } from '../buying.ts'
import { aFestival, aGig, anArtist, aPlace } from '../catalogue.ts'
import { aDevice, aGate } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { aSite } from './site.ts'

const site = await aSite()

/** A festival in London with a gig at 22:00 there. */
async function aNight() {
  const { id } = await aFestival(site, {
    time_zone: 'Europe/London',
    start_time: new Date('2099-06-25T11:00:00Z'),
    end_time: new Date('2099-06-28T04:00:00Z'),
  })
  const { id: place_id } = await aPlace(site, { festival_id: id, name: 'Pyramid' })
  const { id: artist_id } = await anArtist(site)
  const [start_time, end_time] = [
    new Date('2099-06-25T21:00:00Z'),
    new Date('2099-06-25T22:15:00Z'),
  ]
  await aGig(site, { festival_id: id, artist_id, place_id, start_time, end_time })
  await aTier(site, { festival_id: id, start_time: new Date('2099-01-01T09:00:00Z') })
  return `/guide/${id}`
}

for (const [where, timeZone, note] of [
  ['far away', 'Pacific/Auckland', '; your clock is 11 h ahead'],
  ['in Lisbon, where clocks show the same,', 'Europe/Lisbon', ''],
] as const) {
  test(`a device ${where} shows the festival's times`, async () => {
    const { page, done } = await site.open(await aNight(), { timeZone })
    await page.getByRole('time').getByText('22:00', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Thursday 25 June 2099' }).waitFor()
    const zone = page.locator('.zone', { hasText: 'Times are BST (Europe/London)' })
    await zone.waitFor({ state: note === '' ? 'hidden' : 'visible' })
    assert.equal(await zone.textContent(), `Times are BST (Europe/London)${note}. `)
    await page.getByText('Thursday 25 June 2099, 12:00').waitFor()
    await page.getByText('On sale Thu 1 Jan, 09:00 GMT').waitFor()
    await done()
  })
}

test('a gate tells the festival’s time on a device with a clock of another zone', async () => {
  const gate = await aGate(site)
  const { id: festival_id } = gate.festival
  await site.db
    .updateTable('festivals')
    .set({ time_zone: 'Asia/Kathmandu' })
    .where('id', '=', festival_id)
    .execute()
  const valid_since = new Date('2099-07-01T17:02:00Z')
  const tier = await aTier(site, { festival_id, valid_since })
  const device = await aDevice(site, gate)
  const [ticket] = await somePaidTickets(site, 1, { tier })
  const { page, done } = await site.open(`/gate#${device.token}`, { timeZone: 'Pacific/Auckland' })
  await page.getByRole('button', { name: 'Start scanning' }).waitFor()
  await page.getByLabel('Type the code').fill(ticket?.code ?? '')
  await page.getByLabel('Type the code').press('Enter')
  await page
    .locator('#answer')
    .getByText('Not valid before Wed 1 Jul 2099 22:47 GMT+5:45')
    .waitFor()
  await done()
})
