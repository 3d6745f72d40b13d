export { pathOf } from '#common/codes/qr-path'
export { mostRevisions } from '#common/codes/read-code'
export { readShortCode, shownShortCode } from '#common/codes/short-code'
export { signedAddresses, type TicketAddresses } from './addresses.ts'
export {
  admissionSource,
  lockTickets,
  type PresentedTicket,
  passTickets,
  presentTickets,
  undoPassage,
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
export { ticketsOfShortCodes } from './codes/find-short.ts'
export {
  type KeyState,
  listTicketKeys,
  openCodes,
  publicKeys,
  resealTicketKeys,
  rotateTicketKey,
} from './codes/keys.ts'
export { publishPassed, publishReturned, ticketEvents } from './domain-events.ts'
export { changesInside, isInside, ticketsInside } from './inside.ts'

export { toPaper, toPdf } from './paper/pdf.ts'
export { toBitmaps, toTestBitmap } from './paper/raster.ts'
export {
  type AdmissionRule,
  type Passage,
  type PassageText,
  passagesOf,
  toPassage,
  validatedZoneOf,
} from './passages.ts'
export { findTicket, findTicketsOfSale, type PrintedTicket } from './queries.ts'
export { tickets } from './routes.ts'
export { transferTicket } from './transfer-ticket.ts'
export { toSaveLink } from './wallets/link.ts'
export { toPkpass } from './wallets/pass.ts'
export { readWallets, requireWallet, type WalletName, walletsAt } from './wallets/read.ts'
