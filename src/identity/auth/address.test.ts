/** The address that failures are counted for. No header of the caller changes it. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { steadyClock } from '../../../test/clock.ts'
import { aWorld } from '../../../test/world.ts'
import { pairOf } from './failures.ts'

const failures = 5

/** Returns the statuses of wrong passwords for one e-mail, each with its own headers: one more than the limit allows. */
async function guesses(
  { post }: Pick<Awaited<ReturnType<typeof aWorld>>, 'post'>,
  headersOf: (guess: number) => Record<string, string>,
) {
  const email = `${randomBytes(6).toString('hex')}@harbour.example`
  const seen: number[] = []
  for (let guess = 0; guess <= failures; guess++) {
    const body = { email, password: 'wrong password' }
    seen.push((await post('/auth/user', body, { headers: headersOf(guess) })).status)
  }
  return seen
}

const direct = await aWorld({ now: steadyClock(), env: { SIGN_IN_FAILURES: `${failures}` } })
const proxied = await aWorld({
  now: steadyClock(),
  env: { SIGN_IN_FAILURES: `${failures}`, TRUSTED_PROXIES: '1' },
})
const free = Array.from({ length: failures }, () => 401)

for (const name of [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'x-forwarded-host',
]) {
  test(`without a proxy ${name} is ignored`, async () => {
    const forged = (guess: number) => ({ [name]: `198.51.100.${guess}` })
    assert.deepEqual(await guesses(direct, forged), [...free, 429])
  })
}

// Requirement (rules): Attackers: brute force with forged addresses
test('behind a proxy only its own addition counts, whatever a caller writes before it', async () => {
  const forged = (guess: number) => ({
    'x-forwarded-for': `198.51.100.${guess}, 203.0.113.${guess}, 192.0.2.1`,
  })
  assert.deepEqual(await guesses(proxied, forged), [...free, 429])
  const honest = (guess: number) => ({ 'x-forwarded-for': `192.0.2.${guess}` })
  assert.deepEqual(await guesses(proxied, honest), [...free, 401])
})

/** The tests' own requests come from 127.0.0.1. */
const within = { SIGN_IN_FAILURES: `${failures}`, TRUSTED_PROXIES: '10.0.0.0/8,192.0.2.1' }
const passedBy = await aWorld({ now: steadyClock(), env: within })
const behind = await aWorld({
  now: steadyClock(),
  env: { ...within, TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' },
})

test('a caller that bypasses the named proxies cannot choose its address', async () => {
  const forged = (guess: number) => ({
    'x-forwarded-for': `198.51.100.${guess}`,
    'x-forwarded-proto': 'https',
  })
  assert.deepEqual(await guesses(passedBy, forged), [...free, 429])
})

test('named proxies are skipped, and nothing before the first other address counts', async () => {
  const honest = (guess: number) => ({ 'x-forwarded-for': `192.0.2.${guess}, 10.0.0.7` })
  assert.deepEqual(await guesses(behind, honest), [...free, 401])
  const forged = (guess: number) => ({
    'x-forwarded-for': `198.51.100.${guess}, 203.0.113.9, 10.0.0.7`,
  })
  assert.deepEqual(await guesses(behind, forged), [...free, 429])
})

test('all addresses of an IPv6 network count as one', async () => {
  const within = (guess: number) => ({ 'x-forwarded-for': `2001:db8:1:2:${guess}::${guess}` })
  assert.deepEqual(await guesses(proxied, within), [...free, 429])
  const beside = (guess: number) => ({ 'x-forwarded-for': `2001:db8:1:${guess}::1` })
  assert.deepEqual(await guesses(proxied, beside), [...free, 401])
})

for (const [one, other, areSame] of [
  ['2001:db8::1', '2001:0DB8:0:0:ffff:ffff:ffff:ffff', true],
  ['2001:db8::1', '2001:db8:0:1::1', false],
  ['::ffff:192.0.2.1', '192.0.2.1', true],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ['fe80::1%eth0', 'fe80::2', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['::1', '::2', true],
] as const) {
  test(`${one} and ${other} are ${areSame ? 'one' : 'two'}`, () => {
    assert.equal(pairOf('a', one).equals(pairOf('a', other)), areSame)
  })
}
