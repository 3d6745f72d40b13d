/** The columns of a badge and of a challenge. */
import { Columns, type Fields, integer, text, time } from '#platform/database/columns'
import type { BadgeDefinition, Challenge, NewBadge, NewChallenge } from './admin-schemas.ts'

export const badgeColumns = new Columns('badges', {
  name: text('Its name'),
  description: text('What it is for'),
  icon: { ...text('Its picture, or null: a drawn one'), column: 'photo' },
  event_type: text('The events that it counts'),
  entity_type: text('What they are about, or null: anything'),
  target: integer('How many it takes'),
} satisfies Fields<'badges', NewBadge & BadgeDefinition, 'id'>)

/** The code is stored as its hash; each claim increments the number of claims. */
export const challengeColumns = new Columns('challenges', {
  name: text('Its name'),
  description: text('What is to be done'),
  points: integer('What it is worth'),
  starts_at: time('From when on it can be claimed'),
  ends_at: time('Until when it can be claimed'),
  max_claims: integer('How often it can be claimed, or null: without a limit'),
  active: { about: 'Whether it can be claimed', type: 'bool' },
} satisfies Fields<'challenges', NewChallenge & Challenge, 'id' | 'code' | 'claims' | 'created_at'>)
