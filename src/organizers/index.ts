export { ensureOrganizer } from './changes.ts'
export { managedBy, mayChangeOrganizer } from './managers.ts'
export { organizers } from './routes.ts'
