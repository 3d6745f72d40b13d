/** Why signing in by the identity provider came to nothing; the console has a sentence for each. */
export type RefusalCode =
  /** it did not answer, or too late */
  | 'provider_away'
  /** what it answered is not what it has to, or not for this service */
  | 'provider_wrong'
  /** the provider let the user not in */
  | 'denied'
  /** it was begun too long ago, elsewhere, or ended already */
  | 'over'
  | 'email_not_proven'
  | 'account_not_proven'
  | 'not_allowed'
  | 'suspended'
  | 'other_account'
  | 'second_factor_needed'
  /** it does not say when it has asked the user, so it confirms no one */
  | 'no_auth_time'

export class Refusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode) {
    super(`Signing in by the identity provider: ${code}`)
    this.code = code
  }
}
