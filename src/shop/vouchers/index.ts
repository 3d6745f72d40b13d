export { keyOfCode } from './codes.ts'
export { vouchers } from './routes.ts'
export { VoucherCode } from './schemas.ts'
export {
  denialReasonNow,
  discountOf,
  notApplicable,
  opens,
  otherFestival,
  overVoucherLimit,
  type Terms,
  unknownVoucher,
  usedUp,
} from './terms.ts'
export {
  type Code,
  findCodes,
  isKnownCode,
  lockCodes,
  looksKnown,
  moveUses,
  moveVoucherTimes,
  type Uses,
} from './uses.ts'
