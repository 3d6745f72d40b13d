export { requestCode } from './code-requests.ts'
export { confirmFactor, offerFactor } from './enrolment.ts'
export { type CountedKind, countFailure, countOfNetwork, pairOf, refusePair } from './failures.ts'
export { mailFactorChange } from './own-factor.ts'
export { auth } from './routes.ts'
export { CodeAnswer, CodeCredentials, CodeRequest, SignedIn, UserToken } from './schemas.ts'
export {
  countingWrong,
  type FactorContext,
  notifyFactorChange as tellOfFactor,
  requireSecondFactor,
  wrongAtSignIn,
} from './second-factor.ts'
export { signInUser } from './sign-in.ts'
export { signInByCode } from './sign-in-code.ts'
export { attemptIn, clientThrough, userToken } from './sign-in-routes.ts'
