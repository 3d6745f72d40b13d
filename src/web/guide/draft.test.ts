/** A draft in the guide: its managers see it, with a banner. No one else sees it, and no cache stores it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headersOfPage } from '#core/access'
import { ensurePageClient } from '#identity/clients'
import { builtPages } from '../../../test/built-pages.ts'
import { aTier } from '../../../test/buying.ts'
import { aFestival, aGig, anArtist, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld({
  parts: { pagesFolder: await builtPages('<!-- head --><!-- body -->') },
})
const { app, db, aUser, access } = world
const [ada, eve] = [await aUser(), await aUser()]
const admin = await aUser({ roles: ['admin'] })
await ensurePageClient(db, { id: 'console', name: 'Console' })

/** Opens the page as a user of the console, or as a stranger. */
async function open(id: string, as?: Person) {
  const { token = '' } = as
    ? await access.issue(db, { clientId: 'console', userId: as.id })
    : { token: '' }
  const { cookie = '' } = as ? headersOfPage('console', token) : {}
  return app.inject({ url: `/guide/${id}`, headers: { accept: 'text/html', cookie } })
}

async function aDraft() {
  const organizer = await anOrganizer(world)
  const managed = { organizer_id: organizer.id, user_id: ada.id }
  await db.insertInto('organizer_managers').values(managed).execute()
  const festival = await aFestival(world, {
    organizer_id: organizer.id,
    name: 'Secret <b>Tide</b>',
    published_at: null,
    deleted_at: 'infinity' as never,
  })
  const artist = await anArtist(world)
  await aGig(world, { festival_id: festival.id, artist_id: artist.id })
  await aTier(world, { festival_id: festival.id, name: 'Weekend' })
  return { ...festival, artist }
}

// Requirement (rules): contract §4.14: `/guide/:id` of a draft, for its managers
test('its managers and admins see a draft with a banner, kept nowhere and with nothing to buy', async () => {
  const draft = await aDraft()
  for (const who of [ada, admin]) {
    const { statusCode, body, headers } = await open(draft.id, who)
    assert.equal(statusCode, 200, body)
    assert.match(body, /Draft:<\/strong> only you/)
    assert.ok(body.includes('<h1>Secret &lt;b&gt;Tide&lt;/b&gt;</h1>'))
    assert.ok(body.includes(draft.artist.name) && body.includes('<h3>Weekend</h3>'))
    assert.equal(headers['cache-control'], 'no-store')
    assert.match(body, /<meta name="robots" content="noindex">/)
    assert.doesNotMatch(body, /<output|data-live|calendar\.ics|festival-session|ld\+json/)
  }
})

// Requirement (rules): contract §4.14: `/guide/:id` of a draft, for all others
test('to all others it is not there, also just after a manager has seen it', async () => {
  const draft = await aDraft()
  assert.equal((await open(draft.id, ada)).statusCode, 200)
  for (const who of [undefined, eve]) {
    const { statusCode, body } = await open(draft.id, who)
    assert.equal(statusCode, 404)
    assert.ok(!body.includes('Secret'))
  }
})

test('once it is published its managers see the page that all see', async () => {
  const draft = await aDraft()
  const published = { published_at: new Date(), deleted_at: null }
  await db.updateTable('festivals').set(published).where('id', '=', draft.id).execute()
  const { statusCode, body } = await open(draft.id, ada)
  assert.equal(statusCode, 200)
  assert.doesNotMatch(body, /id="draft"/)
})
