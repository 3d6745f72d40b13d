export { outboxOf } from './outbox.ts'
export { mail } from './routes.ts'
