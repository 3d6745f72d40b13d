/** A printer in the network that works, is off, stops, or closes: a real server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { PrinterFailed, sendToPrinter } from './network.ts'

/** More than the buffers of both sides take. */
const bytes = Buffer.alloc(32_000_000, 'ticket ')

async function aPrinter(work: (socket: Socket) => void) {
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => undefined)
    work(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, server }
}
const failing = (reason: string) => (error: unknown) =>
  error instanceof PrinterFailed && error.reason === reason

test('a printer gets all bytes, also one that answers with its state and reads slowly', async () => {
  const chunks: Buffer[] = []
  const printer = await aPrinter((socket) => {
    socket.write('\x12')
    socket.on('data', (chunk) => {
      if (typeof chunk !== 'string') chunks.push(chunk)
      socket.pause()
      setImmediate(() => socket.resume())
    })
    socket.resume()
  })
  await sendToPrinter(printer, bytes)
  assert.ok(Buffer.concat(chunks).equals(bytes))
})

test('a printer that is off, stops taking data, or closes early has failed, with the reason', async () => {
  const off = await aPrinter(() => undefined)
  off.server.close()
  await once(off.server, 'close')
  await assert.rejects(sendToPrinter(off, bytes), failing('no_connection'))

  const stopped = await aPrinter(() => undefined)
  await assert.rejects(sendToPrinter(stopped, bytes, { idleMs: 1_500 }), failing('stopped'))

  const closing = await aPrinter((socket) => {
    socket.once('data', () => socket.destroy())
    socket.resume()
  })
  await assert.rejects(sendToPrinter(closing, bytes), failing('closed'))
})

test('a printer that takes a byte at a time ends at the limit for all of it', async () => {
  const slow = await aPrinter((socket) => {
    const timer = setInterval(() => socket.read(1_000), 20)
    socket.once('close', () => clearInterval(timer))
  })
  await assert.rejects(
    sendToPrinter(slow, bytes, { idleMs: 10_000, totalMs: 1_500 }),
    failing('stopped'),
  )
})
