export { approveOrganizer } from './approval.ts'
export { type MoveOthers, retellAsLocal } from './as-local.ts'
export { findAvailability, type TierAvailability, termsOf } from './availability.ts'
export { type Chosen, composeCalendar, findCalendar } from './calendar.ts'
export {
  addFestival,
  type By,
  by,
  changeable,
  type FestivalDraft,
  saveFestivals,
} from './changes.ts'
export { festivalColumns, gigColumns, placeColumns, tierColumns } from './columns.ts'
export type { DayAnswer } from './day.ts'
export { festivalEvents } from './domain-events.ts'
export { NewFestival } from './input-schemas.ts'
export type { LineUp } from './line-up.ts'
export { moveLineUps } from './move-line-ups.ts'
export { previousEdition } from './previous.ts'
export { isRunning, turnOf } from './queries.ts'
export { everything, findFestival, readFestivals } from './read.ts'
export { festivals } from './routes.ts'
export { Festival, FestivalLight } from './schemas.ts'
export { forAll, isOver, isQueued, moveOffered, type Offering, tierStock } from './stock.ts'
export { renameZones } from './zone.ts'
