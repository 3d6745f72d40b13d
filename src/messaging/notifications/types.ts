import { type Static, Type } from 'typebox'
import { Uuid } from '#platform/values/shapes'

const data = {
  festival_id: Uuid,
  organizer_id: Type.String({ examples: ['harbour-nights'] }),
  artist_id: Uuid,
  artist_ids: Type.Array(Uuid, { description: 'Of those that play, the ones the user follows' }),
  payment_id: Uuid,
  transfer_id: Uuid,
  waiting_entry_id: Uuid,
  queue_id: Uuid,
  badge_id: Uuid,
  level: Type.Integer({ minimum: 1, examples: [2] }),
}
type Data = { [Name in keyof typeof data]: Static<(typeof data)[Name]> }

/** The subject of a notification. The fields present follow from the type. */
export const NotificationData = Type.Partial(Type.Object(data), {
  title: 'NotificationData',
  description:
    'What it is about, by `type`: see section 6.2 of the contract. Empty in notifications from before it was kept',
})
export type NotificationData = Partial<Data>

/** Types of notifications, and the fields of their `data` (docs/contract, section 6.2). */
export const notificationTypes = {
  'festival.published': ['festival_id', 'organizer_id'],
  'artist.announced': ['festival_id', 'artist_ids'],
  'festival.changed': ['festival_id'],
  'festival.cancelled': ['festival_id'],
  'festival.reminder': ['festival_id'],
  'payment.succeeded': ['payment_id'],
  'payment.failed': ['payment_id'],
  'payment.refunded': ['payment_id'],
  'payment.returned': ['payment_id'],
  'payment.disputed': ['payment_id', 'festival_id'],
  'payment.dispute_closed': ['payment_id', 'festival_id'],
  'transfer.offered': ['transfer_id'],
  'transfer.offered_by_staff': ['transfer_id'],
  'transfer.accepted': ['transfer_id'],
  'transfer.declined': ['transfer_id'],
  'waiting_list.offered': ['festival_id', 'waiting_entry_id'],
  'queue.turn': ['festival_id', 'queue_id'],
  'queue.moved': ['festival_id', 'queue_id'],
  'queue.cancelled': ['festival_id', 'queue_id'],
  'badge.unlocked': ['badge_id'],
  'level.reached': ['level'],
  'announcement.requested': ['artist_id', 'organizer_id'],
  'organizer.approved': ['organizer_id'],
  'organizer.approval_withdrawn': ['organizer_id'],
} as const satisfies Record<string, readonly (keyof Data)[]>
export type NotificationType = keyof typeof notificationTypes

/** A type with all fields of its `data`. */
export type Subject = {
  [One in NotificationType]: {
    type: One
    data: Pick<Data, (typeof notificationTypes)[One][number]>
  }
}[NotificationType]

type NamesFestivalAlone = {
  [One in NotificationType]: (typeof notificationTypes)[One] extends readonly ['festival_id']
    ? One
    : never
}[NotificationType]

/** A notification about a festival and nothing else. */
export type FestivalSubject = { type: NamesFestivalAlone; data: Pick<Data, 'festival_id'> }
