/** One round: this many requests of each operation, and sequences of operations, on one world. */
import fc from 'fast-check'
import { inOrder } from '../authorisation/requests.ts'
import type { World } from '../world.ts'
import { checkAnswer, patienceFor } from './check.ts'
import type { Operation } from './operations.ts'
import { plansOf, type Sent, toSent } from './requests.ts'
import { FuzzStage } from './stage.ts'
import type { Received } from './wire.ts'

export type Round = {
  seed: number
  requests: number
  perSecond: number
  /** of the slowest answer, ms */
  worst: number
  /** the number of answers with each status */
  statuses: Record<string, number>
  /** how many times each operation succeeded */
  done: Record<string, number>
  /** violations of the contract, with the request that caused each */
  faults: string[]
}

type Options = {
  seed: number
  /** requests of each operation */
  runs: number
  /** only the operations with these ids or names, such as `POST /payments` */
  only?: string[] | undefined
}
type Plan = Parameters<typeof toSent>[1]

/** How many operations are fuzzed at once: one service thread and database could not do all. */
const side = 6

/** Fuzzes a world. Nothing is thrown: the findings are in `faults`. */
export async function fuzz(world: World, { seed, runs, only }: Options): Promise<Round> {
  const stage = await FuzzStage.open(world)
  const round = newRound(seed)
  const named = new Map(stage.operations.map((operation) => [operation.name, operation]))
  const operations = inOrder([...named.keys()])
    .flatMap((name) => named.get(name) ?? [])
    .filter(({ id, name }) => only?.some((one) => one === id || one === name) ?? true)
  const began = performance.now()
  const waiting = operations.values()
  const work = async () => {
    for (const operation of waiting) await fuzzOne({ stage, round }, operation, runs)
  }
  await Promise.all(Array.from({ length: side }, work))
  if (only === undefined) await fuzzSequences({ stage, round }, operations, Math.ceil(runs / 3))
  round.perSecond = Math.round((round.requests / (performance.now() - began)) * 1000)
  stage.close()
  return round
}

const newRound = (seed: number): Round => ({
  seed,
  requests: 0,
  perSecond: 0,
  worst: 0,
  statuses: {},
  done: {},
  faults: [],
})

type Running = { stage: FuzzStage; round: Round }

async function fuzzOne(running: Running, operation: Operation, numRuns: number) {
  const property = fc.asyncProperty(plansOf(operation), (plan) => play(running, operation, plan))
  await explore(running, property, numRuns)
}

/** Operations one after the other, in any order: the answer of one has ids for the next. */
async function fuzzSequences(running: Running, operations: Operation[], numRuns: number) {
  const steps = operations.map((operation) =>
    plansOf(operation).map((plan) => ({ operation, plan })),
  )
  const sequence = fc.array(fc.oneof(...steps), { minLength: 5, maxLength: 20, size: 'max' })
  const property = fc.asyncProperty(sequence, async (steps) => {
    for (const { operation, plan } of steps) await play(running, operation, plan)
  })
  await explore(running, property, numRuns)
}

async function explore(
  { round }: Running,
  property: fc.IAsyncProperty<[unknown]>,
  numRuns: number,
) {
  // Not shrunk: its records have changed since, and the message is complete.
  const found = await fc.check(property, { numRuns, seed: round.seed, endOnFailure: true })
  if (!found.failed) return
  const { errorInstance } = found as { errorInstance?: unknown }
  round.faults.push(errorInstance instanceof Error ? errorInstance.message : `${errorInstance}`)
}

async function play({ stage, round }: Running, operation: Operation, plan: Plan) {
  const person = await stage.personOf(plan.caller)
  const sent = toSent(operation, plan, { pool: stage.pool, ...person })
  let received = await ask(stage, operation, sent)
  // A request that was slow because the machine was busy is not slow again.
  if (received.ms > patienceFor(operation)) received = await ask(stage, operation, sent)
  count(round, operation, received)
  try {
    const body = checkAnswer({ operation, contract: stage.contract }, sent, received)
    if (received.status < 300) stage.pool.harvest(operation, body)
  } catch (error) {
    const { message } = error as Error
    const answer = `${received.status} ${received.text.slice(0, 400)}`
    const why = received.status === 500 ? `\n  ${stage.lastError()}` : ''
    throw new Error(`${operation.id}: ${message}${asked(sent)}\n  → ${answer}${why}`, {
      cause: error,
    })
  }
  const isValid = !['anonymous', 'garbage', 'client', 'device', 'till', 'guest', 'mortal'].includes(
    plan.caller,
  )
  if (received.status === 401 && isValid && !operation.path.startsWith('/auth')) {
    await stage.restock()
  }
}

async function ask(stage: FuzzStage, { id, isStream }: Operation, sent: Sent) {
  try {
    return await stage.send(sent, isStream)
  } catch (error) {
    throw new Error(`${id}: ${(error as Error).message}${asked(sent)}`, { cause: error })
  }
}

function count(round: Round, { name }: Operation, { status, ms }: Received) {
  round.requests++
  round.worst = Math.max(round.worst, Math.round(ms))
  round.statuses[status] = (round.statuses[status] ?? 0) + 1
  round.done[name] = (round.done[name] ?? 0) + (status < 300 ? 1 : 0)
}

function asked({ method, url, headers, body = '' }: Sent): string {
  const { 'x-f-authorization': _, 'x-f-authentication': __, ...others } = headers
  return `\n  ${method} ${url.slice(0, 300)} ${JSON.stringify(others)} ${`${body}`.slice(0, 600)}`
}
