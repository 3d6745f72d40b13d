export { holdersFound } from './holders.ts'
export { attendees } from './routes.ts'
