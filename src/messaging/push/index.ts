export { makingPushes, movePushes } from './changes.ts'
export { resealPushKeys } from './keys.ts'
export { push } from './routes.ts'
export { PushSubscription } from './schemas.ts'
