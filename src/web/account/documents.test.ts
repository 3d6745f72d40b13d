/** Invoices and credit notes on the pages where buyers look: `/tickets` and `/me`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from '#common/words/all'
import { languageCodes } from '#platform/values/reader-languages'
import { builtPages } from '../../../test/built-pages.ts'
import { aTier } from '../../../test/buying.ts'
import { aSellerWithTier, plainFiles } from '../../../test/documents.ts'
import { enterAsFan, type FanSession } from '../../../test/fan-session.ts'
import { anEmail } from '../../../test/guests.ts'
import { aWorld } from '../../../test/world.ts'
import { workOnDocuments } from '../../shop/documents/work.ts'

const world = await aWorld({
  parts: { pagesFolder: await builtPages('<!-- head --><!-- body -->') },
})
const { app, post, statements } = world
const work = workOnDocuments(app, plainFiles)
const year = new Date().getFullYear()

async function issueAll() {
  while ((await work()) > 0);
}

/** A session; a guest has no e-mail before an order is paid. */
type Session = FanSession & { email?: string }

/** Signing up sends a job; then the jobs end, so that documents are made when a test says so. */
await world.jobs.start()
const accounts = await Promise.all(Array.from({ length: 6 }, signUp))
await world.jobs.stop()

async function signUp(): Promise<FanSession> {
  const [email, password] = [anEmail(), 'correct horse battery']
  const { status } = await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  assert.equal(status, 201)
  return enterAsFan(world, { email, password })
}

async function anAccount(): Promise<Session> {
  const account = accounts.pop()
  assert.ok(account)
  return account
}

const aGuest = async (): Promise<Session> => ({ ...(await enterAsFan(world)), email: anEmail() })

const call = ({ cookie, key }: Session, request: string, body: object) => {
  const [method = '', url = ''] = request.split(' ')
  const headers = { cookie, 'x-festival-session': key, 'idempotency-key': crypto.randomUUID() }
  return world.call(method, url, { client: null, body, headers })
}

/** Buys a ticket, and returns its order. */
async function buy(session: Session, entity_id: string) {
  const items = [{ payment_type: 'ticket', entity_id }]
  const { body: held } = await call(session, 'POST /orders', { items, hold: true })
  const { email } = session
  const { status, body, text } = await call(session, `POST /orders/${held.id}/pay`, {
    ...(email && { email }),
  })
  assert.equal(status, 200, text)
  return body
}

const open = (url: string, { cookie }: Partial<FanSession> = {}) =>
  app.inject({ url, headers: { accept: 'text/html', ...(cookie && { cookie }) } })

/** Returns the lines of documents on a page, as they are read. */
const linesOf = (body: string) =>
  [...body.matchAll(/<li><a href="\/me\/documents\/[^>]*>.*?<\/li>/g)].map(([line]) =>
    line.replaceAll(/<[^>]+>/g, ''),
  )
const linkIn = (body: string) => /\/me\/documents\/[\da-f-]+\/pdf/.exec(body)?.[0] ?? ''

for (const [who, prefix, enter] of [
  ['an account', 'PA', anAccount],
  ['a guest', 'PG', aGuest],
] as const) {
  test(`${who} sees that the invoice is being made, then opens it, and no other does`, async () => {
    const { tier } = await aSellerWithTier(world, { prefix })
    const [session, other] = [await enter(), await enter()]
    const order = await buy(session, tier.id)
    const pages = ['/tickets', `/tickets?order=${order.id}`, '/me']
    for (const url of pages) {
      assert.match((await open(url, session)).body, /The invoice is being made/, url)
    }
    await issueAll()
    for (const url of pages) {
      const { body } = await open(url, session)
      assert.doesNotMatch(body, /The invoice is being made/, url)
      assert.equal(linesOf(body).length, 1, url)
      assert.match(linesOf(body)[0] ?? '', new RegExp(`^Invoice ${prefix}-${year}-000001 €50.00`))
      const pdf = await open(linkIn(body), session)
      assert.deepEqual(
        [pdf.statusCode, pdf.headers['content-type'], pdf.headers['cache-control'], pdf.body],
        [200, 'application/pdf', 'no-store', `%PDF ${prefix}-${year}-000001`],
      )
      assert.match(`${pdf.headers['content-disposition']}`, /filename="P[AG]-\d{4}-000001\.pdf"/)
      assert.equal((await open(linkIn(body), other)).statusCode, 404)
      assert.equal((await open(linkIn(body))).statusCode, 303)
      assert.deepEqual(linesOf((await open(url, other)).body), [])
    }
  })
}

test('changed details show the cancelled invoice, its credit note and the new invoice', async () => {
  const { tier } = await aSellerWithTier(world, { prefix: 'PC' })
  const session = await anAccount()
  const { id } = await buy(session, tier.id)
  await issueAll()
  const details = { company: 'Tide GmbH', street: 'Am Kai 1', city: 'Kiel', country: 'DE' }
  assert.equal((await call(session, `PUT /orders/${id}/billing`, details)).status, 200)
  await issueAll()
  for (const url of ['/tickets', '/me']) {
    const lines = linesOf((await open(url, session)).body)
    assert.deepEqual(
      lines.map((line) => line.replace(/ · \d+ \w{3} \d{4}/, '')),
      [
        `Invoice PC-${year}-000001 €50.00 · cancelled`,
        `Credit note PC-${year}-000002 €50.00`,
        `Invoice PC-${year}-000003 €50.00`,
      ],
    )
  }
})

test('a seller that lacks details promises no invoice', async () => {
  const { tier } = await aSellerWithTier(world, { details: { vat_id: null } })
  const session = await anAccount()
  await buy(session, tier.id)
  assert.doesNotMatch((await open('/me', session)).body, /being made/)
})

test('a list of orders takes one statement for its documents, and one without orders none', async () => {
  const { tier } = await aSellerWithTier(world, { prefix: 'PS' })
  const free = await aTier(world, { price_cents: 0 })
  const session = await anAccount()
  const about = async (url: string) => {
    statements.length = 0
    await open(url, session)
    return statements.filter((one) => /\bdocuments\b/.test(one)).length
  }
  const expect = async (most: number) => {
    for (const url of ['/tickets', '/me']) assert.equal(await about(url), most, url)
  }
  await expect(0)
  await buy(session, free.id)
  await expect(0)
  for (let nth = 0; nth < 3; nth++) await buy(session, tier.id)
  await expect(1)
  await issueAll()
  await expect(1)
})

test('the documents are in the language of the page', async () => {
  const { tier } = await aSellerWithTier(world, { prefix: 'PL' })
  const session = await anAccount()
  await buy(session, tier.id)
  await issueAll()
  for (const language of languageCodes) {
    const cookie = `${session.cookie}; festival_language=${language}`
    const { body } = await open('/tickets', { cookie })
    const words = wordsIn(language).documents
    assert.ok(body.includes(`>${words.list.title}</h2>`), language)
    assert.ok(body.includes(`>${words.invoice} PL-${year}-000001</a>`), language)
  }
})
