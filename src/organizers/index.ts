export { ensureOrganizer } from './changes.ts'
export { organizerEvents } from './happenings.ts'
export { managedBy, mayChangeOrganizer } from './managers.ts'
export { organizers } from './routes.ts'
