export { type Begun, beginSignIn, finishSignIn, type Identity } from './flow.ts'
export { type Provider, providerName, providerOf } from './provider.ts'
export { Refusal, type RefusalCode } from './refusal.ts'
export { type Confirming, signInByProvider } from './sign-in.ts'
