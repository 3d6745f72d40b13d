import type { Config } from '#platform/config/variables'
import { Problem } from '#platform/values/errors'
import type { Holder } from './token-lookup.ts'

/** Users required to have a second factor: all admins, and all users of the console. */
export type RequiredFactors = { ofAdmins?: boolean; inConsole?: boolean }

/** Returns the requirements of the settings. */
export function requiredFactors({
  REQUIRE_SECOND_FACTOR,
  NODE_ENV,
}: Pick<Config, 'REQUIRE_SECOND_FACTOR' | 'NODE_ENV'>): RequiredFactors {
  return { ofAdmins: REQUIRE_SECOND_FACTOR, inConsole: NODE_ENV === 'production' }
}

type Person = { user: { isAdmin: boolean } | null; client: { id: string } }

/** Returns true if a user needs a second factor for calls through a client. */
export function needsFactor(requires: RequiredFactors, { user, client }: Person): boolean {
  if (user === null) return false
  return (
    (requires.ofAdmins === true && user.isAdmin) ||
    (requires.inConsole === true && client.id === 'console')
  )
}

/** Returns true if a token opens nothing because no second factor was given for it. */
export function lacksFactor(
  requires: RequiredFactors,
  { user, client }: Pick<Holder, 'user' | 'client'>,
): boolean {
  return !user?.hasSecondFactor && needsFactor(requires, { user, client })
}

/** Refuses (401 `second_factor_required`) a token that lacks a second factor. */
export function requireFactor(
  requires: RequiredFactors,
  holder: Pick<Holder, 'user' | 'client'>,
): void {
  if (!lacksFactor(requires, holder)) return
  throw new Problem(401, 'This needs a second factor: sign in again with one', {
    code: 'second_factor_required',
  })
}
