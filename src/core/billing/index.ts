export { isLeitwegId, isVatId, plainAccount, plainVatId } from './formats.ts'
export { addressParts, bankAccount, VatId } from './schemas.ts'
