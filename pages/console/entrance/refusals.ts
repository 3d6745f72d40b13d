/** The reasons why the identity provider led to no session, by the code in the address that it returns to. */
const words: Record<string, string> = {
  provider_away: 'The identity provider does not answer. Try again in a moment.',
  provider_wrong:
    'The identity provider answered something that cannot be right. Tell who runs this service.',
  denied: 'The identity provider did not let you in.',
  over: 'This sign-in is over: it took too long, or was used already. Begin again.',
  email_not_proven:
    'The identity provider has not confirmed your e-mail, so your account here cannot be found by it.',
  account_not_proven:
    'There is an account with your e-mail here, which is not confirmed. Sign in with its password, and confirm the e-mail first.',
  not_allowed: 'You have no account here, and none of your groups gives you one.',
  suspended: 'Your account, or the console, is suspended.',
  other_account: 'That is not the account that you have here.',
  no_auth_time:
    'The identity provider does not say when it has asked you, so it cannot confirm that it is you. Use your password, a passkey or a code from a mail instead.',
  second_factor_needed:
    'This needs a second factor, and your account has none here. Set a password with “Forgot your password?”, and sign in with it: that adds one.',
}

/** Returns the reason, and removes it from the address. */
export function takeRefusal(): string | undefined {
  const address = new URL(location.href)
  const code = address.searchParams.get('refused')
  if (code === null) return undefined
  address.searchParams.delete('refused')
  history.replaceState(history.state, '', address)
  return Object.hasOwn(words, code) ? words[code] : 'Try again.'
}
