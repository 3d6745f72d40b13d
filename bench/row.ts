import type { Databases } from './databases.ts'

/** A line of the table: what was measured, what came out, what it is to reach. */
export type Row = {
  work: string
  /** as people read it, such as `1.32×` or `12.4 ms` */
  figure: string
  /** such as `≤ 1.5×`; empty where nothing was asked */
  target: string
  /** undefined where nothing was asked, or it could not be measured here */
  reached: boolean | undefined
  /** the numbers behind it: requests/s, CPU per request, percentiles, bytes */
  detail: string
}

/** How a run is to be measured. */
export type Run = {
  /** everything in three minutes: small sizes, short rounds */
  isQuick: boolean
  /** festivals and artists of the catalogues to measure, ascending */
  sizes: number[]
  /** how often each thing is measured, in turn with what it is compared with */
  rounds: number
  /** length of a round, seconds */
  seconds: number
  databases: Databases
  /** tells whoever waits what is going on */
  say: (line: string) => void
}

/** A file of `parts/` exports one: it starts what it needs, measures, and leaves nothing running. */
export type Part = (run: Run) => Promise<Row[]>

/** What fails is told as such, and the rest is measured all the same. */
export async function attempt(
  { say }: Run,
  work: string,
  measure: () => Promise<Row[]>,
): Promise<Row[]> {
  try {
    return await measure()
  } catch (error) {
    process.exitCode = 1
    say(`${work} failed: ${error instanceof Error ? error.stack : error}`)
    const detail = `${error instanceof Error ? error.message : error}`
      .replaceAll(/\s+/g, ' ')
      .slice(0, 300)
    return [{ ...told(work, 'failed', detail), reached: false }]
  }
}

type Reached = { figure: number; target: number; unit: '×' | ' ms' | ' MB' | ' s' | ' KB' }

/** A row whose figure is to be at most so much. */
export const atMost = (work: string, reached: Reached, detail = ''): Row =>
  judged(work, { ...reached, sign: '≤' }, detail)

/** A row whose figure is to be at least so much. */
export const atLeast = (work: string, reached: Reached, detail = ''): Row =>
  judged(work, { ...reached, sign: '≥' }, detail)

function judged(
  work: string,
  { figure, target, unit, sign }: Reached & { sign: '≤' | '≥' },
  detail: string,
): Row {
  const reached = sign === '≤' ? figure <= target : figure >= target
  return {
    work,
    figure: `${short(figure)}${unit}`,
    target: `${sign} ${target}${unit}`,
    reached: Number.isFinite(figure) ? reached : undefined,
    detail,
  }
}

/** A row of which nothing was asked, or that could not be measured here. */
export const told = (work: string, figure: string, detail = ''): Row => ({
  work,
  figure,
  target: '',
  reached: undefined,
  detail,
})

/** Three digits, or all before the point. */
export const short = (number: number): string =>
  Number.isFinite(number)
    ? number.toLocaleString('en', { maximumFractionDigits: number < 10 ? 2 : number < 100 ? 1 : 0 })
    : 'not measured'
