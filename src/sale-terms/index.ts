export { planTerms, saleTerms } from './columns.ts'
export { asksHidden, HiddenQuery } from './hidden.ts'
export {
  requireOneVat,
  type SaleTerms,
  saleInput,
  saleShown,
  usualTerms,
  Vat,
  VatInput,
} from './schemas.ts'
