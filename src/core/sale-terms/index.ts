export { type TaxedUnit, vatOnce } from '#common/money/vat-once'
export { planTerms, saleTerms } from './columns.ts'
export { asksHidden, HiddenQuery } from './hidden.ts'
export { findNames, type Names } from './names.ts'
export {
  AdmissionRule,
  NewSaleTerms,
  requireOneVat,
  SaleTerms,
  saleInput,
  saleShown,
  usualTerms,
  usualTermsOf,
  Vat,
  VatInput,
  ZoneName,
  Zones,
} from './schemas.ts'
export {
  asksTranslations,
  mostOfDescription,
  OfferTranslations,
  OwnLanguage,
  TranslationsQuery,
} from './translations.ts'
