import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import { issueTickets, openCodes, revokeTickets, shownShortCode } from '#shop/tickets'
import { aFestival } from '../../../test/catalogue.ts'
import { linesIn, pagesOf } from '../../../test/pdf.ts'
import { aPayment } from '../../../test/sales.ts'
import { scanPicture } from '../../../test/scanner.ts'
import { pngOf } from '../../../test/svg.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { app, db, vault, now, get, aUser } = world
const at = () => ({ db, vault, now: now() })

type Sale = { status?: string; type?: string; what?: string; festival?: string; free?: boolean }

/** Creates a payment as after its purchase: by default of a tier at a festival. */
async function aSale(
  buyer: Person,
  { what = 'Weekend', free, festival: name, ...sale }: Sale = {},
) {
  const { type: payment_type = 'ticket', status = 'succeeded' } = sale
  const { id: festival_id } = await aFestival(world, {
    venue: 'Kalvø Pier',
    ...(name && { name }),
  })
  const price_cents = free ? 0 : 8_950
  const offer = { id: randomUUID(), festival_id, name: what, price_cents, quantity: 9 }
  if (payment_type === 'ticket') {
    await db
      .insertInto('tiers')
      .values({ ...offer, position: 0 })
      .execute()
  } else if (payment_type === 'accommodation') {
    await db.insertInto('accommodations').values(offer).execute()
  }
  const { id: payment_id } = await aPayment(world, {
    payment_type,
    status,
    user_id: buyer.id,
    entity_id: offer.id,
    festival_id: payment_type === 'subscription' ? null : festival_id,
    price_cents,
    amount_cents: price_cents,
  })
  return { payment_id, festival_id, entity_id: offer.id, valid_since: null, valid_until: null }
}

async function aTicket(buyer: Person, sale: Sale = {}) {
  const payment = await aSale(buyer, sale)
  const codes = await issueTickets(at(), [payment])
  const { code = '', short_code = '' } = codes.get(payment.payment_id) ?? {}
  return { ...payment, code, short_code: shownShortCode(short_code) }
}

// Requirement (states): Payment (ticket): a successful payment generates a unique QR code
test('a batch of tickets is issued in one statement, each with a code of its own', async () => {
  const buyer = await aUser()
  const payments = await Promise.all(Array.from({ length: 64 }, () => aSale(buyer)))
  const before = world.statements.length
  const codes = await issueTickets(at(), payments)
  assert.equal(world.statements.length - before, 1)
  assert.equal(new Set(codes.values()).size, 64)
  const opened = await openCodes(
    db,
    payments.map(({ payment_id }) => codes.get(payment_id)?.code ?? ''),
  )
  for (const [index, { payment_id, entity_id }] of payments.entries()) {
    const ticket = opened[index]
    assert.ok(ticket && 'payment_id' in ticket)
    assert.deepEqual([ticket.payment_id, ticket.entity_id], [payment_id, entity_id])
  }
  const rows = await db
    .selectFrom('tickets')
    .select(['payment_id', 'code', 'validated_at', 'revoked_at'])
    .where('payment_id', '=', payments[0]?.payment_id ?? '')
    .execute()
  const [first] = payments.map(({ payment_id }) => payment_id)
  const code = codes.get(first ?? '')?.code
  assert.deepEqual(rows, [{ payment_id: first, code, validated_at: null, revoked_at: null }])
})

test('a payment gets one ticket, never a second', async () => {
  const ticket = await aTicket(await aUser())
  await assert.rejects(issueTickets(at(), [ticket]), { constraint: 'tickets_pkey' })
})

// Requirement (rules): contract §7 Tickets: /payments/:id/qr (.svg, .png)
test('the code is read from the SVG and from the PNG', async () => {
  const buyer = await aUser()
  const { payment_id, code } = await aTicket(buyer)
  const read = [{ text: code, format: 'QRCode', ecLevel: 'M' }]

  const svg = await get(`/payments/${payment_id}/qr.svg`, { as: buyer })
  assert.equal(svg.status, 200)
  assert.equal(svg.headers['content-type'], 'image/svg+xml')
  assert.equal(svg.headers['cache-control'], 'private, no-store')
  assert.match(svg.text, /<title id="title">Ticket code to show at the gate<\/title>/)
  assert.deepEqual(await scanPicture(pngOf(svg.text)), read)

  const png = await raw(`/payments/${payment_id}/qr.png`, buyer)
  assert.equal(png.headers['content-type'], 'image/png')
  assert.equal(png.headers['cache-control'], 'private, no-store')
  const { width, height } = await sharp(png.rawPayload).metadata()
  assert.ok(width >= 600 && width === height, `${width}x${height}`)
  assert.deepEqual(await scanPicture(png.rawPayload), read)
})

function raw(url: string, buyer: Person, accept = '*/*') {
  const tokens = { 'x-f-authorization': world.client.token, 'x-f-authentication': buyer.token }
  return app.inject({ url, headers: { ...tokens, accept } })
}

test('/qr is SVG, unless the caller prefers PNG', async () => {
  const buyer = await aUser()
  const { payment_id } = await aTicket(buyer)
  for (const [accept, type] of [
    ['*/*', 'image/svg+xml'],
    ['', 'image/svg+xml'],
    ['image/png', 'image/png'],
    ['IMAGE/PNG', 'image/png'],
    ['image/svg+xml', 'image/svg+xml'],
    ['image/png, image/svg+xml', 'image/svg+xml'],
    ['image/png, image/svg+xml;q=0.5', 'image/png'],
    ['image/png;q=0.4, */*;q=0.2', 'image/png'],
    ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'image/svg+xml'],
    ['text/html', 'image/svg+xml'],
    [';;q=,,', 'image/svg+xml'],
  ] as const) {
    const answer = await raw(`/payments/${payment_id}/qr`, buyer, accept)
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, type], accept)
    assert.equal(answer.headers['vary'], 'accept')
  }
})

for (const [why, sale] of [
  ['a weekend', {}],
  ['a free ticket', { free: true }],
  ['an accommodation', { type: 'accommodation', what: 'Cabin' }],
  ['long names', { festival: 'W'.repeat(200), what: `${'long '.repeat(39)}name` }],
  ['names in any script', { festival: 'Фестиваль 音楽祭 🎪 \u202e\n' }],
] as const) {
  // Requirement (rules): contract §7 Tickets: /payments/:id/ticket.pdf
  // Requirement (rules): contract §7.9 The PDF prints the short code
  test(`the PDF of ${why} is one page with the code`, async () => {
    const buyer = await aUser({ firstName: 'Łucja', lastName: '李' })
    const { payment_id, code, short_code } = await aTicket(buyer, sale)
    const answer = await raw(`/payments/${payment_id}/ticket.pdf`, buyer)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal(answer.headers['content-type'], 'application/pdf')
    assert.equal(answer.headers['cache-control'], 'private, no-store')
    const [page, ...more] = await pagesOf(answer.rawPayload)
    assert.ok(page)
    assert.equal(more.length, 0)
    const [read] = await scanPicture(page.picture)
    assert.deepEqual(read, { text: code, format: 'QRCode', ecLevel: 'M' })
    const { lines } = page
    assert.ok(lines.includes(short_code), lines.join('\n'))
    assert.ok(lines.includes(payment_id), lines.join('\n'))
  })
}

for (const [type, table] of [
  ['ticket', 'tiers'],
  ['accommodation', 'accommodations'],
] as const) {
  test(`the PDF names ${table} in the language of the holder, who has chosen it`, async () => {
    const buyer = await aUser()
    const { payment_id, entity_id } = await aTicket(buyer, { type, what: 'Weekend' })
    const printed = async () =>
      (await linesIn((await raw(`/payments/${payment_id}/ticket.pdf`, buyer)).rawPayload)).join(
        '\n',
      )
    const translations = JSON.stringify({ de: { name: 'Wochenende' } })
    await db.updateTable(table).set({ translations }).where('id', '=', entity_id).execute()
    assert.match(await printed(), /Weekend/)
    await db.updateTable('users').set({ language: 'de' }).where('id', '=', buyer.id).execute()
    const text = await printed()
    assert.ok(text.includes('Wochenende') && !text.includes('Weekend'), text)
  })
}

test('the PDF of a ticket tells times where the festival is', async () => {
  const buyer = await aUser()
  const { payment_id, festival_id, entity_id } = await aTicket(buyer)
  await db
    .updateTable('festivals')
    .set({
      time_zone: 'Europe/Copenhagen',
      start_time: new Date('2099-07-01T22:30:00Z'),
      end_time: new Date('2099-07-04T10:00:00Z'),
    })
    .where('id', '=', festival_id)
    .execute()
  await db
    .updateTable('tiers')
    .set({ valid_since: new Date('2099-07-02T08:00:00Z') })
    .where('id', '=', entity_id)
    .execute()
  const { rawPayload } = await raw(`/payments/${payment_id}/ticket.pdf`, buyer)
  const text = (await linesIn(rawPayload)).join('\n')
  for (const line of [
    '2 July 2099 at 00:30 CEST to 4 July 2099 at 12:00 CEST',
    'Valid from 2 July 2099 at 10:00 CEST',
  ])
    assert.ok(text.includes(line), text)
  assert.ok(!text.includes('UTC'), text)
})

const files = ['qr', 'qr.svg', 'qr.png', 'ticket.pdf']

// Requirement (rules): contract §7 Tickets: their buyer alone
test('a ticket is shown to its buyer alone', async () => {
  const { payment_id } = await aTicket(await aUser())
  const admin = await aUser({ roles: ['admin'] })
  for (const name of files) {
    for (const [id, as, status] of [
      [payment_id, await aUser(), 404],
      [payment_id, admin, 404],
      [randomUUID(), admin, 404],
      ['unheard-of', admin, 404],
      [payment_id, undefined, 401],
    ] as const) {
      const answer = await get(`/payments/${id}/${name}`, { as })
      assert.equal(answer.status, status, `${name} ${answer.text}`)
      if (status === 404) assert.deepEqual(answer.body.error, 'Payment not found')
    }
  }
})

for (const [sale, code] of [
  [{ type: 'subscription' }, 'not_a_ticket'],
  [{ type: 'subscription', status: 'pending' }, 'not_a_ticket'],
  [{ status: 'pending' }, 'not_succeeded'],
  [{ status: 'requires_action' }, 'not_succeeded'],
  [{ status: 'failed' }, 'not_succeeded'],
  [{ status: 'expired' }, 'not_succeeded'],
  [{ status: 'refunding' }, 'refunded'],
  [{ status: 'refunded', type: 'accommodation' }, 'refunded'],
] as const) {
  test(`a payment that is ${JSON.stringify(sale)} has no ticket: ${code}`, async () => {
    const buyer = await aUser()
    const { payment_id } = await aSale(buyer, sale)
    for (const name of files) {
      const answer = await get(`/payments/${payment_id}/${name}`, { as: buyer })
      assert.deepEqual([answer.status, answer.body.code], [409, code], answer.text)
    }
  })
}

test('a partial refund leaves the ticket, a revocation ends it', async () => {
  const buyer = await aUser()
  const { payment_id } = await aTicket(buyer, { status: 'partially_refunded' })
  const other = await aTicket(buyer)
  const url = `/payments/${payment_id}/qr.svg`
  assert.equal((await get(url, { as: buyer })).status, 200)

  const revokedAt = new Date('2099-07-02T10:00:00.000Z')
  await revokeTickets({ db, now: revokedAt }, [payment_id, randomUUID()])
  const answer = await get(url, { as: buyer })
  assert.deepEqual([answer.status, answer.body.code], [409, 'revoked'])
  assert.equal((await get(`/payments/${other.payment_id}/qr.svg`, { as: buyer })).status, 200)

  await revokeTickets({ db, now: new Date('2099-07-03T10:00:00.000Z') }, [payment_id])
  const row = await db
    .selectFrom('tickets')
    .select('revoked_at')
    .where('payment_id', '=', payment_id)
    .executeTakeFirst()
  assert.deepEqual(row?.revoked_at, revokedAt)
})
