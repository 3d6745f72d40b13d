import type { AddressInfo } from 'node:net'
import type { Deliver } from '#platform/processors/simulated'

const patience = 5_000

/** Posts the simulated processor's webhooks over HTTP to the port we listen on, once there is one. */
export function ownWebhooks() {
  let url: string | undefined
  const deliver: Deliver = async ({ headers, body }) => {
    if (url === undefined) throw new Error('Nobody listens yet')
    const signal = AbortSignal.timeout(patience)
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    await response.body?.cancel()
    return response.status
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
