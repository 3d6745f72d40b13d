/** Printers in the network of the service: raw data over TCP, as port 9100 takes it. */
import { connect } from 'node:net'

export type PrinterAddress = { host: string; port: number }
type Limits = {
  /** milliseconds until a connection, and between two moments at which the printer takes data */
  idleMs?: number
  /** milliseconds for all of it */
  totalMs?: number
}

/** A printer that did not take all data. `reason` is for the log. */
export class PrinterFailed extends Error {
  readonly reason: 'no_connection' | 'stopped' | 'closed'
  constructor(reason: PrinterFailed['reason'], cause?: unknown) {
    super(`The printer: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Sends bytes to a printer, and returns once it has taken them and closed. @throws PrinterFailed */
export function sendToPrinter(
  { host, port }: PrinterAddress,
  bytes: Uint8Array,
  { idleMs = 5_000, totalMs = 20_000 }: Limits = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isConnected = false
    const socket = connect({ host, port, timeout: idleMs })
    const fail = (reason: PrinterFailed['reason'], cause?: unknown) => {
      reject(new PrinterFailed(isConnected ? reason : 'no_connection', cause))
      socket.destroy()
    }
    const timer = setTimeout(() => fail('stopped'), totalMs)
    socket.once('connect', () => {
      isConnected = true
      socket.end(bytes)
    })
    socket.once('timeout', () => fail('stopped'))
    socket.once('error', (error) => fail('closed', error))
    // Discards answers, such as its state: a stream that is not read does not end.
    socket.resume()
    socket.once('close', () => {
      clearTimeout(timer)
      if (socket.writableFinished) resolve()
      else fail('closed')
    })
  })
}
