import type { Notice } from '#notifications'
import type { Recorded } from './recorded.ts'

/** What users are told of badges they unlocked and levels they reached, each once. */
export function noticesOf({ badges, levels }: Pick<Recorded, 'badges' | 'levels'>): Notice[] {
  return [
    ...badges
      .filter(({ isUnlocked }) => isUnlocked)
      .map(({ user_id, badge_id, name, description }) => ({
        user_id,
        type: 'badge.unlocked' as const,
        data: { badge_id },
        cause: `badge:${badge_id}`,
        title: `Badge unlocked: ${name}`,
        message: description ?? `The badge ${name} is yours.`,
      })),
    ...levels.map(({ user_id, level, benefits }) => ({
      user_id,
      type: 'level.reached' as const,
      data: { level },
      cause: `level:${level}`,
      title: `Level ${level} reached`,
      message:
        benefits.length > 0
          ? `New for you: ${benefits.map(({ name }) => name).join(', ')}.`
          : `Your points have brought you to level ${level}.`,
    })),
  ]
}
