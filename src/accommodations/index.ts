export { accommodations } from './routes.ts'
export { accommodationStock } from './stock.ts'
