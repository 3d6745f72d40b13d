/** Statements of the bank account: what they pay, what people decide, and what goes back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditorReference } from '#core/banking'
import { child, childrenOf, parseXml, textOf } from '#platform/files/xml'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import {
  aStatementFile,
  type MadeEntry,
  statementOf,
  type Version,
} from '../../../test/bank/statements.ts'
import { aTier } from '../../../test/buying.ts'
import { steadyClock } from '../../../test/clock.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { openCheckout } from '../payments/charging/checkout.ts'
import { sweep } from '../payments/charging/sweep.ts'
import { paymentContextOf } from '../payments/model/payment-context.ts'
import { simulateTransfer } from './index.ts'

const day = 86_400_000
const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const fault = { at: undefined as string | undefined }
const failpoint = (at: string) => {
  if (at === fault.at) throw new Error(`The process ended at ${at}`)
}
const env = {
  BANK_HOLDER: 'Harbour Nights',
  BANK_IBAN: 'DE89370400440532013000',
  HOLDS_PER_PERSON: '9',
}
const world = await aWorld({ now, env, parts: { failpoint } })
const { db, app, get, post, del, aUser } = world
const checkout = openCheckout(paymentContextOf(app))
const admin = await aUser({ roles: ['admin'] })
const payer = { name: 'Ada Lovelace', iban: 'GB29NWBK60161331926819' }
let entryNumber = 0

/** Moves the clock on, and finishes everything due by then. */
async function later(milliseconds: number) {
  clock.ahead += milliseconds
  while ((await sweep(checkout)) > 0);
}
const keyed = (as: Person) => ({ as, headers: { 'idempotency-key': newId() } })
const read = async ({ ada, id }: Due) => (await get(`/orders/${id}`, { as: ada })).body
type Due = { ada: Person; id: string; number: string; cents: number; tier: string }

/** An order of 49 EUR that waits for a transfer. */
async function aDue(given: { ada?: Person; tier?: string } = {}): Promise<Due> {
  const ada = given.ada ?? (await aUser())
  const tier = given.tier ?? (await aTier(world, { price_cents: 4900, quantity: 4 })).id
  const items = [{ payment_type: 'ticket', entity_id: tier }]
  const { body } = await post('/orders', { items, hold: true }, keyed(ada))
  const asked = await post(`/orders/${body.id}/pay`, { method: 'transfer' }, keyed(ada))
  assert.equal(asked.status, 200)
  return { ada, id: body.id, number: body.number, cents: 4900, tier }
}
/** The entry of a transfer for an order. */
const entryFor = ({ number }: Pick<Due, 'number'>, cents = 4900): MadeEntry => ({
  cents,
  bankReference: `B${++entryNumber}`,
  transactions: [{ ...payer, lines: [`Tickets ${creditorReference(number)}`] }],
})
const upload = (file: Buffer, as = admin) =>
  post('/bank/statements', { file: file.toString('base64'), name: 'march.xml' }, { as })
async function imported(entries: MadeEntry[], version: Version = '08') {
  const { status, body } = await upload(statementOf(entries, version))
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const entriesOf = async (query: string) =>
  (await get(`/bank/entries?${query}`, { as: admin })).body.entries
const entryOf = async ({ number }: Due) => (await entriesOf(`order_number=${number}`))[0]
const decide = (id: string, body: object) =>
  post(`/bank/entries/${id}/decision`, body, { as: admin })
const reviewOf = async (id: string) => {
  const payment = db.selectFrom('payments').select('needs_review').where('order_id', '=', id)
  return (await payment.executeTakeFirstOrThrow()).needs_review
}

// Requirement (rules): contract §10.11: an entry that pays an order exactly
test('entries that pay orders exactly bring their tickets, once, whatever file they come with', async () => {
  const dues = [await aDue(), await aDue(), await aDue(), await aDue()]
  const entries = dues.map((due) => entryFor(due))
  const counts = ({ booked, known, open }: Record<string, number>) => [booked, known, open]
  assert.deepEqual(counts(await imported(entries.slice(0, 2), '02')), [2, 0, 0])
  assert.deepEqual(counts(await imported(entries, '08')), [2, 2, 0])
  assert.deepEqual(counts(await imported(entries, '02')), [0, 4, 0])
  for (const due of dues) {
    const order = await read(due)
    assert.equal(order.status, 'succeeded')
    assert.ok(order.payments[0].qr_code)
    const entry = await entryOf(due)
    assert.deepEqual([entry.state, entry.reason, entry.amount], ['booked', 'paid', 49])
  }
  assert.deepEqual(await auditLedger(db), [])
})

test('what is not for the account is left out, and named', async () => {
  const due = await aDue()
  const entry = entryFor(due)
  const other = aStatementFile([
    { iban: payer.iban, entries: [entry] },
    {
      entries: [
        { ...entry, currency: 'CHF' },
        { ...entry, status: 'PDNG' },
        { ...entry, cents: 0 },
      ],
    },
  ])
  const { body } = await upload(Buffer.from(other))
  const reasons = ['other_account', 'other_currency', 'not_booked', 'no_amount']
  assert.deepEqual(
    body.skipped,
    reasons.map((reason) => ({ reason, entries: 1 })),
  )
  assert.deepEqual([body.entries, body.booked, body.open], [4, 0, 0])
  assert.equal((await read(due)).status, 'requires_action')
  const broken = await upload(Buffer.from('no statement'))
  assert.deepEqual([broken.status, broken.body.code], [400, 'invalid'])
  const charge = { cents: -500, bankReference: 'fee', note: 'Account fee' }
  assert.equal((await imported([charge])).ignored, 1)
})

test('only admins and users with manage_money see and decide', async () => {
  const ada = await aUser()
  assert.equal((await upload(statementOf([]), ada)).status, 403)
  assert.equal((await get('/bank/entries', { as: ada })).status, 403)
  const treasurer = await aUser({ permissions: ['manage_money'] })
  assert.equal((await get('/bank/entries', { as: treasurer })).status, 200)
})

// Requirement (rules): contract §10.11: entries that need a decision
test('all else is open, and each decision is made once', async () => {
  const [little, much, late, twice] = [await aDue(), await aDue(), await aDue(), await aDue()]
  assert.equal((await del(`/orders/${late.id}`, { as: late.ada })).status, 200)
  const stray = {
    ...entryFor({ number: '7K3M9QXT2A' }),
    transactions: [{ ...payer, lines: ['Beer'] }],
  }
  const both = entryFor(little)
  both.transactions?.[0]?.lines?.push(creditorReference(much.number))
  const { open, booked } = await imported([
    entryFor(little, 4850),
    entryFor(much, 5000),
    entryFor(late),
    entryFor(twice),
    entryFor(twice),
    stray,
    both,
  ])
  assert.deepEqual([open, booked], [6, 1])
  const all = await entriesOf('state=open')
  const reasons = ['too_little', 'too_much', 'late', 'double', 'unknown', 'several']
  assert.deepEqual(
    all.map(({ reason }: { reason: string }) => reason).toSorted(),
    reasons.toSorted(),
  )
  const find = (reason: string) => all.find((entry: { reason: string }) => entry.reason === reason)
  for (const [reason, due] of [
    ['too_little', little],
    ['too_much', much],
    ['late', late],
  ] as const) {
    const { body } = await decide(find(reason).id, { decision: 'accept' })
    assert.deepEqual([body.state, body.decision], ['decided', 'accept'], reason)
    assert.equal((await read(due)).status, 'succeeded', reason)
    assert.equal((await decide(find(reason).id, { decision: 'accept' })).body.code, 'not_open')
  }
  assert.equal((await decide(find('double').id, { decision: 'accept' })).body.code, 'already_paid')
  assert.equal(
    (await decide(find('double').id, { decision: 'give_back' })).body.decision,
    'give_back',
  )
  const next = await aDue()
  assert.equal((await decide(find('unknown').id, { decision: 'accept' })).body.code, 'no_order')
  const on = { decision: 'book_on', order_number: next.number }
  assert.equal((await decide(find('unknown').id, on)).body.order_number, next.number)
  assert.equal((await read(next)).status, 'succeeded')
  assert.equal((await decide(find('several').id, { decision: 'dismiss' })).body.decision, 'dismiss')
  assert.deepEqual(await entriesOf('state=open'), [])
  const { waiting } = (await get('/bank/files', { as: admin })).body
  assert.deepEqual(waiting, { transfers: 2, amount: 50 })
  const audit = await get('/audit?action=bank_entry.decide&limit=50', { as: admin })
  assert.equal(audit.body.entries?.length ?? audit.body.audit?.length, 6)
  assert.deepEqual(await auditLedger(db), [])
  await post('/bank/files', {}, { as: admin })
})

test('refunds are gathered in a file, done when a statement shows them, and reviewed when they come back', async () => {
  const dues = [await aDue(), await aDue()]
  await imported(dues.map((due) => entryFor(due)))
  for (const due of dues) {
    const { payments } = await read(due)
    const { body } = await post(`/payments/${payments[0].id}/refund`, {}, keyed(admin))
    assert.equal(body.status, 'refunding')
  }
  const made = await post('/bank/files', {}, { as: admin })
  assert.deepEqual([made.status, made.body.transfers, made.body.amount], [201, 2, 98])
  assert.equal((await post('/bank/files', {}, { as: admin })).body.code, 'nothing_to_transfer')
  const url = `/bank/files/${made.body.id}`
  assert.equal((await get(url, { as: admin })).body.content, made.body.content)
  assert.ok((await post(`${url}/handed-in`, {}, { as: admin })).body.handed_in_at)
  const message = (await parseXml(Buffer.from(made.body.content), 'file')).children[0]
  const transfers = childrenOf(child(message, 'PmtInf'), 'CdtTrfTxInf')
  const ids = transfers.map((one) => textOf(child(one, 'PmtId'), 'EndToEndId'))
  assert.equal(ids.length, 2)
  const single = (endToEndId: string, cents: number, returnReason?: string): MadeEntry => ({
    cents,
    bankReference: `R${endToEndId}${cents}`,
    transactions: [{ ...payer, endToEndId, ...(returnReason && { returnReason }) }],
  })
  assert.equal((await imported(ids.map((id) => single(id, -4900)))).booked, 2)
  for (const due of dues) assert.equal((await read(due)).payments[0].status, 'refunded')
  const { files } = (await get('/bank/files', { as: admin })).body
  assert.deepEqual([files[0].done, files[0].returned], [2, 0])
  await imported([single(ids[0] ?? '', 4900, 'AC04')])
  const reviews = await Promise.all(dues.map(({ id }) => reviewOf(id)))
  assert.equal(reviews.filter((review) => review?.includes('AC04')).length, 1)
  assert.deepEqual(await auditLedger(db), [])
})

test('two imports of a file at once book it once', async () => {
  const dues = [await aDue(), await aDue(), await aDue()]
  const entries = dues.map((due) => entryFor(due))
  const results = await Promise.all([
    imported(entries, '02'),
    imported(entries.toReversed(), '08'),
    imported(entries.slice(1), '08'),
  ])
  assert.equal(
    results.reduce((sum, { booked }) => sum + booked, 0),
    3,
  )
  assert.deepEqual(await auditLedger(db), [])
})

test('money and the end of an order at the same moment: one of both', async () => {
  for (let round = 0; round < 4; round++) {
    const due = await aDue()
    const end = round % 2 === 0 ? later(7 * day) : del(`/orders/${due.id}`, { as: due.ada })
    const [{ booked, open }] = await Promise.all([imported([entryFor(due)]), end])
    await later(3_600_000)
    assert.equal(booked + open, 1)
    assert.equal((await read(due)).status, booked === 1 ? 'succeeded' : 'expired')
    const entry = await entryOf(due)
    assert.equal(entry.reason, booked === 1 ? 'paid' : 'late')
    if (open === 1) await decide(entry.id, { decision: 'dismiss' })
  }
  assert.deepEqual(await auditLedger(db), [])
})

test('orders that a process has booked and not settled are settled all the same', async () => {
  const due = await aDue()
  fault.at = 'C11 statement booked'
  await assert.rejects(upload(statementOf([entryFor(due)])), /500/)
  fault.at = undefined
  assert.equal((await read(due)).status, 'requires_action')
  await later(1000)
  assert.equal((await read(due)).status, 'succeeded')
})

test('late money for what is gone is refunded by transfer', async () => {
  const tier = (await aTier(world, { price_cents: 4900, quantity: 1 })).id
  const due = await aDue({ tier })
  await later(8 * day)
  const items = [{ payment_type: 'ticket', entity_id: tier }]
  assert.equal((await post('/orders', { items }, keyed(await aUser()))).status, 201)
  await imported([entryFor(due)])
  await decide((await entryOf(due)).id, { decision: 'accept' })
  await later(0)
  assert.equal((await read(due)).payments[0].status, 'refunding')
  const { body } = await post('/bank/files', {}, { as: admin })
  assert.equal(body.transfers, 1)
  assert.deepEqual(await auditLedger(db), [])
})

test('a made-up transfer pays an order that takes no real money', async () => {
  const due = await aDue()
  await simulateTransfer(checkout, due.number)
  await later(1000)
  assert.equal((await read(due)).status, 'succeeded')
  await assert.rejects(simulateTransfer(checkout, 'AAAAAAAAAA'), { status: 404 })
})
