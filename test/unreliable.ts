/** A network that fails on demand: a server between a client and the real service. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { after } from 'node:test'

/** What happens to a request; by default it is passed on. */
export type Fate =
  /** the connection is cut before anything reaches the service */
  | 'cut'
  /** the service acts, and its answer is lost */
  | 'lose answer'
  /** the service acts, and the connection is cut in the middle of its answer */
  | 'cut answer'
  /** a proxy in between answers instead */
  | { status: number; headers?: Record<string, string>; body?: string }
  /** the answer passes through this, chunk by chunk; undefined cuts the connection */
  | { pass: (piece: string) => string | undefined }
  | undefined

export type Passed = { method: string; path: string; headers: IncomingMessage['headers'] }

/** Listens in front of the service at `target`. `decide` says what happens to each request. */
export async function unreliable(
  target: string,
  decide: (asked: Passed, count: number) => Fate = () => undefined,
) {
  const asked: Passed[] = []
  let open = 0
  const server = createServer((from, to) => {
    open++
    to.on('close', () => open--)
    const { method = '', url: path = '', headers } = from
    const fate = decide({ method, path, headers }, asked.push({ method, path, headers }))
    if (fate === 'cut') to.destroy()
    else if (typeof fate === 'object' && 'status' in fate) {
      to.writeHead(fate.status, fate.headers).end(fate.body)
    } else passOn(target, { from, to, fate })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    /** every request received, also those that never reached the service */
    asked,
    /** how many of them are not fully answered yet */
    open: () => open,
  }
}

type ConnectionState = {
  from: IncomingMessage
  to: ServerResponse
  fate: Exclude<Fate, 'cut' | { status: number }>
}

function passOn(target: string, { from, to, fate }: ConnectionState) {
  const { method, url = '', headers } = from
  const onward = request(new URL(url, target), { method, headers, agent: false }, (answer) => {
    if (fate === 'lose answer') {
      answer.resume().on('end', () => to.destroy())
      return
    }
    to.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('data', (piece: Buffer) => {
      if (fate === 'cut answer') {
        to.write(piece.subarray(0, piece.length / 2), () => to.destroy())
        return
      }
      const passed = fate ? fate.pass(`${piece}`) : piece
      if (passed === undefined) to.destroy()
      else to.write(passed)
    })
    answer.on('end', () => to.end())
    answer.on('error', () => to.destroy())
  })
  onward.on('error', () => to.destroy())
  to.on('close', () => onward.destroy())
  from.pipe(onward)
}
