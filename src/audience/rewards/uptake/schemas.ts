import { type Static, Type } from 'typebox'
import { Name, Uuid } from '#platform/values/shapes'
import { Count } from '../schemas.ts'

const day = Type.String({ format: 'date', description: 'UTC', examples: ['2027-07-02'] })

const badge = {
  id: Uuid,
  name: Name('Explorer'),
  started: { ...Count(310), description: 'Accounts that have come a first step' },
  earned: { ...Count(120), description: 'Accounts that have unlocked it' },
}

/** The number of accounts that have begun and unlocked each badge. */
export const BadgeUptakes = Type.Object({
  badges: Type.Array(Type.Object(badge, { title: 'BadgeCount' }), {
    description: 'Oldest first',
  }),
})
export type BadgeUptakes = Static<typeof BadgeUptakes>

/** The number of accounts that have begun and unlocked one badge, day by day. */
export const BadgeUptake = Type.Object(
  {
    ...badge,
    days: Type.Array(
      Type.Object(
        { date: day, started: Count(14), earned: Count(6) },
        { title: 'BadgeUptakeDay', description: 'Those who came so far on that day' },
      ),
      { description: 'The days on which there were any, in order' },
    ),
  },
  { title: 'BadgeUptake' },
)
export type BadgeUptake = Static<typeof BadgeUptake>

/** The number of claims of a challenge, day by day. */
export const ChallengeUptake = Type.Object(
  {
    id: Uuid,
    name: Name('Sunrise swim'),
    claims: Count(12),
    days: Type.Array(
      Type.Object({ date: day, claims: Count(4) }, { title: 'ChallengeUptakeDay' }),
      {
        description: 'The days on which there were any, in order',
      },
    ),
  },
  { title: 'ChallengeUptake' },
)
export type ChallengeUptake = Static<typeof ChallengeUptake>
