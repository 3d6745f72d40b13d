export { type FestivalDraft, saveFestivals } from './changes.ts'
export { festivals } from './routes.ts'
export { NewFestival } from './schemas.ts'
