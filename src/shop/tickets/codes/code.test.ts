import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromBase45, toBase45 } from '#common/codes/base45'
import { mostRevisions } from '#common/codes/read-code'
import { encodeCode, openCode, type SigningKey, type Ticket } from './code.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'.split('')
const [ours, older, foreign] = [aKey(1), aKey(2), aKey(1)]
const keys = new Map<number, KeyObject>([
  [ours.id, ours.publicKey],
  [older.id, older.publicKey],
])

function aKey(id: number): SigningKey & { publicKey: KeyObject } {
  return { id, ...generateKeyPairSync('ed25519') }
}

function aTicket(given: Partial<Ticket> = {}): Ticket {
  const limits = { valid_since: null, valid_until: null }
  return { payment_id: randomUUID(), entity_id: randomUUID(), ...limits, revision: 0, ...given }
}

const second = fc.integer({ min: 1, max: 253_402_300_799 }).map((at) => new Date(at * 1000))
const limit = fc.option(second, { nil: null })
const anyTicket = fc.record({
  payment_id: fc.uuid(),
  entity_id: fc.uuid(),
  valid_since: limit,
  valid_until: limit,
  revision: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: mostRevisions })),
})

test('base45 writes the examples of RFC 9285', () => {
  for (const [plain, written] of [
    ['AB', 'BB8'],
    ['Hello!!', '%69 VD92EX0'],
    ['base-45', 'UJCLQE7W581'],
    ['ietf!', 'QED8WEX0'],
    ['', ''],
  ] as const) {
    assert.equal(toBase45(Buffer.from(plain)), written)
    assert.equal(Buffer.from(fromBase45(written) ?? []).toString(), plain)
  }
})

test('base45 reads every text it writes, and no other', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      assert.deepEqual(new Uint8Array(fromBase45(toBase45(bytes)) ?? []), bytes)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...alphabet, 'a', 'é', '\n') }), (text) => {
      const bytes = fromBase45(text)
      if (bytes) assert.equal(toBase45(bytes), text)
    }),
  )
  for (const wrong of ['GGW', ':::', '::', 'V5', 'A', 'ABCD', 'bb8', 'BB\n', 'É12']) {
    assert.equal(fromBase45(wrong), undefined, wrong)
  }
})

// Requirement (rules): contract §7.9 Codes: both versions
test('a code contains what was signed, in the characters of a QR code', async () => {
  await fc.assert(
    fc.asyncProperty(anyTicket, async (ticket) => {
      const code = await encodeCode(ticket, ours)
      assert.match(code, /^[0-9A-Z $%*+\-./:]+$/)
      assert.equal(code.length, ticket.revision === 0 ? 164 : 167)
      assert.deepEqual(await openCode(code, keys), { key_id: 1, ...ticket })
      assert.equal(await encodeCode(ticket, ours), code)
    }),
  )
})

test('the limits are widened to whole seconds, and those before 1970 stay limits', async () => {
  for (const [given, since, until] of [
    ['2027-07-01T18:00:00.400Z', '2027-07-01T18:00:00.000Z', '2027-07-01T18:00:01.000Z'],
    ['0001-01-01T00:00:00.000Z', '1970-01-01T00:00:01.000Z', '1970-01-01T00:00:01.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.000Z', '+010000-01-01T00:00:00.000Z'],
  ] as const) {
    const time = new Date(given)
    const code = await encodeCode(aTicket({ valid_since: time, valid_until: time }), ours)
    const opened = await openCode(code, keys)
    assert.ok('payment_id' in opened)
    assert.deepEqual(
      [opened.valid_since?.toISOString(), opened.valid_until?.toISOString()],
      [since, until],
    )
  }
})

test('each key verifies what it signed, whichever is the newest', async () => {
  const ticket = aTicket()
  assert.deepEqual(await openCode(await encodeCode(ticket, older), keys), { key_id: 2, ...ticket })
})

/** Ways in which a code may be tampered with, or misread. */
const mutations: Record<string, (code: string, at: number, digit: string) => string> = {
  'one character is another': (code, at, digit) => code.slice(0, at) + digit + code.slice(at + 1),
  'one character is gone': (code, at) => code.slice(0, at) + code.slice(at + 1),
  'one character is too many': (code, at, digit) => code.slice(0, at) + digit + code.slice(at),
  'two neighbours are swapped': (code, at) =>
    code.slice(0, at) + (code[at + 1] ?? '') + (code[at] ?? '') + code.slice(at + 2),
  'it is cut': (code, at) => code.slice(0, at),
  'it is longer': (code, at, digit) => code + digit.repeat(at + 1),
  'it is in lower case': (code) => code.toLowerCase(),
  'it begins elsewhere': (code, at) => code.slice(at) + code.slice(0, at),
}

const anyMutation = fc.record({
  ticket: anyTicket,
  name: fc.constantFrom(...Object.keys(mutations)),
  at: fc.nat(163),
  digit: fc.constantFrom(...alphabet),
})

// Requirement (rules): contract §7 Tickets: a forged, cut or changed code is not believed
test('no mutation of a code is accepted', async () => {
  let tried = 0
  await fc.assert(
    fc.asyncProperty(anyMutation, async ({ ticket, name, at, digit }) => {
      const code = await encodeCode(ticket, ours)
      const mutated = mutations[name]?.(code, at, digit) ?? code
      fc.pre(mutated !== code)
      tried++
      assert.ok('refused' in (await openCode(mutated, keys)), `${name}: ${mutated}`)
    }),
    { numRuns: 10_000 },
  )
  assert.equal(tried, 10_000)
})

test('no flipped bit is accepted, in the text or in the signature', async () => {
  const bytes = fromBase45(await encodeCode(aTicket(), ours)) ?? Buffer.of()
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    assert.ok('refused' in (await openCode(toBase45(flipped), keys)), `bit ${bit}`)
  }
})

// Requirement (rules): contract §7.9 Codes: one text for each revision
test('a ticket that was never handed on has one text, of version 1', async () => {
  const first = fromBase45(await encodeCode(aTicket(), ours)) ?? Buffer.of()
  const said = Buffer.concat([Buffer.of(2), first.subarray(1, 45), Buffer.of(0, 0)])
  const signature = sign(null, said, ours.privateKey)
  const second = toBase45(Buffer.concat([said, signature]))
  assert.deepEqual(await openCode(second, keys), { refused: 'malformed' })
  assert.equal(first[0], 1)
})

test('says why a code is not valid', async () => {
  const ticket = aTicket()
  const [code, other] = [await encodeCode(ticket, ours), await encodeCode(aTicket(), ours)]
  const bytes = fromBase45(code) ?? Buffer.of()
  const [said, signature] = [bytes.subarray(0, 45), bytes.subarray(45)]
  const otherSignature = fromBase45(other)?.subarray(45) ?? Buffer.of()
  const another = Buffer.from(said).fill(9, 0, 1)
  for (const [why, text, refused] of [
    ['nothing', '', 'malformed'],
    ['a payment id', ticket.payment_id, 'malformed'],
    ['a web address', 'HTTPS://FESTIVAL.EXAMPLE/', 'malformed'],
    ['another version', toBase45(Buffer.concat([another, signature])), 'malformed'],
    ['an unknown key', await encodeCode(ticket, aKey(7)), 'unknown_key'],
    ['a forger who uses our key id', await encodeCode(ticket, foreign), 'bad_signature'],
    [
      "another ticket's signature",
      toBase45(Buffer.concat([said, otherSignature])),
      'bad_signature',
    ],
    [
      'a key id changed to one that exists',
      toBase45(Buffer.concat([Buffer.of(1, 0, 2), bytes.subarray(3)])),
      'bad_signature',
    ],
    [
      'a signature of something else by our key',
      toBase45(Buffer.concat([said, sign(null, Buffer.from('no ticket'), ours.privateKey)])),
      'bad_signature',
    ],
    ['no signature at all', toBase45(Buffer.concat([said, Buffer.alloc(64)])), 'bad_signature'],
  ] as const) {
    assert.deepEqual(await openCode(text, keys), { refused }, why)
  }
})
