import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { digest, isSecret, newSecret } from './tokens.ts'

test('a secret contains its kind, and is recognised by it alone', () => {
  const secret = newSecret('fst_user')
  assert.match(secret, /^fst_user_[0-9A-Za-z]{49}$/)
  assert.ok(isSecret(secret, 'fst_user'))
  assert.ok(!isSecret(secret, 'fst_client'))
  assert.notEqual(newSecret('fst_user'), secret)
})

test('no single changed character makes another valid secret', () => {
  const secret = newSecret('fst_user')
  const place = fc.integer({ min: 9, max: secret.length - 1 })
  const letter = fc.constantFrom(
    ...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
  )
  fc.assert(
    fc.property(place, letter, (index, changed) => {
      fc.pre(secret[index] !== changed)
      assert.ok(!isSecret(secret.slice(0, index) + changed + secret.slice(index + 1), 'fst_user'))
    }),
    { numRuns: 1_000 },
  )
})

test('only a digest of a secret is stored', () => {
  const secret = newSecret('fst_user')
  assert.equal(digest(secret).length, 32)
  assert.deepEqual(digest(secret), digest(secret))
  assert.ok(!digest(secret).toString('latin1').includes(secret))
})
