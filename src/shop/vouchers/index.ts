export { keyOfCode } from './codes.ts'
export { vouchers } from './routes.ts'
export { VoucherCode } from './schemas.ts'
export {
  discountOf,
  notApplicable,
  opens,
  otherFestival,
  overVoucherLimit,
  type Terms,
  unknownVoucher,
  usedUp,
  whyNotNow,
} from './terms.ts'
export {
  type Code,
  findCodes,
  isKnownCode,
  lockCodes,
  moveUses,
  moveVoucherTimes,
  type Uses,
} from './uses.ts'
