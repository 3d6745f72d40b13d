import { type Static, Type } from 'typebox'
import { Name, Nullable, OptionalText, Uuid } from '#platform/values/shapes'

export const Count = (example: number) => Type.Integer({ examples: [example] })
export const Description = Nullable(Type.String({ examples: ['Look at 25 artists'] }))
export const EventType = Name('artist_viewed', 100)

/** An event as a client sends it (docs/contract, section 5.2). */
export const NewEvent = Type.Object({
  event_type: EventType,
  entity_type: OptionalText('artist', 100),
  entity_id: OptionalText('01980000-0000-7000-8000-000000000001'),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Kept as given, at most 4 KiB of JSON',
      examples: [{ screen: 'line-up' }],
    }),
  ),
})
export type NewEvent = Static<typeof NewEvent>

/** Schemas of the rewards that users read (docs/contract, section 5.1). */
export const EventResult = Type.Object({
  event_id: Uuid,
  points_awarded: Count(1),
  badges_progressed: Type.Array(Uuid),
})
export type EventResult = Static<typeof EventResult>

export const Balance = Type.Object({
  balance: Count(120),
  total_earned: Count(420),
  total_spent: Count(300),
})
export type Balance = Static<typeof Balance>

/** A badge's icon in answers: an absolute URL; a badge without a picture of its own has a drawn one. */
export const Icon = Type.String({
  description: 'Its picture, or one that the service draws',
  examples: ['https://festival.example/photos/badges/eye-0-25.svg'],
})

export const Badge = Type.Object(
  {
    id: Uuid,
    name: Name('Explorer'),
    description: Description,
    event_type: Type.String({
      description: 'The type of events that it counts',
      examples: ['artist_viewed'],
    }),
    icon: Icon,
    progress: Type.Object(
      {
        current: Count(5),
        target: Count(25),
        percentage: Type.Number({ minimum: 0, maximum: 100, examples: [20] }),
      },
      { title: 'BadgeProgress' },
    ),
    unlocked: Type.Boolean({ examples: [false] }),
  },
  { title: 'Badge' },
)
export type Badge = Static<typeof Badge>

export const benefit = { id: Uuid, name: Name('Fast lane'), description: Description }

export const Level = Type.Object(
  {
    level: Type.Integer({ minimum: 1, examples: [2] }),
    points: Type.Integer({
      description: 'All that was ever earned and not taken back by a refund',
      examples: [420],
    }),
    next_level_points: Type.Integer({
      description: 'What the next level takes; 0 at the top',
      examples: [500],
    }),
    benefits: Type.Array(
      Type.Object({ ...benefit, active: Type.Boolean({ examples: [true] }) }, { title: 'Benefit' }),
      {
        description: 'Of all levels, in their order; those of the levels reached are active',
      },
    ),
  },
  { title: 'UserLevel' },
)
export type Level = Static<typeof Level>

export const Claim = Type.Object({
  challenge_id: Uuid,
  points_awarded: Count(50),
  message: Type.String({ examples: ['Sunrise swim: 50 points are yours'] }),
})
export type Claim = Static<typeof Claim>

export const Code = Type.Object({
  code: Type.String({
    description: 'The code of the challenge; case, blanks and dashes do not matter',
    examples: ['7KQ2-M9XT-03BD-VHFE'],
  }),
})
