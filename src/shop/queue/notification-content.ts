import { type Notice, translated } from '#messaging/notifications'
import { longTime } from '#platform/zones/local-time'

/** The notifications for users in a queue. */
export type QueueNews = 'queue.turn' | 'queue.moved' | 'queue.cancelled'

type About = {
  queue_id: string
  festival_id: string
  festival: string
  time_zone: string
  draw_at: Date
  /** when it happened: each move of a draw is sent once */
  begun_at: Date
  isRehearsal?: boolean
}

/** Returns the cause of a notice, by which each is sent once. */
export const causeOf = (type: QueueNews, queueId: string, ...more: number[]) =>
  ['queue', queueId, type, ...more].join(':')

/** Returns the notices for these users of a queue, with the same text for all. */
export function noticesFor(type: QueueNews, about: About, userIds: string[]): Notice[] {
  const { queue_id, festival_id, time_zone, draw_at, begun_at, isRehearsal } = about
  const texts = translated(({ words, locale }) => {
    const festival = isRehearsal ? words.rehearsalFor(about.festival) : about.festival
    if (type === 'queue.turn') return words.queueTurn(festival)
    if (type === 'queue.cancelled') return words.queueCancelled(festival)
    return words.queueMoved(festival, longTime(draw_at, time_zone, locale))
  })
  const move = type === 'queue.moved' ? [begun_at.getTime()] : []
  const cause = causeOf(type, queue_id, ...move)
  return userIds.map((user_id) => ({
    user_id,
    type,
    data: { festival_id, queue_id },
    cause,
    ...texts,
  }))
}
