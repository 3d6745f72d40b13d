/** Invoices and credit notes are issued for what is settled: with numbers without gaps, and the sums of the ledger. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { aTier } from '../../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../../test/catalogue.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aSellerWithTier, documentsOf, sellerDetails } from '../../../../test/documents.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import type { DocumentData } from '../model/document.ts'
import { issueDocuments } from './issue.ts'
import { countWaiting } from './waiting.ts'

const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ now })
const { app, db, post, aUser } = world
const admin = await aUser({ roles: ['admin'] })

/** Issues all that waits. */
async function issueAll() {
  while ((await issueDocuments(app)) > 0);
}

const buy = async (as: Person, tierId: string, more: object = {}) => {
  const body = { payment_type: 'ticket', entity_id: tierId, ...more }
  const answer = await post('/payments', body, { as })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const order = async (as: Person, items: { entity_id: string; quantity: number }[]) => {
  const bought = items.map((item) => ({ payment_type: 'ticket', ...item }))
  const headers = { 'idempotency-key': newId() }
  const answer = await post('/orders', { items: bought }, { as, headers })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const refund = async (id: string, body: object = {}) => {
  const answer = await post(`/payments/${id}/refund`, body, { as: admin })
  assert.equal(answer.status, 200, answer.text)
}

const year = new Date().getFullYear()
const dataOf = ({ data }: { data: unknown }) => data as DocumentData
const shownOf = async (seller: string) =>
  (await documentsOf(world, seller)).map(({ number, kind, reason, gross_cents, vat_cents }) => [
    number,
    kind,
    reason,
    gross_cents,
    vat_cents,
  ])

test('an order gets an invoice of each seller in it, with the stored VAT, the seller and the buyer', async () => {
  const [one, other] = [
    await aSellerWithTier(world),
    await aSellerWithTier(world, { prefix: 'TD' }),
  ]
  const ada = await aUser()
  const bought = await order(ada, [
    { entity_id: one.tier.id, quantity: 3 },
    { entity_id: other.tier.id, quantity: 1 },
  ])
  await issueAll()
  assert.deepEqual(await shownOf(one.organizer.id), [
    [`HN-${year}-000001`, 'invoice', 'sale', 15_000, 3_000],
  ])
  assert.deepEqual(await shownOf(other.organizer.id), [
    [`TD-${year}-000001`, 'invoice', 'sale', 5_000, 1_000],
  ])
  const [document] = await documentsOf(world, one.organizer.id)
  assert.ok(document)
  const { lines, seller, buyer, ...data } = dataOf(document)
  assert.deepEqual(
    lines.map(({ units, grossCents, vatCents, vat }) => [units, grossCents, vatCents, vat]),
    [[3, 15_000, 3_000, { rate: 2_500, exemption: null }]],
  )
  assert.deepEqual(
    [seller.name, seller.city, seller.vatId],
    ['Harbour Nights ApS', sellerDetails.city, sellerDetails.vat_id],
  )
  assert.deepEqual([buyer.name, buyer.email], [`${ada.firstName} ${ada.lastName}`, ada.email])
  assert.deepEqual([data.order, data.number], [bought.number, document.number])
  assert.deepEqual(await auditLedger(db), [])
})

test('each refund has a credit note with its VAT, which names the invoice; refunds of one request have one', async () => {
  const { tier, organizer } = await aSellerWithTier(world)
  const ada = await aUser()
  const { id, payments } = await order(ada, [{ entity_id: tier.id, quantity: 3 }])
  await issueAll()
  await refund(payments[0].id, { amount: 20 })
  await issueAll()
  const all = await post(`/orders/${id}/refund`, {}, { as: admin })
  assert.equal(all.status, 200, all.text)
  await issueAll()
  assert.deepEqual(await shownOf(organizer.id), [
    [`HN-${year}-000001`, 'invoice', 'sale', 15_000, 3_000],
    [`HN-${year}-000002`, 'credit_note', 'refund', 2_000, 400],
    [`HN-${year}-000003`, 'credit_note', 'refund', 13_000, 2_600],
  ])
  const [invoice, part, rest] = await documentsOf(world, organizer.id)
  assert.ok(invoice && part && rest)
  assert.deepEqual(dataOf(part).corrects, { number: invoice.number, issuedOn: invoice.issued_on })
  assert.deepEqual([part.refund_ids.length, rest.refund_ids.length], [1, 3])
  assert.deepEqual(await auditLedger(db), [])
})

test('a refund that fails after it was done has an invoice that takes its credit note back', async () => {
  const { tier, organizer } = await aSellerWithTier(world)
  const ada = await aUser()
  const payment = await buy(ada, tier.id)
  await refund(payment.id, { amount: 20 })
  await issueAll()
  await sql`
    update refunds set refused = 'expired', refused_at = ${now()} where payment_id = ${payment.id}`.execute(
    db,
  )
  await sql`
    update payments set status = 'succeeded', refunded_cents = 0 where id = ${payment.id}`.execute(
    db,
  )
  await issueAll()
  assert.deepEqual(await shownOf(organizer.id), [
    [`HN-${year}-000001`, 'invoice', 'sale', 5_000, 1_000],
    [`HN-${year}-000002`, 'credit_note', 'refund', 2_000, 400],
    [`HN-${year}-000003`, 'invoice', 'failed_refund', 2_000, 400],
  ])
  const [, note, back] = await documentsOf(world, organizer.id)
  assert.ok(note && back)
  assert.deepEqual(dataOf(back).corrects, { number: note.number, issuedOn: note.issued_on })
  await refund(payment.id, { amount: 30 })
  await issueAll()
  assert.deepEqual((await shownOf(organizer.id)).at(-1), [
    `HN-${year}-000004`,
    'credit_note',
    'refund',
    3_000,
    600,
  ])
})

test('an order that commits after later ones were issued is not missed', async () => {
  const { tier, organizer } = await aSellerWithTier(world)
  const [early, late] = [await buy(await aUser(), tier.id), await buy(await aUser(), tier.id)]
  await sql`
    delete from documents_due where about in (${early.order_id}, ${late.order_id})`.execute(db)
  const settle = (trx: typeof db, id: string) =>
    sql`update orders set status = 'succeeded', is_fenced = true where id = ${id}`.execute(trx)
  await sql`
    update orders set status = 'pending', is_fenced = false
    where id in (${early.order_id}, ${late.order_id})`.execute(db)
  await db.transaction().execute(async (open) => {
    await settle(open, early.order_id)
    await settle(db, late.order_id)
    await issueAll()
    assert.equal((await documentsOf(world, organizer.id)).length, 1)
  })
  await issueAll()
  const issued = await documentsOf(world, organizer.id)
  assert.deepEqual(
    issued.map(({ number, order_id }) => [number, order_id]),
    [
      [`HN-${year}-000001`, late.order_id],
      [`HN-${year}-000002`, early.order_id],
    ],
  )
})

test('a seller without its details has none yet, and gets them once it is complete', async () => {
  const organizer = await anOrganizer(world, { legal_name: 'Tide ApS' })
  const festival = await aFestival(world, { organizer_id: organizer.id })
  const tier = await aTier(world, { festival_id: festival.id })
  await buy(await aUser(), tier.id)
  await issueAll()
  assert.deepEqual(await documentsOf(world, organizer.id), [])
  assert.ok((await countWaiting(db)).count > 0)
  await db
    .insertInto('sellers')
    .values({ ...sellerDetails, organizer_id: organizer.id })
    .execute()
  await issueAll()
  assert.deepEqual(await shownOf(organizer.id), [
    [`INV-${year}-000001`, 'invoice', 'sale', 5_000, 0],
  ])
})

test('nothing is issued for what is free, and for a sale that the processor has declined', async () => {
  const { tier, organizer } = await aSellerWithTier(world, { tier: { price_cents: 0 } })
  await buy(await aUser(), tier.id)
  const paid = await aSellerWithTier(world)
  const declined = { processorPaymentMethodId: 'pm_card_chargeDeclined' }
  const body = { payment_type: 'ticket', entity_id: paid.tier.id, ...declined }
  assert.equal((await post('/payments', body, { as: await aUser() })).status, 402)
  await issueAll()
  assert.deepEqual(await documentsOf(world, organizer.id), [])
  assert.deepEqual(await documentsOf(world, paid.organizer.id), [])
})

test('several at once issue each document once, without a gap, in the order of the sales', async () => {
  const { tier, organizer } = await aSellerWithTier(world)
  const buyers = await Promise.all(Array.from({ length: 10 }, () => aUser()))
  const orders: string[] = []
  for (const buyer of buyers) {
    for (let nth = 0; nth < 3; nth++) orders.push((await buy(buyer, tier.id)).order_id)
  }
  await Promise.all([issueAll(), issueAll(), issueAll()])
  const issued = await documentsOf(world, organizer.id)
  assert.deepEqual(
    issued.map(({ sequence }) => sequence),
    Array.from({ length: 30 }, (_, nth) => nth + 1),
  )
  assert.deepEqual(
    issued.map(({ order_id }) => order_id),
    orders,
  )
})

test('what was issued stays: the database refuses to change or delete it', async () => {
  const { tier, organizer } = await aSellerWithTier(world)
  await buy(await aUser(), tier.id)
  await issueAll()
  const [document] = await documentsOf(world, organizer.id)
  assert.ok(document)
  const { id } = document
  for (const change of [
    sql`update documents set gross_cents = 1, vat_cents = 0 where id = ${id}`,
    sql`update documents set data = '{}' where id = ${id}`,
    sql`update documents set number = 'HN-1' where id = ${id}`,
    sql`delete from documents where id = ${id}`,
  ]) {
    await assert.rejects(change.execute(db), /A document stays as it was issued/)
  }
})

test('changed details make a credit note of what is left and an invoice with them; those given with the order stand in the first', async () => {
  const { tier, organizer } = await aSellerWithTier(world)
  const ada = await aUser()
  const given = { company: 'Tide GmbH', street: 'Am Kai 1', city: 'Kiel', country: 'DE' }
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity: 2 }]
  const headers = { 'idempotency-key': newId() }
  const { body } = await post('/orders', { items, billing: given }, { as: ada, headers })
  await issueAll()
  await refund(body.payments[0].id)
  await issueAll()
  const change = { company: 'Ebb GmbH', order_reference: '4711' }
  const changed = await world.put(`/orders/${body.id}/billing`, change, { as: ada })
  assert.equal(changed.status, 200, changed.text)
  await issueAll()
  assert.deepEqual(await shownOf(organizer.id), [
    [`HN-${year}-000001`, 'invoice', 'sale', 10_000, 2_000],
    [`HN-${year}-000002`, 'credit_note', 'refund', 5_000, 1_000],
    [`HN-${year}-000003`, 'credit_note', 'changed', 5_000, 1_000],
    [`HN-${year}-000004`, 'invoice', 'changed', 5_000, 1_000],
  ])
  const buyers = (await documentsOf(world, organizer.id)).map((document) => {
    const { company, city, orderReference } = dataOf(document).buyer
    return [company, city, orderReference]
  })
  const before = ['Tide GmbH', 'Kiel', null]
  assert.deepEqual(buyers, [before, before, before, ['Ebb GmbH', 'Kiel', '4711']])
  await refund(body.payments[1].id)
  await issueAll()
  const note = (await documentsOf(world, organizer.id)).at(-1)
  assert.ok(note)
  assert.equal(dataOf(note).corrects?.number, `HN-${year}-000004`)
})

test('documents of one transaction have ids in the order of their numbers', async () => {
  const { organizer, tier } = await aSellerWithTier(world, { prefix: 'AS' })
  const as = await aUser()
  for (const _ of Array.from({ length: 12 })) await order(as, [{ entity_id: tier.id, quantity: 1 }])
  await issueAll()
  const rows = db.selectFrom('documents').select('sequence').where('seller', '=', organizer.id)
  const sequences = (await rows.orderBy('id').execute()).map(({ sequence }) => sequence)
  assert.deepEqual(
    sequences,
    sequences.toSorted((a, b) => a - b),
  )
})
