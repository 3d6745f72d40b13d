export { calendars } from './routes.ts'
