/** Payments of statements: ordered once, done when the bank says so, and ordered again when they came back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { child, childrenOf, parseXml, textOf } from '#platform/files/xml'
import { bankEnv, statementOf } from '../../../test/bank/statements.ts'
import { anOrganizer } from '../../../test/catalogue.ts'
import { aSettlement } from '../../../test/settlements.ts'
import { aWorld } from '../../../test/world.ts'
import { paySettlement } from './payment.ts'

const world = await aWorld({ env: bankEnv })
const { db, get, post, put, aUser } = world
const admin = await aUser({ roles: ['admin'] })

const pay = (id: string, as = admin) => post(`/settlements/${id}/payment`, {}, { as })

/** The transfers of a file, as the bank reads them. */
async function transfersOf({ content }: { content: string }) {
  const message = (await parseXml(Buffer.from(content), 'file')).children[0]
  return childrenOf(child(message, 'PmtInf'), 'CdtTrfTxInf').map((one) => ({
    id: textOf(child(one, 'PmtId'), 'EndToEndId'),
    amount: textOf(child(one, 'Amt'), 'InstdAmt'),
    name: textOf(child(one, 'Cdtr'), 'Nm'),
    iban: textOf(child(child(one, 'CdtrAcct'), 'Id'), 'IBAN'),
    text: textOf(child(one, 'RmtInf'), 'Ustrd'),
  }))
}

/** Imports a statement in which a transfer leaves the account, or comes back. */
async function showTransfer(endToEndId: string | undefined, cents: number, returnReason?: string) {
  const transaction = { ...(endToEndId && { endToEndId }), ...(returnReason && { returnReason }) }
  const entry = { cents, bankReference: `${endToEndId}${cents}`, transactions: [transaction] }
  const file = statementOf([entry]).toString('base64')
  const { status, body } = await post('/bank/statements', { file }, { as: admin })
  assert.deepEqual([status, body.booked], [200, 1], JSON.stringify(body))
}

test('a statement is paid by the next file, once, and again only when the transfer came back', async () => {
  const { id: organizer } = await anOrganizer(world)
  const { id } = await aSettlement(world, organizer)
  const stateOf = async () => {
    const { body } = await get(`/settlements?organizer=${organizer}`, { as: admin })
    return body.settlements[0].payment?.state ?? null
  }
  assert.equal(await stateOf(), null)
  const answers = await Promise.all([pay(id), pay(id)])
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.payment.state, body.payment.iban]),
    [
      [200, 'waiting', 'DE02120300000000202051'],
      [200, 'waiting', 'DE02120300000000202051'],
    ],
  )
  // The account may change meanwhile: the transfer goes to the one that was named.
  await put(`/organizers/${organizer}/seller`, { iban: 'DK5000400440116243' }, { as: admin })
  const { body: file } = await post('/bank/files', {}, { as: admin })
  const [transfer, ...others] = await transfersOf(file)
  assert.deepEqual(others, [])
  const { number } = answers[0].body
  assert.deepEqual(
    { ...transfer, id: '' },
    {
      id: '',
      amount: '100.00',
      name: 'Harbour Nights GmbH',
      iban: 'DE02120300000000202051',
      text: `Settlement ${number}`,
    },
  )
  assert.equal(await stateOf(), 'ordered')
  await showTransfer(transfer?.id, -10_000)
  assert.equal(await stateOf(), 'paid')
  assert.equal((await pay(id)).body.payment.state, 'paid')
  await showTransfer(transfer?.id, 10_000, 'AC04')
  assert.equal(await stateOf(), 'returned')
  const again = await pay(id)
  assert.deepEqual(
    [again.body.payment.state, again.body.payment.iban],
    ['waiting', 'DK5000400440116243'],
  )
  const rows = await db.selectFrom('bank_refunds').select('cents').where('about', '=', id).execute()
  assert.equal(rows.length, 2)
})

test('nothing is ordered without an account, for nothing, or by anyone but an admin', async () => {
  const { id: organizer } = await anOrganizer(world)
  const { id } = await aSettlement(world, organizer)
  const refused = async () => {
    const { status, body } = await pay(id)
    return [status, body.code]
  }
  const sell = (sales_cents: string) =>
    db.updateTable('settlements').set({ sales_cents }).where('id', '=', id).execute()
  for (const nothingOrTooMuch of ['0', '2000000001']) {
    await sell(nothingOrTooMuch)
    assert.deepEqual(await refused(), [409, 'nothing_due'])
  }
  await sell('10000')
  const config = { BANK_HOLDER: undefined, BANK_IBAN: undefined, BANK_BIC: undefined }
  const withoutBank = paySettlement({ db, now: world.now, config }, id)
  await assert.rejects(withoutBank, { status: 409, code: 'no_bank_account' })
  await db.deleteFrom('sellers').where('organizer_id', '=', organizer).execute()
  assert.deepEqual(await refused(), [409, 'no_payee_account'])
  assert.equal((await pay(id, await aUser())).status, 403)
  assert.equal((await pay(crypto.randomUUID())).status, 404)
  const ordered = await db
    .selectFrom('bank_refunds')
    .select('key')
    .where('about', '=', id)
    .execute()
  assert.deepEqual(ordered, [])
})
