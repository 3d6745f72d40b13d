export { plainVatId } from '#platform/values/countries/vat-ids'
export { emptyBilling, requireWholeBilling } from './buyer.ts'
export { isLeitwegId, plainAccount } from './formats.ts'
export { addressParts, BillingChange, BillingDetails, bankAccount, VatId } from './schemas.ts'
