export { accommodationColumns } from './columns.ts'
export { accommodations } from './routes.ts'
export { accommodationStock, moveStays } from './stock.ts'
