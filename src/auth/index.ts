export { confirmFactor, offerFactor } from './enrolment.ts'
export { type CountedKind, countFailure, pairOf, refusePair } from './failures.ts'
export { mailFactorNews } from './own-factor.ts'
export { auth } from './routes.ts'
export { SignedIn, UserToken } from './schemas.ts'
export {
  askFactor,
  countingWrong,
  type FactorContext,
  tell as tellOfFactor,
  wrongAtSignIn,
} from './second-factor.ts'
export { signInUser } from './sign-in.ts'
export { askForCode, signInByCode } from './sign-in-code.ts'
export { clientThrough, userToken } from './sign-in-routes.ts'
