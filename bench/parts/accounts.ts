/** How much longer an answer takes when its e-mail has an account: medians of calls in turn, which meet the same machine. */
import { randomBytes } from 'node:crypto'
import { newSecret } from '#platform/secrets/tokens'
import { median } from '../load.ts'
import { atMost, type Row } from '../row.ts'
import { type Part, scaled } from '../run.ts'
import { startService, tokensFor } from '../service.ts'

const password = 'correct horse battery'
const anEmail = () => `${randomBytes(6).toString('hex')}@harbour.example`
const pairs = 40
/** The difference that is no longer measured more closely. */
const close = 0.1

type Ask = (email: string) => Promise<unknown>

export const accounts: Part = async (run) => {
  const database = await run.databases.empty()
  const env = { SIGN_IN_FAILURES: '1000' }
  const service = await startService(run, { database, env })
  const { headers } = await tokensFor(database, [])
  const post = (path: string, body: object) =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => response.text())
  const [known, unknown] = [anEmail(), anEmail()]
  await post('/users', { firstName: 'Ada', lastName: 'Marsh', email: known, password })
  const asks: [string, Ask][] = [
    ['a wrong password', (email) => post('/auth/user', { email, password: 'wrong password' })],
    ['a forgotten password', (email) => post('/auth/forgot-password', { email })],
    [
      'a reset with a token that is none',
      (email) =>
        post('/auth/reset-password', {
          email,
          token: newSecret('fst_reset'),
          newPassword: password,
        }),
    ],
  ]
  const rows: Row[] = []
  for (const [work, ask] of asks) {
    run.say(work)
    const ratio = await ratioOf(
      () => ask(known),
      () => ask(unknown),
      scaled(run, { full: 15, quick: 3, check: 1 }),
    )
    const reached = { figure: Math.abs(ratio - 1), target: close, unit: '×' } as const
    const detail = `an unknown e-mail takes ${ratio.toFixed(3)} times as long`
    rows.push(atMost(`${work}: difference between a known and an unknown e-mail`, reached, detail))
  }
  return rows
}

/** Measures until both are close, at most so many rounds: noise averages out, a real difference stays. */
async function ratioOf(one: () => Promise<unknown>, other: () => Promise<unknown>, rounds: number) {
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

async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await ask()
  return performance.now() - began
}
