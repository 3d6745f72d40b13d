/** Neither answers nor their timing tell who has an account. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newSecret } from '#platform/secrets/tokens'
import { type Answer, aWorld } from './world.ts'

const world = await aWorld({ env: { SIGN_IN_FAILURES: '1000' } })
const { post } = world
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

const close = 0.1
const pairs = 40

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await ask()
  return performance.now() - begun
}

/**
 * How much longer one takes than the other, by their medians. They are called in turn, so that both meet
 * the same machine, and until they are close: noise averages out, a real difference stays.
 */
async function ratioOf(one: () => Promise<unknown>, other: () => Promise<unknown>, rounds = 15) {
  const times: [number[], number[]] = [[], []]
  let ratio = Number.NaN
  for (let round = 0; round < rounds; round++) {
    for (let pair = 0; pair < pairs; pair++) {
      const turn = pair % 2
      times[turn]?.push(await timeOf(turn ? other : one))
      times[1 - turn]?.push(await timeOf(turn ? one : other))
    }
    ratio = median(times[1]) / median(times[0])
    if (Math.abs(ratio - 1) <= close) break
  }
  return ratio
}

for (const [what, ask] of [
  ['a wrong password', signIn],
  ['a forgotten password', forgot],
  ['a reset with a token that is none', reset],
] as const) {
  test(`${what} is answered alike, and as fast, whether the e-mail is known or not`, async (t) => {
    const [mine, nobodys] = [await ask(known), await ask(unknown)]
    assert.deepEqual([mine.status, mine.text], [nobodys.status, nobodys.text])
    assert.deepEqual(Object.keys(mine.headers), Object.keys(nobodys.headers))
    const ratio = await ratioOf(
      () => ask(known),
      () => ask(unknown),
    )
    t.diagnostic(`${what}: an unknown e-mail takes ${ratio.toFixed(3)} times as long`)
    assert.ok(Math.abs(ratio - 1) <= close, `${ratio}`)
  })
}

test('the measurement detects a difference', async () => {
  const ratio = await ratioOf(
    () => signIn(known),
    () => forgot(unknown),
    1,
  )
  assert.ok(Math.abs(ratio - 1) > close, `${ratio}`)
})
