/**
 * Requests of every kind, made from the published description: valid, nearly valid and hostile, on live
 * records. None may be answered with a 5xx, nor in an undescribed way, nor late. Three planted bugs must be
 * found. `FUZZ_SEED=… FUZZ_OPERATION=… FUZZ_REQUESTS=…` repeats one seed, with some operations by their ids or names, and
 * so many requests of each.
 */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Round } from '../fuzz/fuzz.ts'
import { anySeed } from './chance.ts'
import { sized } from './sized.ts'

const { FUZZ_SEED, FUZZ_OPERATION, FUZZ_REQUESTS } = process.env
const perOperation = Number(FUZZ_REQUESTS ?? sized(300, 20_000))
/** Per round: lists that are read whole grow, and each round starts empty. */
const runs = 150
const atOnce = 2

const seed = FUZZ_SEED === undefined ? anySeed() : Number(FUZZ_SEED)

/** Random requests cannot succeed here: mailed tokens, signatures and a holder's name are not found by chance. */
const never = new Set([
  'POST /gate/{festivalId}/admit',
  // A scan of the last two minutes, by its nonce.
  'POST /gate/{festivalId}/undo',
  'POST /auth/reset-password',
  'POST /auth/code/verify',
  'POST /auth/confirm-email',
  // What an authenticator signs.
  'POST /auth/passkey',
  'POST /users/i/passkeys',
  // What an app counts.
  'PUT /auth/second-factor',
  'POST /users/i/second-factor/recovery-codes',
  'POST /users/i/second-factor/removal',
  // The key of a browser.
  'POST /users/i/push-subscriptions',
  'POST /invitations/accept',
  'POST /payments/webhook',
  // A tier that is sold out, and a code, each of the festival in the path.
  'POST /festivals/{id}/waiting-list',
  // The solution of a challenge, and the invitation of another one in the same queue.
  'POST /festivals/{id}/queue',
  'POST /festivals/{id}/queue/group',
  // Of a queue that is not open yet; the one they find is drawn.
  'POST /festivals/{id}/queue/rehearsal',
  'PUT /festivals/{id}/queue/rehearsal',
  'DELETE /festivals/{id}/queue/rehearsal',
  'GET /festivals/{id}/vouchers/check',
  // An order that its caller holds, and has not given up.
  'POST /orders/{id}/pay',
  'PUT /orders/{id}/voucher',
  // The callers have confirmed their e-mails, and requests do not change their accounts.
  'POST /users/{id}/email-confirmation',
  'PUT /organizers/{id}/managers/{userId}',
  // A guest: all users that requests find have accounts.
  'PUT /users/{id}/guest-email',
])

type Options = { seed: number; runs: number; only?: string | undefined; plant?: string }

async function aRound({ seed, runs, only, plant }: Options) {
  const { FUZZ_OPERATION: _, ...env } = process.env
  const child = fork('test/fuzz/round.ts', [], {
    env: {
      ...env,
      NODE_TEST_CONTEXT: '',
      FUZZ_SEED: `${seed}`,
      FUZZ_RUNS: `${runs}`,
      ...(only && { FUZZ_OPERATION: only }),
      ...(plant && { PLANT: plant }),
    },
    execArgv: plant ? ['--import', './test/faults/plant.ts'] : [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let round: Round | undefined
  child.on('message', (message) => {
    round = message as Round
  })
  assert.ok(child.stdout)
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  assert.ok(round, output)
  return round
}

/** The combined result of several rounds. */
function together(rounds: Round[]) {
  const all = {
    requests: 0,
    worst: 0,
    statuses: {} as Record<string, number>,
    done: {} as Record<string, number>,
    faults: [] as string[],
  }
  for (const { requests, worst, statuses, done, faults } of rounds) {
    all.requests += requests
    all.worst = Math.max(all.worst, worst)
    add(all.statuses, statuses)
    add(all.done, done)
    all.faults.push(...faults)
  }
  return all
}

function add(sums: Record<string, number>, more: Record<string, number>) {
  for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count
}

test(`${perOperation} requests of each operation, none answered otherwise than described (seed ${seed})`, async (t) => {
  const began = performance.now()
  const rounds: Round[] = []
  const seeds = Array.from({ length: Math.ceil(perOperation / runs) }, (_, n) => seed + n).values()
  const work = async () => {
    for (const seed of seeds) {
      const round = await aRound({ seed, runs, only: FUZZ_OPERATION })
      rounds.push(round)
      for (const fault of round.faults) console.log(`seed ${seed}, ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const { requests, worst, statuses, done, faults } = together(rounds)
  const seconds = (performance.now() - began) / 1000
  t.diagnostic(`${requests} requests in ${Math.round(seconds)} s, the slowest ${worst} ms`)
  t.diagnostic(`statuses: ${JSON.stringify(statuses)}`)
  assert.deepEqual(faults, [])
  assert.equal(statuses['503'], undefined)
  const idle = Object.keys(done).filter((name) => done[name] === 0 && !never.has(name))
  t.diagnostic(`asked again: ${idle.join(', ') || 'none'}`)
  assert.deepEqual(await neverDone(idle), [], 'operations that never did what was asked')
})

/** Of operations that did not succeed by chance, those that do not in many more requests of their own either. */
async function neverDone(idle: string[]): Promise<string[]> {
  const never: string[] = []
  for (const only of idle) {
    const { done, faults } = await aRound({ seed, runs: 2_000, only })
    assert.deepEqual(faults, [])
    if (!done[only]) never.push(only)
  }
  return never
}

/** A bug, and the operation that shows it. */
const planted = { nocoerce: 'createSubscription', gone: 'follow', total: 'listAccounts' }

for (const [plant, only] of Object.entries(planted)) {
  test(`requests find the planted bug ${plant}`, async (t) => {
    const { faults, requests } = await aRound({ seed, runs: 1_000, only, plant })
    assert.equal(faults.length, 1, `${requests} requests did not show it`)
    t.diagnostic(`${plant}, after ${requests} requests: ${faults[0]?.split('\n')[0]}`)
  })
}
