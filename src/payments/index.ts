export { auditLedger, ledgerSize } from './audit.ts'
export { paymentEvents } from './domain-events.ts'
export { payments } from './routes.ts'
