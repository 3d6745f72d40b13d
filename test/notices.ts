import type { Notice } from '#messaging/notifications'
import { newId } from '#platform/values/ids'

/** A notice, by default of a badge; each is a cause of its own. */
export function aNotice({ id: user_id }: { id: string }, given: Partial<Notice> = {}): Notice {
  const words = { title: 'First ticket', message: 'It is yours' }
  const badge = { type: 'badge.unlocked', data: { badge_id: newId() } }
  return { user_id, cause: `test:${newId()}`, ...words, ...badge, ...given } as Notice
}
