import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { Problem } from '#platform/values/errors'
import { createOutgoing } from './requests.ts'

const loopback: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }]
const somewhere: LookupAddress[] = [{ address: '9.9.9.9', family: 4 }]

let visits = 0
const canary = createServer((_request, response) => {
  visits++
  response.end('seen')
})
const port = await listening(canary)

async function listening(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  const address = server.address()
  return address && typeof address === 'object' ? address.port : 0
}

const posting = { headers: { 'content-type': 'application/json' }, body: '{}' }
const strict = (resolve = async (_host: string) => somewhere) =>
  createOutgoing({ toPrivate: false, resolve, patience: 500 })
const open = createOutgoing({ toPrivate: true, patience: 800 })

async function refusal(checking: Promise<void>): Promise<string> {
  const problem = await checking.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(problem instanceof Problem, `${problem}`)
  assert.equal(problem.status, 400)
  return problem.message
}

for (const url of [
  `https://127.0.0.1:${port}/`,
  `https://127.1:${port}/`,
  `https://0:${port}/`,
  `https://0x7f000001:${port}/`,
  `https://0177.0.0.1:${port}/`,
  `https://2130706433:${port}/`,
  `https://[::1]:${port}/`,
  `https://[::ffff:127.0.0.1]:${port}/`,
  `https://[::ffff:7f00:1]:${port}/`,
  `https://[64:ff9b::7f00:1]:${port}/`,
  `https://127\u30020\u30020\u30021:${port}/`,
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/',
  'https://100.64.0.1/',
  'https://[fd00::1]/',
]) {
  // Requirement (rules): Outgoing webhooks: receivers on private addresses refused
  test(`${url} is never requested, whether it is checked first or not`, async () => {
    assert.equal(
      await refusal(strict().check(url)),
      'url must not lead to a private address, unless the service is started with WEBHOOKS_TO_PRIVATE_ADDRESSES=true',
    )
    const { status, error } = await strict().post(url, posting)
    assert.deepEqual([status, error], [undefined, 'leads to a private address'])
    assert.equal(visits, 0)
  })
}

for (const [url, error] of [
  [
    'http://shop.example/',
    'url must start with https://, unless the service is started with WEBHOOKS_TO_PRIVATE_ADDRESSES=true',
  ],
  ['ftp://shop.example/', 'url must start with https://'],
  ['file:///etc/passwd', 'url must start with https://'],
  ['//shop.example/', 'url must start with https://'],
  ['shop.example', 'url must start with https://'],
  ['https://', 'url must start with https://'],
  ['https://ada@shop.example/', 'url must not hold a name or a password'],
  ['https://ada:secret@shop.example/', 'url must not hold a name or a password'],
  ['https://shop.example/#top', 'url must not have a fragment'],
] as const) {
  test(`${url} is refused in a sentence: ${error}`, async () => {
    assert.equal(await refusal(strict().check(url)), error)
    assert.equal((await strict().post(url, posting)).status, undefined)
  })
}

// Requirement (rules): Outgoing webhooks: receivers on private addresses refused
test('one private address among the public ones of a name is refused', async () => {
  const mixed = strict(async () => [...somewhere, ...loopback])
  assert.match(await refusal(mixed.check(`https://shop.example:${port}/`)), /private/)
  const { error } = await mixed.post(`https://shop.example:${port}/`, posting)
  assert.equal(error, 'leads to a private address')
})

// Requirement (rules): Outgoing webhooks: receivers on private addresses refused
test('a name that was public when it was registered and is private now reaches nothing (rebinding)', async () => {
  const answers = [somewhere, loopback, loopback]
  const resolve = async () => answers.shift() ?? loopback
  const outgoing = createOutgoing({ toPrivate: false, resolve, patience: 500 })
  await outgoing.check(`https://shop.example:${port}/`)
  const { error } = await outgoing.post(`https://shop.example:${port}/`, posting)
  assert.equal(error, 'leads to a private address')
  assert.equal(visits, 0)
})

// Requirement (rules): Outgoing webhooks: receivers on private addresses refused
test('a connection goes to the address that was checked, whatever the name resolves to a moment later', async () => {
  let asked = 0
  const resolve = async () => {
    asked++
    return loopback
  }
  // No resolver of this machine knows the name: only the checked address leads anywhere.
  const outgoing = createOutgoing({ toPrivate: true, resolve, patience: 20_000 })
  const before = visits
  const { status, answer } = await outgoing.post(`http://shop.invalid:${port}/`, posting)
  assert.deepEqual([status, answer, asked, visits], [200, 'seen', 1, before + 1])
  visits = 0
})

test('an unknown name may be registered, and fails at the delivery', async () => {
  const unknown = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  }
  await strict(unknown).check('https://shop.example/')
  const { error } = await strict(unknown).post('https://shop.example/', posting)
  assert.equal(error, 'the host name is unknown')
})

test('a resolver that never answers delays no other', async () => {
  const silent = createOutgoing({
    toPrivate: false,
    resolve: () => new Promise<never>(() => {}),
    patience: 100,
  })
  assert.equal(
    (await silent.post('https://shop.example/', posting)).error,
    'no answer within 0.1 s',
  )
})

/** A raw server's answer to a connection. */
async function served(act: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => act(socket))
  })
  after(() => {
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${await listening(server)}/`
}

for (const [what, act, expected] of [
  [
    'redirects to where credentials lie',
    (socket: Socket) =>
      socket.end(
        'HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n',
      ),
    { status: 302, answer: '' },
  ],
  [
    'is cut after its status',
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')
      setTimeout(() => socket.destroy(), 20)
    },
    { status: 200, answer: 'half' },
  ],
  [
    'says 200 and never ends',
    (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nslow'),
    { status: 200, answer: 'slow' },
  ],
  [
    'is no HTTP',
    (socket: Socket) => socket.end('+OK ready\r\n'),
    { error: 'the answer is no HTTP' },
  ],
  [
    'is cut before its status',
    (socket: Socket) => socket.destroy(),
    { error: 'the connection was cut' },
  ],
  ['never comes', () => {}, { error: 'no answer within 0.8 s' }],
  [
    'has headers without end',
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      for (let line = 0; line < 400; line++) socket.write(`x-${line}: ${'a'.repeat(50)}\r\n`)
    },
    { error: 'the answer is no HTTP' },
  ],
] as const) {
  test(`the result of an answer that ${what}`, async () => {
    const { ms, ...sent } = await open.post(await served(act), posting)
    assert.deepEqual(sent, expected)
    assert.ok(ms < 5_000)
  })
}

test('only the start of a long answer is read, and stored as valid text', async () => {
  const url = await served((socket) => {
    socket.write('HTTP/1.1 500 No\r\n\r\n')
    socket.write(Buffer.concat([Buffer.from('a\0\xff', 'latin1'), Buffer.alloc(9_000, 'b')]))
  })
  const { status, answer = '' } = await open.post(url, posting)
  assert.deepEqual([status, answer.length, answer.slice(0, 4)], [500, 1000, 'a\ufffd\ufffdb'])
})

test('a refused connection is the reason', async () => {
  const free = createTcpServer()
  const port = await listening(free)
  await new Promise((resolve) => free.close(resolve))
  const { error } = await open.post(`http://127.0.0.1:${port}/`, posting)
  assert.equal(error, 'the connection was refused')
})
