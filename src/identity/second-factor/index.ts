export {
  confirmSecret,
  deleteFactor,
  type FactorState,
  findFactor,
  offerSecret,
  resealSecondFactors,
  useFactorCode,
} from './factors.ts'
export { renewRecoveryCodes } from './recovery-codes.ts'
export { FactorCode, OfferedSecret, RecoveryCodes, SecondFactor } from './schemas.ts'
export { shownSecret } from './totp.ts'
