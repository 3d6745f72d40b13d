/** The client on a real service: over a socket, through a network that fails on demand. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { test } from 'node:test'
import sharp from 'sharp'
import { createClient, createPublishableClient } from '#identity/clients'
import { createUser } from '#identity/users'
import { newId } from '#platform/values/ids'
import { createFestival, FestivalError } from '../client/src/index.ts'
import { ownCertificate } from '../src/server/network/certificate.ts'
import { aTier } from './buying.ts'
import { aFestival, aGig, aName, anArtist } from './catalogue.ts'
import { aPayment } from './sales.ts'
import { type Fate, unreliable } from './unreliable.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const service = await world.app.listen({ port: 0, host: '127.0.0.1' })
const { id: clientId, client_secret: clientSecret } = await createClient(world.db, {
  name: 'Ticket shop',
  scopes: ['read_emails'],
})
const key = { clientId, clientSecret }
const exchanges = (asked: { path: string }[]) =>
  asked.filter(({ path }) => path === '/auth/client').length

async function anAccount() {
  const email = `${randomBytes(6).toString('hex')}@people.example`
  const password = 'correct horse battery staple'
  const account = { email, password, firstName: 'Ada', lastName: 'Marsh' }
  const { id } = await createUser(world, account)
  return { id, email, password }
}

/** Returns the error, whatever was thrown. */
async function errorOf(promise: Promise<unknown>): Promise<FestivalError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof FestivalError, `${error}`)
  return error
}

test('many calls at once share one exchange of id and secret', async () => {
  const { url, asked } = await unreliable(service)
  const festival = createFestival({ baseUrl: `${url}/`, ...key })
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => festival.festivals.list({ limit: 1 })),
  )
  assert.ok(pages.every(({ pagination }) => pagination.limit === 1))
  assert.equal(exchanges(asked), 1)
  assert.equal(asked.length, 11)
})

test('a token that has ended is exchanged once for all its calls', async () => {
  const { url, asked } = await unreliable(service)
  const festival = createFestival({ baseUrl: url, ...key })
  await festival.gigs.list()
  await world.access.endClient(world.db, clientId)
  await Promise.all(Array.from({ length: 10 }, () => festival.gigs.list()))
  assert.equal(exchanges(asked), 2)
  assert.equal(asked.length, 2 + 10 + 1 + 10)
})

test('a publishable client needs its id alone, and gets another token when its own has ended', async () => {
  const { url, asked } = await unreliable(service)
  const page = { name: 'Page', allow_without_origin: true }
  const { id } = await createPublishableClient(world.db, page)
  const festival = createFestival({ baseUrl: url, clientId: id })
  const { email, password } = await anAccount()
  await festival.signIn(email, password)
  await world.access.endClientAlone(world.db, id)
  await Promise.all(Array.from({ length: 10 }, () => festival.me.get()))
  assert.equal(exchanges(asked), 2)
  assert.equal((await errorOf(festival.users.list())).code, 'publishable_client')
  const wrong = createFestival({ baseUrl: url, clientId })
  assert.equal((await errorOf(wrong.gigs.list())).message, 'Invalid credentials')
})

test('a user token that has ended is reported as it is, and costs one exchange in all', async () => {
  const { url, asked } = await unreliable(service)
  const festival = createFestival({ baseUrl: url, ...key, userToken: 'fst_user_none' })
  for (let round = 0; round < 3; round++) {
    const { status, message } = await errorOf(festival.me.get())
    assert.deepEqual([status, message], [401, 'Invalid token'])
  }
  assert.equal(exchanges(asked), 2)
  assert.equal((await festival.as(undefined).gigs.list()).pagination.page, 1)
})

test('a failure that another exchange cannot fix is reported as it is', async () => {
  const given = createFestival({ baseUrl: service, clientToken: 'fst_client_none' })
  assert.equal((await errorOf(given.gigs.list())).message, 'Invalid token')
  const wrong = createFestival({ baseUrl: service, clientId, clientSecret: 'wrong' })
  assert.equal((await errorOf(wrong.gigs.list())).message, 'Invalid credentials')
  const none = createFestival({ baseUrl: service })
  assert.equal((await errorOf(none.gigs.list())).message, 'Missing the service header')
})

test('a user signs in, reads their profile, and signs out', async () => {
  const festival = createFestival({ baseUrl: service, ...key })
  const { id, email, password } = await anAccount()
  const wrong = await errorOf(festival.signIn(email, 'wrong'))
  assert.equal(wrong.status, 401)
  assert.equal(festival.userToken, undefined)
  const { token } = await festival.signIn(email, password)
  assert.equal(festival.userToken, token)
  assert.equal((await festival.me.get()).id, id)
  await festival.signOut()
  assert.equal(festival.userToken, undefined)
  assert.equal((await errorOf(festival.me.get())).message, 'Missing the user header')
  assert.equal((await errorOf(festival.as(token).me.get())).message, 'Invalid token')
  await festival.signOut()
})

test('a page begins to buy as a guest, who has no profile, and signs out', async () => {
  const page = { name: 'Page', allow_without_origin: true }
  const { id } = await createPublishableClient(world.db, page)
  const festival = createFestival({ baseUrl: service, clientId: id })
  const { token } = await festival.signInAsGuest({ email: 'ada@harbour.example' })
  assert.equal(festival.userToken, token)
  assert.deepEqual(await festival.payments.list(), [])
  assert.equal((await errorOf(festival.me.get())).code, 'needs_account')
  await festival.signOut()
  assert.equal(festival.userToken, undefined)
})

test('a page with a session of its own adds its header and exchanges nothing', async () => {
  const { url, asked } = await unreliable(service)
  let turn = 0
  const festival = createFestival({
    baseUrl: url,
    headers: async () => ({ 'x-f-authorization': world.client.token, 'x-turn': `${++turn}` }),
  })
  await festival.gigs.list()
  await festival.gigs.list({}, { headers: { 'x-turn': 'mine' } })
  assert.deepEqual(
    asked.map(({ headers }) => headers['x-turn']),
    ['1', 'mine'],
  )
  const fixed = createFestival({
    baseUrl: url,
    headers: { 'x-f-authorization': world.client.token },
  })
  await fixed.gigs.list()
  assert.equal(exchanges(asked), 0)
})

// Requirement (rules): The client is strict unless it is told not to be
test('what the service does not know is refused, unless the client is not strict', async () => {
  const { url, asked } = await unreliable(service)
  const misspelt = { cuntry: 'Denmark' } as object
  const festival = createFestival({ baseUrl: url, clientToken: world.client.token })
  const refused = await errorOf(festival.festivals.list(misspelt))
  assert.deepEqual([refused.status, refused.code], [400, 'invalid'])
  assert.equal(refused.message, 'cuntry is not known; did you mean country?')
  const lenient = createFestival({
    baseUrl: url,
    clientToken: world.client.token,
    strict: false,
  })
  await lenient.festivals.list(misspelt)
  await festival.festivals.list(misspelt, { headers: { prefer: 'handling=lenient' } })
  assert.deepEqual(
    asked.map(({ headers }) => headers['prefer']),
    ['handling=strict', undefined, 'handling=lenient'],
  )
})

for (const [what, fate] of [
  ['a line that is cut', 'cut'],
  ['an answer that is lost', 'lose answer'],
  ['an answer that ends in the middle', 'cut answer'],
  ['429', { status: 429, headers: { 'retry-after': '0' }, body: '{"error":"Too many"}' }],
  ['503', { status: 503, headers: { 'retry-after': '0' } }],
  ['a proxy without a service', { status: 502, body: '<html>Bad gateway</html>' }],
] as [string, Fate][]) {
  test(`a read survives ${what}, and a write that has a key`, async () => {
    const { url, asked } = await unreliable(service, (_, count) => (count % 2 ? fate : undefined))
    const user = await world.aUser()
    const festival = createFestival({
      baseUrl: url,
      clientToken: world.client.token,
      userToken: user.token,
    })
    assert.equal((await festival.gigs.list()).pagination.page, 1)
    const name = aName('Wren')
    const artist = await festival.artists.create({ name }, { idempotencyKey: newId() })
    assert.equal(artist.name, name)
    const made = await world.db
      .selectFrom('artists')
      .select('id')
      .where('name', '=', name)
      .execute()
    assert.deepEqual(made, [{ id: artist.id }])
    assert.equal(asked.length, 4)
  })
}

test('a write without a key is sent once', async () => {
  for (const fate of ['cut', { status: 503, headers: { 'retry-after': '0' } }] as Fate[]) {
    const { url, asked } = await unreliable(service, () => fate)
    const user = await world.aUser()
    const festival = createFestival({
      baseUrl: url,
      clientToken: world.client.token,
      userToken: user.token,
    })
    const error = await errorOf(festival.artists.create({ name: 'Wren' }))
    assert.equal(error.status, fate === 'cut' ? 0 : 503)
    assert.equal(asked.length, 1)
  }
})

test('a read is tried four times, then fails: the network as status 0 with its cause', async () => {
  const { url, asked } = await unreliable(service, () => 'cut')
  const festival = createFestival({ baseUrl: url, clientToken: world.client.token })
  const error = await errorOf(festival.gigs.list())
  assert.deepEqual([error.status, error.code, error.retryAfter], [0, undefined, undefined])
  assert.equal(error.message, 'The service does not answer')
  assert.ok(error.cause instanceof Error)
  assert.equal(asked.length, 4)
})

test('a service with an untrusted certificate is tried once, and the error says why', async () => {
  const { cert, key: secret } = await ownCertificate(world.folder, new Date())
  let asked = 0
  const server = createServer({ cert, key: secret }).listen(0, '127.0.0.1')
  server.on('connection', () => asked++)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const festival = createFestival({
    baseUrl: `https://127.0.0.1:${port}`,
    clientToken: world.client.token,
  })
  for (const call of [festival.gigs.list(), Array.fromAsync(festival.notifications.stream())]) {
    const error = await errorOf(call)
    assert.deepEqual([error.status, error.code], [0, 'DEPTH_ZERO_SELF_SIGNED_CERT'])
    assert.match(error.message, /^The service does not answer: self.signed certificate/)
  }
  assert.equal(asked, 2)
  server.close()
})

test('an invalid address is refused at once', () => {
  const bad = ['', '/api', 'localhost:3000', 'ftp://festival.example', 'https://', undefined]
  for (const baseUrl of bad) {
    const error = { name: 'TypeError', message: /^baseUrl must be an absolute http\(s\) URL/ }
    assert.throws(() => createFestival({ baseUrl }), error, `${baseUrl}`)
  }
  createFestival({ baseUrl: 'HTTPS://festival.example/api/' })
})

test('the sign-in page of a network is not an answer', async () => {
  const { url } = await unreliable(service, (_, count) =>
    count === 1
      ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<form>' }
      : undefined,
  )
  const user = await world.aUser()
  const festival = createFestival({
    baseUrl: url,
    clientToken: world.client.token,
    userToken: user.token,
  })
  const error = await errorOf(festival.artists.create({ name: 'Wren' }))
  assert.deepEqual(
    [error.status, `${error.cause}`],
    [0, 'TypeError: A page came instead of an answer'],
  )
  assert.equal((await festival.artists.create({ name: 'Wren' })).name, 'Wren')
})

test('a service that asks for a long wait is not waited for', async () => {
  const { url, asked } = await unreliable(service, () => ({
    status: 429,
    headers: { 'retry-after': '31' },
    body: '{"error":"Too many attempts","code":"too_many","wait":31}',
  }))
  const festival = createFestival({ baseUrl: url, clientToken: world.client.token })
  const { status, code, message, retryAfter, body, name } = await errorOf(festival.gigs.list())
  assert.deepEqual(
    [status, code, message, retryAfter, body?.['wait'], name],
    [429, 'too_many', 'Too many attempts', 31, 31, 'FestivalError'],
  )
  assert.equal(asked.length, 1)
})

// Requirement (rules): Retries: a purchase repeated with its key is one purchase
test('a purchase whose answer is lost is one purchase', async () => {
  const tier = await aTier(world)
  const { url, asked } = await unreliable(service, (_, count) =>
    count === 1 ? 'lose answer' : undefined,
  )
  const user = await world.aUser()
  const festival = createFestival({
    baseUrl: url,
    clientToken: world.client.token,
    userToken: user.token,
  })
  const payment = await festival.payments.create({ payment_type: 'ticket', entity_id: tier.id })
  assert.deepEqual([payment.status, payment.amount], ['succeeded', 50])
  assert.equal((await festival.payments.list()).length, 1)
  const [first, second] = asked.map(({ headers }) => headers['idempotency-key'])
  assert.match(`${first}`, /^[0-9a-f]{32}$/)
  assert.equal(second, first)
  // The key of other code is not touched.
  await festival.payments.create(
    { payment_type: 'ticket', entity_id: tier.id },
    { idempotencyKey: 'order-4711' },
  )
  assert.equal(asked.at(-1)?.headers['idempotency-key'], 'order-4711')
})

test('a purchase outlasts a restart of the service', async () => {
  const tier = await aTier(world)
  const { url, asked } = await unreliable(service, (_, count) => (count < 6 ? 'cut' : undefined))
  const user = await world.aUser()
  const festival = createFestival({
    baseUrl: url,
    clientToken: world.client.token,
    userToken: user.token,
  })
  const payment = await festival.payments.create({ payment_type: 'ticket', entity_id: tier.id })
  assert.equal(payment.status, 'succeeded')
  assert.equal(asked.length, 6)
})

test('a signal ends a call, a wait between two tries, and an exchange that other calls go on with', async () => {
  const { url } = await unreliable(service, ({ path }) =>
    path.startsWith('/gigs') ? { status: 503, headers: { 'retry-after': '29' } } : undefined,
  )
  const festival = createFestival({ baseUrl: url, clientToken: world.client.token })
  const waiting = new AbortController()
  const reason = new Error('Enough')
  const asking = festival.gigs.list({}, { signal: waiting.signal })
  await festival.festivals.list()
  waiting.abort(reason)
  await assert.rejects(asking, reason)
  await assert.rejects(festival.artists.list({}, { signal: AbortSignal.abort(reason) }), reason)

  const held = Promise.withResolvers<void>()
  const shared = createFestival({
    baseUrl: service,
    ...key,
    fetch: async (...given) => {
      if (new Request(...given).url.endsWith('/auth/client')) await held.promise
      return fetch(...given)
    },
  })
  const ending = new AbortController()
  const [first, second] = [shared.gigs.list({}, { signal: ending.signal }), shared.gigs.list()]
  ending.abort(reason)
  await assert.rejects(first, reason)
  held.resolve()
  assert.equal((await second).pagination.page, 1)
})

test('lists are read to their end', async () => {
  const country = aName('Land')
  const made = await Promise.all(Array.from({ length: 101 }, () => aFestival(world, { country })))
  const user = await world.aUser()
  const artist = await anArtist(world)
  const [first] = made
  assert.ok(first)
  await Promise.all(
    Array.from({ length: 101 }, () => aGig(world, { festival_id: first.id, artist_id: artist.id })),
  )
  await Promise.all(
    Array.from({ length: 101 }, () =>
      aPayment(world, { user_id: user.id, payment_type: 'subscription', entity_id: newId() }),
    ),
  )
  const festival = createFestival({
    baseUrl: service,
    clientToken: world.client.token,
    userToken: user.token,
  })
  const ids = async (items: AsyncIterable<{ id: string }>) =>
    (await Array.fromAsync(items, ({ id }) => id)).toSorted()
  assert.deepEqual(
    await ids(festival.festivals.all({ country })),
    made.map(({ id }) => id).toSorted(),
  )
  assert.equal((await ids(festival.gigs.all({ artist: artist.id }))).length, 101)
  assert.equal(new Set(await ids(festival.payments.all())).size, 101)
  assert.ok((await ids(festival.users.all())).includes(user.id))
  assert.deepEqual(await ids(festival.notifications.all()), [])
  // Of an organizer: with `page`, so it is the current list and not its earlier form.
  const own = festival.festivals.all({ organizer: first.organizer_id })
  assert.deepEqual(await ids(own), [first.id])
})

test('a list that grows while it is read returns nothing twice', async () => {
  const user = await world.aUser()
  const pay = () =>
    aPayment(world, { user_id: user.id, payment_type: 'subscription', entity_id: newId() })
  for (let count = 0; count < 150; count++) await pay()
  const festival = createFestival({
    baseUrl: service,
    clientToken: world.client.token,
    userToken: user.token,
  })
  const seen: string[] = []
  for await (const { id } of festival.payments.all()) {
    seen.push(id)
    if (seen.length === 50) await pay()
  }
  assert.deepEqual([seen.length, new Set(seen).size], [150, 150])
})

test('the list of festivals comes in the requested form', async () => {
  const country = aName('Land')
  const { id, organizer_id } = await aFestival(world, { country, location: '(9.99,53.54)' })
  const festival = createFestival({ baseUrl: service, clientToken: world.client.token })
  const { list } = festival.festivals
  const everywhere = { min_lat: -90, max_lat: 90, min_lng: -180, max_lng: 180 }
  assert.deepEqual([(await list({ country })).festivals[0]?.id], [id])
  assert.deepEqual((await list({ map: true, ...everywhere, country })).festivals[0]?.id, id)
  const [earlier] = await list({ organizer: organizer_id })
  assert.equal(earlier?.id, id)
  const { pagination } = await list({ organizer: organizer_id, time: 'upcoming' })
  assert.equal(pagination.total, 1)
  assert.equal((await festival.search({ for: country })).query, country)
})

test('pictures are uploaded as files, as text, and beside other fields', async () => {
  const user = await world.aUser()
  const festival = createFestival({
    baseUrl: service,
    clientToken: world.client.token,
    userToken: user.token,
  })
  const pixels = { width: 4, height: 4, channels: 3, background: '#c0ffee' } as const
  const bytes = await sharp({ create: pixels }).png().toBuffer()
  const file = new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' })
  const { photo } = await festival.users.setPhoto(user.id, file)
  assert.match(`${photo}`, /\/photos\/.+\.webp$/)
  assert.equal((await fetch(`${photo}`)).status, 200)
  const again = await festival.users.setPhoto(user.id, { photo: bytes.toString('base64') })
  assert.notEqual(again.photo, photo)
  assert.equal((await festival.users.setPhoto(user.id, { photo: null })).photo, null)
  const id = aName('harbour').replace(' ', '-')
  const organizer = await festival.organizers.create({ id, name: 'Harbour & Söhne', photo: file })
  assert.equal(organizer.name, 'Harbour & Söhne')
  assert.match(`${organizer.photo}`, /\.webp$/)
  const refused = await errorOf(festival.users.setPhoto(user.id, new Blob(['no picture'])))
  assert.equal(refused.status, 400)
})

test('an answer that is not JSON comes as a Blob', async () => {
  const tier = await aTier(world)
  const user = await world.aUser()
  const festival = createFestival({
    baseUrl: service,
    clientToken: world.client.token,
    userToken: user.token,
  })
  const { id } = await festival.payments.create({ payment_type: 'ticket', entity_id: tier.id })
  const { tickets } = festival
  const answers = [tickets.svg(id), tickets.png(id), tickets.pdf(id), tickets.code(id)]
  const blobs = await Promise.all(answers)
  assert.deepEqual(
    blobs.map(({ type }) => type.split(';')[0]),
    ['image/svg+xml', 'image/png', 'application/pdf', 'image/svg+xml'],
  )
  assert.ok(blobs.every(({ size }) => size > 100))
})

test('an id cannot lead to another path', async () => {
  const festival = createFestival({ baseUrl: service, clientToken: world.client.token })
  for (const id of ['', '.', '..']) {
    await assert.rejects(festival.festivals.get(id), { name: 'TypeError', message: `No id: ${id}` })
  }
  assert.equal((await errorOf(festival.festivals.get('../artists?x#y'))).status, 404)
  assert.equal((await festival.search({ for: 'a&b=c#d' })).query, 'a&b=c#d')
})
