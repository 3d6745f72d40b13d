import type { Access } from './access.ts'

export { Access, requireAccessOnRoutes } from './access.ts'
export * from './callers.ts'
export { confirmOnRoutes, hasJustSignedIn } from './confirmed.ts'
export { deleteExpiredTokens } from './expiry.ts'
export {
  closeRightsToGuests,
  guestSeconds,
  isOpenToGuests,
  needsAccount,
} from './guests.ts'
export { auditChangesOfRoutes } from './noted-changes.ts'
export * from './page-session.ts'
export { closeRightsToPublishable, isOpenToPublishable, requireOrigin } from './publishable.ts'
export { requirePermission, requireScope } from './required.ts'
export { requiredFactors } from './second-factor.ts'
export { onSessionsChanged, type Session } from './sessions.ts'
export { SharedTokens } from './shared-tokens.ts'
export { waitForSlowChanges } from './slow-changes.ts'
export { staffRightsOf } from './staff-rights.ts'
export {
  type ClientCaller,
  type DeviceCaller,
  deviceEnd,
  findTokens,
  type Holder,
  hasManager,
  type UserCaller,
} from './token-lookup.ts'
export { clientTokens, gateTokens, tillTokens, userTokens } from './tokens.ts'
export { deleteDeadStreams, UserStreams } from './user-streams.ts'

declare module '#platform/http/infrastructure' {
  interface Infrastructure {
    access: Access
  }
}
