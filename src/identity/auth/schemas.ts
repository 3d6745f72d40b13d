import { type Static, Type } from 'typebox'
import { typedPatterns } from '#common/codes/typed-code'
import { ScopeName } from '#identity/clients'
import { FactorCode, RecoveryCodes } from '#identity/second-factor'
import { Email, FirstName, LastName, NewPassword } from '#identity/users'
import { Message } from '#platform/http/paging'
import { Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

const seconds = (days: number) =>
  Type.Integer({ description: 'Life of the token in seconds', examples: [days * 86_400] })

const token = (kind: string) => Type.String({ examples: [`fst_${kind}_${'0'.repeat(49)}`] })

/** A password as typed at sign-in. Its length is not checked: a wrong one is simply wrong. */
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

const EmailAndPassword = Type.Object({
  email: Type.String({ examples: ['ada@harbour.example'] }),
  password: Password,
})

export const UserCredentials = Type.Object({
  ...EmailAndPassword.properties,
  code: Type.Optional(
    Type.String({
      ...FactorCode,
      description: 'Where the account has a second factor, or has to: a code of it',
    }),
  ),
})

/** A new second factor. `code` is a code of the present factor, if the account has one. */
export const FactorRequest = Type.Object({
  ...EmailAndPassword.properties,
  code: Type.Optional(
    Type.String({
      ...FactorCode,
      description: 'Of the second factor that the account has, if any',
    }),
  ),
})

export const FactorConfirmation = Type.Object({
  ...EmailAndPassword.properties,
  code: Type.String({
    pattern: typedPatterns.sixDigits,
    description: 'Six digits of the app, counted from the new secret',
    examples: ['014233'],
  }),
})

/** A code that proves that the user has their second factor at hand. */
export const FactorProof = Type.Object({ code: FactorCode })

export const NewRecoveryCodes = Type.Object({ recovery_codes: RecoveryCodes })

export const UserToken = Type.Object(
  {
    token: token('user'),
    tokenType: Type.String({ examples: ['X-F-Authentication'] }),
    expiresIn: seconds(365),
    headerName: Type.String({ examples: ['X-F-Authentication'] }),
  },
  { title: 'UserToken' },
)

/** The first token with a second factor, and the recovery codes to store in case the app is lost. */
export const EnrolledToken = Type.Object(
  { ...UserToken.properties, recovery_codes: RecoveryCodes },
  { title: 'EnrolledToken' },
)

/** The id of a request for a code, which only its caller knows. */
export const CodeRequestId = Type.String({
  ...Uuid,
  description:
    'Of the request for the code, as it was answered. Guesses without it are those of any caller, and limited for the e-mail',
})

export const CodeRequest = Type.Object({
  email: Email,
  request_id: Type.Optional(
    Type.String({
      ...Uuid,
      description: 'Of an earlier request of the same asker for this e-mail, whose code ends',
    }),
  ),
})
export type CodeRequest = Static<typeof CodeRequest>

export const CodeAnswer = Type.Object({
  ...Message.properties,
  request_id: Type.String({
    ...Uuid,
    description: 'To send along with the code, so that guesses of others do not count against it',
  }),
})

export const CodeCredentials = Type.Object({
  email: Email,
  code: Type.String({
    pattern: typedPatterns.sixDigits,
    description: 'The six digits of the mail',
    examples: ['014233'],
  }),
  request_id: Type.Optional(CodeRequestId),
  firstName: Type.Optional(FirstName),
  lastName: Type.Optional(LastName),
  second_factor: Type.Optional(
    Type.String({
      ...FactorCode,
      description: 'Where the account has a second factor: a code of it',
    }),
  ),
})

export type CodeCredentials = Static<typeof CodeCredentials>

export const ForgottenPassword = Type.Object({ email: Email })
export type ForgottenPassword = Static<typeof ForgottenPassword>

export const PasswordReset = Type.Object({
  email: Email,
  token: token('reset'),
  newPassword: NewPassword,
  second_factor: Type.Optional(
    Type.String({
      ...FactorCode,
      description:
        'Where the e-mail has replaced a confirmed one, and the account has a second factor: a code of it',
    }),
  ),
})
export type PasswordReset = Static<typeof PasswordReset>

export const Confirmation = Type.Object({ token: token('confirm') })

export const PasswordChange = Type.Object({
  currentPassword: Password,
  newPassword: NewPassword,
})
export type PasswordChange = Static<typeof PasswordChange>

const SessionId = Type.String({
  pattern: '^[0-9a-f]{64}$',
  examples: ['0f4a'.repeat(16)],
})

/** A session of a user. */
export const SignedIn = Type.Object(
  {
    id: SessionId,
    client_name: Type.String({
      description: 'The client through which the user has signed in',
      examples: ['Console'],
    }),
    created_at: Timestamp,
    last_used_on: Type.String({ format: 'date', description: 'UTC', examples: ['2027-01-20'] }),
    expires_at: Timestamp,
    second_factor: Type.Boolean({ description: 'Whether a second factor was given' }),
    current: Type.Boolean({ description: 'Whether it is the one that asks' }),
  },
  { title: 'SignedIn' },
)
export type SignedIn = Static<typeof SignedIn>

export const Sessions = Type.Object({ sessions: Type.Array(SignedIn) })
export const SessionParams = Type.Object({
  id: Type.String({ ...SessionId, description: 'As `GET /users/i/sessions` has it' }),
})
