/** A fan's session: the access it gives, its limits, and attempts of other sites to use it. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { headersOfPage } from '#core/access'
import { builtPages } from '../../../test/built-pages.ts'
import { aTier } from '../../../test/buying.ts'
import { describedBy, needsToken } from '../../../test/described.ts'
import { aCode, anEmail } from '../../../test/guests.ts'
import { nextMailTo } from '../../../test/mailbox.ts'
import { aWorld } from '../../../test/world.ts'

const day = 86_400_000
const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({
  now: () => clock.now,
  parts: { pagesFolder: await builtPages('<!-- head --><!-- body -->') },
})
const { app, db, post } = world
await world.jobs.start()
const password = 'correct horse battery'
const browser = { accept: 'text/html,application/xhtml+xml' }

type Session = { cookie: string; key: string; token: string }
type Headers = Record<string, string>

/** Returns the headers with which pages of the guide begin a session. */
async function ofGuide(): Promise<Headers> {
  const answer = await app.inject({ url: '/guide/session' })
  const token = answer.cookies[0]?.value ?? ''
  return headersOfPage('guide', token)
}

async function enter(
  url: string,
  { payload = {}, headers = {} }: { payload?: object; headers?: Headers } = {},
) {
  const given = { ...(await ofGuide()), ...headers }
  const answer = await app.inject({ method: 'POST', url, payload, headers: given })
  const { name = '', value = '' } = answer.cookies[0] ?? {}
  const session = { cookie: `${name}=${value}`, key: answer.json().session, token: value }
  return { status: answer.statusCode, body: answer.json(), session }
}

const aGuest = async () => (await enter('/fan/guest')).session
const keyed = ({ cookie, key }: Pick<Session, 'cookie' | 'key'>) => ({
  cookie,
  'x-festival-session': key,
})

/** A call of a page of the shop, checked against the contract like any other call of the API. */
const call = (
  session: Session,
  request: string,
  given: { body?: unknown; headers?: Headers } = {},
) => {
  const [method = '', url = ''] = request.split(' ')
  const headers = { ...keyed(session), ...given.headers }
  return world.call(method, url, { client: null, body: given.body, headers })
}

async function anAccount(rights: { roles?: string[]; permissions?: string[] } = {}) {
  const email = anEmail()
  const { body } = await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  await db
    .updateTable('users')
    .set({ roles: [], permissions: [], ...rights, email_proven_at: clock.now })
    .where('id', '=', body.id)
    .execute()
  const entered = await enter('/fan/session', { payload: { email, password } })
  assert.equal(entered.status, 200)
  return { id: body.id as string, email, ...entered.session }
}

/** Holds tickets and pays for them. */
async function hold(session: Session, tier: { id: string }, quantity = 1) {
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity }]
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return call(session, 'POST /orders', { body: { items, hold: true }, headers })
}
const pay = (session: Session, id: string, body: object) =>
  call(session, `POST /orders/${id}/pay`, {
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })

/** Creates a guest with a ticket. */
async function aBuyer(email = anEmail()) {
  const guest = await aGuest()
  const { body: order } = await hold(guest, await aTier(world))
  const { status, body: paid, text } = await pay(guest, order.id, { email })
  assert.equal(status, 200, text)
  return { ...guest, email, order: paid, short: paid.payments[0].short_code as string }
}

const open = (url: string, headers: Headers) =>
  app.inject({ url, headers: { ...browser, ...headers } })

suite('a guest', () => {
  test('holds an order before there is an e-mail, and needs one to pay', async () => {
    const guest = await aGuest()
    const tier = await aTier(world)
    const { status, body: order } = await hold(guest, tier, 2)
    assert.deepEqual([status, order.status], [201, 'held'])
    const without = await pay(guest, order.id, {})
    assert.deepEqual([without.status, without.body.fields[0].path], [400, 'email'])
    assert.equal((await call(guest, `GET /orders/${order.id}`)).body.status, 'held')
    const items = [{ payment_type: 'ticket', entity_id: tier.id }]
    const headers = { 'idempotency-key': crypto.randomUUID() }
    assert.equal((await call(guest, 'POST /orders', { body: { items }, headers })).status, 400)
    const [item] = items
    assert.equal((await call(guest, 'POST /payments', { body: item, headers })).status, 400)
    const { body: paid } = await pay(guest, order.id, { email: anEmail() })
    assert.equal(paid.status, 'succeeded')
    assert.equal((await call(guest, 'POST /payments', { body: item })).status, 201)
  })

  test('is the same one for a page that asks again', async () => {
    const guest = await aGuest()
    const again = await enter('/fan/guest', { headers: keyed(guest) })
    assert.equal(again.body.session, guest.key)
    const { body } = await world.get('/fan/session', {
      client: null,
      headers: { cookie: guest.cookie },
    })
    assert.deepEqual(body, { session: guest.key, guest: true })
  })

  test('finds what was bought in an account with the same e-mail', async () => {
    const buyer = await aBuyer()
    const code = await aCode(world, buyer.email)
    const payload = { email: buyer.email, code, firstName: 'Ada', lastName: 'Marsh' }
    const { status, session } = await enter('/fan/session/code', { payload, headers: keyed(buyer) })
    assert.equal(status, 200)
    assert.notEqual(session.key, buyer.key)
    const { body } = await call(session, 'GET /tickets')
    assert.equal(body.tickets[0].short_code, buyer.short)
    assert.match(
      (await open('/tickets', session)).body,
      new RegExp(`${buyer.short}[^]*Signed in as`),
    )
  })
})

/** Signs in on another device with a mailed code, as "Lost your ticket?" does. */
async function findTickets(email: string, headers: Headers = {}): Promise<Session> {
  const payload = { email, code: await aCode(world, email), guest: true }
  const { status, session } = await enter('/fan/session/code', { payload, headers })
  assert.equal(status, 200)
  return session
}

suite('a guest who finds lost tickets', () => {
  const shortsOf = async (session: Session) => {
    const { body } = await call(session, 'GET /tickets')
    return body.tickets.map(({ short_code }: { short_code: string }) => short_code)
  }

  // Requirement (rules): contract §9 Lost tickets: sessions that began without a proof end
  test('shares them with no session in which a stranger has typed the same e-mail', async () => {
    const buyer = await aBuyer()
    const stranger = await aGuest()
    const typed = await call(stranger, 'PUT /auth/guest', { body: { email: buyer.email } })
    assert.equal(typed.status, 200, typed.text)
    const owner = await findTickets(buyer.email)
    assert.deepEqual(await shortsOf(owner), [buyer.short])
    assert.equal((await call(stranger, 'GET /tickets')).status, 401)
    assert.equal((await call(buyer, 'GET /tickets')).status, 401)
  })

  test('keeps what this browser holds', async () => {
    const buyer = await aBuyer()
    const { body: held } = await hold(buyer, await aTier(world))
    const owner = await findTickets(buyer.email, keyed(buyer))
    assert.equal((await call(owner, `GET /orders/${held.id}`)).body.status, 'held')
    assert.deepEqual(await shortsOf(owner), [buyer.short])
  })
})

suite('pages of a fan', () => {
  test('open with the cookie alone, from a link of another site too, and are kept nowhere', async () => {
    const { cookie, short, order } = await aBuyer()
    const before = await db.selectFrom('tokens').selectAll().execute()
    const from = [
      {},
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    ]
    for (const headers of from) {
      const { body, headers: said, statusCode } = await open('/tickets', { cookie, ...headers })
      assert.equal(statusCode, 200)
      assert.ok(body.includes(short), JSON.stringify(headers))
      assert.equal(said['cache-control'], 'no-store')
      assert.equal(said['access-control-allow-credentials'], undefined)
      assert.match(`${said['content-security-policy']}`, /frame-ancestors 'none'/)
      assert.equal(said['x-frame-options'], 'DENY')
      assert.match(body, /<meta name="robots" content="noindex">/)
      assert.ok(!body.includes(cookie.split('=')[1] ?? ''))
    }
    const done = await open(`/checkout?order=${order.id}`, { cookie })
    assert.deepEqual([done.statusCode, done.headers.location], [303, `/tickets?order=${order.id}`])
    const { body: thanked } = await open(`/tickets?order=${order.id}`, { cookie })
    assert.match(thanked, new RegExp(`id="thanks"[\\s\\S]*<code>${order.number}</code>`))
    assert.deepEqual(await db.selectFrom('tokens').selectAll().execute(), before)
  })

  test('show nothing inside a page of another site, and nothing of another fan', async () => {
    const { cookie, short, order } = await aBuyer()
    const from = [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    ]
    const other = await aGuest()
    const tried = [...from.map((headers) => ({ cookie, ...headers })), { cookie: other.cookie }, {}]
    for (const headers of tried) {
      const { body } = await open(`/tickets?order=${order.id}`, headers)
      assert.ok(!body.includes(short) && !body.includes(order.id), JSON.stringify(headers))
      const pdf = await open(`/tickets/${order.payments[0].id}/pdf`, headers)
      assert.notEqual(pdf.headers['content-type'], 'application/pdf')
    }
    const pdf = await open(`/tickets/${order.payments[0].id}/pdf`, { cookie })
    assert.deepEqual(
      [pdf.statusCode, pdf.headers['content-type'], pdf.headers['cache-control']],
      [200, 'application/pdf', 'no-store'],
    )
  })

  test('share an address with an operation, which other callers still reach', async () => {
    const buyer = await aBuyer()
    const { body } = await call(buyer, 'GET /tickets')
    assert.equal(body.tickets.length, 1)
    const asBrowser = { ...browser, ...keyed(buyer) }
    assert.equal(
      (await app.inject({ url: '/tickets', headers: asBrowser })).json().tickets.length,
      1,
    )
    assert.equal((await app.inject({ url: '/tickets', headers: browser })).statusCode, 200)
    assert.equal((await app.inject({ url: '/tickets' })).statusCode, 401)
    assert.equal((await open('/tickets/', { cookie: buyer.cookie })).statusCode, 200)
  })
})

suite('a change', () => {
  test('needs the key beside the cookie, on every operation', async () => {
    const [{ cookie, key }, other] = [await anAccount(), await aGuest()]
    const { paths } = describedBy(app) as { paths: Record<string, Record<string, any>> }
    let tried = 0
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { security = [] }] of Object.entries(operations)) {
        if (!needsToken(security)) continue
        const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
        for (const headers of [
          { cookie },
          { cookie, 'x-festival-session': other.key },
          { 'x-festival-session': key },
        ]) {
          const { status } = await world.call(method.toUpperCase(), url, { client: null, headers })
          assert.equal(status, 401, `${method} ${path}`)
          tried++
        }
      }
    }
    assert.ok(tried > 240)
  })

  test('of the session needs the key of a page of ours', async () => {
    const { email, cookie, key } = await anAccount()
    const asked = [
      ['POST', '/fan/guest', {}],
      ['POST', '/fan/session', { email, password }],
      ['POST', '/fan/session/code', { email, code: '123456' }],
      ['DELETE', '/fan/session', undefined],
    ] as const
    const guide = await ofGuide()
    const wrong: Headers[] = [
      {},
      { cookie },
      { 'x-festival-session': key },
      { ...guide, 'x-festival-session': key },
      headersOfPage('guide', 'fst_client_invented'),
    ]
    for (const [method, url, payload] of asked) {
      for (const headers of wrong) {
        const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
        assert.equal(answer.statusCode, 401, `${method} ${url}`)
        assert.equal(
          answer.cookies.find(({ value }) => value !== ''),
          undefined,
        )
      }
    }
    // A form on another site cannot send JSON.
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { ...guide, 'content-type': type }
      const form = {
        method: 'POST',
        url: '/fan/session',
        headers,
        payload: '{"email":"a"}',
      } as const
      assert.ok([400, 415].includes((await app.inject(form)).statusCode), type)
    }
  })
})

test('two tickets of one name are told apart, on the page and as it is kept; one needs no number', async () => {
  const ada = await anAccount()
  await hold(ada, await aTier(world)).then(({ body }) => pay(ada, body.id, {}))
  assert.doesNotMatch((await open('/tickets', ada)).body, /1 of 1/)
  const tier = await aTier(world)
  await hold(ada, tier, 2).then(({ body }) => pay(ada, body.id, {}))
  for (const path of ['/tickets', '/tickets?keep=']) {
    const { body } = await open(path, ada)
    for (const nth of ['1 of 2', '2 of 2'])
      assert.ok(
        body.includes(`${tier.name} <span class="quiet">${nth}</span></h3>`),
        `${path} ${nth}`,
      )
  }
})

test('the checkout says who sells, and the foot of a page who runs it', async () => {
  const tier = await aTier(world, { valid_until: new Date('2027-07-01T00:00:00Z') })
  const festival = { id: tier.festival_id }
  const { body: read } = await world.get(`/festivals/${festival.id}`)
  const change = `/organizers/${read.organizer.id}`
  const as = await world.aUser({ roles: ['admin'] })
  const seller = {
    legal_name: 'Harbour <b>Nights</b> ApS',
    legal_address: 'Kalvø Havnevej 4',
    terms_url: 'https://harbour.example/terms',
    privacy_url: 'https://harbour.example/privacy',
  }
  const path = `/checkout?festival=${festival.id}&items=${tier.id}:2`
  assert.match((await open(path, {})).body, new RegExp(`Sold by <strong>${read.organizer.name}<`))
  assert.equal((await world.put(change, seller, { as })).status, 200)
  const { body } = await open(path, {})
  assert.match(body, /Harbour &lt;b&gt;Nights&lt;\/b&gt; ApS<\/strong>, Kalvø Havnevej 4\./)
  assert.match(
    body,
    /href="https:\/\/harbour\.example\/terms"[^]*href="https:\/\/harbour\.example\/privacy"/,
  )
  assert.match(body, /right of withdrawal/)
  for (const terms_url of ['javascript:alert(1)', 'harbour.example', 'https://']) {
    assert.equal((await world.put(change, { terms_url }, { as })).status, 400, terms_url)
  }
  assert.doesNotMatch(body, /operator\.example/)
  const env = {
    IMPRINT_URL: 'https://operator.example/imprint',
    PRIVACY_URL: 'https://operator.example/privacy',
    ACCESSIBILITY_URL: 'https://operator.example/accessibility',
  }
  const run = await aWorld({ env, parts: { pagesFolder: world.pagesFolder } })
  for (const url of ['/', '/sign-in', '/guide/unknown']) {
    const { body: foot } = await run.app.inject({ url, headers: browser })
    for (const address of Object.values(env)) assert.ok(foot.includes(`href="${address}"`), url)
  }
})

suite('the session', () => {
  test('of an admin has no rights, and sells to no guests', async () => {
    const admin = await anAccount({ roles: ['admin'], permissions: ['manage_catalog'] })
    assert.equal((await call(admin, 'GET /users/i')).status, 200)
    for (const url of ['/users/all', '/clients', '/audit', '/payments/all', '/mail']) {
      const { status, body } = await call(admin, `GET ${url}`)
      assert.deepEqual([status, body.code], [403, 'publishable_client'], url)
    }
    const guest = await call(admin, 'POST /auth/guest', { body: { email: anEmail() } })
    assert.deepEqual([guest.status, guest.body.code], [403, 'missing_scope'])
    const headers = { 'x-f-authentication': admin.token }
    const { status } = await world.get('/clients', { headers })
    assert.equal(status, 403)
    const shared = { client: null, headers: await ofGuide() }
    assert.equal((await post('/auth/guest', { email: anEmail() }, shared)).status, 401)
  })

  test('is a new one with each sign-in, which ends the one before', async () => {
    const guest = await aGuest()
    const { email } = await anAccount()
    const wrong = await enter('/fan/session', {
      payload: { email, password: 'no' },
      headers: keyed(guest),
    })
    assert.equal(wrong.status, 401)
    assert.equal((await call(guest, 'GET /orders')).status, 200)
    const { session } = await enter('/fan/session', {
      payload: { email, password },
      headers: keyed(guest),
    })
    assert.notEqual(session.token, guest.token)
    assert.equal((await call(session, 'GET /orders')).status, 200)
    assert.equal((await call(guest, 'GET /orders')).status, 401)
  })

  test('of a user who signs in again goes on with the notifications of the browser; another user gets none of them', async () => {
    const { id, email, ...fan } = await anAccount()
    const options = await call(fan, 'GET /users/i/push-subscriptions')
    assert.equal(options.status, 200)
    const keys = { p256dh: options.body.application_server_key, auth: 'A'.repeat(22) }
    const endpoint = 'https://8.8.8.8/push'
    const made = await call(fan, 'POST /users/i/push-subscriptions', { body: { endpoint, keys } })
    assert.equal(made.status, 201, made.text)
    const browsersOf = async (session: Session) =>
      (await call(session, 'GET /users/i/push-subscriptions')).body.subscriptions.length
    const again = await enter('/fan/session', {
      payload: { email, password },
      headers: keyed(fan),
    })
    assert.deepEqual([again.body.same, await browsersOf(again.session)], [true, 1])
    const other = await anAccount()
    const changed = await enter('/fan/session', {
      payload: { email: other.email, password },
      headers: keyed(again.session),
    })
    assert.deepEqual([changed.body.same, await browsersOf(changed.session)], [false, 0])
    const rows = db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', id)
    assert.deepEqual(await rows.execute(), [])
  })

  test('ends with its sign-out, which needs its key', async () => {
    const session = await anAccount()
    const leave = (headers: Headers) =>
      app.inject({ method: 'DELETE', url: '/fan/session', headers })
    assert.equal((await leave({ cookie: session.cookie })).statusCode, 401)
    const left = await leave(keyed(session))
    assert.deepEqual([left.statusCode, left.cookies[0]?.value], [200, ''])
    assert.equal((await call(session, 'GET /users/i')).status, 401)
    const { body } = await open('/tickets', { cookie: session.cookie })
    assert.match(body, /No tickets yet/)
  })

  test('lives 180 days, and anew when it is used', async () => {
    const [used, unused] = [await aGuest(), await aGuest()]
    const cookieOf = async ({ cookie }: Session) => (await open('/tickets', { cookie })).cookies
    const names = async (session: Session) => (await cookieOf(session)).map(({ name }) => name)
    assert.deepEqual(await names(used), ['festival_guide'])
    const start = clock.now.getTime()
    for (let days = 100; days <= 500; days += 100) {
      clock.now = new Date(start + days * day)
      const fan = (await cookieOf(used)).find(({ name }) => name === 'festival_fan')
      assert.deepEqual([fan?.value, fan?.maxAge, fan?.sameSite], [used.token, 180 * 86_400, 'Lax'])
      // Only once a day.
      assert.deepEqual(await names(used), ['festival_guide'])
    }
    assert.equal((await call(used, 'GET /orders')).status, 200)
    assert.equal((await call(unused, 'GET /orders')).status, 401)
    clock.now = new Date(start + 681 * day)
    assert.equal((await call(used, 'GET /orders')).status, 401)
  })
})

test('an e-mail without an account gets its code in the language of the page', async () => {
  const email = anEmail()
  const headers = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
  const { status } = await enter('/fan/code', { payload: { email }, headers })
  assert.equal(status, 200)
  assert.match(await nextMailTo(world, email), /Subject: Ihr Anmeldecode/)
})
