import { setTimeout as pause } from 'node:timers/promises'
import { asError } from './as-error.ts'
import type { Rounds } from './rounds.ts'
import type { Statements, Worker } from './worker.ts'

type RunDueOptions = {
  pool: Statements
  workers: Map<string, Worker>
  rounds: Rounds
  onError: (error: Error) => void
}

/** Runs everything that is due where the clock was moved from one instant to another. */
export async function runDue(
  { pool, workers, rounds, onError }: RunDueOptions,
  from: Date,
  to: Date,
): Promise<void> {
  const isDue = await dueBetween(from, to)
  for (const { cron, handle } of workers.values()) {
    if (cron && isDue(cron)) await handle({}).catch((error) => onError(asError(error)))
  }
  await rounds.run()
  // Jobs may have added mails and webhooks to send.
  if (await untilDone(pool, workers)) await rounds.run()
}

/** Returns a function that is true for schedules with a time between two instants, the later one included. */
async function dueBetween(from: Date, to: Date): Promise<(cron: string) => boolean> {
  const { CronExpressionParser } = await import('cron-parser')
  return (cron) =>
    CronExpressionParser.parse(cron, { currentDate: from, tz: 'UTC' }).next().toDate() <= to
}

/**
 * Waits until no job is left that could be done now; failed jobs wait until they are tried again. Returns true if there
 * was any.
 */
async function untilDone(pool: Statements, workers: Map<string, Worker>): Promise<boolean> {
  const names = [...workers].flatMap(([name, { cron }]) => (cron ? [] : [name]))
  const waiting = `select from jobs.job
    where name = any ($1) and state < 'completed' and start_after <= now() limit 1`
  let any = false
  while ((await pool.query(waiting, [names])).rows.length > 0) {
    any = true
    await pause(10)
  }
  return any
}
