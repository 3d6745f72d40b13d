export { boxOfficeEvents } from './domain-events.ts'
export { boxOffice } from './routes.ts'
