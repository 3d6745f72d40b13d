import { type Static, Type } from 'typebox'
import { Nullable } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'

const base64url = (maxLength: number) =>
  Type.String({ pattern: '^[\\w-]+$', maxLength, examples: ['Q29uY2VydHM'] })
const PasskeyId = base64url(1_400)
const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'By which its user tells it from others',
  examples: ['Ada’s phone'],
})

/** A passkey as its user reads it. */
export const Passkey = Type.Object(
  {
    id: PasskeyId,
    name: Name,
    created_at: Timestamp,
    last_used_at: Type.Unsafe<Date | null>({
      ...NullableTimestamp,
      description: 'The last sign-in with it; null: none so far',
    }),
  },
  { title: 'Passkey' },
)
export type Passkey = Static<typeof Passkey>

export const Passkeys = Type.Object({ passkeys: Type.Array(Passkey) })

/** Options of the browser's call, as Web Authentication (level 3, sections 5.8.1 and 5.8.2) writes them in JSON. */
export const PasskeyOptions = Type.Object({
  options: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description:
      'For PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON in the browser',
    examples: [{ challenge: 'Q29uY2VydHM', rpId: 'festival.example' }],
  }),
})

/** The fields of `toJSON()` of the browser's credential beside its response. */
const common = {
  id: PasskeyId,
  rawId: PasskeyId,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
  clientExtensionResults: Type.Optional(
    Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
  ),
}

const AttestedCredential = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: base64url(20_000),
    attestationObject: base64url(100_000),
    authenticatorData: Type.Optional(base64url(100_000)),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 10 })),
    publicKey: Type.Optional(Nullable(base64url(20_000))),
    publicKeyAlgorithm: Type.Optional(Type.Integer({ examples: [-7] })),
  }),
})

export const NewPasskey = Type.Object({ name: Name, credential: AttestedCredential })
export type NewPasskey = Static<typeof NewPasskey>

const SignedCredential = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: base64url(20_000),
    authenticatorData: base64url(20_000),
    signature: base64url(20_000),
    userHandle: Type.Optional(Nullable(base64url(200))),
  }),
})

export const PasskeySignIn = Type.Object({ credential: SignedCredential })
export type PasskeySignIn = Static<typeof PasskeySignIn>

export const PasskeyParams = Type.Object({
  passkeyId: Type.String({ ...PasskeyId, description: 'As `GET /users/i/passkeys` has it' }),
})
