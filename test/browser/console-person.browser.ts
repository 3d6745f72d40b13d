/** All that there is of a person, in the console's People. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { notify } from '#messaging/notifications'
import { aTier, points } from '../buying.ts'
import { anArtist, anInterest, aSession, aStoredFactor, aStoredPasskey } from '../catalogue.ts'
import { aNotice } from '../notices.ts'
import { somePaidTickets } from '../sales.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** A person with something in every part of their record, and twelve tickets. */
async function aFullPerson() {
  const person = await site.aUser({ firstName: 'Bo', lastName: 'Quay' })
  const tier = await aTier(site)
  const tickets = await somePaidTickets(site, 12, { tier, user_id: person.id })
  const artist = await anArtist(site)
  await anInterest(site, { user_id: person.id, artist_id: artist.id })
  await points(site, person, 1200)
  await notify({ ...site, now: new Date() }, [aNotice(person, { title: 'A storm is coming' })])
  await aStoredPasskey(site, person)
  await aStoredFactor(site, person)
  await aSession(site, person)
  const festival = await site.db
    .selectFrom('festivals')
    .select('name')
    .where('id', '=', tier.festival_id)
    .executeTakeFirstOrThrow()
  return { person, tier, tickets, artist, festival }
}

type Look = NonNullable<Parameters<typeof site.open>[1]>

async function at(id: string, rights: Parameters<typeof site.aPersonWith>[0], look: Look = {}) {
  const me = await site.aPersonWith(rights)
  const opened = await site.open(`/console/people/${id}`, { ...look, as: me })
  const drawer = opened.page.getByRole('dialog', { name: 'Bo Quay' })
  const open = (name: string) => drawer.getByRole('tab', { name }).click()
  await drawer.getByRole('tab', { name: 'Sign-ins' }).waitFor()
  return { ...opened, me, drawer, open }
}

const listed = (page: Page, name: string) =>
  page.getByRole('list', { name, exact: true }).getByRole('listitem')

// Requirement (rules): contract §2.7: the console's People
test('the whole record of a person is shown, and leads to each order', async () => {
  const { person, tier, festival, artist } = await aFullPerson()
  const { page, me, drawer, open, done } = await at(person.id, { roles: ['admin'] })
  await open('Purchases')
  await drawer.getByRole('heading', { name: 'Orders (12)' }).waitFor()
  assert.equal(await listed(page, 'Orders').count(), 10)
  const ticket = listed(page, 'Tickets').first()
  await ticket.getByText(tier.name).waitFor()
  await ticket.getByText('valid').waitFor()
  const all = await drawer.getByRole('link', { name: 'Show all' }).getAttribute('href')
  assert.equal(all, `/console/payments?q=${encodeURIComponent(person.email)}`)

  await open('Rewards')
  await drawer.getByText('1,200').first().waitFor()
  await open('Follows and notices')
  await drawer.getByRole('link', { name: artist.name }).waitFor()
  await drawer.getByText('A storm is coming').waitFor()
  await open('Sign-ins')
  await drawer.getByRole('heading', { name: 'Sessions (2)' }).waitFor()
  await drawer.getByText('Phone').waitFor()

  const headers = { as: me }
  await site.put(`/users/${person.id}/suspended`, { suspended: true }, headers)
  await open('Changes')
  await drawer.getByText('suspended Bo Quay').waitFor()
  await site.put(`/users/${person.id}/suspended`, { suspended: false }, headers)
  await page.reload()
  await drawer.getByText('ended the suspension of Bo Quay').waitFor()

  await open('Purchases')
  await listed(page, 'Orders').first().getByRole('link', { name: festival.name }).click()
  await page.getByRole('dialog', { name: tier.name }).waitFor()
  await done()
})

// Requirement (rules): contract §2.7: the console's People
test('an admin removes the second factor of a person who has lost it', async () => {
  const { person } = await aFullPerson()
  const { page, drawer, open, done } = await at(person.id, { roles: ['admin'] })
  await open('Sign-ins')
  await drawer.getByRole('button', { name: 'Remove the second factor' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the second factor of Bo Quay?' })
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await drawer.getByRole('heading', { name: 'Sessions (0)' }).waitFor()
  await drawer.getByRole('heading', { name: 'Passkeys (0)' }).waitFor()
  const left = await site.db
    .selectFrom('second_factors')
    .select('secret')
    .where('user_id', '=', person.id)
    .execute()
  assert.deepEqual(
    left.filter(({ secret }) => secret !== null),
    [],
  )
  assert.equal(await drawer.getByRole('button', { name: 'Remove the second factor' }).count(), 0)
  await done()
})

// Requirement (rules): contract §2.7: the console's People
test('who is no admin sees nothing of purchases', async () => {
  const { person } = await aFullPerson()
  const { page, drawer, open, done } = await at(person.id, { permissions: ['manage_users'] })
  const tabs = await drawer.getByRole('tab').allTextContents()
  assert.deepEqual(tabs, ['Rights', 'Rewards', 'Follows and notices', 'Sign-ins'])
  await open('Follows and notices')
  await listed(page, 'Follows').first().waitFor()
  assert.equal(await drawer.getByText('A storm is coming').count(), 0)
  await open('Sign-ins')
  await listed(page, 'Sessions').first().waitFor()
  assert.equal(await drawer.getByRole('button', { name: 'Remove the second factor' }).count(), 0)
  await done()
})

for (const look of [
  { width: 390, dark: true },
  { width: 1360, dark: false },
]) {
  test(`the record is accessible: ${look.width} px`, async () => {
    const { person } = await aFullPerson()
    const { page, drawer, open, done } = await at(person.id, { roles: ['admin'] }, look)
    const parts = [
      ['Purchases', 'Tickets (12)'],
      ['Rewards', 'Changes of points (1)'],
      ['Follows and notices', 'Notices (1)'],
      ['Sign-ins', 'Sessions (2)'],
    ] as const
    for (const [part, heading] of parts) {
      await open(part)
      await drawer.getByRole('heading', { name: heading }).waitFor()
      await assertAccessible(page, part)
      const isTooWide = 'document.documentElement.scrollWidth > innerWidth'
      assert.equal(await page.evaluate(isTooWide), false, part)
      if (process.env['SHOTS'])
        await page.screenshot({ path: `${process.env['SHOTS']}/person-${part}-${look.width}.png` })
    }
    await open('Changes')
    await drawer.getByText('Nothing was done to this account.').waitFor()
    await assertAccessible(page, 'Changes')
    await done()
  })
}
