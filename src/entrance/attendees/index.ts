export { holdersFound } from './holders.ts'
export { attendees } from './routes.ts'
export { AttendeeStatus } from './schemas.ts'
export { sold, statusOf } from './status.ts'
