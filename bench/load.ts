/**
 * Load on a server: closed loop, where each connection sends the next request as soon as one is answered,
 * by autocannon; and open loop, where requests are sent when they are due.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'

/** The next request of a connection. */
export type Ask = {
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string
}

export type Load = {
  /** the address of the server, without a path */
  url: string
  headers: Record<string, string>
  /** the next request of a connection, or the request to repeat */
  ask: Ask | ((connection: number) => Ask)
  /** the expected status; by default 200 */
  expect?: number
  connections: number
  seconds: number
  /** the maximum number of requests, even if there is time left */
  requests?: number
}

/** The result; `times` are milliseconds, ascending. */
export type Loaded = { perSecond: number; requests: number; times: number[]; bytes: number }

/** @throws Error when an answer has another status, or there is none */
export async function closedLoop(load: Load): Promise<Loaded> {
  const { url, headers, ask, connections, seconds, requests, expect = 200 } = load
  const [times, strange]: [number[], Set<number>] = [[], new Set()]
  const seen: { clients: number; bytes: number; last: number; failure?: unknown } = {
    clients: 0,
    bytes: 0,
    last: 0,
  }
  const began = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const instance = autocannon(
    {
      url,
      headers,
      connections,
      duration: seconds,
      ...(requests !== undefined && { maxOverallRequests: requests }),
      // The timeout in seconds: the reference may be slow, but has to answer.
      timeout: 60,
      // How often autocannon checks whether the time is over, milliseconds.
      sampleInt: 50,
      ...(typeof ask === 'object' && { requests: [ask] }),
      setupClient: (client) => {
        const connection = seen.clients++
        if (typeof ask === 'object') return
        const setupRequest = (request: autocannon.Request): autocannon.Request => {
          try {
            const { headers: own, ...asked } = ask(connection)
            return { ...request, ...asked, headers: { ...request.headers, ...own } }
          } catch (error) {
            // autocannon calls this where nothing would catch it.
            seen.failure ??= error
            setImmediate(() => instance.stop?.())
            return request
          }
        }
        client.setRequests([{ setupRequest }])
      },
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  )
  instance.on('response', (...[, status, size, time]) => {
    if (status !== expect) strange.add(status)
    seen.bytes += size
    seen.last = performance.now()
    times.push(time)
  })
  const result = await promise
  if (seen.failure) throw seen.failure
  if (strange.size > 0) throw new Error(`${url} answered ${[...strange].join(', ')}`)
  if (times.length === 0 && seconds > 20) throw new Error(`${url} answered nothing in ${seconds} s`)
  if (result.errors > 0) throw new Error(`${url} did not answer ${result.errors} times`)
  // On a busy machine a round can end before the first answer: then nothing was measured.
  if (times.length === 0) return closedLoop({ ...load, seconds: seconds * 3 })
  return {
    perSecond: (1000 * times.length) / (seen.last - began),
    requests: times.length,
    times: times.toSorted((a, b) => a - b),
    bytes: seen.bytes / times.length,
  }
}

/**
 * Sends this many requests a second, evenly, over at most `connections`. The time of a request counts from
 * when it was due, including the wait for a connection. autocannon sends a second's requests in one burst,
 * so it would not measure that.
 */
export async function openLoop(load: Load, rate: number): Promise<Loaded> {
  const { connections, seconds } = load
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const [began, total] = [performance.now(), Math.round(rate * seconds)]
  const times: number[] = []
  const running: Promise<void>[] = []
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - began) * rate) / 1000) + 1)
    for (; sent < due; sent++) {
      const since = began + (sent * 1000) / rate
      const asked = askOnce(load, agent, sent % connections)
      running.push(asked.then(() => void times.push(performance.now() - since)))
    }
    await wait(1)
  }
  await Promise.all(running)
  agent.destroy()
  return {
    perSecond: (total * 1000) / (performance.now() - began),
    requests: total,
    times: times.toSorted((a, b) => a - b),
    bytes: 0,
  }
}

async function askOnce({ url, headers, ask, expect = 200 }: Load, agent: Agent, nth: number) {
  const { path, body, method = 'GET', headers: own } = typeof ask === 'object' ? ask : ask(nth)
  const asked = request(url + path, { method, agent, headers: { ...headers, ...own } })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode !== expect) throw new Error(`${path} answered ${answer.statusCode}`)
}

/** The number below which this part of ascending numbers is. */
export const at = (sorted: number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

export const median = (numbers: number[]): number =>
  at(
    numbers.toSorted((a, b) => a - b),
    0.5,
  )
