export { type FestivalDraft, saveFestivals } from './changes.ts'
export { festivals } from './routes.ts'
export { FestivalLight, NewFestival } from './schemas.ts'
export { tierStock } from './stock.ts'
