/** Documents in mails, sent through a real SMTP server. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sendMails } from '#messaging/mail'
import type { ReaderLanguage } from '#platform/values/reader-languages'
import { aTier } from '../../../../test/buying.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aSellerWithTier, plainFiles } from '../../../../test/documents.ts'
import { aGuest } from '../../../../test/guests.ts'
import { aPostOffice } from '../../../../test/post-office.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { workOnDocuments } from '../work.ts'

const office = await aPostOffice()
after(() => void office.close())
const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const env = { PUBLIC_URL: 'https://festival.example', SMTP_URL: office.url() }
const world = await aWorld({ now, env })
const { app, db, post, put, aUser } = world
const admin = await aUser({ roles: ['admin'] })
const work = workOnDocuments(app, plainFiles)

async function issueAll() {
  while ((await work()) > 0);
}

/** Sends what is due, in a moment that is `seconds` later. */
async function deliver(seconds = 2) {
  clock.ahead += seconds * 1_000
  await sendMails(app, app.mailWriters, AbortSignal.timeout(60_000))
}

const buy = async (as: Person, entity_id: string) => {
  const { status, body, text } = await post(
    '/payments',
    { payment_type: 'ticket', entity_id },
    { as },
  )
  assert.equal(status, 201, text)
  return body
}

/** The subjects of the mails that a person got, with the names of their files. */
const mailsOf = async ({ email }: Person) =>
  (await office.received(email)).map(({ subject = '', attachments }) => [
    subject.replace(/: .*/, ''),
    ...attachments.map(({ filename }) => filename?.replace(/-[\da-f]{8}-.*(?=\.pdf)/, '')),
  ])

/** Returns the sentence of a mail about its documents; of the first one, unless another is named. */
const saysOfInvoice = async ({ email }: Person, nth = 0) =>
  (await office.received(email))[nth]?.text
    ?.replaceAll(/\s+/g, ' ')
    .match(/Your (?:invoice|credit note) [^.]*\./)?.[0]

const year = new Date().getFullYear()

test('the confirmation waits for the invoice, and has it attached; the mail about a refund has its credit note', async () => {
  const { tier } = await aSellerWithTier(world, { prefix: 'MA' })
  const ada = await aUser()
  const payment = await buy(ada, tier.id)
  await deliver()
  assert.deepEqual(await mailsOf(ada), [])
  await issueAll()
  await deliver()
  assert.deepEqual(await mailsOf(ada), [['Confirmation', 'ticket.pdf', `MA-${year}-000001.pdf`]])
  assert.equal(await saysOfInvoice(ada), 'Your invoice is attached as a PDF.')
  await post(`/payments/${payment.id}/refund`, {}, { as: admin })
  await issueAll()
  await deliver()
  await issueAll()
  await deliver()
  assert.deepEqual((await mailsOf(ada)).slice(1), [['Refund', `MA-${year}-000002.pdf`]])
  assert.equal(await saysOfInvoice(ada, 1), 'Your credit note is attached as a PDF.')
})

test('after a minute the confirmation goes without it, and the invoice follows by a mail of its own', async () => {
  const { tier } = await aSellerWithTier(world, { prefix: 'MB' })
  const ada = await aUser()
  await buy(ada, tier.id)
  await deliver()
  assert.deepEqual(await mailsOf(ada), [])
  await deliver(61)
  assert.deepEqual(await mailsOf(ada), [['Confirmation', 'ticket.pdf']])
  await issueAll()
  await deliver()
  assert.equal(await saysOfInvoice(ada), 'Your invoice follows in a mail of its own.')
  const number = `MB-${year}-000001`
  assert.deepEqual((await mailsOf(ada)).slice(1), [[`Invoice ${number}`, `${number}.pdf`]])
  await issueAll()
  await deliver()
  assert.equal((await mailsOf(ada)).length, 2)
})

test('an unconfirmed e-mail gets its tickets at once, and no document: it says where the invoice is', async () => {
  const { tier } = await aSellerWithTier(world, { prefix: 'MC' })
  const guest = await aGuest(world)
  await buy(guest, tier.id)
  await deliver()
  assert.deepEqual(await mailsOf(guest), [['Confirmation', 'ticket.pdf']])
  await issueAll()
  await deliver()
  assert.equal((await mailsOf(guest)).length, 1)
  const listed = 'Your invoice is with your order, on the page of your tickets.'
  assert.equal(await saysOfInvoice(guest), listed)
})

test('a confirmation that is sent again has the invoice that counts then attached', async () => {
  const { tier } = await aSellerWithTier(world, { prefix: 'ME' })
  const ada = await aUser()
  const { order_id } = await buy(ada, tier.id)
  await issueAll()
  await deliver()
  await post(`/orders/${order_id}/resend`, undefined, { as: ada })
  await deliver()
  const details = { company: 'Tide GmbH', street: 'Am Kai 1', city: 'Kiel', country: 'DE' }
  await put(`/orders/${order_id}/billing`, details, { as: ada })
  await post(`/orders/${order_id}/resend`, undefined, { as: ada })
  await deliver()
  assert.equal((await mailsOf(ada)).length, 2)
  await issueAll()
  await deliver()
  const again = (await mailsOf(ada)).filter(([subject]) => subject === 'Confirmation')
  assert.deepEqual(
    again.map(([, , invoice]) => invoice),
    ['000001', '000001', '000003'].map((number) => `ME-${year}-${number}.pdf`),
  )
  assert.equal(await saysOfInvoice(ada, 1), 'Your invoice is attached as a PDF.')
})

test('a credit note that comes after a minute follows by a mail of its own', async () => {
  const { tier } = await aSellerWithTier(world, { prefix: 'MF' })
  const ada = await aUser()
  const { id } = await buy(ada, tier.id)
  await issueAll()
  await deliver()
  await post(`/payments/${id}/refund`, {}, { as: admin })
  await deliver(61)
  assert.deepEqual((await mailsOf(ada)).slice(1), [['Refund']])
  assert.equal(await saysOfInvoice(ada, 1), 'Your credit note follows in a mail of its own.')
})

const listed: Record<ReaderLanguage, [invoice: string, creditNote: string]> = {
  en: ['Your invoice is with your order', 'Your credit note is with your order'],
  de: ['Ihre Rechnung finden Sie bei', 'Ihre Rechnungskorrektur finden Sie bei'],
  fr: ['Votre facture se trouve avec', 'Votre avoir se trouve avec'],
  es: ['Su factura está junto a su pedido', 'Su factura rectificativa está junto a su pedido'],
  it: ['La fattura si trova accanto', 'La nota di credito si trova accanto'],
}

test('an unconfirmed e-mail is told where invoice and credit note are, with a link, in its language', async () => {
  for (const [language, [invoice, creditNote]] of Object.entries(listed)) {
    const { tier } = await aSellerWithTier(world)
    const guest = await aGuest(world)
    await db.updateTable('users').set({ language }).where('id', '=', guest.id).execute()
    const { id, order_id } = await buy(guest, tier.id)
    await issueAll()
    await deliver()
    await post(`/orders/${order_id}/resend`, undefined, { as: guest })
    await deliver()
    await post(`/payments/${id}/refund`, {}, { as: admin })
    await deliver()
    const [, again, refund, ...more] = await office.received(guest.email)
    assert.deepEqual(more, [])
    for (const [mail, sentence] of [
      [again, invoice],
      [refund, creditNote],
    ] as const) {
      const text = mail?.text?.replaceAll(/\s+/g, ' ') ?? ''
      assert.ok(text.includes(sentence), text)
      assert.match(text, /https:\/\/festival\.example\/tickets\?email=/)
    }
    assert.deepEqual(refund?.attachments, [])
  }
})

test('a purchase that has no invoice says nothing of one', async () => {
  const free = await aTier(world, { price_cents: 0 })
  const { tier } = await aSellerWithTier(world, { details: { vat_id: null } })
  for (const { id } of [free, tier]) {
    for (const as of [await aUser(), await aGuest(world)]) {
      const payment = await buy(as, id)
      await deliver(61)
      await post(`/payments/${payment.id}/refund`, {}, { as: admin })
      await deliver(61)
      assert.equal((await mailsOf(as)).length, 2)
      for (const nth of [0, 1]) assert.equal(await saysOfInvoice(as, nth), undefined)
    }
  }
})

test('documents of changed details come by mail, in the language of the buyer', async () => {
  const { tier } = await aSellerWithTier(world, { prefix: 'MD' })
  const ada = await aUser()
  await put(`/users/${ada.id}`, { language: 'de' }, { as: ada })
  const { order_id } = await buy(ada, tier.id)
  await issueAll()
  await deliver()
  const details = { company: 'Tide GmbH', street: 'Am Kai 1', city: 'Kiel', country: 'DE' }
  assert.equal((await put(`/orders/${order_id}/billing`, details, { as: ada })).status, 200)
  await issueAll()
  await deliver()
  const [, ...more] = await mailsOf(ada)
  const sorted = more.toSorted((a, b) => (`${a}` < `${b}` ? -1 : 1))
  assert.deepEqual(sorted, [
    [`Rechnung MD-${year}-000003`, `MD-${year}-000003.pdf`],
    [`Rechnungskorrektur MD-${year}-000002`, `MD-${year}-000002.pdf`],
  ])
  const open = await db
    .selectFrom('documents')
    .select('number')
    .where('mailed_at', 'is', null)
    .execute()
  assert.deepEqual(open, [])
})
