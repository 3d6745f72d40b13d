import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after } from 'node:test'

/** A printer in the network, named `bar` in the settings, which receives what is sent to it until it is broken. */
export async function aNetworkPrinter() {
  const printer = { received: [] as Buffer[], isBroken: false, env: {} }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (printer.isBroken) socket.resetAndDestroy()
    else
      socket.on('data', (chunk) => void (typeof chunk !== 'string' && printer.received.push(chunk)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return Object.assign(printer, {
    port,
    // Nothing listens at the port of the other one.
    env: { RECEIPT_PRINTERS: `bar=127.0.0.1:${port},North door=127.0.0.1:1` },
  })
}
