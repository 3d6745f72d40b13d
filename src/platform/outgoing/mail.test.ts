import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import PostalMime from 'postal-mime'
import { aPostOffice } from '../../../test/post-office.ts'
import { createMailer } from './mail.ts'

const from = 'Festival <no-reply@festival.example>'
const ends: (() => unknown)[] = []
let root = ''

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'mail-'))
})
after(async () => {
  for (const end of ends.toReversed()) await end()
  await rm(root, { recursive: true })
})

const unknown = (address: string) =>
  address.startsWith('unknown@') ? `No such mailbox: ${address}` : undefined

async function postOffice() {
  const office = await aPostOffice(unknown)
  ends.push(office.close)
  return office
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return address.port
}

function mailer(options: Partial<Parameters<typeof createMailer>[0]>) {
  const made = createMailer({ from, folder: join(root, 'unused'), ...options })
  ends.push(() => made.close())
  return made
}

test('a mail arrives whole at an SMTP server that needs a name and a password', async () => {
  const office = await postOffice()
  const post = mailer({ smtpUrl: office.url('festival:p%40ss%2Fword') })
  const mail = {
    to: 'zoe@example.com',
    subject: 'Grüße 🎪',
    text: 'Line one\n.\nLine three, "done".',
  }
  assert.deepEqual(await post.send(mail), {})
  assert.deepEqual(await post.send({ ...mail, to: 'second@example.com' }), {})
  const [first, second] = office.letters
  assert.ok(first && second)
  assert.equal(first.user, 'festival')
  assert.equal(first.from, 'no-reply@festival.example')
  assert.deepEqual(first.to, ['zoe@example.com'])
  assert.deepEqual(second.to, ['second@example.com'])
  const [head = '', body = ''] = first.raw.split('\r\n\r\n')
  assert.match(head, /^From: Festival <no-reply@festival\.example>$/m)
  assert.match(head, /^To: zoe@example\.com$/m)
  const subject = /^Subject: =\?UTF-8\?B\?(.+)\?=$/m.exec(head)?.[1] ?? ''
  assert.equal(Buffer.from(subject, 'base64').toString(), 'Grüße 🎪')
  assert.equal(body.trimEnd().replaceAll('\r\n', '\n'), mail.text)
})

test('a wrong password and a refused recipient are errors that repeat no address', async () => {
  const office = await postOffice()
  const mail = { to: 'unknown@example.com', subject: 'Hello', text: 'Hello' }
  await assert.rejects(mailer({ smtpUrl: office.url('festival:wrong') }).send(mail), {
    message: /^Mail not sent: .*535/,
  })
  const post = mailer({ smtpUrl: office.url('festival:p%40ss%2Fword') })
  await assert.rejects(post.send(mail), (error: Error) => {
    assert.match(error.message, /^Mail not sent: .*No such mailbox: \(address\)$/)
    assert.equal(error.cause, undefined)
    return true
  })
  assert.deepEqual(office.letters, [])
  await post.send({ ...mail, to: 'known@example.com' })
  assert.equal(office.letters.length, 1)
})

/** The limits that are not part of a test, ms. */
const endless = { connection: 600_000, greeting: 600_000, socket: 600_000, send: 600_000 }
for (const [how, answer, limit, message] of [
  ['says nothing', () => {}, { greeting: 200 }, 'Mail not sent: Greeting never received'],
  [
    'greets, then says nothing',
    (socket: Socket) => socket.write('220 ready\r\n'),
    { socket: 200 },
    'Mail not sent: Timeout',
  ],
  [
    'trickles an answer for ever',
    (socket: Socket) => {
      socket.write('220 ready\r\n')
      const timer = setInterval(() => socket.write('250-one moment please\r\n'), 10)
      socket.on('close', () => clearInterval(timer))
    },
    { send: 1_000 },
    /^Mail not sent: .*abort/i,
  ],
] as const) {
  test(`a server that ${how} does not hold a mail`, async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      answer(socket)
      ends.push(() => socket.destroy())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(() => server.close())
    const post = mailer({
      smtpUrl: `smtp://127.0.0.1:${portOf(server)}`,
      timeouts: { ...endless, ...limit },
    })
    await assert.rejects(post.send({ to: 'a@example.com', subject: 'Hello', text: 'Hello' }), {
      message,
    })
  })
}

test('an unreachable server is an error that says so', async () => {
  const post = mailer({ smtpUrl: 'smtp://127.0.0.1:1' })
  await assert.rejects(post.send({ to: 'a@example.com', subject: 'Hello', text: 'Hello' }), {
    message: /^Mail not sent: .*ECONNREFUSED/,
  })
})

test('without SMTP a mail is a file of its own, in order, for this account alone', async () => {
  const folder = join(root, 'data', 'mail')
  const post = mailer({ smtpUrl: undefined, folder })
  const files: string[] = []
  for (let number = 0; number < 20; number++) {
    const { file } = await post.send({
      to: 'zoe@example.com',
      subject: `Mail ${number}`,
      text: 'Hi',
    })
    assert.ok(file)
    files.push(file)
  }
  assert.deepEqual(
    (await readdir(folder)).toSorted(),
    files.map((file) => basename(file)),
  )
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal((await stat(files[0] ?? '')).mode & 0o777, 0o600)
  const written = await readFile(files[7] ?? '', 'utf8')
  assert.match(written, /^Subject: Mail 7$/m)
  assert.match(written, /^To: zoe@example\.com$/m)
})

test('a mail with an attachment and a key: the file arrives byte for byte, the key is its message id', async () => {
  const office = await postOffice()
  const post = mailer({ smtpUrl: office.url() })
  const content = Buffer.from(Array.from({ length: 3_000 }, (_, at) => at % 256))
  const attachments = [{ filename: 'ticket-1.pdf', contentType: 'application/pdf', content }]
  const mail = { to: 'zoe@example.com', subject: 'Yours', text: 'plain', html: '<p>page</p>' }
  await post.send({ ...mail, attachments, key: 'purchase.1' })
  const read = await PostalMime.parse(office.letters[0]?.raw ?? '')
  assert.equal(read.messageId, '<purchase.1@festival.example>')
  assert.deepEqual([read.text?.trimEnd(), read.html?.trimEnd()], ['plain', '<p>page</p>'])
  assert.equal(read.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated')
  const [file] = read.attachments
  assert.deepEqual([file?.filename, file?.mimeType], ['ticket-1.pdf', 'application/pdf'])
  assert.ok(file && Buffer.from(file.content as ArrayBuffer).equals(content))
})

test('of caught mails the newest thousand stay', async () => {
  const folder = join(root, 'many')
  const post = mailer({ folder })
  await post.send({ to: 'a@example.com', subject: 'First', text: 'Hi' })
  const old = Array.from({ length: 1_200 }, (_, at) => `2020-01-01-${10_000 + at}.eml`)
  await Promise.all(old.map((name) => writeFile(join(folder, name), '')))
  for (let sent = 1; sent < 100; sent++)
    await post.send({ to: 'a@example.com', subject: 'Next', text: 'Hi' })
  const left = (await readdir(folder)).toSorted()
  assert.equal(left.length, 1_000)
  assert.equal(left[0], old[300], 'the oldest are gone')
})

test('a folder that cannot be written is an error, not a lost mail', async () => {
  const post = mailer({ folder: '/dev/null/mail' })
  await assert.rejects(post.send({ to: 'a@example.com', subject: 'Hello', text: 'Hello' }), {
    code: 'ENOTDIR',
  })
})

test('a line break in a subject adds no header and no body', async () => {
  const post = mailer({ folder: join(root, 'subject') })
  for (const end of ['\r\n', '\n', '\r', '\r\n\r\n']) {
    const subject = `Hello${end}Bcc: eve@example.com${end}X-Evil: yes`
    const { file } = await post.send({ to: 'a@example.com', subject, text: 'Hi' })
    const [head = '', ...rest] = (await readFile(file ?? '', 'latin1')).split(/\r?\n\r?\n/)
    assert.doesNotMatch(head, /[\r\n](Bcc|X-Evil)/i)
    assert.match(head, /^Subject: Hello +Bcc: eve@example\.com +X-Evil: yes\r?$/m)
    assert.deepEqual(
      rest.map((body) => body.trim()),
      ['Hi'],
    )
  }
})

for (const to of [
  'a@example.com\r\nBcc: eve@example.com',
  'a@example.com\nRCPT TO:<eve@example.com>',
  'a@example.com, eve@example.com',
  'a@example.com;eve@example.com',
  'Zoe <zoe@example.com>',
  'friends: a@example.com;',
  '"a b"@example.com',
  'a@example.com@example.org',
  'a @example.com',
  'a\0@example.com',
  'a@',
  'unknown',
  '',
]) {
  test(`to ${JSON.stringify(to)} is refused by both ways of sending`, async () => {
    const office = await postOffice()
    const folder = join(root, 'refused')
    const mail = { to, subject: 'Hello', text: 'Hello' }
    for (const smtpUrl of [undefined, office.url('festival:p%40ss%2Fword')]) {
      await assert.rejects(mailer({ smtpUrl, folder }).send(mail), {
        message: 'Mail not sent: to must be one e-mail address',
      })
    }
    assert.deepEqual(office.letters, [])
    await assert.rejects(readdir(folder), { code: 'ENOENT' })
  })
}

test('an address in any script is one address', async () => {
  const post = mailer({ folder: join(root, 'scripts') })
  const { file } = await post.send({ to: 'δοκιμή@παράδειγμα.example', subject: 'Hi', text: 'Hi' })
  assert.match(await readFile(file ?? '', 'utf8'), /^To: .*δοκιμή@/m)
})
