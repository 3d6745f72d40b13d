/** Addresses that open a file of a ticket for a minute. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { anotherApp } from '../../../../test/another-process.ts'
import { aPlan, aTier } from '../../../../test/buying.ts'
import { aFestival } from '../../../../test/catalogue.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { forgetTicketLinks } from './ticket-links.ts'

const start = new Date('2030-01-01T12:00:00.000Z')
const clock = { now: start }
const world = await aWorld({ now: () => clock.now })
const { db, get, post, aUser } = world
const elsewhere = await anotherApp(world)
const festival = await aFestival(world, { name: 'Tide & Lanterns' })
const { id: entity_id } = await aTier(world, { festival_id: festival.id })

async function aTicket() {
  clock.now = start
  const ada = await aUser()
  const { body } = await post('/payments', { payment_type: 'ticket', entity_id }, { as: ada })
  return { ada, id: `${body.id}` }
}
const link = (as: Person, id: string, file = 'pdf') =>
  post(`/payments/${id}/link`, { as: file }, { as })
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
/** Opens a link as a browser does: without headers of ours. */
const open = (url: string) => get(pathOf(url), { client: null })
const used = [401, 'unauthorized']

// Requirement (rules): contract §7.7: POST /payments/:id/link
test('an address opens the ticket to print, or its festival as a calendar, as often as it is asked within a minute', async () => {
  const { ada, id } = await aTicket()
  for (const [file, type, name, begins] of [
    ['pdf', 'application/pdf', 'tide-lanterns.pdf', '%PDF'],
    ['calendar', 'text/calendar; charset=utf-8', 'tide-lanterns.ics', 'BEGIN:VCALENDAR'],
  ] as const) {
    const { status, body, text } = await link(ada, id, file)
    assert.equal(status, 201, text)
    assert.equal(body.expires_at, '2030-01-01T12:01:00.000Z')
    const opened = await open(body.url)
    assert.deepEqual([opened.status, opened.headers['content-type']], [200, type])
    assert.equal(opened.headers['content-disposition'], `attachment; filename="${name}"`)
    assert.equal(opened.headers['cache-control'], 'private, no-store')
    assert.ok(opened.text.startsWith(begins))
    clock.now = new Date(start.getTime() + 59_999)
    const again = await open(body.url)
    assert.deepEqual([again.status, again.text], [200, opened.text])
    clock.now = start
  }
})

// Requirement (rules): contract §7.7: POST /payments/:id/link
test('an address is over after a minute, and is forgotten', async () => {
  const { ada, id } = await aTicket()
  const [early, late] = [await link(ada, id), await link(ada, id)]
  clock.now = new Date(start.getTime() + 59_999)
  assert.equal((await open(early.body.url)).status, 200)
  clock.now = new Date(start.getTime() + 60_000)
  const { status, body } = await open(late.body.url)
  assert.deepEqual([status, body.code], used)
  await forgetTicketLinks(db, clock.now)
  const left = db.selectFrom('ticket_links').select('hash').where('payment_id', '=', id)
  assert.deepEqual(await left.execute(), [])
})

// Requirement (rules): contract §7.7: POST /payments/:id/link
test('an address opens in another process too, and for several programs at once', async () => {
  const { ada, id } = await aTicket()
  const { body } = await link(ada, id)
  const answers = await Promise.all([
    open(body.url),
    elsewhere.inject(pathOf(body.url)).then(({ statusCode: status }) => ({ status })),
    open(body.url),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
})

/** Opens an address as a download manager of a telephone does. */
async function inject(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const {
    statusCode,
    headers: answered,
    rawPayload,
  } = await world.app.inject({
    method: method as 'GET',
    url: pathOf(url),
    headers,
  })
  return { status: statusCode, headers: answered, bytes: rawPayload }
}

// Android's DownloadManager asks again after the browser did, and iOS's Quick Look first asks by HEAD; both continue an
// interrupted download by Range with the ETag of the first answer as If-Range (RFC 9110, 13.1.5).
for (const file of ['pdf', 'calendar']) {
  // Requirement (rules): contract §7.7: POST /payments/:id/link
  test(`HEAD and parts of a ${file} are answered, and the parts make the whole`, async () => {
    const { ada, id } = await aTicket()
    const { url } = (await link(ada, id, file)).body
    const head = await inject(url, {}, 'HEAD')
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
    const whole = await inject(url)
    const size = whole.bytes.length
    assert.equal(head.headers['content-length'], `${size}`)
    assert.equal(whole.headers['accept-ranges'], 'bytes')
    const etag = `${whole.headers['etag']}`
    assert.equal(head.headers['etag'], etag)
    const begun = await inject(url, { range: 'bytes=0-99' })
    assert.deepEqual([begun.status, begun.headers['content-range']], [206, `bytes 0-99/${size}`])
    clock.now = new Date(start.getTime() + 30_000)
    const rest = await inject(url, { range: 'bytes=100-', 'if-range': etag })
    assert.equal(rest.headers['content-range'], `bytes 100-${size - 1}/${size}`)
    assert.ok(Buffer.concat([begun.bytes, rest.bytes]).equals(whole.bytes))
    const last = await inject(url, { range: 'bytes=-10' })
    assert.ok(last.bytes.equals(whole.bytes.subarray(-10)))
    for (const headers of [
      { range: `bytes=${size}-` },
      { range: 'bytes=9-1' },
      { range: 'bytes=-0' },
      { range: 'bytes=0-1,4-5' },
      { range: 'lines=0-1' },
      { range: 'bytes=0-9', 'if-range': '"another"' },
    ]) {
      const answer = await inject(url, headers)
      assert.deepEqual([answer.status, answer.bytes.length], [200, size], headers.range)
    }
  })
}

// Requirement (rules): contract §7.7: links, refused
test('after a hand-over an address of before opens nothing', async () => {
  const { ada, id } = await aTicket()
  const { body } = await link(ada, id)
  const bo = await aUser()
  await db
    .updateTable('tickets')
    .set({ holder_id: bo.id, revision: 1 })
    .where('payment_id', '=', id)
    .execute()
  const opened = await open(body.url)
  assert.deepEqual([opened.status, opened.body.code], [409, 'transferred'])
  const refused = await link(ada, id)
  assert.deepEqual([refused.status, refused.body.code], [409, 'transferred'])
  assert.equal((await open((await link(bo, id)).body.url)).status, 200)
})

// Requirement (rules): contract §7.7: links, refused
test('only its holder gets an address, of a ticket that is good', async () => {
  const { ada, id } = await aTicket()
  assert.equal((await link(await aUser(), id)).status, 404)
  assert.equal((await link(ada, newId())).status, 404)
  assert.equal((await link(ada, id, 'wallet')).status, 400)
  const plan = await aPlan(world)
  const bought = { payment_type: 'subscription', entity_id: plan.id }
  const { body } = await post('/payments', bought, { as: ada })
  const refused = await link(ada, body.id)
  assert.deepEqual([refused.status, refused.body.code], [409, 'not_a_ticket'])
  for (const wrong of ['x', `fst_link_${'A'.repeat(43)}`]) {
    const answer = await open(`/links/${wrong}`)
    assert.deepEqual([answer.status, answer.body.code], used)
  }
})

// Requirement (rules): contract §7.7: links, refused
test('the secret is not stored', async () => {
  const { ada, id } = await aTicket()
  const { body } = await link(ada, id)
  const secret = body.url.split('/').at(-1)
  const rows = await db.selectFrom('ticket_links').selectAll().execute()
  assert.ok(rows.length > 0)
  const stored = rows.map(({ hash }) => `${hash.toString()} ${hash.toString('base64url')}`)
  assert.ok(stored.every((text) => !text.includes(secret)))
})
