/**
 * A round of the fuzzer as a process of its own: it sends its result as a message, and exits with 1 when it
 * found something. FUZZ_SEED and FUZZ_RUNS configure it; FUZZ_OPERATION is the id or name of one operation, or several
 * with commas between them.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aWorld } from '../world.ts'
import { fuzz } from './fuzz.ts'

const { FUZZ_SEED = '1', FUZZ_RUNS = '300', FUZZ_OPERATION } = process.env
const only = FUZZ_OPERATION?.split(',')
// No user types this many wrong codes; the limit would hide what comes after them.
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
