import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { after, test } from 'node:test'
import { publicNames } from './public-names.ts'

const [a, aaaa] = [1, 28]
const known: Record<string, Record<number, string>> = {
  'both.example': { [a]: '9.9.9.9', [aaaa]: '2620:fe::fe' },
  'four.example': { [a]: '9.9.9.9' },
  'six.example': { [aaaa]: '2620:fe::fe' },
  'empty.example': {},
}

/** Reads the name in a query, and the position after the question. */
function questionOf(message: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let size = message[at] ?? 0; size > 0; size = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** The bytes of an address. */
function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  const [before = [], behind = []] = address
    .split('::')
    .map((half) => half.split(':').map((group) => group.padStart(4, '0')))
  const zeros = Array.from({ length: 8 - before.length - behind.length }, () => '0000')
  return Buffer.from([...before, ...zeros, ...behind].join(''), 'hex')
}

/** The answer of a name server; none for names it does not answer. */
function answerTo(message: Buffer): Buffer | undefined {
  const { name, type, end } = questionOf(message)
  if (name.endsWith('silent.example')) return undefined
  const address = known[name]?.[type]
  const head = Buffer.from(message.subarray(0, 12))
  head.writeUInt16BE(name in known ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(address ? 1 : 0, 6)
  head.fill(0, 8)
  const parts = [head, message.subarray(12, end)]
  if (address) {
    const bytes = bytesOf(address)
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length])
    parts.push(record, bytes)
  }
  return Buffer.concat(parts)
}

const nameServer = createSocket('udp4', (message, { port, address }) => {
  const answer = answerTo(message)
  if (answer) nameServer.send(answer, port, address)
})
nameServer.bind(0, '127.0.0.1')
await once(nameServer, 'listening')
after(() => nameServer.close())

const servers = [`127.0.0.1:${nameServer.address().port}`]
const resolve = publicNames({ timeout: 60_000, servers })
/** Looks up names that get no answer. */
const hasty = publicNames({ timeout: 250, servers })
const four = { address: '9.9.9.9', family: 4 }
const six = { address: '2620:fe::fe', family: 6 }

for (const [name, addresses] of Object.entries({
  'both.example': [four, six],
  'four.example': [four],
  'six.example': [six],
  localhost: [{ address: '127.0.0.1', family: 4 }],
  'a.localhost.': [{ address: '127.0.0.1', family: 4 }],
})) {
  test(`${name} has ${addresses.length} addresses`, async () => {
    assert.deepEqual(await resolve(name), addresses)
  })
}

for (const [name, code, from = resolve] of [
  ['empty.example', 'ENOTFOUND'],
  ['unknown.example', 'ENOTFOUND'],
  [`${'x'.repeat(64)}.example`, 'ENOTFOUND'],
  ['silent.example', 'EAI_AGAIN', hasty],
] as const) {
  test(`${name} ends with ${code}`, () => assert.rejects(from(name), { code }))
}

test('names without an answer delay no other', async () => {
  let ended = 0
  // These look-ups still wait when the file is over.
  for (let nth = 0; nth < 60; nth++) void resolve(`${nth}.silent.example`).catch(() => ended++)
  assert.deepEqual(await resolve('four.example'), [four])
  await lookup('localhost')
  assert.equal(ended, 0)
})
