/**
 * Requests over real sockets, from callers that keep their connections: closed loop, where each sends the
 * next request as soon as it is answered, and open loop, where requests are sent when they are due,
 * answered or not.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, Line } from './line.ts'

export type Ask = {
  /** the name it is counted under */
  kind: string
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  headers: Record<string, string>
  body?: string
  /** gets the answer of a successful request */
  heard?: (body: string) => void
}

type Load = { url: string; next: () => Ask; connections: number; seconds: number }

/** How long a caller waits for a free connection before it leaves, ms. */
const patience = 5_000

/** The result of a load: the times of each kind and status in ms, from when a request was due. */
export class Tally {
  /** 503 without Retry-After */
  unsaid = 0
  /** 503 after an unsuccessful wait for the database */
  gaveUp = 0
  /** callers that left before a connection was free */
  left = 0
  seconds = 0
  readonly #times = new Map<string, number[]>()

  note({ kind }: Ask, { status, retryAfter, body }: Answer, ms: number): void {
    const name = `${kind} ${status}`
    const times = this.#times.get(name)
    if (times) times.push(ms)
    else this.#times.set(name, [ms])
    if (status === 503 && retryAfter === undefined) this.unsaid++
    if (status === 503 && body.includes('"code":"unavailable"')) this.gaveUp++
  }

  /** The times for which `is` is true, ascending. */
  times(is: (status: number, kind: string) => boolean): number[] {
    return [...this.#times]
      .flatMap(([name, times]) => {
        const [kind = '', status] = name.split(' ')
        return is(Number(status), kind) ? times : []
      })
      .toSorted((a, b) => a - b)
  }

  /** The number of each kind and status: `read 200`. */
  get counts(): Record<string, number> {
    return Object.fromEntries([...this.#times].map(([name, times]) => [name, times.length]))
  }
}

/** The number below which this part of ascending numbers is, rounded; 0 for none. */
export const at = (sorted: number[], part: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)

/** Each of this many connections sends a request, waits for the answer, and repeats. */
export async function closedLoop({ url, next, connections, seconds }: Load): Promise<Tally> {
  const tally = new Tally()
  const began = performance.now()
  const end = began + seconds * 1000
  const visit = async () => {
    const line = new Line(url)
    for (let due = began; due < end; due = performance.now()) {
      await askOver(line, { ask: next(), due, tally })
    }
    line.close()
  }
  await Promise.all(Array.from({ length: connections }, visit))
  tally.seconds = (performance.now() - began) / 1000
  return tally
}

const greeting = { path: '/payments/config', headers: {} }

type Due = { ask: Ask; due: number; tally: Tally }

/**
 * `rate` requests a second, which may change over time, on this many open connections, as a proxy has them.
 * A caller that finds all of them busy waits, then leaves.
 */
export async function openLoop(
  { url, next, connections, seconds }: Load,
  rate: (second: number) => number,
): Promise<Tally> {
  const lines = Array.from({ length: connections }, () => new Line(url))
  await Promise.all(lines.map((line) => line.ask(greeting)))
  const tally = new Tally()
  const [idle, waiting] = [[...lines], [] as Due[]]
  const began = performance.now()
  const serve = async (line: Line, first: Due) => {
    for (let due: Due | undefined = first; due; due = nextOf(waiting)) await askOver(line, due)
    idle.push(line)
  }
  let [now, owed] = [began, 0]
  while (now < began + seconds * 1000) {
    const last = now
    now = performance.now()
    owed += ((now - last) / 1000) * rate((now - began) / 1000)
    for (; owed >= 1; owed--) {
      const due = { ask: next(), due: now, tally }
      // The one that has been idle longest, so that none is idle for long.
      const line = idle.shift()
      if (line) void serve(line, due)
      else waiting.push(due)
    }
    await wait(1)
  }
  while (idle.length < connections) await wait(10)
  for (const line of lines) line.close()
  tally.seconds = (performance.now() - began) / 1000
  return tally
}

/** The caller that has waited longest. */
function nextOf(waiting: Due[]): Due | undefined {
  const stayed = waiting.findIndex(({ due }) => performance.now() - due < patience)
  const left = waiting.splice(0, stayed < 0 ? waiting.length : stayed)
  for (const { tally } of left) tally.left++
  return waiting.shift()
}

async function askOver(line: Line, { ask, due, tally }: Due): Promise<void> {
  const answer = await line.ask(ask)
  if (answer.status >= 200 && answer.status < 300) ask.heard?.(answer.body)
  tally.note(ask, answer, performance.now() - due)
}
