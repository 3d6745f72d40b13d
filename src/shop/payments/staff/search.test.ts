/** The payment search of staff: its filters, its totals and its export. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { newId } from '#platform/values/ids'
import { aPlan, aTier } from '../../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../../test/catalogue.ts'
import { aGuest } from '../../../../test/guests.ts'
import { aPaidTicket, insertPayments, somePaidTickets } from '../../../../test/sales.ts'
import { aWorld, type Person } from '../../../../test/world.ts'

const world = await aWorld()
const { db, get, post, put, aUser } = world
await world.jobs.start()
const admin = await aUser({ roles: ['admin'] })
const day = 86_400_000

async function aSale(tier: object = {}) {
  const organizer = await anOrganizer(world)
  const manager = await aUser()
  const membership = { organizer_id: organizer.id, user_id: manager.id }
  await db.insertInto('organizer_managers').values(membership).execute()
  const festival = await aFestival(world, { organizer_id: organizer.id })
  return {
    festival,
    manager,
    tier: await aTier(world, { festival_id: festival.id, ...tier }),
    path: `/festivals/${festival.id}/payments`,
  }
}

type Given = Record<string, string | number | boolean>
const asked = (query: Given) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`])).toString()

async function list(path: string, query: Given, as: Person) {
  const { status, body } = await get(`${path}?${asked(query)}`, { as })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const found = async (path: string, query: Given, as: Person): Promise<string[]> =>
  (await list(path, query, as)).payments.map(({ id }: { id: string }) => id)

async function order(as: Person, tier: { id: string }, quantity = 1): Promise<any> {
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity }]
  const headers = { 'idempotency-key': newId() + newId() }
  const { body, status, text } = await post('/orders', { items }, { as, headers })
  assert.equal(status, 201, text)
  return body
}
/** Returns the payments of an order in the order of a list: ids of one moment are in no order. */
const idsOf = ({ payments }: any): string[] =>
  payments.map(({ id }: { id: string }) => id).toSorted((a: string, b: string) => (a < b ? 1 : -1))

// Requirement (rules): contract §10.6: q: buyer, e-mail, order, short code
test('payments are found by buyer, e-mail, order and short code, of the festival alone', async () => {
  const { manager, tier, path } = await aSale()
  const elsewhere = await aSale()
  const name = `Zo\u00eb${newId().slice(-8).replaceAll(/\d/g, 'q')}`
  const [zoe, bo] = [await aUser(), await aGuest(world)]
  await put(`/users/${zoe.id}`, { firstName: name }, { as: zoe })
  const [two, one] = [await order(zoe, tier, 2), await order(bo, tier)]
  const there = await order(zoe, elsewhere.tier)
  const [hers, his] = [idsOf(two), idsOf(one)]
  const [{ short_code }] = one.payments
  for (const [q, expected] of [
    [name, hers],
    [name.toLowerCase().replace('\u00eb', 'e').slice(0, 6), hers],
    [name.slice(0, 2), hers],
    [name.slice(0, 1), []],
    [zoe.email.toUpperCase(), hers],
    [zoe.email.slice(0, -2), []],
    [bo.email, his],
    [two.id, hers],
    [hers[0] ?? '', hers.slice(0, 1)],
    [short_code, his],
    [` ${short_code.toLowerCase().replaceAll('-', ' ')} `, his],
    [there.payments[0].short_code, []],
    [there.id, []],
    ['nothing of that kind', []],
    ['%', []],
  ] as const) {
    assert.deepEqual([q, await found(path, { q }, manager)], [q, expected])
  }
  assert.deepEqual(await found('/payments/all', { q: name }, admin), [...idsOf(there), ...hers])
  assert.deepEqual(
    await found('/payments/all', { q: there.payments[0].short_code }, admin),
    idsOf(there),
  )
  const { status } = await get(`/payments/all?q=${name}`, { as: manager })
  assert.equal(status, 403)
})

test('a buyer is found by each spelling and each part of the name, in any order', async () => {
  const { manager, tier, path } = await aSale()
  for (const [first, last, ...asked] of [
    ['Sinéad', 'O’Connor', "O'Connor", 'oconnor', "o'connor sinead", 'O Connor'],
    ['Jean', 'Picard', 'Picard Jean', 'picard, jean', 'jean-picard', 'pic jea'],
    ['Bo', 'Li', 'li', 'Bo', 'li bo'],
    ['Jörg', 'Weiß', 'Joerg Weiss', 'jorg weiß', 'WEISS'],
    ['김', '민수', '김민수', '민수', '김 민수'],
    ['小明', '李', '李', '李小明', '小明'],
    ['Anne-Marie', 'Smith Jones', 'annemarie', 'Smith-Jones', 'jones anne'],
    ['Omar', 'أحمد', 'احمد', 'احمد omar'],
  ] as const) {
    const buyer = await aUser()
    await put(`/users/${buyer.id}`, { firstName: first, lastName: last }, { as: buyer })
    const ids = idsOf(await order(buyer, tier))
    for (const q of asked) {
      assert.deepEqual([q, await found(path, { q }, manager)], [q, ids])
    }
  }
})

// Requirement (rules): contract §10.6: from, to, amount
test('they are found by when they were bought, and by what they cost', async () => {
  const { festival, manager, tier, path } = await aSale()
  const day2 = await aTier(world, { festival_id: festival.id, price_cents: 2_050 })
  const [first] = await somePaidTickets(world, 1, { tier })
  const second = await aPaidTicket(world, { tier: { ...day2 }, amount_cents: 2_050 })
  const at = first?.created_at ?? new Date()
  const later = new Date(Math.max(second.created_at.getTime(), at.getTime() + 1))
  const ago = (ms: number) => new Date(at.getTime() - ms).toISOString()
  for (const [query, expected] of [
    [{ from: at.toISOString() }, [second.id, first?.id]],
    [{ to: at.toISOString() }, []],
    [{ from: ago(day), to: new Date(later.getTime() + 1).toISOString() }, [second.id, first?.id]],
    [{ from: ago(day), to: ago(0) }, []],
    [{ from: '0001-01-01', to: '9999-12-31' }, [second.id, first?.id]],
    [{ from: ago(-day) }, []],
    [{ amount: 20.5 }, [second.id]],
    [{ amount: 50 }, [first?.id]],
    [{ amount: 20.5, status: 'refunded' }, []],
    [{ amount: 20.51 }, []],
  ] as [Given, string[]][]) {
    assert.deepEqual([query, await found(path, query, manager)], [query, expected])
  }
  for (const query of ['from=yesterday', 'amount=-1', 'amount=1.005', 'totals=perhaps']) {
    const { status, body } = await get(`${path}?${query}`, { as: manager })
    assert.deepEqual([query, status, body.code], [query, 400, 'invalid'])
  }
})

// Requirement (rules): contract §10.6: totals
test('what is found is added up: how many, what was paid, what came back', async () => {
  const { manager, tier, path } = await aSale()
  const ada = await aUser()
  const { payments } = await order(ada, tier, 4)
  await post(`/payments/${payments[0].id}/refund`, { amount: 12.5 }, { as: admin })
  await post(`/payments/${payments[1].id}/refund`, {}, { as: admin })
  await db
    .updateTable('payments')
    .set({ status: 'failed' })
    .where('id', '=', payments[3].id)
    .execute()
  const totals = async (query: Given, as = manager, at = path) =>
    (await list(at, { totals: true, limit: 1, ...query }, as)).totals
  const eur = (payments: number, amount: number, refunded_amount: number) => [
    { currency: 'EUR', payments, amount, refunded_amount },
  ]
  assert.deepEqual(await totals({}), eur(4, 150, 62.5))
  assert.deepEqual(await totals({ status: 'refunded' }), eur(1, 50, 50))
  assert.deepEqual(await totals({ q: ada.email }), eur(4, 150, 62.5))
  assert.deepEqual(await totals({ q: 'nothing of that kind' }), eur(0, 0, 0))
  assert.deepEqual(await totals({ amount: 1 }), eur(0, 0, 0))
  assert.deepEqual(await totals({ q: ada.email }, admin, '/payments/all'), eur(4, 150, 62.5))
  assert.equal((await list(path, {}, manager)).totals, null)
})

// Requirement (rules): contract §10.6: the exports
test('what is found is exported for a spreadsheet, more than one read takes, newest first', async () => {
  const { festival, manager, tier, path } = await aSale({ name: '=1+1' })
  const buyer = await aUser({ firstName: '=HYPERLINK("x")', lastName: 'Marsh' })
  const { id: user_id } = await aUser()
  const failed = Array.from({ length: 1_001 }, () => ({
    id: newId(),
    user_id,
    payment_type: 'ticket',
    entity_id: tier.id,
    festival_id: festival.id,
    price_cents: 5_000,
    points_used: 0,
    amount_cents: 5_000,
    status: 'failed',
    hold_until: new Date(),
    created_at: new Date(),
  }))
  await insertPayments(db, failed)
  const last = await aPaidTicket(world, { tier, user_id: buyer.id })
  const rows = async (query: Given, as = manager, at = `${path}.csv`) => {
    const { status, text, headers } = await get(`${at}?${asked(query)}`, { as })
    assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
    return parse<Record<string, string>>(text, { bom: true, columns: true })
  }
  const all = await rows({})
  assert.deepEqual(
    all.map(({ payment_id }) => payment_id),
    [last.id, ...failed.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1))],
  )
  const [first] = all
  assert.deepEqual(
    [first?.['buyer'], first?.['name'], first?.['festival'], first?.['amount'], first?.['status']],
    [`'=HYPERLINK("x") Marsh`, "'=1+1", festival.name, '50', 'succeeded'],
  )
  assert.equal((await rows({ q: buyer.email })).length, 1)
  assert.equal((await rows({ status: 'refunded' })).length, 0)
  assert.equal((await rows({ q: 'nothing of that kind' })).length, 0)
  const ofAll = { q: last.id, festival: festival.id }
  assert.equal((await rows(ofAll, admin, '/payments/all.csv')).length, 1)
  assert.equal((await get('/payments/all.csv', { as: manager })).status, 403)
  assert.equal((await get(`${path}.csv`, { as: await aUser() })).status, 403)
  const { headers } = await get(`${path}.csv`, { as: manager })
  assert.match(`${headers['content-disposition']}`, /^attachment; filename="payments-.*\.csv"$/)
})

// Requirement (rules): contract §7: the holder of a ticket, for staff
test('staff read who holds a ticket that was handed on', async () => {
  const { manager, tier, path } = await aSale()
  const [ada, bo] = [await aUser(), await aUser({ firstName: 'Bo', lastName: 'Ebb' })]
  const { payments } = await order(ada, tier, 2)
  const offer = await post(`/payments/${payments[0].id}/transfer`, { email: bo.email }, { as: ada })
  await post(`/transfers/${offer.body.id}/accept`, {}, { as: bo })
  const { payments: read } = await list(path, {}, manager)
  const holders = read
    .toSorted((a: { line: number }, b: { line: number }) => a.line - b.line)
    .map(({ line, holder }: { line: number; holder: unknown }) => [line, holder])
  assert.deepEqual(holders, [
    [1, { id: bo.id, firstName: 'Bo', lastName: 'Ebb' }],
    [2, null],
  ])
})

// Requirement (rules): contract §10.6: q: buyer, e-mail, order, short code
test('memberships are found among all', async () => {
  const plan = await aPlan(world)
  const buyer = await aUser()
  const { body } = await post(
    '/payments',
    { payment_type: 'subscription', entity_id: plan.id },
    { as: buyer },
  )
  assert.deepEqual(await found('/payments/all', { q: buyer.email }, admin), [body.id])
})
