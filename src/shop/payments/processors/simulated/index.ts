import { createHmac } from 'node:crypto'
import type { Definition } from '../processor.ts'
import { facts, simulatedProcessor } from './simulated.ts'

/** Takes no money, in place of a processor for cards where none is set up. */
export const simulated = {
  ...facts,
  open: ({ config, db, now, deliver, secretKey, otherKey, isTaken }) => {
    if (isTaken('card')) return undefined
    return simulatedProcessor({
      db,
      now,
      // Every process derives the same secret, so any of them can verify a webhook.
      secret: webhookSecretOf(secretKey),
      otherSecret: otherKey && webhookSecretOf(otherKey),
      deliver,
      faults: config.SIMULATED_PROCESSOR ?? {},
    })
  },
} satisfies Definition

const webhookSecretOf = (secretKey: string) =>
  createHmac('sha256', secretKey).update('simulated processor').digest('base64url')
