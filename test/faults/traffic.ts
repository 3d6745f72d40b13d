/**
 * Requests over real sockets, from callers who keep their connections: closed, where each asks again as
 * soon as it is answered, and open, where requests come when they are due, answered or not.
 */
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

export type Ask = {
  /** under which it is counted */
  kind: string
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  headers: Record<string, string>
  body?: string
  /** gets the answer, where it succeeded */
  heard?: (body: any) => void
}

type Load = { url: string; next: () => Ask; connections: number; seconds: number }
type Answer = { status: number; retryAfter?: string | undefined; body?: any }

const patience = 30_000
const unanswered: Answer = { status: 0 }

/** What came of a load: the times of each kind and status in ms, from when a request was due. */
export class Tally {
  /** 503 without a word of when to come back */
  unsaid = 0
  /** 503 after a wait for the database that was in vain */
  gaveUp = 0
  seconds = 0
  readonly #times = new Map<string, number[]>()

  note({ kind }: Ask, { status, retryAfter, body }: Answer, ms: number): void {
    const name = `${kind} ${status}`
    const times = this.#times.get(name)
    if (times) times.push(ms)
    else this.#times.set(name, [ms])
    if (status === 503 && retryAfter === undefined) this.unsaid++
    if (status === 503 && body.code === 'unavailable') this.gaveUp++
  }

  /** The times of those for whom `is` is true, ascending. */
  times(is: (status: number, kind: string) => boolean): number[] {
    return [...this.#times]
      .flatMap(([name, times]) => {
        const [kind = '', status] = name.split(' ')
        return is(Number(status), kind) ? times : []
      })
      .toSorted((a, b) => a - b)
  }

  /** How many of each kind and status there were: `read 200`. */
  get counts(): Record<string, number> {
    return Object.fromEntries([...this.#times].map(([name, times]) => [name, times.length]))
  }
}

/** The number below which this part of ascending numbers lies, rounded; 0 where there is none. */
export const at = (sorted: number[], part: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)

/** Each of so many connections asks, waits for the answer, and asks again. */
export async function closedLoop({ url, next, connections, seconds }: Load): Promise<Tally> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const tally = new Tally()
  const began = performance.now()
  const end = began + seconds * 1000
  const visit = async () => {
    for (let due = began; due < end; due = performance.now()) {
      const ask = next()
      tally.note(ask, await answerOf(url, agent, ask), performance.now() - due)
    }
  }
  await Promise.all(Array.from({ length: connections }, visit))
  agent.destroy()
  tally.seconds = (performance.now() - began) / 1000
  return tally
}

const greeting: Ask = { kind: 'greeting', path: '/payments/config', headers: {} }

/**
 * `rate` requests a second, which may change with the seconds gone by, over so many connections that
 * are open before, as those of a proxy are.
 */
export async function openLoop(
  { url, next, connections, seconds }: Load,
  rate: (second: number) => number,
): Promise<Tally> {
  // In turn, so that none is idle for long.
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })
  await Promise.all(Array.from({ length: connections }, () => answerOf(url, agent, greeting)))
  const tally = new Tally()
  const running = new Set<Promise<void>>()
  const began = performance.now()
  let [now, due] = [began, 0]
  while (now < began + seconds * 1000) {
    const [last, waited] = [now, performance.now()]
    now = waited
    due += ((now - last) / 1000) * rate((now - began) / 1000)
    for (; due >= 1; due--) {
      const ask = next()
      const asked = answerOf(url, agent, ask)
      const noted = asked
        .then((answer) => tally.note(ask, answer, performance.now() - waited))
        .finally(() => running.delete(noted))
      running.add(noted)
    }
    await wait(1)
  }
  await Promise.all(running)
  agent.destroy()
  tally.seconds = (performance.now() - began) / 1000
  return tally
}

/** One request; status 0 where no answer comes. */
function answerOf(url: string, agent: Agent, ask: Ask): Promise<Answer> {
  const { path, method = 'GET', headers, body, heard } = ask
  return new Promise((resolve) => {
    const asked = request(url + path, { method, agent, headers, timeout: patience }, (response) => {
      const { statusCode: status = 0, headers: said } = response
      const answer = { status, retryAfter: said['retry-after'] }
      const isRead = status === 503 || (heard !== undefined && status < 300)
      response.once('error', () => resolve(unanswered))
      response.once('end', () => resolve(answer))
      if (isRead) resolve(readOf(response, answer, ask))
      else response.resume()
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(unanswered))
    asked.end(body)
  })
}

/** The answer with its body, which is told to whoever wants to hear it. */
async function readOf(response: IncomingMessage, answer: Answer, { heard }: Ask): Promise<Answer> {
  try {
    const body = JSON.parse(await text(response))
    if (answer.status < 300) heard?.(body)
    return { ...answer, body }
  } catch {
    return unanswered
  }
}
