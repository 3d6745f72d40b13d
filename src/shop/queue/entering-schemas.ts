import { type Static, Type } from 'typebox'
import { rehearsal } from './schemas.ts'

export const Challenge = Type.Object(
  {
    algorithm: Type.Enum(['SHA-256'], { examples: ['SHA-256'] }),
    challenge: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the salt with a number behind it, hexadecimal',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    maxnumber: Type.Integer({
      minimum: 1,
      description: 'The number is at most this',
      examples: [50_000],
    }),
    salt: Type.String({ maxLength: 100, examples: ['4f1b2b0b822cd15d?expires=1800000000&'] }),
    signature: Type.String({
      pattern: '^[0-9a-f]{64}$',
      examples: ['60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752'],
    }),
  },
  { title: 'QueueChallenge' },
)
export type Challenge = Static<typeof Challenge>

const { challenge, salt, signature } = Challenge.properties
const Work = Type.Object(
  {
    challenge,
    salt,
    signature,
    number: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'The number that makes the challenge of its salt',
      examples: [31_415],
    }),
  },
  { title: 'QueueWork' },
)
export type Work = Static<typeof Work>
export const NewQueueEntry = Type.Object({ work: Work, rehearsal })

export const NewQueueGroup = Type.Object({
  invitation: Type.String({
    minLength: 1,
    maxLength: 100,
    description: '`invitation` of the place of the one whose number all of the group have',
    examples: ['17.q0Zb1c2d3e4f5g6h7i8j9k'],
  }),
  rehearsal,
})
