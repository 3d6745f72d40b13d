/** Tickets for wallets: other programs check the signed data. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { verify } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aGuest } from '../../../test/guests.ts'
import { missingPrograms, walletFiles } from '../../../test/wallet-files.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { openCheckout } from './charging/checkout.ts'
import { refundCancelled } from './charging/sweep.ts'
import { paymentContextOf } from './model/payment-context.ts'

const skip = missingPrograms && `${missingPrograms} is not installed`
const files = walletFiles()
const clock = { now: new Date() }
const world = await aWorld({ env: { ...files.apple, ...files.google }, now: () => clock.now })
const { db, get, post, aUser } = world
const checkout = openCheckout(paymentContextOf(world.app))
const organizer = await anOrganizer(world, { name: 'Harbour Events' })
const festival = await aFestival(world, {
  name: 'Tide & Lanterns',
  organizer_id: organizer.id,
  venue: 'Pier 3',
  location: '(12.25,55.5)',
  start_time: new Date('2099-07-01T16:00:00Z'),
  end_time: new Date('2099-07-03T22:00:00Z'),
  time_zone: 'Europe/Copenhagen',
})
const { id: entity_id } = await aTier(world, { festival_id: festival.id, name: 'Weekend' })

async function aTicket(tier = entity_id) {
  const ada = await aUser()
  const bought = { payment_type: 'ticket', entity_id: tier }
  const { body } = await post('/payments', bought, { as: ada })
  return { ada, id: `${body.id}`, code: `${body.qr_code}`, short_code: `${body.short_code}` }
}
const link = (as: Person, id: string, file: string) =>
  post(`/payments/${id}/link`, { as: file }, { as })
const opened = async (url: string) => {
  const path = url.replace(/^https?:\/\/[^/]+/, '')
  return world.app.inject({ method: 'GET', url: path })
}
async function saved(as: Person, id: string) {
  const answer = await opened((await link(as, id, 'google')).body.url)
  assert.equal(answer.statusCode, 303)
  return `${answer.headers.location}`
}
const read = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())

test('a pass is made in a process that has stored a picture, whose library reads no SVG since', async () => {
  const admin = await aUser({ roles: ['admin'] })
  const photo =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=='
  const artist = await post('/artists', { name: 'Ada Marsh', photo }, { as: admin })
  assert.equal(artist.status, 201, artist.text)
  const { ada, id } = await aTicket()
  const { statusCode } = await opened((await link(ada, id, 'pkpass')).body.url)
  assert.equal(statusCode, 200)
})

// Requirement (rules): contract §7.7: links for wallets
test('a pass holds the ticket, and openssl, unzip and shasum find it in order', {
  skip,
}, async () => {
  const { ada, id, code, short_code } = await aTicket()
  const answer = await opened((await link(ada, id, 'pkpass')).body.url)
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'application/vnd.apple.pkpass')
  const name = 'attachment; filename="tide-lanterns.pkpass"'
  assert.equal(answer.headers['content-disposition'], name)

  const folder = files.at('opened')
  mkdirSync(folder)
  writeFileSync(files.at('a.pkpass'), answer.rawPayload)
  const run = (program: string, ...of: string[]) =>
    execFileSync(program, of, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  assert.match(run('unzip', '-t', '../a.pkpass'), /No errors detected/)
  run('unzip', '../a.pkpass')
  const checking = ['-verify', '-inform', 'DER', '-in', 'signature', '-content', 'manifest.json']
  const trusting = ['-binary', '-purpose', 'any', '-out', '/dev/null', '-CAfile']
  run('openssl', 'cms', ...checking, ...trusting, '../wwdr.pem')
  assert.throws(() => run('openssl', 'cms', ...checking, ...trusting, '../other.pem'))
  const manifest = JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8'))
  const sums = Object.entries(manifest).map(([file, sum]) => `${sum}  ${file}\n`)
  writeFileSync(`${folder}/sums`, sums.join(''))
  run('shasum', '-c', 'sums')
  const packed = run('unzip', '-Z1', '../a.pkpass').trim().split('\n')
  assert.deepEqual(
    new Set(packed),
    new Set([...Object.keys(manifest), 'manifest.json', 'signature']),
  )
  assert.ok(['icon.png', 'icon@2x.png', 'logo.png'].every((image) => image in manifest))

  const pass = JSON.parse(readFileSync(`${folder}/pass.json`, 'utf8'))
  assert.equal(pass.passTypeIdentifier, 'pass.example.festival')
  assert.equal(pass.teamIdentifier, 'TEAM123456')
  assert.deepEqual([pass.serialNumber, pass.organizationName], [id, 'Harbour Events'])
  assert.equal(pass.logoText, 'Tide & Lanterns')
  // One interval a day: with a single moment, the pass would count as over after the first.
  assert.equal(pass.relevantDate, undefined)
  const ends = ['2099-07-02', '2099-07-03', '2099-07-04'].map((day) => `${day}T00:00:00+02:00`)
  const starts = ['2099-07-01T18:00:00+02:00', ...ends.slice(0, -1)]
  assert.deepEqual(
    pass.relevantDates,
    starts.map((startDate, day) => ({ startDate, endDate: ends[day] })),
  )
  const { order_id } = await world.db
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(pass.groupingIdentifier, order_id)
  const place = { latitude: 55.5, longitude: 12.25 }
  assert.deepEqual(pass.locations, [place])
  assert.equal(pass.semantics.eventName, 'Tide & Lanterns')
  assert.equal(pass.semantics.eventStartDate, '2099-07-01T18:00:00+02:00')
  assert.deepEqual(pass.semantics.venueLocation, place)
  assert.equal(pass.expirationDate, '2099-07-04T00:00:00+02:00')
  const [{ message, altText }] = pass.barcodes
  assert.deepEqual([message, altText], [code, short_code])
  const { primaryFields, secondaryFields, auxiliaryFields, backFields } = pass.eventTicket
  const values = [...primaryFields, ...secondaryFields, ...auxiliaryFields].map(
    ({ value }) => value,
  )
  assert.equal(values[0], 'Weekend')
  assert.equal(values[1], '2099-07-01T18:00:00+02:00')
  assert.ok(values.some((value) => value.includes('Pier 3')))
  assert.ok(values.includes(`${ada.firstName} ${ada.lastName}`))
  assert.match(backFields.at(-1).value, /as it was when the pass was added/)
})

// Requirement (rules): contract §7.7: links for wallets
test('a link saves the ticket to Google Wallet, signed by the service account', async () => {
  const { ada, id, code, short_code } = await aTicket()
  const url = await saved(ada, id)
  const [, token = ''] = url.split('https://pay.google.com/gp/v/save/')
  const [header, claims, signature = ''] = token.split('.')
  const signed = Buffer.from(`${header}.${claims}`)
  const sum = Buffer.from(signature, 'base64url')
  assert.ok(verify('sha256', signed, files.publicKey, sum))
  assert.ok(!verify('sha256', Buffer.from(`${header}.${claims}x`), files.publicKey, sum))
  assert.deepEqual(read(header), { alg: 'RS256', typ: 'JWT' })
  const { iss, aud, typ, payload } = read(claims)
  assert.deepEqual([iss, aud, typ], [files.account, 'google', 'savetowallet'])
  const [[ofFestival], [object]] = [payload.eventTicketClasses, payload.eventTicketObjects]
  assert.equal(ofFestival.eventName.defaultValue.value, 'Tide & Lanterns')
  assert.equal(ofFestival.issuerName, 'Harbour Events')
  assert.equal(ofFestival.dateTime.start, '2099-07-01T18:00:00+02:00')
  assert.equal(object.classId, ofFestival.id)
  assert.match(object.id, /^3388000000022123456\.[\w-]{12}$/)
  assert.deepEqual(object.barcode, { type: 'QR_CODE', value: code, alternateText: short_code })
  assert.equal(object.ticketHolderName, `${ada.firstName} ${ada.lastName}`)
  assert.equal(object.ticketType.defaultValue.value, 'Weekend')
  assert.equal(
    await saved(ada, id).then(
      (again) => read(again.split('.')[3]).payload.eventTicketObjects[0].id,
    ),
    object.id,
  )
})

for (const letter of ['W', 'é', '語', '🎪', '"', '\u0001']) {
  test(`a link with the longest names of ${JSON.stringify(letter)} has at most 1,800 characters`, async () => {
    const long = (most: number) => letter.repeat(Math.floor(most / letter.length))
    const big = await aFestival(world, {
      name: long(200),
      organizer_id: (
        await anOrganizer(world, { name: long(200), id: `long-${letter.codePointAt(0)}` })
      ).id,
      venue: long(200),
      address: long(200),
      area: long(200),
      country: long(200),
      time_zone: 'America/Argentina/ComodRivadavia',
    })
    const tier = await aTier(world, { festival_id: big.id, name: long(200) })
    const { ada, id, code } = await aTicket(tier.id)
    const names = { first_name: long(100), last_name: long(100) }
    await db.updateTable('users').set(names).where('id', '=', ada.id).execute()
    const url = await saved(ada, id)
    assert.ok(url.length <= 1_800, `${url.length}`)
    const { payload } = read(url.split('.')[3])
    const [object] = payload.eventTicketObjects
    assert.equal(object.barcode.value, code)
    const shown = object.ticketHolderName.replaceAll(letter, '')
    assert.equal(shown, '…')
    assert.ok(object.ticketHolderName.length > 1)
  })
}

// Requirement (rules): contract §7.7: links for wallets
test('tickets of others, and those that do not admit, have no link', async () => {
  for (const file of ['pkpass', 'google']) {
    const { ada, id } = await aTicket()
    assert.equal((await link(await aUser(), id, file)).status, 404)
    const { body } = await link(ada, id, file)
    const bo = await aUser()
    const handed = { holder_id: bo.id, revision: 1 }
    await db.updateTable('tickets').set(handed).where('payment_id', '=', id).execute()
    const answers = [await opened(body.url), await link(ada, id, file)]
    assert.deepEqual(
      answers.map((answer) => ('statusCode' in answer ? answer.json() : answer.body).code),
      ['transferred', 'transferred'],
    )
    assert.equal((await link(bo, id, file)).status, 201)
    await db.updateTable('payments').set({ status: 'refunded' }).where('id', '=', id).execute()
    assert.equal((await link(bo, id, file)).body.code, 'refunded')
  }
})

// Requirement (rules): contract §7.7: links for wallets
test('a festival that is cancelled refunds its tickets, and their links open nothing', async () => {
  const cancelled = await aFestival(world)
  const { ada, id } = await aTicket((await aTier(world, { festival_id: cancelled.id })).id)
  const { body } = await link(ada, id, 'google')
  const admin = await aUser({ roles: ['admin'] })
  assert.equal((await post(`/festivals/${cancelled.id}/cancel`, {}, { as: admin })).status, 200)
  while ((await refundCancelled(checkout, new Date(0))) > 0);
  assert.equal((await link(ada, id, 'google')).body.code, 'refunded')
  assert.equal((await opened(body.url)).statusCode, 409)
})

// Requirement (rules): contract §7.7: links for wallets
test('a guest has links for tickets of their own', async () => {
  const guest = await aGuest(world)
  const free = await aTier(world, { festival_id: festival.id })
  const bought = { payment_type: 'ticket', entity_id: free.id }
  const { body, status } = await post('/payments', bought, { as: guest })
  assert.equal(status, 201, JSON.stringify(body))
  const answer = await link(guest, body.id, 'pkpass')
  assert.equal((await opened(answer.body.url)).statusCode, 200)
})

test('a wallet is named while it can be used; after its certificate has ended, it is refused', async () => {
  const offered = async () => (await get('/payments/config', { client: null })).body.wallets
  const { ada, id } = await aTicket()
  assert.deepEqual(await offered(), ['pkpass', 'google'])
  const before = clock.now
  clock.now = new Date(before.getTime() + 91 * 86_400_000)
  assert.deepEqual(await offered(), ['google'])
  const refused = await link(ada, id, 'pkpass')
  assert.deepEqual([refused.status, refused.body.code], [409, 'not_configured'])
  clock.now = before
  const { body } = await link(ada, id, 'pkpass')
  assert.equal((await opened(body.url)).statusCode, 200)
})

// Requirement (rules): contract §7.7: links for wallets
test('without certificates and keys no wallet is named, and links for them are refused', async () => {
  const bare = await aWorld()
  const tier = await aTier(bare)
  const ada = await bare.aUser()
  const { body } = await bare.post(
    '/payments',
    { payment_type: 'ticket', entity_id: tier.id },
    { as: ada },
  )
  assert.deepEqual((await bare.get('/payments/config', { client: null })).body.wallets, [])
  for (const as of ['pkpass', 'google']) {
    const { status, body: refused } = await bare.post(
      `/payments/${body.id}/link`,
      { as },
      { as: ada },
    )
    assert.deepEqual([status, refused.code], [409, 'not_configured'])
  }
})
