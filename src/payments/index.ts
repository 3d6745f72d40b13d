export { auditLedger, ledgerSize } from './audit.ts'
export { type BoughtColumns, boughtColumns, boughtTables, festivalOf, itemOf } from './bought.ts'
export { paymentEvents } from './domain-events.ts'
export { freeLeased, leaseStock, sellLeased } from './leased.ts'
export { moveOwner } from './move-owner.ts'
export { type Order, OrderStatus } from './order-schemas.ts'
export { type PaymentContext, paymentContextOf } from './payment-context.ts'
export { forgetLimitedEmails } from './per-person.ts'
export { ofPurchases, ofVouchers } from './refusals.ts'
export { mailOrdersAgain } from './resend.ts'
export { payments } from './routes.ts'
export {
  OrderNumber,
  PaidFestival,
  PaidItem,
  type Payment,
  ProcessorId,
  ShortCode,
  TicketText,
  ticketFile,
} from './schemas.ts'
export { salesToBuyer } from './staff.ts'
export { Buyer, Holder } from './staff-list-schemas.ts'
export { sellAtTill, settleSale, type TillItem } from './till.ts'
export { refundAtTill } from './till-refund.ts'
export { vatOfUnit } from './vat-before.ts'
export type { VoucherCheck } from './voucher-check.ts'
export { countingGuesses } from './voucher-guesses.ts'
