import { createHmac, randomBytes } from 'node:crypto'

/** Creates a signing secret: its bytes, and the form in which it is shown once. */
export function newSigningSecret(): { key: Buffer; shown: string } {
  const key = randomBytes(32)
  return { key, shown: `whsec_${key.toString('base64')}` }
}

type Message = { id: string; at: Date; body: string }

/**
 * Returns the headers of Standard Webhooks: the id of the message, the time it is sent, and a signature with each of
 * the keys, of which the receiver knows one.
 */
export function signed({ id, at, body }: Message, keys: Buffer[]): Record<string, string> {
  const seconds = `${Math.floor(at.getTime() / 1000)}`
  const signatures = keys.map((key) => {
    const digest = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
    return `v1,${digest}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  }
}
