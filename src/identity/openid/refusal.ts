/** Reasons for a failed sign-in by the identity provider; the console has a sentence for each. */
export type RefusalCode =
  /** the provider did not answer, or too late */
  | 'provider_away'
  /** its answer is malformed, or not for this service */
  | 'provider_wrong'
  /** the provider did not let the user in */
  | 'denied'
  /** the sign-in was begun too long ago, elsewhere, or has ended already */
  | 'over'
  | 'email_not_proven'
  | 'account_not_proven'
  | 'not_allowed'
  | 'suspended'
  | 'other_account'
  | 'second_factor_needed'
  /** the provider does not state when it asked the user, so it confirms no one */
  | 'no_auth_time'

export class Refusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode) {
    super(`Signing in by the identity provider: ${code}`)
    this.code = code
  }
}
