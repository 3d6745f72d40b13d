export { ensureOrganizer } from './changes.ts'
export { mayChangeOrganizer } from './managers.ts'
export { organizers } from './routes.ts'
