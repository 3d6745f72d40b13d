import type { Definition, Setup } from '../processor.ts'
import { facts, stripeProcessor } from './stripe.ts'

/** Stripe, if its three settings are set: production and test mode, by the key. */
export const stripe = {
  ...facts,
  open: ({ config, now }: Pick<Setup, 'config' | 'now'>) => {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLIC_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = config
    if (!STRIPE_SECRET_KEY || !STRIPE_PUBLIC_KEY || !STRIPE_WEBHOOK_SECRET) return undefined
    return stripeProcessor({
      secretKey: STRIPE_SECRET_KEY,
      publicKey: STRIPE_PUBLIC_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      apiBase: STRIPE_API_BASE,
      // Two thirds of the lease: callers wait this long for the answer.
      patience: config.PAYMENT_LEASE_SECONDS * 666,
      now,
    })
  },
} satisfies Definition
