import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, TimeInput, Timestamp } from '#platform/values/time'

const example = 'fzQ2-XtBQ4mC0r1p0hS8oH1cG6m2T2iZs2Qm9Yq0a1E'
/** Bytes as base64url without padding. */
const Bytes = (description: string, maxLength = 128) =>
  Type.String({ pattern: '^[\\w-]+$', maxLength, description, examples: [example] })
const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [1200] })
const NullableTime = (description: string) =>
  Type.Unsafe<Date | null>({ ...NullableTimestamp, description })
/** The most numbers that a queue can have. */
const mostNumbers = 2_147_483_647
const Numbered = (description: string) =>
  Type.Integer({ minimum: 0, maximum: mostNumbers, description, examples: [17] })

const tiers = Type.Array(Uuid, {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'What can be bought in turn alone',
})
const groups_of = Type.Integer({
  minimum: 1,
  maximum: 20,
  description: 'How many people may share a number; 1: each has their own',
  examples: [4],
})
const source = OneOf('QueueSource', {
  drand: 'A public network that none can foresee, `round` of drand',
  organizer: 'A seed that the service has committed to; the organizer could have chosen it',
})

export const NewQueue = Type.Object({
  tiers,
  opens_at: TimeInput,
  draw_at: TimeInput,
  groups_of: Type.Optional(groups_of),
  source: Type.Optional(source),
})
export type NewQueue = Static<typeof NewQueue>

const Draw = Type.Object(
  {
    entries: Count('How many numbers are drawn; later ones stand behind them as they came'),
    root: Bytes('The hash over all entries, published before the order was known'),
    committed_at: Timestamp,
    randomness: Nullable(
      Bytes(
        'The signature of the round, or the seed that was committed to; null: not known yet',
        200,
      ),
    ),
    proven: Nullable(
      Type.Boolean({
        description:
          'Whether it is what was fixed before, and unknown when the entries were; null: not known yet',
        examples: [true],
      }),
    ),
    seed: Nullable(Bytes('What the order follows from; null: not known yet')),
  },
  { title: 'QueueDraw' },
)

const fixed = {
  id: Uuid,
  festival_id: Uuid,
  tiers,
  opens_at: Timestamp,
  draw_at: Timestamp,
  groups_of,
  source,
  round: Nullable(
    Type.Integer({
      minimum: 1,
      description: 'Of drand; fixed before anyone enters',
      examples: [34_000_000],
    }),
  ),
  round_at: NullableTime('When that round is published'),
  commitment: Bytes('SHA-256 of the seed that the service has for itself'),
  receipt_key: Bytes('The Ed25519 key that signs receipts'),
}

/** The waiting room of a sale, the same for every reader (docs/contract, section 7.18). */
export const Queue = Type.Object(
  {
    ...fixed,
    status: OneOf('QueueStatus', {
      announced: 'It is not open yet',
      open: 'Who enters takes part in the draw',
      drawing: 'The entries are fixed, and the order is not known yet',
      serving: 'The order is known, and those in front have their turn',
    }),
    entered: Count('How many numbers there are'),
    draw: Nullable(Draw),
    serving: Count('So many places have their turn: those whose place is below it'),
    per_minute: Count('How many got their turn in the last minute'),
    ask_again_seconds: Type.Integer({
      minimum: 1,
      description:
        'After so many seconds there may be something new. While it serves: for the people who are next; others may wait for a quarter of the time that those before them will take, a minute at most',
      examples: [2],
    }),
  },
  { title: 'Queue' },
)
export type Queue = Static<typeof Queue>

/** Everything needed to check a draw, apart from its entries. */
export const QueueProof = Type.Object(
  {
    ...fixed,
    draw: Type.Object(
      {
        ...Draw.properties,
        parts: Type.Array(Bytes('SHA-256 of a part of the list'), {
          description: 'By which the root is computed',
        }),
      },
      { title: 'QueueDrawParts' },
    ),
    servings: Type.Array(
      Type.Object(
        { serving: Count('So many had their turn from then on'), served_at: Timestamp },
        { title: 'QueueServing' },
      ),
      { description: 'How it was served, oldest first' },
    ),
  },
  { title: 'QueueProof' },
)
export type QueueProof = Static<typeof QueueProof>

export const rehearsal = Type.Optional(
  Type.Boolean({
    description:
      'true: the one that is rehearsed beside it, for managers and admins. Needs the user token',
  }),
)

export const RehearsalQuery = Type.Object({ rehearsal })

/** A rehearsal to begin, with numbers that belong to no user. */
export const NewRehearsal = Type.Object({
  entries: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'How many numbers are given before anyone of the staff takes one',
    examples: [1000],
  }),
})

export const ServedRehearsal = Type.Object({
  serving: Type.Integer({
    minimum: 0,
    maximum: mostNumbers,
    description: 'So many places have their turn; it only grows. 0: it is only drawn',
    examples: [100],
  }),
})

export const DraftQuery = Type.Object({
  hidden: Type.Optional(
    Type.Boolean({
      description: 'true: that of a draft too, which the user may change. Needs the user token',
    }),
  ),
})

export const QueueQuery = Type.Interface([DraftQuery, RehearsalQuery], {})

export const PartQuery = Type.Object({
  part: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
    description: 'Which part of the list, from 0',
    examples: [0],
  }),
})

export const QueueEntries = Type.Object(
  {
    part: Type.Integer({ minimum: 0, examples: [0] }),
    parts: Type.Integer({ minimum: 0, description: 'How many there are', examples: [1] }),
    leaves: Type.String({
      pattern: '^[\\w-]*$',
      description: 'The hashes of 8,192 entries, 32 bytes each, as base64url; fewer in the last',
      examples: [example],
    }),
  },
  { title: 'QueueEntries' },
)

/** 16 bytes, hexadecimal with dashes. */
export const Salt = Type.String({
  pattern: '^[0-9a-f-]{36}$',
  description: 'Shows which entry of the list is one’s own',
  examples: ['0b7c2f0e-58c4-4c53-9d0c-6a1f6d0f4b1a'],
})

/** One’s own number, with the proof that it was given. */
export const QueuePlace = Type.Object(
  {
    queue_id: Uuid,
    user_id: Uuid,
    number: Numbered('As one came, from 0'),
    serves: Numbered('The number that counts: one’s own, or that of the group'),
    people: Type.Integer({ minimum: 1, description: 'How many have that number', examples: [1] }),
    invitation: Nullable(
      Type.String({
        description: 'With it others join the number; null: none may, or not any more',
        examples: ['17.q0Zb1c2d3e4f5g6h7i8j9k'],
      }),
    ),
    salt: Salt,
    entered_at: Timestamp,
    order_id: Nullable(
      Type.Unsafe<string>({
        ...Uuid,
        description: 'The order of one’s turn, open or paid; null: it is not used',
      }),
    ),
    receipt: Type.Object(
      {
        first: Numbered('The first number under this signature'),
        count: Type.Integer({ minimum: 1, description: 'How many there are', examples: [64] }),
        path: Type.Array(Bytes('A neighbour on the way to the root')),
        signature: Bytes('Ed25519, by `receipt_key`, over the root'),
      },
      { title: 'QueueReceipt' },
    ),
  },
  { title: 'QueuePlace' },
)
export type QueuePlace = Static<typeof QueuePlace>

/** The file that `festival queue verify` reads: answers of the API as they are. */
export const DrawFile = Type.Object({
  proof: QueueProof,
  parts: Type.Array(QueueEntries.properties.leaves),
  mine: Type.Optional(Type.Omit(QueuePlace, ['order_id'])),
})
