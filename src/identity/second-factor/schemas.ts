import { type Static, Type } from 'typebox'
import { typedPatterns } from '#common/codes/typed-code'
import { NullableTimestamp } from '#platform/values/time'

/** A code of the app, or a recovery code, as a person types it. */
export const FactorCode = Type.String({
  pattern: `${typedPatterns.sixDigits}|${typedPatterns.sixteenCharacters}`,
  description: 'Six digits of the authenticator app, or a recovery code; each works once',
  examples: ['014233'],
})

export const RecoveryCodes = Type.Array(Type.String({ examples: ['7K3M-9QXT-2ADF-0YVH'] }), {
  description: 'Each stands for the app once; they are shown this once',
})

/** A secret that waits for its first code. */
export const OfferedSecret = Type.Object(
  {
    secret: Type.String({
      description: 'For apps into which it is typed, base32',
      examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    }),
    uri: Type.String({
      description: 'For a QR code that apps read',
      examples: ['otpauth://totp/festival.example:ada%40harbour.example?secret=JBSWY3DPEHPK3PXP'],
    }),
  },
  { title: 'OfferedSecret' },
)

/** The second factor as its user reads it. */
export const SecondFactor = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether signing in asks for a code' }),
    enabled_at: Type.Unsafe<Date | null>({
      ...NullableTimestamp,
      description: 'Since when; null: not',
    }),
    recovery_codes_left: Type.Integer({ examples: [9] }),
    required: Type.Boolean({
      description: 'Whether the user has to have one, and cannot remove it',
    }),
  },
  { title: 'SecondFactor' },
)
export type SecondFactor = Static<typeof SecondFactor>
