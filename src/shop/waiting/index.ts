export { waitingEvents } from './domain-events.ts'
export { offerPlaces } from './offer.ts'
export {
  findEntries,
  holdEntries,
  settleOffers,
  type TakenOffer,
  takeOffers,
  type WaitingEntry,
  whyNotOffered,
} from './offered.ts'
export { waiting } from './routes.ts'
export type { WaitingEntry as PlaceInLine } from './schemas.ts'
