/** The attendee list of a festival, as its managers read it (docs/contract, section 10.7). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aDevice, aGate, aNamed, anUpload, scan } from '../../../test/gate.ts'
import { aPaidTicket, insertPayments, someBookings, somePaidTickets } from '../../../test/sales.ts'
import { aWorld, lenient, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, post, del, aUser } = world
await world.jobs.start()
const admin = await aUser({ roles: ['admin'] })

/** A festival on sale, with a manager to list its attendees. */
async function aSale() {
  const gate = await aGate(world)
  const { id: festival_id } = gate.festival
  const tier = await aTier(world, { festival_id, price_cents: 0, admission: 'reentry' })
  const path = `/festivals/${festival_id}/attendees`
  const list = async (query: Record<string, string | number | boolean> = {}) => {
    const asked = Object.entries(query).map(([name, value]) => [name, `${value}`])
    const { status, body } = await get(`${path}?${new URLSearchParams(asked)}`, {
      as: gate.manager,
    })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const found = async (query: Record<string, string | number | boolean>) =>
    (await list(query)).attendees.map(({ payment_id }: any) => payment_id)
  const buy = async (as: Person) => {
    const wish = { payment_type: 'ticket', entity_id: tier.id }
    const { status, body, text } = await post('/payments', wish, { as })
    assert.equal(status, 201, text)
    return { id: String(body.id), code: String(body.qr_code), short_code: String(body.short_code) }
  }
  return { ...gate, festival_id, tier, path, list, found, buy }
}

async function handOn({ id }: { id: string }, from: Person, to: Person): Promise<void> {
  const { body } = await post(`/payments/${id}/transfer`, { email: to.email }, { as: from })
  assert.equal((await post(`/transfers/${body.id}/accept`, {}, { as: to })).status, 200)
}

// Requirement (rules): contract §10.7: GET /festivals/:id/attendees
test('managers read who has a ticket, the latest bought first, and no e-mail of an account', async () => {
  const { festival_id, tier, list, buy, manager } = await aSale()
  const [ada, bo] = [
    await aUser({ firstName: 'Ada', lastName: 'Marsh' }),
    await aUser({ firstName: 'Bo', lastName: 'Ebb' }),
  ]
  const bought = await buy(ada)
  await handOn(bought, ada, bo)
  const stay = await aPlaceToSleep(world, { festival_id })
  const [booking] = await someBookings(world, 1, stay)
  const gift = { entity_id: tier.id, quantity: 1, email: 'press@harbour.example', reason: 'Press' }
  const given = await post(`/festivals/${festival_id}/complimentary`, gift, { as: manager })
  const [free] = given.body.payments
  await aPaidTicket(world)

  const { attendees, next_after } = await list()
  assert.equal(next_after, null)
  assert.deepEqual(
    attendees.map(({ payment_id, tier }: any) => [payment_id, tier]),
    [
      [free.id, { id: tier.id, name: tier.name }],
      [booking?.id, { id: stay.id, name: stay.name }],
      [bought.id, { id: tier.id, name: tier.name }],
    ],
  )
  const { firstName, lastName, guest, email } = attendees[0].buyer
  assert.deepEqual(
    [firstName, lastName, guest, email, attendees[0].holder],
    ['', '', true, 'press@harbour.example', null],
  )
  const { short_code, bought_at, order_id, order_number, ...row } = attendees[2]
  assert.match(order_number, /^[0-9A-Z]{10}$/)
  assert.match(short_code, /^\w{4}-\w{4}-\w{2}$/)
  assert.match(bought_at, /^\d{4}-.*Z$/)
  assert.equal(order_id, bought.id)
  assert.deepEqual(row, {
    payment_id: bought.id,
    tier: { id: tier.id, name: tier.name },
    holder: { id: bo.id, firstName: 'Bo', lastName: 'Ebb' },
    buyer: { id: ada.id, firstName: 'Ada', lastName: 'Marsh', guest: false, email: null },
    processor_id: null,
    status: 'valid',
    validated_at: null,
    inside: false,
  })
})

// Requirement (rules): contract §10.7: status
test('they are found by status; what was leased, held or declined is no ticket of anyone', async () => {
  const { tier, found, list, path, manager } = await aSale()
  for (const status of ['pending', 'expired', 'failed']) await aPaidTicket(world, { tier, status })
  const given = ['succeeded', 'partially_refunded', 'refunding', 'refunded', 'succeeded'] as const
  const sold = []
  for (const status of given) sold.push(await aPaidTicket(world, { tier, status }))
  const [valid, used, refunding, refunded, blocked] = sold.map(({ id }) => id)
  const set = (values: object, id = '') =>
    db.updateTable('tickets').set(values).where('payment_id', '=', id).execute()
  const at = new Date('2027-07-01T18:00:00.000Z')
  await set({ validated_at: at }, used)
  await set({ validated_at: at, revoked_at: at }, refunded)
  await set({ validated_at: at, blocked_at: at }, blocked)

  const { attendees } = await list()
  assert.deepEqual(
    attendees.map(({ payment_id, status, short_code, validated_at }: any) => [
      payment_id,
      status,
      short_code !== null,
      validated_at !== null,
    ]),
    [
      [blocked, 'revoked', false, true],
      [refunded, 'refunded', false, true],
      [refunding, 'refunded', false, false],
      [used, 'used', true, true],
      [valid, 'valid', true, false],
    ],
  )
  for (const [status, ids] of [
    ['valid', [valid]],
    ['used', [used]],
    ['refunded', [refunded, refunding]],
    ['revoked', [blocked]],
  ] as const) {
    assert.deepEqual(await found({ status }), ids, status)
    assert.deepEqual(await found({ status, tier: tier.id, inside: false }), ids, status)
    for (const unknown of [newId(), 'none'])
      assert.deepEqual(await found({ status, tier: unknown }), [], status)
    assert.deepEqual(await found({ status, inside: true }), [], status)
  }
  for (const status of ['lost', '', "'", 'Used']) {
    const query = new URLSearchParams({ status })
    const { body } = await get(`${path}?${query}`, { as: manager, headers: lenient })
    assert.deepEqual(body, { attendees: [], next_after: null, next_before: null }, status)
    assert.equal((await get(`${path}?${query}`, { as: manager })).status, 400, status)
  }
})

// Requirement (rules): contract §10.7: inside
test('who is inside is who the gates of main let in and not out, whatever other zones and clashes say', async () => {
  const sale = await aSale()
  const { found, list, buy, festival_id } = sale
  const main = await aDevice(world, sale)
  const zone = `/festivals/${festival_id}/zones/camping`
  assert.equal((await world.put(zone, {}, { as: sale.manager })).status, 200)
  await db
    .updateTable('tiers')
    .set({ zones: ['main', 'camping'] })
    .where('id', '=', sale.tier.id)
    .execute()
  const camping = await aDevice(world, sale, { name: 'Camping gate', zone: 'camping' })
  const pass = async (code: string, direction: 'in' | 'out' = 'in', by = main) => {
    const [{ result }] = await scan(world, by, anUpload(festival_id, [{ code, direction }]))
    return result
  }
  const ada = await aUser()
  const [out, back, camps, copied, away] = [
    await buy(ada),
    await buy(ada),
    await buy(ada),
    await buy(ada),
    await buy(await aUser()),
  ]
  for (const { code } of [out, back, copied]) assert.equal(await pass(code), 'admitted')
  for (const { code } of [out, back]) await pass(code, 'out')
  await pass(back.code)
  await pass(camps.code, 'in', camping)
  const offline = { code: copied.code, admitted_offline: true, direction: 'in' as const }
  const [clash] = await scan(world, main, anUpload(festival_id, [offline]))
  assert.equal(clash.clash, true)

  assert.deepEqual(await found({ inside: true }), [copied.id, back.id])
  assert.deepEqual(await found({ inside: false }), [away.id, camps.id, out.id])
  assert.deepEqual(await found({ inside: true, status: 'used', tier: sale.tier.id }), [
    copied.id,
    back.id,
  ])
  assert.deepEqual(await found({ inside: true, q: back.short_code }), [back.id])
  assert.deepEqual(await found({ inside: true, q: out.short_code }), [])
  const { attendees } = await list()
  assert.deepEqual(
    attendees.map(({ status, inside }: any) => [status, inside]),
    [
      ['valid', false],
      ['used', true],
      ['used', false],
      ['used', true],
      ['used', false],
    ],
  )
  // The holder leaves; the other person stays, and matches none of these tickets.
  await pass(copied.code, 'out')
  assert.deepEqual(await found({ inside: true }), [back.id])
  // After the holder has left for good, a copy of the ticket does not count as their return.
  await db.updateTable('tiers').set({ admission: 'once' }).where('id', '=', sale.tier.id).execute()
  const again = anUpload(festival_id, [{ code: out.code, admitted_offline: true }])
  const [copy] = await scan(world, main, again)
  assert.deepEqual([copy.clash, copy.code], [true, 'already_validated'])
  assert.deepEqual(await found({ inside: true }), [back.id])
})

// Requirement (rules): contract §10.7: q
test('they are found by the names and the whole e-mails of buyers and holders, by short codes and ids', async () => {
  const { found, buy, list } = await aSale()
  const [ada, bo] = [await aNamed(world, 'Jørgen', 'Smidt'), await aNamed(world, 'Maud', 'Ellery')]
  const [kept, given] = [await buy(ada), await buy(ada)]
  await handOn(given, ada, bo)
  const other = await aSale()
  await other.buy(ada)
  const { attendees } = await list()
  const code: string = attendees[1].short_code
  for (const [q, ids] of [
    ['jorgen', [given.id, kept.id]],
    ['MIDT', [given.id, kept.id]],
    [' ellery ', [given.id]],
    [ada.email.toUpperCase(), [given.id, kept.id]],
    [bo.email, [given.id]],
    [bo.email.slice(0, -1), []],
    ['@', []],
    ['el', [given.id]],
    ['ellery, maud', [given.id]],
    ['e', []],
    ['%%%', []],
    ['', []],
    [code, [kept.id]],
    [code.toLowerCase().replaceAll('-', ' '), [kept.id]],
    [kept.id, [kept.id]],
    [newId(), []],
  ] as const) {
    assert.deepEqual(await found({ q }), ids, q)
  }
  assert.deepEqual(await other.found({ q: code }), [])
  assert.deepEqual(await other.found({ q: kept.id }), [])
  assert.deepEqual(await found({ q: 'jorgen', status: 'used' }), [])

  await del(`/users/${ada.id}`, { as: ada })
  assert.deepEqual(await found({ q: 'jorgen' }), [])
  assert.deepEqual(await found({ q: 'ellery' }), [given.id])
  const [, erased] = (await list()).attendees
  assert.deepEqual(erased.buyer, {
    id: ada.id,
    firstName: '',
    lastName: '',
    guest: false,
    email: null,
  })

  for (const [first, last, ...queries] of [
    ['Sinéad', 'O’Connor', "O'Connor", 'oconnor sinead'],
    ['Jean', 'Picard', 'Picard Jean', 'picard, jean'],
  ] as const) {
    const ticket = await buy(await aNamed(world, first, last))
    for (const q of queries) assert.deepEqual(await found({ q }), [ticket.id], q)
  }
})

// Requirement (rules): contract §10.7: q
test('a name that more than a thousand people have is found too', async () => {
  const { found, tier, list } = await aSale()
  const name = 'Crowdsworth'
  await sql`
    insert into users (id, first_name, last_name, email, email_key, password_hash, search_name)
    select uuidv7(), 'Sam', ${name}, e.mail, e.mail, 'x', ${`sam ${name.toLowerCase()}`}
    from generate_series(1, 1001) n cross join lateral (select 'sam' || n || '@people.example' as mail) e`.execute(
    db,
  )
  const { id: user_id } = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', 'sam700@people.example')
    .executeTakeFirstOrThrow()
  const bought = await aPaidTicket(world, { tier, user_id })
  const held = await aPaidTicket(world, { tier })
  const set = { holder_id: user_id, revision: 1 }
  await db.updateTable('tickets').set(set).where('payment_id', '=', held.id).execute()
  await aPaidTicket(world, { tier })
  assert.deepEqual(await found({ q: 'crowdsworth' }), [held.id, bought.id])
  assert.deepEqual(await found({ q: 'crowdsworth', tier: tier.id }), [held.id, bought.id])
  assert.deepEqual(await found({ q: 'crowdsworth', status: 'used' }), [])
  assert.deepEqual(await found({ q: 'crowdsworth', inside: true }), [])
  const { attendees } = await list({ q: 'crowdsworth', limit: 1 })
  assert.equal(attendees[0].holder.lastName, name)
})

// Requirement (rules): contract §10.7: cursor
test('each way to find them goes on from page to page, and repeats and leaves out none', async () => {
  const sale = await aSale()
  const { tier, festival_id, list } = sale
  const crowd = await aNamed(world, 'Many', 'Ticketsson')
  const sold = await somePaidTickets(world, 7, { tier, user_id: crowd.id })
  const device = await aDevice(world, sale)
  const scans = sold.map(({ code }) => ({ code }))
  await scan(world, device, anUpload(festival_id, scans))
  const newest = sold.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1))
  for (const query of [
    {},
    { tier: tier.id },
    { status: 'used' },
    { inside: true },
    { q: 'ticketsson' },
    { q: 'ticketsson', inside: true, status: 'used', tier: tier.id },
  ]) {
    const seen: string[] = []
    let after: string | null = null
    do {
      const { attendees, next_after }: any = await list({
        ...query,
        limit: 3,
        ...(after && { after }),
      })
      seen.push(...attendees.map(({ payment_id }: any) => payment_id))
      after = next_after
    } while (after)
    assert.deepEqual(seen, newest, JSON.stringify(query))
  }
  assert.equal((await list({ limit: 7 })).next_after, null)
})

// Requirement (rules): contract §10.7: managers and admins, a deleted festival too
test('managers of the organizer and admins see them, others do not', async () => {
  const { festival_id, tier, manager, staff, path } = await aSale()
  await aPaidTicket(world, { tier })
  const elsewhere = await aSale()
  const editor = await aUser({ permissions: ['manage_catalog', 'manage_users'] })
  for (const address of [path, `${path}.csv`]) {
    for (const [as, status] of [
      [manager, 200],
      [admin, 200],
      [elsewhere.manager, 403],
      [staff, 403],
      [editor, 403],
      [await aUser(), 403],
      [undefined, 401],
    ] as const) {
      assert.equal((await get(address, { as })).status, status, address)
    }
    const device = await aDevice(world, elsewhere)
    const asDevice = { headers: { 'x-f-authentication': device.token } }
    assert.equal((await get(address, asDevice)).status, 401)
    for (const id of [newId(), 'none'])
      assert.equal((await get(address.replace(festival_id, id), { as: manager })).status, 404)
    for (const query of ['inside=perhaps', `q=${'x'.repeat(1001)}`])
      assert.equal((await get(`${address}?${query}`, { as: manager })).status, 400, query)
  }
  for (const query of ['after=nothing', 'after=', 'limit=0', 'limit=x'])
    assert.equal((await get(`${path}?${query}`, { as: manager })).status, 400, query)
  assert.equal((await del(`/festivals/${festival_id}`, { as: manager })).status, 200)
  assert.equal((await get(path, { as: manager })).body.attendees.length, 1)
})

/** Creates 1001 paid tickets of one buyer at once. */
async function aThousandAndOne({
  id: entity_id,
  festival_id,
}: {
  id: string
  festival_id: string
}) {
  const [{ id: user_id }, at] = [await aUser(), new Date()]
  const payments = Array.from({ length: 1_001 }, () => ({
    id: newId(),
    user_id,
    payment_type: 'ticket',
    entity_id,
    festival_id,
    price_cents: 0,
    points_used: 0,
    amount_cents: 0,
    status: 'succeeded',
    hold_until: at,
    created_at: at,
  }))
  await insertPayments(db, payments)
  const tickets = payments.map(({ id }) => ({
    payment_id: id,
    festival_id,
    code: id,
    issued_at: at,
  }))
  await db.insertInto('tickets').values(tickets).execute()
  return payments
}

// Requirement (rules): contract §10.7: GET /festivals/:id/attendees.csv
test('what is found is exported for a spreadsheet, more than one read takes, without what admits', async () => {
  const { tier, path, manager, list, buy } = await aSale()
  await db.updateTable('tiers').set({ name: '=1+1' }).where('id', '=', tier.id).execute()
  const sold = await aThousandAndOne(tier)
  const buyer = await aNamed(world, '=HYPERLINK("x")', 'Marsh')
  const bo = await aUser({ firstName: '@Bo', lastName: 'Ebb' })
  const last = await buy(buyer)
  await handOn(last, buyer, bo)
  const rows = async (query = '') => {
    const { status, text, headers } = await get(`${path}.csv?${query}`, { as: manager })
    assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
    assert.match(`${headers['content-disposition']}`, /^attachment; filename="attendees-.*\.csv"$/)
    return { text, rows: parse<Record<string, string>>(text, { bom: true, columns: true }) }
  }
  const all = await rows()
  const newest = sold.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1))
  assert.deepEqual(
    all.rows.map(({ payment_id }) => payment_id),
    [last.id, ...newest],
  )
  const { short_code, bought_at, order_number } = (await list({ limit: 1 })).attendees[0]
  assert.deepEqual(all.rows[0], {
    bought_at,
    payment_id: last.id,
    order_id: last.id,
    tier: "'=1+1",
    status: 'valid',
    buyer: `'=HYPERLINK("x") Marsh`,
    guest_email: '',
    holder: "'@Bo Ebb",
    validated_at: '',
    inside: '',
    order_number,
    processor_id: '',
  })
  for (const secret of [short_code, short_code.replaceAll('-', ''), last.code, buyer.email])
    assert.ok(!all.text.includes(secret))
  assert.equal((await rows(`q=${encodeURIComponent(buyer.email)}`)).rows.length, 1)
  assert.equal((await rows('inside=true')).rows.length, 0)
  assert.equal((await rows(`tier=${newId()}&status=used`)).rows.length, 0)
})
