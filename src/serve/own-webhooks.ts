import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deliver } from '../payments/processors/simulated.ts'

const patience = 5_000
/** So many are under way at once; the others wait for their turn on the same connections. */
const atOnce = 8
/** So many at most, waiting or under way: of a service with more to do than it can, none piles up. */
const atMost = 256

/** Posts the simulated processor's webhooks over HTTP to the port we listen on, once there is one. */
export function ownWebhooks() {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let url: string | undefined
  let present = 0
  const post = (to: string, { headers, body }: Parameters<Deliver>[0]) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const posted = request(to, { method: 'POST', headers, agent, timeout: patience })
    posted.once('timeout', () => posted.destroy(new Error('No answer in time')))
    posted.once('error', reject)
    posted.once('response', (response) => {
      const { statusCode = 0 } = response
      response.resume().once('close', () => resolve(statusCode))
    })
    posted.end(body)
    return promise
  }
  const deliver: Deliver = async (webhook) => {
    if (url === undefined) throw new Error('The service does not listen yet')
    if (present === atMost) throw new Error('Too many wait for their turn')
    present++
    return post(url, webhook).finally(() => present--)
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
