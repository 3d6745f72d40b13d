/** Links from a mail to the tickets of its reader. */
import type { Recipient } from './courier.ts'

/**
 * Returns the parameters of `seeTickets`. A guest finds the tickets by a code that is mailed on request, since a mail
 * may be forwarded and must sign no one in; an account with an unconfirmed e-mail confirms it first.
 */
export const ticketLinks = ({ email, is_guest, is_proven }: Recipient) => ({
  email,
  proven: is_proven ? 'yes' : undefined,
  unproven: is_proven || is_guest ? undefined : 'yes',
  guest: is_guest ? 'yes' : undefined,
})
