/**
 * Event types that only the service sends, since money or a decision of the service is behind them. Sent by a client,
 * they are recorded like any other and award nothing (contract, section 5).
 */
const serverTypes: ReadonlySet<string> = new Set([
  'ticket_purchased',
  'accommodation_booked',
  'subscription_started',
  'ticket_validated',
  'challenge_claimed',
])

/** Returns the sender whose events of this type count. */
export function senderOf(eventType: string): 'server' | 'client' {
  return serverTypes.has(eventType) ? 'server' : 'client'
}
