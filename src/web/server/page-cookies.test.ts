/** The cookie of a page gives the access of that page, whichever token it holds (docs/contract, section 9). */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  clientTokens,
  gateTokens,
  headersOfPage,
  type PageName,
  pageNames,
  tillTokens,
  userTokens,
} from '#core/access'
import { ensurePageClient } from '#identity/clients'
import { builtPages } from '../../../test/built-pages.ts'
import { aDevice, aGate } from '../../../test/gate.ts'
import { aGuest } from '../../../test/guests.ts'
import { aBoxOffice, aShift } from '../../../test/till.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld({ parts: { pagesFolder: await builtPages() } })
const { access, app, call, db, get, post } = world
await ensurePageClient(db, { id: 'console', name: 'Console' })
await ensurePageClient(db, { id: 'guide', name: 'Guide' })

const admin = await world.aUser({ roles: ['admin'] })
const origins = ['https://app.example']
const anApp = { name: 'App', kind: 'publishable', origins, allow_without_origin: true }
const publishable: string = (await post('/clients', anApp, { as: admin })).body.id
const { token: ofPublishable } = (
  await post('/auth/client', { client_id: publishable }, { client: null })
).body
const guest = await aGuest(world)
const { festival, manager } = await aGate(world)
const office = await aBoxOffice(world)

const issue = async (clientId: string, userId?: string) =>
  (await access.issue(db, { clientId, ...(userId && { userId }) })).token

/** Every kind of token, by the kinds of clients and holders, and the page it belongs to. */
const kinds: [name: string, token: string, page: PageName | null][] = [
  ['a confidential client', world.client.token, null],
  ['a publishable client', ofPublishable, null],
  ['the client of the console', await issue('console'), null],
  ['the client of the guide', await issue('guide'), 'guide'],
  ['a user of a confidential client', admin.token, null],
  ['a user of a publishable client', await issue(publishable, admin.id), null],
  ['a user of the console', await issue('console', admin.id), 'console'],
  ['a user of the guide', await issue('guide', admin.id), 'fan'],
  ['a guest of a confidential client', guest.token, null],
  ['a guest of the guide', await issue('guide', guest.id), 'fan'],
  ['a gate device', (await aDevice(world, { festival, manager })).token, 'gate'],
  ['a till', (await aShift(world, office)).token, 'box-office'],
]

/** An operation for each kind of caller. Ids are unknown, so an admitted caller gets 404 at most. */
const none = '00000000-0000-7000-8000-000000000000'
const calls: [method: string, url: string, body?: object][] = [
  ['GET', '/festivals'],
  ['GET', '/users?limit=1'],
  ['GET', '/users/i'],
  ['POST', '/clients', { name: 'More', scopes: ['read_emails'] }],
  ['GET', '/tickets'],
  ['GET', `/gate/${none}/manifest`],
  ['GET', `/shifts/${none}`],
]

test('every kind of token is in the table', () => {
  const begins = [clientTokens, userTokens, gateTokens, tillTokens]
  const missing = begins.filter(
    (begin) => !kinds.some(([, token]) => token.startsWith(`${begin}_`)),
  )
  assert.deepEqual(missing, [])
})

/** Returns the answers to a cookie with its key, and true if the page accepts it as its session. */
async function answersTo(page: PageName, token: string) {
  const headers = headersOfPage(page, token)
  const statuses = []
  for (const [method, url, body] of calls) {
    statuses.push((await call(method, url, { client: null, headers, body })).status)
  }
  const session = await app.inject({ url: `/${page}/session`, headers })
  return { statuses, isSession: session.json().session === headers['x-festival-session'] }
}

for (const cookie of pageNames) {
  suite(`the cookie of ${cookie}`, () => {
    for (const [name, token, page] of kinds.filter(([, , page]) => page === cookie)) {
      test(`with the token of ${name} opens its page`, async () => {
        const { statuses, isSession } = await answersTo(page ?? cookie, token)
        assert.ok(isSession && statuses.some((status) => status !== 401))
      })
    }
    for (const [name, token] of kinds.filter(([, , page]) => page !== cookie)) {
      // Requirement (rules): A page's cookie is for tokens of that page's sessions; any other token
      //   there is 401
      test(`with the token of ${name} opens nothing: 401`, async () => {
        const { statuses, isSession } = await answersTo(cookie, token)
        assert.deepEqual([isSession, ...statuses], [false, ...calls.map(() => 401)])
      })
    }
  })
}

test('a token that is refused as a cookie does in the headers what its client may do', async () => {
  const client = (await world.aClient([])).token
  const { status, body } = await get('/users?limit=1000', { as: admin, client })
  assert.equal(status, 200)
  assert.ok(body.every(({ email }: { email: string | null }) => email === null))
})

test('a page renders nothing of a user whose token is not one of its own', async () => {
  const asked = {
    url: '/me',
    headers: { ...headersOfPage('fan', admin.token), accept: 'text/html' },
  }
  assert.ok(!(await app.inject(asked)).body.includes(admin.email))
})
