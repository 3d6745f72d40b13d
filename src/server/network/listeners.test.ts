import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import {
  addListeners,
  allClosed,
  canShare,
  listenersOf,
  refuseShared,
  tryPort,
} from './listeners.ts'

const callers = 64

/** Connects this often while the main thread is blocked, and stays connected until the main thread ends. */
const caller = `
  const { connect } = require('node:net')
  const { workerData: { port, callers, connected } } = require('node:worker_threads')
  for (let nth = 0; nth < callers; nth++) {
    connect({ port, host: '127.0.0.1' }, () => {
      Atomics.add(connected, 0, 1)
      Atomics.notify(connected, 0)
    })
  }`

/** Counts the turns of the event loop in which a server accepts all waiting connections. */
async function turnsOf(server: Server): Promise<number> {
  const { port } = server.address() as AddressInfo
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const taken: Socket[] = []
  server.on('connection', (socket: Socket) => taken.push(socket))
  const worker = new Worker(caller, { eval: true, workerData: { port, callers, connected } })
  await once(worker, 'online')
  for (let there = 0; there < callers; there = Atomics.load(connected, 0)) {
    assert.notEqual(Atomics.wait(connected, 0, there, 10_000), 'timed-out')
  }
  let turns = 0
  for (; taken.length < callers; turns++) await turn()
  await worker.terminate()
  return turns
}

const listen = async (server: Server) => {
  await once(server.listen({ port: 0, host: '127.0.0.1', reusePort: canShare }), 'listening')
  return server.address() as AddressInfo
}

// Requirement (rules): Load: the rest is refused early with 503
test('simultaneous connections are accepted in a few turns of the loop, not one in each', {
  skip: canShare ? false : 'only Linux lets a port have several listeners',
}, async () => {
  const [alone, together] = [createServer(), createServer()]
  await listen(alone)
  await addListeners(together, await listen(together))
  const [many, few] = [await turnsOf(alone), await turnsOf(together)]
  assert.ok(many >= callers, `${many} turns`)
  assert.ok(few <= callers / 2, `${few} turns`)
  for (const server of [alone, together]) {
    const closed = allClosed(server)
    for (const listener of listenersOf(server)) listener.close()
    await closed
  }
})

test('connections through any of them are answered, and closed with the others', async () => {
  const server = createServer((_request, response) => response.end('here'))
  const place = await listen(server)
  if (canShare) await addListeners(server, place)
  const url = `http://127.0.0.1:${place.port}`
  const headers = { connection: 'close' }
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => (await fetch(url, { headers })).text()),
  )
  assert.deepEqual(new Set(answers), new Set(['here']))
  // Another service would find the port taken, although the system would let them share it.
  const taken = { PORT: place.port, HOST: place.address }
  await assert.rejects(tryPort(taken), { code: 'EADDRINUSE' })
  await assert.rejects(refuseShared(taken), { code: 'EADDRINUSE' })
  const closed = allClosed(server)
  for (const listener of listenersOf(server)) listener.close()
  await closed
  await assert.rejects(fetch(url))
  await tryPort(taken)
  await refuseShared(taken)
})
