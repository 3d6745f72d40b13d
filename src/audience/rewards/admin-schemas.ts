import { type Static, Type } from 'typebox'
import { PartQuery } from '#platform/http/cursors'
import { aliased } from '#platform/values/aliases'
import { Name, Nullable, OneOf, OptionalText, PhotoInput, Uuid } from '#platform/values/shapes'
import { NullableTimeInput, NullableTimestamp, Timestamp } from '#platform/values/time'
import { type EntityType, entityTypes } from './entities.ts'
import { benefit, Count, Description, EventType, Icon } from './schemas.ts'

const Points = (maximum: number) => Type.Integer({ minimum: 0, maximum, examples: [10] })

const Per = OneOf('PointsPer', { event: 'Each event', euro: 'Each full euro that was paid' })

/** The points that an event of a type earns (contract, section 5). */
export const Rule = Type.Object(
  {
    event_type: EventType,
    points: Points(10_000),
    per: Per,
    daily_cap: Nullable(Count(25)),
    once_per_entity: Type.Boolean({ examples: [true] }),
    sender: OneOf('EventSender', {
      client: 'Applications send it',
      server: 'The service alone records it',
    }),
  },
  { title: 'PointRule' },
)
export type Rule = Static<typeof Rule>

export const RuleInput = Type.Object({
  points: Points(10_000),
  per: Type.Optional(Per),
  daily_cap: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'Events that count for a user on a UTC day; needed where clients send them',
        examples: [25],
      }),
    ),
  ),
  once_per_entity: Type.Optional(
    Type.Boolean({
      description: 'Only the first event with an entity counts, and one without an entity never',
      examples: [true],
    }),
  ),
})
export type RuleInput = Static<typeof RuleInput>

const typeOfEvents = 'The type of events'
export const NewRulePath = Type.Object({
  event_type: Type.String({
    pattern: '^[a-z][a-z0-9_.-]{0,99}$',
    description: typeOfEvents,
    examples: ['artist_viewed'],
  }),
})
export const RulePath = Type.Object({
  event_type: Type.String({ description: typeOfEvents, examples: ['artist_viewed'] }),
})

const NullableEntityType = Type.Unsafe<EntityType | null>({
  type: ['string', 'null'],
  enum: [...entityTypes, null],
  title: 'EntityType',
  description: 'The kind of record that events are about',
  examples: ['artist'],
})

const criteria = {
  event_type: EventType,
  target: Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [25] }),
}

/** A badge as its administration reads it. */
export const BadgeDefinition = Type.Object(
  {
    id: Uuid,
    name: Name('Explorer'),
    description: Description,
    icon: Icon,
    ...criteria,
    entity_type: NullableEntityType,
  },
  { title: 'BadgeRule' },
)
export type BadgeDefinition = Static<typeof BadgeDefinition>

const optionalOfBadge = {
  description: OptionalText('Look at 25 artists', 1_000),
  icon: PhotoInput,
  entity_type: Type.Optional(NullableEntityType),
}
const requiredOfBadge = { name: Name('Explorer'), ...criteria }

const BadgeDetails = Type.Object(optionalOfBadge, { title: 'BadgeDetails' })

export const NewBadge = Type.Object(
  { ...requiredOfBadge, ...optionalOfBadge },
  { 'x-extends': BadgeDetails },
)
export type NewBadge = Static<typeof NewBadge>

export const BadgeChange = Type.Interface(
  [Type.Partial(Type.Object(requiredOfBadge))],
  optionalOfBadge,
  { 'x-extends': BadgeDetails },
)
export type BadgeChange = Static<typeof BadgeChange>

/** A level. */
export const Step = Type.Object(
  {
    level: Type.Integer({ minimum: 1, examples: [1] }),
    points: Type.Integer({ minimum: 0, examples: [0] }),
    benefits: Type.Array(Type.Object(benefit, { title: 'LevelBenefit' })),
  },
  { title: 'Level' },
)
export type Step = Static<typeof Step>

export const Levels = Type.Object({ levels: Type.Array(Step) })
export type Levels = Static<typeof Levels>

export const LadderInput = Type.Object({
  levels: Type.Array(
    Type.Object({
      level: Type.Optional(Type.Integer({ description: 'Its place, from 1', examples: [1] })),
      points: Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'What it takes: 0 for the first, more for each next one',
        examples: [0],
      }),
      benefits: Type.Optional(
        Type.Array(
          Type.Object({
            id: Type.Optional(Uuid),
            name: Name('Fast lane'),
            description: OptionalText('The shorter queue at the entrance', 1_000),
          }),
          { maxItems: 20 },
        ),
      ),
    }),
    { minItems: 1, maxItems: 100 },
  ),
})
export type LadderInput = Static<typeof LadderInput>

/** A challenge as its administration reads it, without its code: only the recipients know that. */
const challenge = {
  id: Uuid,
  name: Name('Sunrise swim'),
  description: Description,
  points: Count(50),
  starts_at: NullableTimestamp,
  ends_at: NullableTimestamp,
  max_claims: Nullable(Count(500)),
  claims: Count(12),
  active: Type.Boolean({ examples: [true] }),
  created_at: Timestamp,
}
export const Challenge = aliased(Type.Object(challenge, { title: 'Challenge' }), {
  created_at: 'createdAt',
})
export type Challenge = Static<typeof Challenge>

export const ChallengeWithCode = Type.Interface(
  [Challenge],
  {
    code: Type.String({
      description: 'Shown once and kept nowhere: hand it out now',
      examples: ['7KQ2-M9XT-03BD-VHFE'],
    }),
  },
  { 'x-extends': Challenge },
)
export type ChallengeWithCode = Static<typeof ChallengeWithCode>

const optionalOfChallenge = {
  description: OptionalText('Swim in the lake before seven', 1_000),
  starts_at: Type.Optional(NullableTimeInput),
  ends_at: Type.Optional(NullableTimeInput),
  max_claims: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000, examples: [500] })),
  ),
  active: Type.Optional(Type.Boolean({ examples: [true] })),
}
const requiredOfChallenge = { name: Name('Sunrise swim'), points: Points(100_000) }

const ChallengeDetails = Type.Object(optionalOfChallenge, { title: 'ChallengeDetails' })

export const NewChallenge = Type.Object(
  {
    ...requiredOfChallenge,
    ...optionalOfChallenge,
    code: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'At least 10 characters, blanks and dashes apart; left out, one is made that cannot be guessed',
        examples: ['SUNRISE-SWIM-2030'],
      }),
    ),
  },
  { 'x-extends': ChallengeDetails },
)
export type NewChallenge = Static<typeof NewChallenge>

export const ChallengeChange = Type.Interface(
  [Type.Partial(Type.Object(requiredOfChallenge))],
  optionalOfChallenge,
  { 'x-extends': ChallengeDetails },
)
export type ChallengeChange = Static<typeof ChallengeChange>

export const ChallengesQuery = PartQuery(100, 1000)
