export { accommodationColumns } from './columns.ts'
export { accommodations } from './routes.ts'
export type { Accommodation } from './schemas.ts'
export { accommodationStock, moveStays } from './stock.ts'
