import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { parseOptions } from '@node-rs/argon2'
import { Problem } from '#platform/values/errors'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a hash is argon2id at the agreed cost, fresh each time, and knows its password', async () => {
  const [first, second] = await Promise.all([
    hashPassword('open sesame'),
    hashPassword('open sesame'),
  ])
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.deepEqual(
    { saltLen: parseOptions(first).saltLen, outputLen: parseOptions(first).outputLen },
    { saltLen: 16, outputLen: 32 },
  )
  assert.notEqual(first, second)
  assert.equal(await verifyPassword(first, 'open sesame'), true)
  assert.equal(await verifyPassword(second, 'open sesame'), true)
})

const secret = 'Caf\u00e9 \ud83c\udfaa 2\u00b2'
const hashed = await hashPassword(secret)

for (const [why, attempt, expected] of [
  ['the same code points', secret, true],
  ['an accent typed as two code points', secret.normalize('NFD'), true],
  ['a look-alike digit (NFC, not NFKC)', secret.normalize('NFKC'), false],
  ['another case', secret.toLowerCase(), false],
  ['a space more', `${secret} `, false],
  ['a part of it', secret.slice(0, -1), false],
  ['a NUL and more behind it', `${secret}\0more`, false],
  ['nothing', '', false],
  ['200,000 characters', 'x'.repeat(200_000), false],
] as const) {
  test(`verify: ${why} is ${expected}`, async () => {
    assert.equal(await verifyPassword(hashed, attempt), expected)
  })
}

test('an unknown account is false and costs the work of a known one', async () => {
  const cost = { known: 0, unknown: 0 }
  for (let round = 0; round < 15; round++) {
    for (const [kind, hash] of [
      ['known', hashed],
      ['unknown', round % 2 ? undefined : null],
    ] as const) {
      const before = process.cpuUsage()
      assert.equal(await verifyPassword(hash, 'wrong'), false)
      const { user, system } = process.cpuUsage(before)
      cost[kind] += user + system
    }
  }
  const ratio = cost.unknown / cost.known
  assert.ok(ratio > 0.5 && ratio < 2, `unknown accounts take ${ratio.toFixed(2)} times the work`)
})

test('the event loop runs while a password is hashed', async () => {
  let turns = 0
  let hashing = true
  const turn = () => {
    turns++
    if (hashing) setImmediate(turn)
  }
  setImmediate(turn)
  await hashPassword('does not block')
  hashing = false
  assert.ok(turns > 10, `${turns} turns`)
})

// Requirement (rules): Concurrent hashes are capped, with a bounded queue (503 and Retry-After past it)
test('beyond one per core and 64 in line, a sign-in is refused for now', async () => {
  const room = availableParallelism() + 64
  const answers = await Promise.allSettled(
    Array.from({ length: room + 20 }, () => verifyPassword(hashed, secret)),
  )
  const refused = answers.filter((answer) => answer.status === 'rejected')
  assert.equal(refused.length, 20)
  for (const { reason } of refused) {
    assert.ok(reason instanceof Problem)
    assert.equal(reason.status, 503)
    assert.equal(reason.code, 'busy')
    assert.equal(reason.message, 'Too many sign-ins at once: retry in a second')
    assert.deepEqual(reason.facts, { retry_after: 1 })
  }
  const served = answers.filter((answer) => answer.status === 'fulfilled')
  assert.deepEqual(new Set(served.map((answer) => answer.value)), new Set([true]))
  assert.equal(await verifyPassword(hashed, secret), true)
})
