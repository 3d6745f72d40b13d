/** Plays a drill from its first visitor to the checks after the festival. */
import { constants } from 'node:os'
import { Chance } from './chance.ts'
import { type Check, checkAll, checkQueue } from './checks.ts'
import { factsOf } from './facts.ts'
import { openGates } from './people/gate-day.ts'
import { fillQueue, type Queue } from './people/queue.ts'
import { sellAll } from './people/sale.ts'
import { passWeeks } from './people/weeks.ts'
import type { PhaseName } from './report/measures.ts'
import { lineOf, type Report, toReport } from './report/report.ts'
import { type SizeName, sizes } from './sizes.ts'
import { openStage, type Stage, type StageOptions } from './stage.ts'

type Playing = Pick<StageOptions, 'env' | 'prepared'> & {
  size: SizeName
  seed: number
  /** called with a line when a step is done */
  onLine?: (line: string) => void
  /** called each second with a line on the progress */
  onSecond?: (line: string) => void
}

/** Runs a drill and returns its report; its database and services are removed afterwards, also after Ctrl+C. */
export async function playDrill({
  size,
  seed,
  onLine,
  onSecond,
  ...given
}: Playing): Promise<Report> {
  const say = onLine ?? (() => undefined)
  await using closing = new AsyncDisposableStack()
  closing.defer(stopOnSignals(closing))
  say('A database, two services and the people are made')
  const stage = await openStage(closing, { ...given, size: sizes[size], chance: new Chance(seed) })
  const timer = setInterval(() => {
    const last = stage.measures.phases.at(-1)
    if (last) onSecond?.(lineOf(last))
  }, 1_000)
  closing.defer(() => clearInterval(timer))
  const phase = async <T>(name: PhaseName, play: () => Promise<T>): Promise<T> => {
    stage.measures.begin(name)
    const result = await play()
    say(lineOf(stage.measures.end()))
    return result
  }
  const queue = await phase('entering', () => fillQueue(stage))
  const sold = await phase('sale', () => sellAll(stage, queue))
  const { queueChecks, weeks } = await phase('weeks', async () => ({
    queueChecks: await endQueue(stage, queue),
    weeks: await passWeeks(stage, sold),
  }))
  const day = await phase('gate', () => openGates(stage, weeks))
  const played = { queue, queueChecks, sold, weeks, day }
  const checks = await phase('checks', () => checkAll(stage, played))
  stage.measures.stop()
  return toReport(stage.measures, { size, seed, checks, facts: factsOf(stage, played) })
}

/** Ends the queue once it has sold all, so that returned tickets go to the waiting list and not to the people in the queue. */
async function endQueue(stage: Stage, queue: Queue): Promise<Check[]> {
  const checks = await checkQueue(stage, queue)
  await stage.client.get('DELETE', queue.url, { as: stage.people.manager })
  return checks
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** On an interruption, removes everything the drill has created and ends the process. Returns a function that stops listening. */
function stopOnSignals(closing: AsyncDisposableStack): () => void {
  const stop = (signal: (typeof signals)[number]) =>
    void closing.disposeAsync().finally(() => process.exit(128 + constants.signals[signal]))
  // A second signal ends the process at once.
  for (const signal of signals) process.once(signal, stop)
  return () => {
    for (const signal of signals) process.off(signal, stop)
  }
}
