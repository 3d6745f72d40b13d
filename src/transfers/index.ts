export { transfers } from './routes.ts'
export type { HeldTicket } from './schemas.ts'
