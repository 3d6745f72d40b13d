import type { Step } from './admin-schemas.ts'
import type { Level } from './schemas.ts'

/**
 * Returns the level of a user with this many earned points: the highest step reached, and the points of the next one, 0
 * at the top. All benefits are listed; the benefits of the reached steps are active.
 * @param levels from the lowest step, whose `points` are 0, to the highest
 */
export function levelOf(earned: number, levels: Step[]): Level {
  const reached = levels.findLast(({ points }) => points <= earned)
  const next = levels.find(({ points }) => points > earned)
  const benefits = levels.flatMap((step) =>
    step.benefits.map((benefit) => ({ ...benefit, active: step.points <= earned })),
  )
  return {
    level: reached?.level ?? 1,
    points: earned,
    next_level_points: next?.points ?? 0,
    benefits,
  }
}
