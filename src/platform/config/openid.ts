import { BadSetting, flag, hidden, list, optional, setting, text, url } from './setting.ts'

const rights = [
  'account',
  'admin',
  'create_subscriptions',
  'manage_clients',
  'manage_users',
  'manage_rewards',
  'manage_catalog',
  'manage_money',
] as const
/** The effect of a group of the identity provider: a right, or an account without one. */
export type GroupRight = { right: (typeof rights)[number]; group: string }

function groupRight(value: string): GroupRight {
  const at = value.indexOf('=')
  const right = rights.find((known) => known === value.slice(0, at))
  const group = value.slice(at + 1)
  if (right && group !== '') return { right, group }
  throw new BadSetting(`must be like admin=group,account=group; there are ${rights.join(', ')}`)
}

/** The variables for signing in to the console with an identity provider. */
export const openidSettings = {
  OIDC_ISSUER: optional(
    url('https:', 'http:'),
    'The identity provider by which staff sign in to the console, by OpenID Connect, as its discovery document names it. Absent: none',
  ),
  OIDC_CLIENT_ID: optional(text, 'The id that it gave to this service'),
  OIDC_CLIENT_SECRET: hidden(optional(text, 'Its secret')),
  OIDC_NAME: optional(text, 'What the provider is called in the console. Absent: its host'),
  OIDC_SCOPES: setting(text, 'openid email profile', 'What the provider is asked for'),
  OIDC_TRUST_EMAILS: setting(
    flag,
    'false',
    'Whether the e-mail that the provider names counts as proven where it does not say email_verified, or says it as text, as Microsoft Entra ID does. Only for a provider at which staff cannot enter any address; email_verified false is refused in any case',
  ),
  OIDC_GROUPS_CLAIM: setting(text, 'groups', 'The claim with the groups of a user'),
  OIDC_GROUPS: optional(
    list(groupRight),
    'Which group gives which right, as admin=festival-admins,manage_catalog=bookers; account=festival gives an account alone. Rights that are named here are given and taken at each sign-in by the provider',
  ),
  OIDC_SECOND_FACTOR: optional(
    list(text),
    'Values of amr or acr with which a sign-in by the provider counts as one with a second factor, as mfa. Absent: none do',
  ),
}
