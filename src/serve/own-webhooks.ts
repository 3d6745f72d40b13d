import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deliver } from '#platform/processors/simulated'

const patience = 5_000
/** So many are under way at once; the others wait for their turn on the same connections. */
const atOnce = 8

/** Posts the simulated processor's webhooks over HTTP to the port we listen on, once there is one. */
export function ownWebhooks() {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let url: string | undefined
  const deliver: Deliver = async ({ headers, body }) => {
    if (url === undefined) throw new Error('Nobody listens yet')
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const posted = request(url, { method: 'POST', headers, agent, timeout: patience })
    posted.once('timeout', () => posted.destroy(new Error('Nobody answered in time')))
    posted.once('error', reject)
    posted.once('response', (response) => {
      const { statusCode = 0 } = response
      response.resume().once('close', () => resolve(statusCode))
    })
    posted.end(body)
    return promise
  }
  return {
    deliver,
    listenAt: ({ address, family, port }: AddressInfo) => {
      // "All addresses" is none to connect to.
      const own = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
      url = `http://${family === 'IPv6' ? `[${own}]` : own}:${port}/payments/webhook`
    },
  }
}
