export { transfers } from './routes.ts'
export type { HeldTicket, Transfer } from './schemas.ts'
