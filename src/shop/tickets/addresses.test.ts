/** Addresses that open the files of a ticket without headers. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createVault } from '#platform/secrets/vault'
import { signedAddresses } from '#shop/tickets'
import { aTier } from '../../../test/buying.ts'
import { scanPicture } from '../../../test/scanner.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const [oldKey, newKey] = ['Qv7mX2pLk9sTz4RbN8cYw3HdJf6gUe1a', 'B5nKr8yWq2VxZt7MhP4cLs9DgJ3fTu6E']
const start = new Date('2030-01-01T12:00:00.000Z')
const clock = { now: start }
const world = await aWorld({
  now: () => clock.now,
  env: { SECRET_KEY: newKey, SECRET_KEY_OTHER: oldKey },
})
const { app, get, post, aUser, lines } = world
const { id: entity_id } = await aTier(world)
const minutes = 60_000

async function aTicket(as: Person) {
  clock.now = start
  const { body } = await post('/payments', { payment_type: 'ticket', entity_id }, { as })
  return {
    id: body.id,
    code: body.qr_code,
    picture: pathOf(body.qr_code_url),
    pdf: pathOf(body.ticket_pdf_url),
  }
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
/** Requests a picture like a browser: without headers of ours. */
const open = (url: string) => get(url, { client: null })

const refusal = {
  error: 'The signature of this address is wrong or has expired: read the payment again',
  code: 'unauthorized',
}

// Requirement (rules): contract §7 Tickets: addresses that open without headers
test('the addresses of a payment open its picture, as SVG and PNG, and its PDF without headers', async () => {
  const { id, code, picture, pdf } = await aTicket(await aUser())
  const svg = await open(picture)
  assert.deepEqual([svg.status, svg.headers['content-type']], [200, 'image/svg+xml'])
  assert.equal(svg.headers['cache-control'], 'private, no-store')
  const png = await app.inject({ url: picture.replace('qr.svg', 'qr.png') })
  const [read] = await scanPicture(png.rawPayload)
  assert.equal(read?.text, code)
  assert.equal((await open(picture.replace('qr.svg', 'qr'))).status, 200)
  assert.equal((await open(picture.replace(id, id.toUpperCase()))).status, 200)
  assert.match((await open(pdf)).text, /^%PDF-/)
})

// Requirement (rules): contract §7 Tickets: good for an hour, signed anew
test('an address is good for an hour, the same for a quarter of it, and signed anew with each read', async () => {
  const ada = await aUser()
  const { id, picture } = await aTicket(ada)
  const again = async () => pathOf((await get(`/payments/${id}`, { as: ada })).body.qr_code_url)
  clock.now = new Date(start.getTime() + 14 * minutes)
  assert.equal(await again(), picture)
  clock.now = new Date(start.getTime() + 75 * minutes - 1)
  assert.equal((await open(picture)).status, 200)
  const next = await again()
  assert.notEqual(next, picture)
  clock.now = new Date(start.getTime() + 75 * minutes)
  const late = await open(picture)
  assert.deepEqual([late.status, late.body], [401, refusal])
  assert.equal((await open(next)).status, 200)
})

// Requirement (rules): contract §7 Tickets: a wrong or expired signature is 401
test('a signature opens nothing but what it was made for', async () => {
  const ada = await aUser()
  const [first, second] = [await aTicket(ada), await aTicket(ada)]
  const [, signature = ''] = first.picture.split('?signature=')
  const [expires, mac = ''] = signature.split('.')
  const path = `/payments/${first.id}/qr.svg`
  for (const url of [
    first.picture.replace(first.id, second.id),
    first.picture.replace(first.id, randomUUID()),
    first.picture.replace(first.id, 'unheard-of'),
    first.picture.replace('qr.svg', 'ticket.pdf'),
    first.pdf.replace('ticket.pdf', 'qr.svg'),
    `${path}?signature=${Number(expires) + 3600}.${mac}`,
    `${path}?signature=${expires}.${mac.slice(0, -2)}`,
    `${path}?signature=${expires}.`,
    `${path}?signature=${expires}`,
    `${path}?signature=.${mac}`,
    `${path}?signature=`,
    `${path}?signature=a&signature=b`,
    `${path}?signature=NaN.${mac}`,
  ]) {
    const { status, body } = await open(url)
    assert.deepEqual([status, body], [401, refusal], url)
  }
  // The signature is for the files alone.
  const [, query] = first.picture.split('?')
  assert.equal((await open(`/payments/${first.id}?${query}`)).status, 401)
  assert.equal((await open(path)).body.error, 'Missing the service header')
})

// Requirement (rules): contract §7 Tickets: tokens go before the signature
test('a caller who sends tokens is let in by them alone', async () => {
  const ada = await aUser()
  const { id, picture } = await aTicket(ada)
  assert.equal((await get(`/payments/${id}/qr.svg?signature=old`, { as: ada })).status, 200)
  assert.equal((await get(picture, { as: await aUser() })).status, 404)
  assert.equal((await get(picture)).body.error, 'Missing the user header')
  assert.equal((await get(picture, { client: 'nonsense' })).status, 401)
})

// Requirement (rules): contract §7 Tickets: signatures while the secret key is replaced
test('what was signed before the secret key was replaced still opens', async () => {
  const { id } = await aTicket(await aUser())
  for (const [key, status] of [
    [oldKey, 200],
    [newKey, 200],
    ['another key of at least 32 characters', 401],
  ] as const) {
    const addressOf = signedAddresses('', createVault(key), clock.now)
    assert.equal((await open(addressOf({ id, revision: 0 }, 'qr.svg'))).status, status)
  }
})

// Requirement (rules): contract §7 Tickets: no signature in the log
test('no signature is written to the log', async () => {
  const { picture } = await aTicket(await aUser())
  const [, mac = ''] = picture.split('.').slice(-2)
  await open(picture)
  await open(`${picture}x`)
  assert.ok(lines.some((line) => line.includes('/payments/:id/qr.svg')))
  assert.deepEqual(
    lines.filter((line) => line.includes(mac) || line.includes('signature=')),
    [],
  )
})
