export { signedAddresses, type TicketAddresses } from './addresses.ts'
export {
  admissionSource,
  lockTickets,
  type PresentedTicket,
  passTickets,
  presentTickets,
  takeBackPassage,
} from './admit.ts'
export { attachedTicket } from './attached.ts'
export { type ChangedTicket, changedTickets } from './changed.ts'
export {
  issueTickets,
  newShortCode,
  revokeTickets,
  setBlocked,
  type TicketCodes,
} from './changes.ts'
export { publishPassed, publishReturned, ticketEvents } from './domain-events.ts'
export { ticketsOfShortCodes } from './find-short.ts'
export { fontsOf, printable } from './fonts.ts'
export { handOverTicket } from './hand-over.ts'
export { changesInside, isInside, ticketsInside } from './inside.ts'
export {
  type KeyState,
  listTicketKeys,
  openCodes,
  publicKeys,
  resealTicketKeys,
  rotateTicketKey,
} from './keys.ts'
export {
  type AdmissionRule,
  type Passage,
  type PassageText,
  passagesOf,
  toPassage,
  validatedZoneOf,
} from './passages.ts'
export { toPaper, toPdf } from './pdf.ts'
export { pathOf } from './qr-path.ts'
export { findTicket, findTicketsOfSale, type PrintedTicket } from './queries.ts'
export { mostRevisions } from './read-code.ts'
export { tickets } from './routes.ts'
export { readShortCode, shownShortCode } from './short-code.ts'
export { toSaveLink } from './wallet-link.ts'
export { toPkpass } from './wallet-pass.ts'
export { readWallets, requireWallet, type WalletName, walletsAt } from './wallet-read.ts'
