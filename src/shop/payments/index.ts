export { countingGuesses } from './api/voucher-guesses.ts'
export { storeBilling } from './billing/billing.ts'
export { billingFields } from './billing/columns.ts'
export { freeLeased, leaseStock, sellLeased } from './box-office/leased.ts'
export { sellAtTill, settleSale, type TillItem } from './box-office/till.ts'
export { refundAtTill } from './box-office/till-refund.ts'
export { type Checkout, openCheckout } from './charging/checkout.ts'
export { settleTransferRefunds, settleTransfers } from './charging/settle-transfers.ts'
export { auditLedger, ledgerSize } from './ledger/audit.ts'
export { documentedOrder } from './ledger/documented-order.ts'
export { mailOrdersAgain } from './mails/resend.ts'
export { paymentEvents } from './model/domain-events.ts'
export { methodsOf } from './model/online-methods.ts'
export { type Order, OrderStatus } from './model/order-schemas.ts'
export { type PaymentContext, paymentContextOf } from './model/payment-context.ts'
export {
  type BoughtColumns,
  boughtColumns,
  boughtTables,
  festivalOf,
  itemOf,
} from './model/purchased-item.ts'
export { ofPurchases, ofVouchers } from './model/refusals.ts'
export {
  OrderNumber,
  PaidFestival,
  PaidItem,
  type Payment,
  ProcessorId,
  ShortCode,
  TicketText,
  ticketFile,
} from './model/schemas.ts'
export { requireOrderReader, salesToBuyer } from './model/staff.ts'
export { vatOfUnit } from './model/vat-before.ts'
export {
  type BalanceEntry,
  type PayoutSource,
  type ProcessorPayout,
} from './processors/payout-source.ts'
export type { Processor } from './processors/processor.ts'
export { collectedMethods, type ReportedMethod, reportedMethods } from './processors/registry.ts'
export { stripe } from './processors/stripe/index.ts'
export {
  addOrganizerTransfer,
  bookTransfers,
  lockTransferCharges,
  lockTransferRefunds,
  noteTransferred,
  orderRefunds,
  organizerTransfers,
  returnEntry,
  type StoredTransfer,
  type TransferCharge,
  type TransferRefund,
} from './processors/transfer/booking.ts'
export { moveOwner } from './reserving/move-owner.ts'
export { forgetLimitedEmails } from './reserving/per-person.ts'
export type { VoucherCheck } from './reserving/voucher-check.ts'
export { payments } from './routes.ts'
export { Buyer, Holder } from './staff/list-schemas.ts'
