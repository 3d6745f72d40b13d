export { accommodations } from './routes.ts'
