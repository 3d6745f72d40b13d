import { type Notice, translated } from '#messaging/notifications'
import type { Recorded } from './recorded.ts'

/** Returns notifications of unlocked badges and reached levels, each once. */
export function noticesOf({ badges, levels }: Pick<Recorded, 'badges' | 'levels'>): Notice[] {
  return [
    ...badges
      .filter(({ isUnlocked }) => isUnlocked)
      .map(({ user_id, badge_id, name, description }) => ({
        user_id,
        type: 'badge.unlocked' as const,
        data: { badge_id },
        cause: `badge:${badge_id}`,
        ...translated(({ words }) => words.badgeUnlocked(name, description)),
      })),
    ...levels.map(({ user_id, level, benefits }) => ({
      user_id,
      type: 'level.reached' as const,
      data: { level },
      cause: `level:${level}`,
      ...translated(({ words }) =>
        words.levelReached(level, benefits.map(({ name }) => name).join(', ')),
      ),
    })),
  ]
}
