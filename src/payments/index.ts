export { auditLedger, ledgerSize } from './audit.ts'
export { paymentEvents } from './happenings.ts'
export { payments } from './routes.ts'
