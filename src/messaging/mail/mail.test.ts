import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aWorld } from '../../../test/world.ts'
import { readMail } from './read.ts'

const world = await aWorld()
const { get, aUser, mailer } = world
const admin = await aUser({ roles: ['admin'] })

const long = 'Ünï 🎪 ταξίδι '.repeat(20).trim()

test('admins read caught mail, newest first, in any script', async () => {
  assert.deepEqual((await get('/mail', { as: admin })).body, {
    mails: [],
    next_after: null,
    next_before: null,
  })
  const sent = [
    { to: 'ada@harbour.example', subject: 'Plain', text: 'One line\n\nanother = one\n' },
    { to: 'bo@harbour.example', subject: long, text: `${long}\n.\n${'x'.repeat(200)}\n` },
    { to: 'zoë@häfen.example', subject: 'Ümläut', text: 'ascii only' },
    { to: 'cy@harbour.example', subject: 'Both', text: 'plain\n', html: '<p>plain — “ü”</p>\n' },
  ]
  for (const mail of sent) await mailer.send(mail)
  const { status, body } = await get('/mail', { as: admin })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(
    body.mails.map(({ to, subject, text, html }: any) => ({
      to,
      subject,
      text: text.trimEnd(),
      html: html && html.trimEnd(),
    })),
    sent.toReversed().map(({ html = null, ...mail }) => ({
      ...mail,
      text: mail.text.trimEnd(),
      html: html && html.trimEnd(),
    })),
  )
  const [newest] = body.mails
  assert.ok(Math.abs(Date.now() - Date.parse(newest.at)) < 60_000)
  assert.deepEqual((await get(`/mail/${newest.id}`, { as: admin })).body, newest)
  const first = await get('/mail?limit=2', { as: admin })
  const second = await get(`/mail?limit=2&after=${first.body.next_after}`, { as: admin })
  assert.deepEqual([...first.body.mails, ...second.body.mails], body.mails)
  assert.equal(second.body.next_after, null)
})

// Requirement (rules): contract §10.5 GET /mail/:id/attachments/:place
test('what is attached is named in the mail, and given out byte for byte, as a file to keep', async () => {
  const content = Buffer.from(Array.from({ length: 2_000 }, (_, at) => at % 256))
  const attachments = [
    { filename: 'page.html', contentType: 'text/html', content: Buffer.from('<script>1</script>') },
    { filename: 'ticket.pdf', contentType: 'application/pdf', content },
  ]
  await mailer.send({ to: 'di@harbour.example', subject: 'Files', text: 'Two', attachments })
  const { mails } = (await get('/mail?limit=1', { as: admin })).body
  assert.deepEqual(mails[0].attachments, [
    { name: 'page.html', type: 'text/html', size: 18 },
    { name: 'ticket.pdf', type: 'application/pdf', size: 2_000 },
  ])
  const at = (place: number | string, as = admin) =>
    get(`/mail/${mails[0].id}/attachments/${place}`, { as })
  const page = await at(1)
  assert.equal(page.headers['content-disposition'], 'attachment')
  assert.equal(page.headers['content-type'], 'application/octet-stream')
  assert.equal(page.text, '<script>1</script>')
  assert.equal(Number((await at(2)).headers['content-length']), 2_000)
  for (const place of [3, 99]) assert.equal((await at(place)).status, 404)
  for (const place of ['0', 'one', '1.5']) assert.equal((await at(place)).status, 400, place)
  assert.equal((await at(1, await aUser())).status, 403)
  assert.equal((await get('/mail/none/attachments/1', { as: admin })).status, 404)
})

test('an invalid cursor is refused by name', async () => {
  for (const after of ['nothing', '..', '1', '', '2027-07-01', '2027-07-01Tx&after=y']) {
    const { status, body } = await get(`/mail?after=${after}`, { as: admin })
    assert.deepEqual([status, body.error], [400, 'after is not a place in this list'], after)
  }
})

for (const id of ['none', '..%2F..%2Fetc%2Fpasswd', '..%2Fsecret.key', '.', 'a'.repeat(300)]) {
  test(`only caught mails can be read: /mail/${id.slice(0, 30)}`, async () => {
    assert.equal((await get(`/mail/${id}`, { as: admin })).status, 404)
  })
}

test('other users cannot read it', async () => {
  for (const address of ['/mail', '/mail/none']) {
    const refused = await get(address, { as: await aUser({ permissions: ['manage_users'] }) })
    assert.deepEqual(
      [refused.status, refused.body.error],
      [403, 'Only admins may read caught mail'],
    )
    assert.equal((await get(address)).status, 401)
  }
})

test('a mail without headers is empty rather than an error', async () => {
  assert.equal((await readMail(Buffer.from(''))).text, '')
  assert.deepEqual(await readMail(Buffer.from('To: a@b\n\ntext')), {
    to: 'a@b',
    subject: '',
    at: new Date(0),
    text: 'text\n',
    html: null,
    attachments: [],
  })
})

test('where mail is sent there is nothing to read, not even for admins', async () => {
  const sending = await aWorld({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  const as = await sending.aUser({ roles: ['admin'] })
  for (const address of ['/mail', '/mail/none']) {
    const { status, body } = await sending.get(address, { as })
    assert.deepEqual([status, body.error], [404, 'Mail not found'])
  }
})

// Requirement (rules): Caught mail is never readable in production
test('in production there is nothing to read either', async () => {
  const env = {
    NODE_ENV: 'production',
    CLIENT_ID: 'app',
    CLIENT_SECRET: 'a secret of the client',
    ADMIN_EMAIL: 'admin@harbour.example',
    ADMIN_PASSWORD: 'correct horse',
    ALLOW_SIMULATED_PAYMENTS: 'true',
  }
  const production = await aWorld({ env })
  const as = await production.aUser({ roles: ['admin'] })
  assert.equal((await production.get('/mail', { as })).status, 404)
})
