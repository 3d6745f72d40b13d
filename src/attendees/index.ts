export { attendees } from './routes.ts'
