export { planTerms, saleTerms } from './columns.ts'
export { asksHidden, HiddenQuery } from './hidden.ts'
export { findNames, type Names } from './names.ts'
export {
  NewSaleTerms,
  requireOneVat,
  SaleTerms,
  saleInput,
  saleShown,
  usualTerms,
  Vat,
  VatInput,
} from './schemas.ts'
export {
  asksTranslations,
  mostOfDescription,
  OfferTranslations,
  OwnLanguage,
  TranslationsQuery,
} from './translations.ts'
