export { auditLedger, ledgerSize } from './audit.ts'
export { type BoughtColumns, boughtColumns, boughtTables, festivalOf, itemOf } from './bought.ts'
export { paymentEvents } from './domain-events.ts'
export { moveOwner } from './move-owner.ts'
export type { Order } from './order-schemas.ts'
export { forgetLimitedEmails } from './per-person.ts'
export { payments } from './routes.ts'
export {
  PaidFestival,
  PaidItem,
  type Payment,
  ShortCode,
  TicketText,
  ticketFile,
} from './schemas.ts'
export type { VoucherCheck } from './voucher-check.ts'
