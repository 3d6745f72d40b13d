export { filesOfMonths, listMonths, type MonthFile, type SellerMonth } from './api/month-files.ts'
export { findOfOrders, type OfOrder, type OrderDocument } from './api/of-orders.ts'
export {
  findRequestedInvoice,
  readPdf,
  requestInvoice,
} from './issuing/on-request.ts'
export type {
  Account,
  Buyer,
  DocumentData,
  DocumentKind,
  DocumentLine,
  LineVat,
  Payment,
  Seller,
} from './model/document.ts'
export { documentEvents } from './model/domain-events.ts'
export { categoryOf, type DocumentSums, sumsOf } from './model/sums.ts'
export { documents } from './routes.ts'
