export { emptyBilling, requireWholeBilling } from './buyer.ts'
export { isLeitwegId, isVatId, isVatIdOf, plainAccount, plainVatId } from './formats.ts'
export { addressParts, BillingChange, BillingDetails, bankAccount, VatId } from './schemas.ts'
