export { approveOrganizer } from './announcing/approval.ts'
export { festivalEvents } from './announcing/domain-events.ts'
export { isRunning, turnOf } from './listing/queries.ts'
export { everything, findFestival, readFestivals } from './listing/read.ts'
export { findAvailability, type TierAvailability, termsOf } from './model/availability.ts'
export { festivalColumns, gigColumns, placeColumns, tierColumns } from './model/columns.ts'
export { NewFestival } from './model/input-schemas.ts'
export { previousEdition } from './model/previous.ts'
export { Festival, FestivalLight } from './model/schemas.ts'
export { forAll, isOver, isQueued, moveOffered, type Offering, tierStock } from './model/stock.ts'
export { renameZones } from './model/zone.ts'
export { festivals } from './routes.ts'
export { type Chosen, composeCalendar, findCalendar } from './timetable/calendar.ts'
export type { DayAnswer } from './timetable/day.ts'
export type { LineUp } from './timetable/line-up.ts'
export {
  addFestival,
  type By,
  by,
  changeable,
  type FestivalDraft,
  saveFestivals,
} from './writing/changes.ts'
export { type MoveOthers, retellAsLocal } from './writing/correct-time-zone.ts'
export { moveLineUps } from './writing/move-line-ups.ts'
