export { askForCode } from './code-requests.ts'
export { confirmFactor, offerFactor } from './enrolment.ts'
export { type CountedKind, countFailure, countOfNetwork, pairOf, refusePair } from './failures.ts'
export { mailFactorNews } from './own-factor.ts'
export { auth } from './routes.ts'
export { CodeAnswer, CodeCredentials, CodeRequest, SignedIn, UserToken } from './schemas.ts'
export {
  askFactor,
  countingWrong,
  type FactorContext,
  tell as tellOfFactor,
  wrongAtSignIn,
} from './second-factor.ts'
export { signInUser } from './sign-in.ts'
export { signInByCode } from './sign-in-code.ts'
export { attemptIn, clientThrough, userToken } from './sign-in-routes.ts'
