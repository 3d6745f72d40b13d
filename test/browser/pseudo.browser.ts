/** Each page for fans in a language that is none: nothing is left in English, and nothing is wider than a telephone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { notify } from '#messaging/notifications'
import { aTier } from '../buying.ts'
import { aFestival, aGig, anArtist, anOrganizer } from '../catalogue.ts'
import { aQueue, enterWith, tick } from '../queues.ts'
import { buyAs, openAs } from './fans.ts'
import { leftOut, loadPseudo, speakPseudo } from './pseudo.ts'
import { aSite } from './site.ts'

const site = await aSite()
const expected = /40[0-9]|429|Service Worker registration blocked|notifications\/sse|ERR_FAILED/
speakPseudo()
const name = 'Ζωή'
const organizer = await anOrganizer(site, { id: `o-${crypto.randomUUID()}`, name })
const festival = await aFestival(site, {
  name,
  organizer_id: organizer.id,
  venue: name,
  country: name,
  description: name,
  refund_until_days: 14,
  refund_percent: 80,
})
const artist = await anArtist(site, { name })
await aGig(site, { festival_id: festival.id, artist_id: artist.id })
await aTier(site, { festival_id: festival.id, name, description: name })
const ada = await site.aPersonWith({})
await site.put(`/users/${ada.id}`, { firstName: name, lastName: name }, { as: ada })
await site.db.updateTable('clients').set({ name }).execute()
await buyAs(site, ada, { festival_id: festival.id, name })
await notify({ db: site.db, bus: site.bus, now: new Date() }, [
  {
    user_id: ada.id,
    type: 'festival.changed',
    title: name,
    message: name,
    data: { festival_id: festival.id },
    cause: name,
  },
])

const inTurn = { festival: { name }, tier: { name, description: name } }
const [gathering, drawn, drawing] = [
  await aQueue(site, { ...inTurn, queue: { groups_of: 4 } }),
  await aQueue(site, inTurn),
  await aQueue(site, { ...inTurn, queue: { source: 'drand' } }),
]
const inAMinute = 60_000
const announced = await aQueue(site, {
  ...inTurn,
  queue: { opens_at: new Date(Date.now() + inAMinute).toISOString() },
})
for (const { id, url } of [drawn, drawing]) {
  assert.equal((await enterWith(site, { url }, ada)).status, 200)
  await site.db.updateTable('queues').set({ draw_at: new Date() }).where('id', '=', id).execute()
}
await tick(site)
await site.db.updateTable('organizers').set({ name }).execute()
const room = (queue: { festival: { id: string } }) => `/guide/${queue.festival.id}/queue`
const rooms = [gathering, drawn, drawing, announced].map(room)

/** Looks at a page once its scripts have told what they tell. */
async function look(page: Page, path: string) {
  await page.waitForLoadState('networkidle')
  assert.deepEqual(await leftOut(page), [], path)
  const beyond = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((one) => one.outerHTML.slice(0, 150)),
  )
  const wider = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  assert.ok(wider <= 0, `${path} is ${wider} px too wide: ${beyond.join('\n')}`)
}

const open = [
  '/',
  '/?for=qqq',
  '/?when=past',
  `/guide/${festival.id}`,
  `/guide/artists/${artist.id}`,
  `/organizers/${organizer.id}`,
  `/guide/${festival.id}/mine`,
  `/guide/${gathering.festival.id}`,
  ...rooms,
  room({ festival }),
  `${room(drawn)}/proof`,
  `${room(drawing)}/proof`,
  `${room(announced)}/proof`,
  '/checkout',
  '/tickets',
  '/me',
  '/sign-in',
  '/reset',
  '/guide/offline',
  '/guide/none',
  '/unsubscribe/none',
]
for (const path of open) {
  test(`nothing on ${path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id')} is left out, for a stranger`, async () => {
    const { page, done } = await site.open('/guide/offline', {
      width: 360,
      serviceWorkers: 'block',
      expected,
    })
    await loadPseudo(page)
    await page.goto(`${site.url}${path}`)
    await look(page, path)
    await done()
  })
}

test('nothing is left out on the way to a ticket', async () => {
  const { page, done } = await site.open('/guide/offline', {
    width: 360,
    serviceWorkers: 'block',
    expected,
  })
  await loadPseudo(page)
  await page.goto(`${site.url}/guide/${festival.id}`)
  await page
    .getByRole('button', { name: /Oñê mörê/ })
    .first()
    .click()
  await page.getByRole('button', { name: /Búy/ }).click()
  await page.waitForURL(/checkout/)
  await page.getByRole('button', { name: /Páy/ }).click()
  await look(page, 'the checkout without an e-mail')
  await page.getByLabel(/E-máïl/).fill('ada@fans.example')
  await page.getByRole('button', { name: /Páy/ }).click()
  await page.waitForURL(/tickets/)
  await look(page, 'the tickets of a guest')
  await done()
})

test('nothing is left out on a fan’s own pages', async () => {
  const { page, done } = await openAs(site, ada, {
    path: '/guide/offline',
    width: 360,
    serviceWorkers: 'block',
    expected,
  })
  await loadPseudo(page)
  const own = ['/me', '/tickets', `/guide/${festival.id}`, `/guide/${festival.id}/mine`]
  for (const path of [...own, ...rooms, `${room(drawn)}/proof`]) {
    await page.goto(`${site.url}${path}`)
    await look(page, path)
  }
  await done()
})
