/**
 * A round of the fuzzer as a process of its own: it tells its result by a message, and ends with 1 when it
 * found something. FUZZ_SEED and FUZZ_RUNS say which, FUZZ_OPERATION takes the id of one operation alone.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aWorld } from '../world.ts'
import { fuzz } from './fuzz.ts'

const { FUZZ_SEED = '1', FUZZ_RUNS = '300', FUZZ_OPERATION: only } = process.env
// Nobody types so many wrong codes: what comes after them is to be tried too.
const world = await aWorld({
  env: { DATABASE_CONNECTIONS: '8', WRONG_CODES: '1000', SIGN_IN_FAILURES: '1000' },
})

test(`no request breaks the description (seed ${FUZZ_SEED})`, async (t) => {
  const round = await fuzz(world, { seed: Number(FUZZ_SEED), runs: Number(FUZZ_RUNS), only })
  process.send?.(round)
  const { done: _, faults, ...figures } = round
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(faults, [])
})
