export { waitingEvents } from './domain-events.ts'
export { offerPlaces } from './offer.ts'
export {
  assignOffers,
  findEntries,
  lockEntries,
  type OrderedOffer,
  offerDenialReason,
  settleOffers,
  type WaitingEntry,
} from './offered.ts'
export { waiting } from './routes.ts'
export type { WaitingEntry as PlaceInLine } from './schemas.ts'
