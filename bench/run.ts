/** A run of the benchmark: its settings, and how it runs a part. */
import type { Databases } from './databases.ts'
import { printed, type Row } from './row.ts'

/** `check` only shows that every part works: its figures mean nothing. */
export type Scale = 'full' | 'quick' | 'check'

/** The settings of a run. */
export type Run = {
  scale: Scale
  /** festivals and artists of the catalogues to measure, ascending */
  sizes: number[]
  /** how often each thing is measured, in turn with what it is compared with */
  rounds: number
  /** length of a round, seconds */
  seconds: number
  databases: Databases
  /** reports progress */
  say: (line: string) => void
  /** stops what a part has started, once the part has ended or failed */
  closing: AsyncDisposableStack
}

/** Each file of `parts/` exports one. What it starts it leaves to `closing`. */
export type Part = (run: Run) => Promise<Row[]>

/** Returns the value for the scale of a run. */
export const scaled = <T>({ scale }: Pick<Run, 'scale'>, values: Record<Scale, T>): T =>
  values[scale]

/** Runs a part and stops what it has started. A part that measures nothing has failed. */
export function runPart(run: Run, name: string, part: Part): Promise<Row[]> {
  return attempt(run, name, async () => {
    const rows = await within(run, part)
    if (rows.length === 0) throw new Error('It measured nothing')
    return rows
  })
}

/** Calls `work` with a `closing` of its own, which is closed before this returns. */
export async function within<T>(run: Run, work: (run: Run) => Promise<T>): Promise<T> {
  // The run's own closes it as well, if a signal ends the run meanwhile.
  const closing = run.closing.use(new AsyncDisposableStack())
  try {
    return await work({ ...run, closing })
  } finally {
    await closing.disposeAsync()
  }
}

/** Returns the rows of `measure`, or a failed row with the reason: the rest is measured all the same. */
export async function attempt(
  { say }: Pick<Run, 'say'>,
  work: string,
  measure: () => Promise<Row[]>,
): Promise<Row[]> {
  try {
    return await measure()
  } catch (error) {
    say(`${work} failed: ${error instanceof Error ? error.stack : error}`)
    const detail = `${error instanceof Error ? error.message : error}`
      .replaceAll(/\s+/g, ' ')
      .slice(0, 500)
    return [{ ...printed(work, 'failed', detail), failed: true }]
  }
}
