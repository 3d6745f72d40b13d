import { Type } from 'typebox'
import { NullableTimestamp, TimeInput, Timestamp } from '#platform/values/time'

/** The clock of a sandbox. */
export const SandboxClock = Type.Object(
  {
    now: Timestamp,
    moving_to: NullableTimestamp,
  },
  {
    title: 'SandboxClock',
    description:
      '`moving_to`: where the clock is being moved to, while it passes what lies between; null: it is there',
  },
)

export const ClockMove = Type.Object(
  { to: TimeInput },
  { title: 'ClockMove', description: 'An instant that is still to come, ten years ahead at most' },
)
