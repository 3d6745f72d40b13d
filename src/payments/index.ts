export { auditLedger, ledgerSize } from './audit.ts'
export { payments } from './routes.ts'
