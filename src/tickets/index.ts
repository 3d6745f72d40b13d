export { signedAddresses, type TicketAddresses } from './addresses.ts'
export {
  admissionSource,
  admitTickets,
  lockTickets,
  type PresentedTicket,
  presentTickets,
} from './admit.ts'
export { issueTickets, revokeTickets } from './changes.ts'
export { ticketEvents } from './domain-events.ts'
export {
  type KeyState,
  listTicketKeys,
  openCodes,
  publicKeys,
  resealTicketKeys,
  rotateTicketKey,
} from './keys.ts'
export { tickets } from './routes.ts'
export { usedTickets } from './used.ts'
