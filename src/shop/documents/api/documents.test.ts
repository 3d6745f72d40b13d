/** Documents over the API: who reads which, in which form, and months that are closed. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { newId } from '#platform/values/ids'
import { steadyClock } from '../../../../test/clock.ts'
import { aSellerWithTier } from '../../../../test/documents.ts'
import { aGuest } from '../../../../test/guests.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { renderDocument } from '../rendering/render.ts'
import { workOnDocuments } from '../work.ts'

const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const env = {
  DATEV_CONSULTANT: '29098',
  DATEV_CLIENT: '55003',
  DATEV_DEBTOR: '10000',
  DATEV_REVENUE: '25=4400',
}
const world = await aWorld({ now, env })
const { app, db, get, post, put, aUser } = world
const admin = await aUser({ roles: ['admin'] })
const work = workOnDocuments(app, renderDocument)

async function issueAll() {
  while ((await work()) > 0);
}

const buy = async (as: Person, entity_id: string, quantity = 1) => {
  const items = [{ payment_type: 'ticket', entity_id, quantity }]
  const headers = { 'idempotency-key': newId() }
  const { status, body, text } = await post('/orders', { items }, { as, headers })
  assert.equal(status, 201, text)
  return body
}

async function aManager(organizerId: string) {
  const manager = await aUser()
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizerId, user_id: manager.id })
    .execute()
  return manager
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function bytesOf(url: string, as: Person): Promise<Buffer> {
  const headers = { 'x-f-authorization': world.client.token, 'x-f-authentication': as.token }
  const answer = await app.inject({ url, headers })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.rawPayload
}

test('buyers, guests among them, and managers of the seller read its documents and their files; others do not', async () => {
  const { tier, organizer } = await aSellerWithTier(world)
  const other = await aSellerWithTier(world)
  for (const buyer of [await aUser(), await aGuest(world)]) {
    const order = await buy(buyer, tier.id, 2)
    const url = `/orders/${order.id}/documents`
    assert.deepEqual((await get(url, { as: buyer })).body, { documents: [] })
    await issueAll()
    for (const as of [buyer, await aManager(organizer.id), admin]) {
      const { body } = await get(url, { as })
      const [document, ...more] = body.documents
      assert.deepEqual(more, [])
      assert.deepEqual(
        [
          document.kind,
          document.reason,
          document.amount,
          document.vat_amount,
          document.order_number,
        ],
        ['invoice', 'sale', 100, 20, order.number],
      )
      assert.equal(document.seller.name, 'Harbour Nights ApS')
      for (const kind of ['pdf', 'xml'] as const) {
        const bytes = await bytesOf(`/documents/${document.id}.${kind}`, as)
        assert.equal(sha256(bytes), document[`${kind}_sha256`])
        assert.match(bytes.toString('latin1', 0, 60), kind === 'pdf' ? /^%PDF-1\.7/ : /^<\?xml/)
      }
    }
    for (const as of [await aUser(), await aManager(other.organizer.id)]) {
      assert.equal((await get(url, { as })).status, 404)
      const { body } = await get(url, { as: buyer })
      for (const kind of ['pdf', 'xml'])
        assert.equal((await get(`/documents/${body.documents[0].id}.${kind}`, { as })).status, 404)
    }
  }
})

test('a manager finds documents by number, order and buyer, page by page, and in exports', async () => {
  const { tier, organizer, festival } = await aSellerWithTier(world, { prefix: 'QX' })
  const manager = await aManager(organizer.id)
  const [ada, bo] = [await aUser(), await aUser()]
  const [first, second] = [await buy(ada, tier.id), await buy(bo, tier.id)]
  await post(`/orders/${first.id}/refund`, {}, { as: admin })
  await issueAll()
  const url = `/festivals/${festival.id}/documents`
  const find = async (query: string) => {
    const { status, body, text } = await get(`${url}?${query}`, { as: manager })
    assert.equal(status, 200, text)
    return body
  }
  const all = await find('')
  const numbers: string[] = all.documents.map(({ number }: { number: string }) => number)
  assert.equal(numbers.length, 3)
  assert.deepEqual(
    numbers.toReversed().map((number) => number.slice(-6)),
    ['000001', '000002', '000003'],
  )
  const paged = await find('limit=2')
  const rest = await find(`limit=2&after=${paged.next_after}`)
  assert.deepEqual([...paged.documents, ...rest.documents], all.documents)
  assert.equal(rest.next_after, null)
  for (const [q, count] of [
    [numbers[0], 1],
    ['qx-', 3],
    [second.number, 1],
    [ada.email, 2],
    [bo.email.toUpperCase(), 1],
    [bo.firstName.slice(0, 2), 3],
    ['nobody', 0],
  ] as const) {
    assert.equal((await find(`q=${encodeURIComponent(`${q}`)}`)).documents.length, count, `${q}`)
  }
  const month = all.documents[0].issued_on.slice(0, 7)
  assert.equal((await find(`month=${month}`)).documents.length, 3)
  assert.equal((await find('month=2001-01')).documents.length, 0)
  const csv = await get(`${url}.csv`, { as: manager })
  assert.deepEqual(
    csv.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]),
    numbers.map((number) => `"${number}"`),
  )
  const archive = unzipSync(await bytesOf(`${url}.zip?month=${month}`, manager))
  assert.deepEqual(
    Object.keys(archive),
    numbers.toReversed().flatMap((number) => [`${number}.pdf`, `${number}.xml`]),
  )
  const newest = archive[`${numbers[0]}.pdf`]
  assert.ok(newest)
  assert.equal(sha256(newest), all.documents[0].pdf_sha256)
  assert.equal((await get(url, { as: ada })).status, 403)
})

test('a month that is over is closed once; details of its invoices do not change any more', async () => {
  const { tier, organizer } = await aSellerWithTier(world)
  const manager = await aManager(organizer.id)
  const ada = await aUser()
  const order = await buy(ada, tier.id)
  await issueAll()
  const { body } = await get(`/orders/${order.id}/documents`, { as: ada })
  const month = body.documents[0].issued_on.slice(0, 7)
  const url = `/organizers/${organizer.id}/closed-months`
  const early = await post(url, { month }, { as: admin })
  assert.deepEqual([early.status, early.body.code], [409, 'month_not_over'])
  assert.equal((await post(url, { month }, { as: manager })).status, 403)
  clock.ahead += 40 * 86_400_000
  const closed = await post(url, { month }, { as: await aUser({ roles: ['admin'] }) })
  assert.equal(closed.status, 200, closed.text)
  const again = await post(url, { month }, { as: await aUser({ roles: ['admin'] }) })
  assert.deepEqual(again.body, closed.body)
  const reader = await aManager(organizer.id)
  assert.deepEqual((await get(url, { as: reader })).body, { months: [closed.body] })
  const details = { company: 'Tide GmbH', street: 'Am Kai 1', city: 'Kiel', country: 'DE' }
  const late = await put(`/orders/${order.id}/billing`, details, { as: ada })
  assert.deepEqual([late.status, late.body.code], [409, 'month_closed'])
})

test('an XRechnung is made from the stored data, or is refused with what it lacks', async () => {
  const contact_phone = '+45 86 12 34 56'
  const details = { street: 'Am Kai 1', postcode: '24103', city: 'Kiel', country: 'DE' }
  const organizer = { contact_email: 'tickets@harbour-nights.example' }
  for (const [given, lacks] of [
    [{}, 'seller.contact_phone'],
    [{ contact_phone }, undefined],
  ] as const) {
    const seller = await aSellerWithTier(world, { details: given })
    await db
      .updateTable('organizers')
      .set(organizer)
      .where('id', '=', seller.organizer.id)
      .execute()
    const ada = await aUser()
    const order = await buy(ada, seller.tier.id)
    await put(`/orders/${order.id}/billing`, details, { as: ada })
    await issueAll()
    const { body } = await get(`/orders/${order.id}/documents`, { as: ada })
    const url = `/documents/${body.documents.at(-1).id}.xml`
    const refusedOrMade = await get(`${url}?profile=xrechnung`, { as: ada })
    if (lacks === undefined) {
      assert.match(refusedOrMade.text, /xrechnung_3\.0/)
      assert.match(refusedOrMade.text, /<ram:CompleteNumber>\+45 86 12 34 56</)
      assert.doesNotMatch((await bytesOf(url, ada)).toString(), /xrechnung/)
    } else {
      const { status, body: refusal } = refusedOrMade
      assert.deepEqual([status, refusal.code], [409, 'no_xrechnung'])
      assert.equal(refusal.error, `The document is no XRechnung, since it lacks ${lacks}`)
    }
  }
})

test('a closed month is exported for DATEV, an open one is not', async () => {
  const { tier, organizer } = await aSellerWithTier(world, { prefix: 'DV' })
  const order = await buy(await aUser(), tier.id, 2)
  await issueAll()
  const { body } = await get(`/orders/${order.id}/documents`, { as: admin })
  const { number, issued_on } = body.documents[0]
  const month = issued_on.slice(0, 7)
  const url = `/organizers/${organizer.id}/datev.csv?month=${month}`
  const early = await get(url, { as: await aManager(organizer.id) })
  assert.deepEqual([early.status, early.body.code], [409, 'month_not_closed'])
  clock.ahead += 40 * 86_400_000
  const months = `/organizers/${organizer.id}/closed-months`
  await post(months, { month }, { as: await aUser({ roles: ['admin'] }) })
  const file = await get(url, { as: await aManager(organizer.id) })
  assert.equal(file.status, 200, file.text)
  assert.match(`${file.headers['content-disposition']}`, /"EXTF_Buchungsstapel_[\d-]{7}\.csv"$/)
  const [head = '', , row = '', ...more] = file.text.split('\r\n')
  assert.match(head, /^"EXTF";700;21;"Buchungsstapel"/)
  assert.ok(row.startsWith('100,00;"S";"EUR";') && row.includes(`"${number}"`), row)
  assert.deepEqual(more, [''])
  assert.equal((await get(url, { as: await aUser() })).status, 403)
})

test('a rate without an account is named', async () => {
  const vat = JSON.stringify({ rate: 7, exemption: null })
  const { tier, organizer } = await aSellerWithTier(world, { tier: { vat } })
  await buy(await aUser(), tier.id)
  await issueAll()
  const { issued_on } = await db
    .selectFrom('documents')
    .select('issued_on')
    .where('seller', '=', organizer.id)
    .executeTakeFirstOrThrow()
  const month = issued_on.slice(0, 7)
  clock.ahead += 40 * 86_400_000
  const as = await aUser({ roles: ['admin'] })
  await post(`/organizers/${organizer.id}/closed-months`, { month }, { as })
  const { status, body } = await get(`/organizers/${organizer.id}/datev.csv?month=${month}`, { as })
  assert.deepEqual([status, body.code], [409, 'no_datev'])
  assert.equal(body.error, 'DATEV_REVENUE names no account for 7')
})
