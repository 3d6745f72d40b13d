export {
  artistDraftsOf,
  artistNamesOf,
  lineUpDraft,
  placesToWrite,
  storedPlaces,
} from './importing/draft.ts'
export { type Difference, previewLineup } from './importing/preview.ts'
export { type Reading, type RefusedRow, readRowsInto } from './importing/read.ts'
export { warningsOf } from './importing/warnings.ts'
export { ImportedArtist, sourceOf } from './model/artist.ts'
export { type Head, type Lineup, readHead } from './model/lineup.ts'
export { daysOf, LocalTimes } from './model/local-times.ts'
export type { JoinedPlace } from './names/places.ts'
export { type LineupFile, readLineupFile } from './reading/file.ts'
export { readDelimiter, readLineupMap } from './reading/map.ts'
export { lineups } from './routes.ts'
