/**
 * Neither answers nor the work behind them tell who has an account. Compared are the statements of an answer and the
 * CPU time of the process, in which a password is hashed: other work on the machine changes neither.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newSecret } from '#platform/secrets/tokens'
import { type Answer, aWorld } from './world.ts'

const world = await aWorld({ env: { SIGN_IN_FAILURES: '1000' } })
const { post, statements } = world
await world.jobs.start()

const password = 'correct horse battery'
const anEmail = () => `${randomBytes(6).toString('hex')}@harbour.example`
const [known, unknown] = [anEmail(), anEmail()]
await post('/users', { firstName: 'Ada', lastName: 'Marsh', email: known, password })

type Ask = (email: string) => Promise<Answer>

const signIn: Ask = (email) => post('/auth/user', { email, password: 'wrong password' })
const forgot: Ask = (email) => post('/auth/forgot-password', { email }, { client: null })
const reset: Ask = (email) => {
  const body = { email, token: newSecret('fst_reset'), newPassword: password }
  return post('/auth/reset-password', body, { client: null })
}

async function statementsOf(ask: () => Promise<unknown>, like = /./): Promise<string[]> {
  statements.length = 0
  await ask()
  return statements.filter((text) => like.test(text))
}

/** Returns the CPU time of this process, its other threads included, that `ask` takes, ms. */
async function cpuOfProcess(ask: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await ask()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

for (const [what, ask, like] of [
  ['a wrong password', signIn, /./],
  ['a reset with a token that is none', reset, /./],
  // Last: it adds a job, whose own statements come beside it and after it.
  ['a forgotten password', forgot, /\bjobs\b/],
] as const) {
  // Requirement (rules): Attackers: enumeration by answer and by time
  test(`${what} is answered alike, by the same statements, whether the e-mail is known or not`, async () => {
    const [mine, nobodys] = [await ask(known), await ask(unknown)]
    assert.deepEqual([mine.status, mine.text], [nobodys.status, nobodys.text])
    assert.deepEqual(Object.keys(mine.headers), Object.keys(nobodys.headers))
    assert.deepEqual(
      await statementsOf(() => ask(unknown), like),
      await statementsOf(() => ask(known), like),
    )
  })
}

test('a sign-in with an unknown e-mail hashes the password as well', async () => {
  let [mine, nobodys] = [0, 0]
  for (let round = 0; round < 10; round++) {
    mine += await cpuOfProcess(() => signIn(known))
    nobodys += await cpuOfProcess(() => signIn(unknown))
  }
  const ratio = nobodys / mine
  assert.ok(ratio > 0.5 && ratio < 2, `an unknown e-mail takes ${ratio.toFixed(2)} times the work`)
})
