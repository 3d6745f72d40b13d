import type { Notice } from '#notifications'
import { newId } from '#platform/values/ids'

/** A notice of a badge; each is a cause of its own. */
export const aNotice = (
  { id: user_id }: { id: string },
  given: Partial<Pick<Notice, 'cause' | 'title' | 'message'>> = {},
): Notice => ({
  user_id,
  type: 'badge.unlocked',
  data: { badge_id: newId() },
  cause: `test:${newId()}`,
  title: 'First ticket',
  message: 'It is yours',
  ...given,
})
