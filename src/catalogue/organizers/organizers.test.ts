import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { aName, anOrganizer as anUnmanagedOrganizer } from '../../../test/catalogue.ts'
import { invited } from '../../../test/invitations.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
await world.jobs.start()
const { get, post, put, del, call, aUser } = world
const ada = await aUser()

const aSlug = () => `org-${newId()}`

async function anOrganizer(as: Person = ada, fields: object = {}) {
  const answer = await post(
    '/organizers',
    { id: aSlug(), name: aName('Harbour'), ...fields },
    { as },
  )
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const listed = async (id: string) =>
  (await get('/organizers', { client: null })).body.find((o: { id: string }) => o.id === id)

// Requirement (records): Organizer: the fields, with managers on list read
// Requirement (operations): GET /organizers is public, an array with managers
test('an organizer is created with its creator as first manager, and listed without a token', async () => {
  const id = aSlug()
  const created = await post(
    '/organizers',
    { id, name: 'Harbour', description: 'By the water' },
    { as: ada },
  )
  assert.equal(created.status, 201)
  const { firstName, lastName, email } = ada
  const managers = [{ id: ada.id, firstName, lastName, email }]
  assert.deepEqual(created.body, {
    id,
    name: 'Harbour',
    description: 'By the water',
    photo: null,
    legal_name: null,
    legal_address: null,
    contact_email: null,
    terms_url: null,
    privacy_url: null,
    approved: false,
    managers,
  })
  assert.deepEqual(await listed(id), created.body)
})

// Requirement (rules): One organizer is read by its id
test('one organizer is read by its slug, without a token', async () => {
  const organizer = await anOrganizer(ada, { description: 'By the water' })
  const { status, body } = await get(`/organizers/${organizer.id}`, { client: null })
  assert.equal(status, 200)
  assert.deepEqual(body, organizer)
  const unknown = await get(`/organizers/${aSlug()}`, { client: null })
  assert.deepEqual([unknown.status, unknown.body.error], [404, 'Organizer not found'])
})

for (const [why, body, status, error] of [
  ['nothing', {}, 400, 'id and name are required'],
  [
    'capital letters in its id',
    { id: 'Harbour', name: 'x' },
    400,
    'id must match ^[a-z0-9-]{1,128}$',
  ],
  ['an empty id', { id: '', name: 'x' }, 400, 'id must match ^[a-z0-9-]{1,128}$'],
  ['a blank in its id', { id: 'a b', name: 'x' }, 400, 'id must match ^[a-z0-9-]{1,128}$'],
  [
    '129 letters of id',
    { id: 'x'.repeat(129), name: 'x' },
    400,
    'id must match ^[a-z0-9-]{1,128}$',
  ],
  [
    'a line break after its id',
    { id: 'harbour\n', name: 'x' },
    400,
    'id must match ^[a-z0-9-]{1,128}$',
  ],
  ['a blank name', { id: 'blank', name: ' ' }, 400, 'name must not be blank'],
  [
    'a photo over ftp',
    { id: 'ftp', name: 'x', photo: 'ftp://x/y.png' },
    400,
    'photo must be a PNG, JPEG, WebP, GIF or AVIF picture (base64 or data: URI) or an http(s) URL',
  ],
] as const) {
  // Requirement (records): Organizer: id is a slug of lowercase letters, digits, hyphens
  test(`an organizer with ${why} is refused`, async () => {
    const answer = await post('/organizers', body, { as: ada })
    assert.deepEqual([answer.status, answer.body.error], [status, error])
  })
}

test('the longest id is fine', async () => {
  const id = `${newId()}-${'x'.repeat(91)}`
  assert.equal(id.length, 128)
  await anOrganizer(ada, { id })
  assert.equal((await put(`/organizers/${id}`, { name: 'y' }, { as: ada })).body.name, 'y')
})

test('a taken id is 409, also when ten ask at once', async () => {
  const { id } = await anOrganizer()
  const again = await post('/organizers', { id, name: 'x' }, { as: ada })
  assert.deepEqual([again.status, again.body.code], [409, 'taken'])
  const contested = aSlug()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      post('/organizers', { id: contested, name: 'x' }, { as: ada }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ status }) => status === 409).length, 9)
})

// Requirement (records): Organizer: id is permanent
// Requirement (operations): PUT /organizers/:id: any subset, id immutable
test('any subset of name, description and photo changes; the id is permanent', async () => {
  const organizer = await anOrganizer()
  const path = `/organizers/${organizer.id}`
  const changed = await put(path, { description: 'New' }, { as: ada })
  assert.deepEqual(changed.body, { ...organizer, description: 'New' })
  assert.deepEqual(
    (await put(path, { id: organizer.id, description: null }, { as: ada })).body,
    organizer,
  )
  const moved = await put(path, { id: 'elsewhere' }, { as: ada })
  assert.deepEqual([moved.status, moved.body.error], [400, 'id is permanent and cannot be changed'])
})

// Requirement (operations): POST /organizers as multipart/form-data
test('a picture is sent in a multipart form, together with the fields', async () => {
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const form = new FormData()
  const id = aSlug()
  form.set('id', id)
  form.set('name', 'Größe')
  form.set('photo', new Blob([png], { type: 'text/plain' }), '../../etc/passwd')
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  const created = await call('POST', '/organizers', {
    as: ada,
    headers,
    body: Buffer.from(await sent.arrayBuffer()),
  })
  assert.equal(created.status, 201, created.text)
  assert.equal(created.body.name, 'Größe')
  const { pathname } = new URL(created.body.photo)
  const served = await world.app.inject({ url: pathname })
  const { format, width, height } = await sharp(served.rawPayload).metadata()
  assert.deepEqual([format, width, height], ['webp', 20, 10])
  const pictures = () => readdir(join(world.folder, 'photos'))
  const before = await pictures()
  const taken = { id, name: 'Again', photo: png.toString('base64') }
  assert.equal((await post('/organizers', taken, { as: ada })).status, 409)
  assert.deepEqual(await pictures(), before)
  assert.equal((await del(`/organizers/${id}`, { as: ada })).status, 200)
  await until('the picture is removed', async () => (await pictures()).length < before.length)
})

test('a picture over 5 MiB is 413, a file in another field 400', async () => {
  for (const [field, size, status] of [
    ['photo', 5 * 1024 * 1024 + 1, 413],
    ['avatar', 10, 400],
  ] as const) {
    const form = new FormData()
    form.set(field, new Blob([Buffer.alloc(size)]), 'x.png')
    const sent = new Response(form)
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    const body = Buffer.from(await sent.arrayBuffer())
    const { id } = await anOrganizer()
    const answer = await call('PUT', `/organizers/${id}`, { as: ada, headers, body })
    assert.equal(answer.status, status, answer.text)
    assert.match(answer.body.error, /photo/)
  }
})

// Requirement (operations): DELETE /organizers/:id answers {message}
test('only managers, catalogue staff and admins change or delete', async () => {
  const { id, name } = await anOrganizer()
  const stranger = await aUser()
  for (const refused of [
    await put(`/organizers/${id}`, { name: 'x' }, { as: stranger }),
    await del(`/organizers/${id}`, { as: stranger }),
  ]) {
    assert.deepEqual(
      [refused.status, refused.body.error],
      [403, 'Only its managers may change this organizer'],
    )
  }
  const invites = await post(
    `/organizers/${id}/managers`,
    { email: stranger.email },
    { as: stranger },
  )
  assert.deepEqual(
    [invites.status, invites.body.error],
    [403, 'Only managers of the organizer and admins may invite managers'],
  )
  const removes = await del(`/organizers/${id}/managers/${ada.id}`, { as: stranger })
  assert.deepEqual(
    [removes.status, removes.body.error],
    [403, 'Only managers of the organizer and admins may remove another manager'],
  )
  assert.equal((await listed(id)).name, name)
  for (const allowed of [
    ada,
    await aUser({ roles: ['admin'] }),
    await aUser({ permissions: ['manage_catalog'] }),
  ]) {
    assert.equal((await put(`/organizers/${id}`, { name: 'y' }, { as: allowed })).status, 200)
  }
  assert.deepEqual((await del(`/organizers/${id}`, { as: ada })).body, {
    message: 'Organizer deleted',
  })
  assert.equal(await listed(id), undefined)
  assert.equal((await del(`/organizers/${id}`, { as: ada })).status, 404)
})

// Requirement (records): An organizer can have several managers
test('managers are invited by e-mail in any case, and removed; the last one may leave', async () => {
  const { id } = await anOrganizer()
  const managers = `/organizers/${id}/managers`
  const bo = await aUser({ firstName: 'Bo' })
  await invited(world, managers, { by: ada, to: { ...bo, email: bo.email.toUpperCase() } })
  await invited(world, managers, { by: ada, to: bo })
  assert.deepEqual(
    (await listed(id)).managers.map((m: Person) => m.id),
    [ada.id, bo.id],
  )
  assert.equal((await post(managers, {}, { as: ada })).status, 400)
  assert.equal((await post(managers, { email: 'bo' }, { as: ada })).status, 400)
  assert.equal((await del(`${managers}/${ada.id}`, { as: bo })).status, 200)
  assert.equal((await put(`/organizers/${id}`, {}, { as: ada })).status, 403)
  assert.equal((await del(`${managers}/${newId()}`, { as: bo })).status, 404)
  assert.equal((await del(`${managers}/${bo.id.toUpperCase()}`, { as: bo })).status, 200)
  assert.deepEqual((await listed(id)).managers, [])
  const staff = await aUser({ permissions: ['manage_catalog'] })
  assert.equal((await put(`/organizers/${id}`, {}, { as: staff })).status, 200)
})

test('an organizer has at most 200 managers, however many are added at once', async () => {
  const { id } = await anUnmanagedOrganizer(world)
  const admin = await world.aUser({ roles: ['admin'] })
  const managers = await Promise.all(Array.from({ length: 199 }, () => world.aUser()))
  await world.db
    .insertInto('organizer_managers')
    .values(managers.map((one) => ({ organizer_id: id, user_id: one.id })))
    .execute()
  const others = await Promise.all(Array.from({ length: 4 }, () => world.aUser()))
  const invitations = await Promise.all(
    others.map(async (as) => {
      await post(`/organizers/${id}/managers`, { email: as.email }, { as: admin })
      const { body } = await get('/users/i/invitations', { as })
      return { as, id: body[0].id as string }
    }),
  )
  const answers = await Promise.all(
    invitations.map(({ as, id }) => post(`/invitations/${id}/accept`, {}, { as })),
  )
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  )
  assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'too_many')
  assert.equal((await get(`/organizers/${id}`)).body.managers.length, 200)
})

test('two managers who remove each other at once leave one', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await anOrganizer()
    const bo = await aUser()
    await invited(world, `/organizers/${id}/managers`, { by: ada, to: bo })
    await Promise.all([
      del(`/organizers/${id}/managers/${ada.id}`, { as: bo }),
      del(`/organizers/${id}/managers/${bo.id}`, { as: ada }),
    ])
    assert.equal((await listed(id)).managers.length, 1)
  }
})

/** For a setting of production. */
const production = {
  NODE_ENV: 'production',
  CLIENT_ID: 'app',
  CLIENT_SECRET: randomBytes(32).toString('base64'),
  ADMIN_EMAIL: 'admin@harbour.example',
  ADMIN_PASSWORD: 'lanterns by the water',
  SECRET_KEY: randomBytes(32).toString('base64'),
  ALLOW_SIMULATED_PAYMENTS: 'true',
}

test('a manager decides whether their e-mail is shown, in production too', async () => {
  const hidden = await aWorld({ env: { HIDE_MANAGER_EMAILS: 'true' } })
  const bo = await hidden.aUser()
  await hidden.post('/organizers', { id: 'quiet', name: 'Quiet' }, { as: bo })
  const told = { id: 'loud', name: 'Loud', show_email: true }
  assert.equal(
    (await hidden.post('/organizers', told, { as: bo })).body.managers[0].email,
    bo.email,
  )
  const shown = async (id: string) => {
    const { body } = await hidden.get('/organizers', { client: null })
    const one = await hidden.get(`/organizers/${id}`, { client: null })
    assert.deepEqual(
      body.find((organizer: { id: string }) => organizer.id === id),
      one.body,
    )
    return one.body.managers[0].email
  }
  assert.deepEqual([await shown('quiet'), await shown('loud')], [null, bo.email])
  const say = (id: string, show_email: boolean, as = bo) =>
    hidden.put(`/organizers/${id}/managers/${bo.id}`, { show_email }, { as })
  assert.equal((await say('quiet', true)).body.managers[0].email, bo.email)
  assert.equal((await say('loud', false)).status, 200)
  assert.deepEqual([await shown('quiet'), await shown('loud')], [bo.email, null])
  const admin = await hidden.aUser({ roles: ['admin'] })
  assert.equal((await say('loud', true, admin)).status, 403)
  assert.equal((await say('none', true)).status, 404)
})

test('an invited manager who has not decided is not shown; a creator is, except in production', async () => {
  const { id } = await anOrganizer()
  const bo = await aUser({ firstName: 'Bo' })
  await invited(world, `/organizers/${id}/managers`, { by: ada, to: bo })
  assert.deepEqual(
    (await listed(id)).managers.map(({ email }: Person) => email),
    [ada.email, null],
  )
  const seen = await aWorld({ env: production })
  const cy = await seen.aUser()
  const { status, body } = await seen.post('/organizers', { id: 'o', name: 'O' }, { as: cy })
  assert.deepEqual([status, body.managers[0].email], [201, null])
})

// Requirement (operations): GET /organizers: the whole array
test('the whole array is returned by name, then id, however long it is, in bounded chunks', async () => {
  const many = await aWorld()
  const rows = Array.from({ length: 2_501 }, (_, n) => ({
    id: `o-${n}`,
    name: `Name ${n % 700}`,
    search_name: searchName(`Name ${n % 700}`),
    photo: n === 7 ? '/photos/x.webp' : null,
  }))
  await many.db.insertInto('organizers').values(rows).execute()
  const before = many.statements.length
  const { body, text } = await many.get('/organizers', {
    client: null,
    headers: { host: 'festival.example' },
  })
  assert.equal(many.statements.length - before, 3)
  const expected = rows.toSorted((a, b) =>
    a.name === b.name ? (a.id < b.id ? -1 : 1) : a.search_name < b.search_name ? -1 : 1,
  )
  assert.deepEqual(
    body.map(({ id }: { id: string }) => id),
    expected.map(({ id }) => id),
  )
  assert.ok(text.includes('"photo":"http://festival.example/photos/x.webp"'))
  const part = await many.get('/organizers?limit=3&offset=2', { client: null })
  assert.deepEqual(
    part.body.map(({ id }: { id: string }) => id),
    expected.slice(2, 5).map(({ id }) => id),
  )
  const long = await many.get('/organizers?limit=1500&offset=100', { client: null })
  assert.deepEqual(
    long.body.map(({ id }: { id: string }) => id),
    expected.slice(100, 1_600).map(({ id }) => id),
  )
  assert.equal((await many.get('/organizers?limit=0', { client: null })).status, 400)
})

// Requirement (operations): POST /organizers as JSON, with C and U
test('a user without C or U cannot create', async () => {
  assert.deepEqual(
    (await post('/organizers', {}, { client: null })).body.error,
    'Missing the service header',
  )
  assert.deepEqual((await post('/organizers', {})).body.error, 'Missing the user header')
})

const aPicture = (side = 20) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

test('pictures of many forms at once leave one file, and none once the organizer is deleted', async () => {
  const { id } = await anOrganizer()
  const photo = (await aPicture()).toString('base64')
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => put(`/organizers/${id}`, { photo }, { as: ada })),
  )
  const served = async () => {
    const statuses = await Promise.all(
      answers.map(({ body }) => get(new URL(body.photo).pathname, { client: null })),
    )
    return statuses.filter(({ status }) => status === 200).length
  }
  await until('one file left', async () => (await served()) === 1)
  await del(`/organizers/${id}`, { as: ada })
  await until('no file left', async () => (await served()) === 0)
})

test('pictures are processed before the transaction of an Idempotency-Key, and removed after a replay', async () => {
  const headers = { 'idempotency-key': newId() }
  const body = { id: aSlug(), name: 'Drawn', photo: (await aPicture(4_500)).toString('base64') }
  const before = await files()
  const slow = Array.from({ length: 6 }, () => post('/organizers', body, { as: ada, headers }))
  const reads = await Promise.all(
    Array.from({ length: 20 }, () => get('/organizers?limit=1', { client: null })),
  )
  assert.deepEqual(new Set(reads.map(({ status }) => status)), new Set([200]))
  assert.deepEqual(new Set((await Promise.all(slow)).map(({ status }) => status)), new Set([201]))
  await until('one file more', async () => (await files()) === before + 1)
})

const files = async () => (await readdir(`${world.folder}/photos`).catch(() => [])).length

test('a form has at most 8 MiB in all, and an empty file counts as none', async () => {
  const { id, name } = await anOrganizer()
  const send = async (form: FormData) => {
    const sent = new Response(form)
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    return call('PUT', `/organizers/${id}`, {
      as: ada,
      headers,
      body: Buffer.from(await sent.arrayBuffer()),
    })
  }
  const large = new FormData()
  for (const field of ['a', 'b', 'c']) large.set(field, 'x'.repeat(3 * 1024 * 1024))
  assert.equal((await send(large)).status, 413)
  const empty = new FormData()
  empty.set('photo', new Blob([]), '')
  const answer = await send(empty)
  assert.deepEqual([answer.status, answer.body.name, answer.body.photo], [200, name, null])
})
