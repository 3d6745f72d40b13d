export { signedAddresses, type TicketAddresses } from './addresses.ts'
export {
  admissionSource,
  admitTickets,
  lockTickets,
  type PresentedTicket,
  presentTickets,
} from './admit.ts'
export { attachedTicket } from './attached.ts'
export { changedTickets } from './changed.ts'
export { issueTickets, revokeTickets, setBlocked, type TicketCodes } from './changes.ts'
export { publishReturned, ticketEvents } from './domain-events.ts'
export { ticketsOfShortCodes } from './find-short.ts'
export { handOverTicket } from './hand-over.ts'
export {
  type KeyState,
  listTicketKeys,
  openCodes,
  publicKeys,
  resealTicketKeys,
  rotateTicketKey,
} from './keys.ts'
export { toPdf } from './pdf.ts'
export { pathOf } from './qr.ts'
export { findTicket } from './queries.ts'
export { mostRevisions } from './read-code.ts'
export { tickets } from './routes.ts'
export { readShortCode, shownShortCode } from './short-code.ts'
