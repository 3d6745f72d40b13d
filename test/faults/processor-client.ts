/** Connects a service to the hostile processor. */
import { createHmac } from 'node:crypto'
import { Problem } from '#platform/values/errors'
import type { Charge, OnlineProcessor } from '../../src/shop/payments/processors/processor.ts'
import { facts } from '../../src/shop/payments/processors/simulated/simulated.ts'

export const secret = 'what the processor signs its events with'

export function clientOf(url: string): OnlineProcessor {
  const call = async (path: string, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(3000),
    })
    // The answers of the processor are trusted: it is part of the harness.
    return (await response.json()) as any
  }
  const about = ({ key, cents }: Charge) => ({ charge: key, cents })
  return {
    ...facts,
    livemode: false,
    publicKey: 'pk_hostile',
    defaultMethod: 'pm_any',
    charge: (charge) => call('/charge', about(charge)),
    find: (charge) => call('/get', about(charge)),
    cancelCharge: async (charge) => (await call('/cancel', about(charge))).state,
    refund: ({ charge, key, cents }) => call('/refund', { charge: charge.key, key, cents }),
    refundsOf: (charge) => call('/refunds', about(charge)),
    webhook: (headers, body) => {
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      if (headers['x-signature'] !== signature) throw new Problem(400, 'The signature is wrong')
      return JSON.parse(body.toString())
    },
  }
}
