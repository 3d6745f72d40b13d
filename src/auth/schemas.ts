import { type Static, Type } from 'typebox'
import { ScopeName } from '#clients'
import { Email, FirstName, LastName, NewPassword } from '#users'

const seconds = (days: number) =>
  Type.Integer({ description: 'Life of the token in seconds', examples: [days * 86_400] })

const token = (kind: string) => Type.String({ examples: [`fst_${kind}_${'0'.repeat(49)}`] })

/** A password as typed at sign-in: a wrong one is wrong, whatever its length. */
const Password = Type.String({ examples: ['correct horse battery staple'] })

export const ClientCredentials = Type.Object({
  client_id: Type.String({ examples: ['client_5f0c9d2b7a1e4c3f8b6d0a92'] }),
  client_secret: Type.Optional(
    Type.String({
      description: 'A publishable client has none',
      examples: [`fst_secret_${'0'.repeat(49)}`],
    }),
  ),
  scopes: Type.Optional(
    Type.Array(ScopeName, {
      maxItems: 100,
      description: 'Those of the client that the token has; absent: all',
    }),
  ),
  expires_in: Type.Optional(
    Type.Integer({
      minimum: 60,
      description: 'Life of the token in seconds, at most the usual one; absent: the usual one',
      examples: [3_600],
    }),
  ),
})
export type ClientCredentials = Static<typeof ClientCredentials>

export const ClientToken = Type.Object(
  {
    token: token('client'),
    token_type: Type.String({ examples: ['X-F-Authorization'] }),
    expires: seconds(365),
  },
  { title: 'ClientToken' },
)

export const UserCredentials = Type.Object({
  email: Type.String({ examples: ['ada@harbour.example'] }),
  password: Password,
})

export const UserToken = Type.Object(
  {
    token: token('user'),
    tokenType: Type.String({ examples: ['X-F-Authentication'] }),
    expiresIn: seconds(365),
    headerName: Type.String({ examples: ['X-F-Authentication'] }),
  },
  { title: 'UserToken' },
)

export const CodeRequest = Type.Object({ email: Email })

export const CodeCredentials = Type.Object({
  email: Email,
  code: Type.String({
    pattern: '^\\d{3} ?\\d{3}$',
    description: 'The six digits of the mail',
    examples: ['014233'],
  }),
  firstName: Type.Optional(FirstName),
  lastName: Type.Optional(LastName),
})

export const ForgottenPassword = Type.Object({ email: Email })
export type ForgottenPassword = Static<typeof ForgottenPassword>

export const PasswordReset = Type.Object({
  email: Email,
  token: token('reset'),
  newPassword: NewPassword,
})
export type PasswordReset = Static<typeof PasswordReset>

export const Confirmation = Type.Object({ token: token('confirm') })

export const PasswordChange = Type.Object({
  currentPassword: Password,
  newPassword: NewPassword,
})
export type PasswordChange = Static<typeof PasswordChange>
