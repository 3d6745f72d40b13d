/**
 * Events with money, or a decision of the service, behind them: it alone sends them. Sent by a client
 * they are recorded like any other and award nothing (contract, section 5).
 */
const serverTypes: ReadonlySet<string> = new Set([
  'ticket_purchased',
  'accommodation_booked',
  'subscription_started',
  'ticket_validated',
  'challenge_claimed',
])

/** Whose events of this type count. */
export function senderOf(eventType: string): 'server' | 'client' {
  return serverTypes.has(eventType) ? 'server' : 'client'
}
