import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
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

type Letter = { user: string; from: string; to: string[]; raw: string }

/** A real SMTP server on a free port that stores its mails. */
async function postOffice() {
  const letters: Letter[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    hideSTARTTLS: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'festival' && password === 'p@ss/word') done(null, { user: username })
      else done(new Error('Invalid username or password'))
    },
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('unknown@') ? new Error(`No such mailbox: ${address}`) : null)
    },
    onData(stream, { user, envelope }, done) {
      const letter: Letter = {
        user: String(user),
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        raw: '',
      }
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => {
        letter.raw += chunk
      })
      stream.on('end', () => {
        letters.push(letter)
        done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  ends.push(() => new Promise<void>((done) => smtp.close(done)))
  return { letters, url: (login: string) => `smtp://${login}@127.0.0.1:${portOf(listening)}` }
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

for (const [how, answer, message] of [
  ['says nothing', () => {}, /^Mail not sent: (Greeting never received|Timeout)$/],
  [
    'greets, then says nothing',
    (socket: Socket) => socket.write('220 ready\r\n'),
    'Mail not sent: Timeout',
  ],
  [
    'trickles an answer for ever',
    (socket: Socket) => {
      socket.write('220 ready\r\n')
      const timer = setInterval(() => socket.write('250-one moment please\r\n'), 10)
      socket.on('close', () => clearInterval(timer))
    },
    /^Mail not sent: .*abort/i,
  ],
] as const) {
  test(`a server that ${how} does not hold a mail`, { timeout: 5_000 }, async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      answer(socket)
      ends.push(() => socket.destroy())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(() => server.close())
    const post = mailer({
      smtpUrl: `smtp://127.0.0.1:${portOf(server)}`,
      timeouts: { connection: 200, greeting: 200, socket: 200, send: 1_000 },
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
