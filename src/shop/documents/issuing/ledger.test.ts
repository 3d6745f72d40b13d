/** The audit of the ledger finds what is wrong with documents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { aSellerWithTier, documentsOf, plainFiles } from '../../../../test/documents.ts'
import { aWorld } from '../../../../test/world.ts'
import { workOnDocuments } from '../work.ts'

const world = await aWorld()
const { app, db, post, aUser } = world
const admin = await aUser({ roles: ['admin'] })
const work = workOnDocuments(app, plainFiles)

async function issueAll() {
  while ((await work()) > 0);
}

/** An order of two tickets, one of them refunded, with its documents. */
async function documented() {
  const { tier, organizer } = await aSellerWithTier(world, { prefix: 'HN' })
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity: 2 }]
  const headers = { 'idempotency-key': newId() }
  const { body: order } = await post('/orders', { items }, { as: await aUser(), headers })
  await issueAll()
  await post(`/payments/${order.payments[0].id}/refund`, {}, { as: admin })
  await issueAll()
  const [invoice, note] = await documentsOf(world, organizer.id)
  assert.ok(invoice && note)
  return { order, invoice, note, seller: organizer.id }
}

type Documented = Awaited<ReturnType<typeof documented>>

const change = ({ id }: { id: string }, set: RawBuilder<unknown>) =>
  sql`update documents set ${set} where id = ${id}`

const wrongs: [name: string, RegExp, (of: Documented) => RawBuilder<unknown>[]][] = [
  [
    'a gap',
    /^Series HN-\d{4} of .* has 2 documents, the last 2, but counts 3$/,
    ({ seller }) => [sql`update document_series set last = 3 where seller = ${seller}`],
  ],
  [
    'an invoice that is missing',
    /^Order .* is paid, but has no invoice from /,
    ({ order }) => [sql`delete from documents where order_id = ${order.id}`],
  ],
  [
    'a credit note that is missing',
    /^Refund .* has 0 documents for refund, but is to have 1$/,
    ({ note }) => [sql`delete from documents where id = ${note.id}`],
  ],
  [
    'a refund with two credit notes',
    /^Refund .* has 2 documents for refund, but is to have 1$/,
    ({ note }) => [
      sql`
        insert into documents select (jsonb_populate_record(d, jsonb_build_object(
          'id', gen_random_uuid(), 'number', 'HN-X', 'sequence', 9))).* from documents d where id = ${note.id}`,
    ],
  ],
  [
    'VAT that is not that of the payment',
    /^Payment .*: its documents are of 5000 cents with 1001 VAT, but 5000 with 1000 VAT are left of it$/,
    ({ invoice }) => [
      change(
        invoice,
        sql`units = jsonb_set(units, '{1,vat_cents}', '1001'), data = jsonb_set(data, '{lines,0,vatCents}', '2001'),
            vat_cents = 2001`,
      ),
    ],
  ],
  [
    'lines that do not add up',
    /^Document HN-.* is of 10000 cents with 2000 VAT, .* its lines of 9999 with 2000$/,
    ({ invoice }) => [change(invoice, sql`data = jsonb_set(data, '{lines,0,grossCents}', '9999')`)],
  ],
  [
    'a PDF that was replaced',
    /^Document HN-.*: its PDF has another SHA-256/,
    ({ invoice }) => [change(invoice, sql`pdf = '\\x00'`)],
  ],
  [
    'an XML that was replaced',
    /^Document HN-.*: its XML has another SHA-256/,
    ({ invoice }) => [change(invoice, sql`xml = '\\x00'`)],
  ],
  [
    'a credit note of more than its invoice',
    /^Invoice HN-.* of 4000 cents has credit notes of 5000 cents$/,
    ({ invoice }) => [change(invoice, sql`gross_cents = 4000`)],
  ],
]

for (const [name, fault, statements] of wrongs) {
  test(`${name} is found`, async () => {
    const made = await documented()
    assert.deepEqual(await auditLedger(db), [])
    const undone = new Error('undone')
    const wrong = db.transaction().execute(async (trx) => {
      await sql`alter table documents disable trigger documents_kept`.execute(trx)
      for (const statement of statements(made)) await statement.execute(trx)
      const told = await auditLedger(trx)
      assert.ok(
        told.some((one) => fault.test(one)),
        told.join('\n'),
      )
      throw undone
    })
    await assert.rejects(wrong, undone)
  })
}
