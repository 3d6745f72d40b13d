export { ensureOrganizer } from './changes.ts'
export { organizerEvents } from './happenings.ts'
export { addManager, managedBy, mayChangeOrganizer, mayChooseManagers } from './managers.ts'
export { organizers } from './routes.ts'
