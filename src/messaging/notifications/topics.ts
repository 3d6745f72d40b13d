import type { NotificationType } from './types.ts'

/** The mails of a topic can be switched off, are always sent, or do not exist. */
type Mails = 'switchable' | 'always' | 'never'

/** Notifications by topic, as users choose them (docs/contract, section 6.7). */
export const topics = {
  purchases: {
    mails: 'always',
    types: [
      'payment.succeeded',
      'payment.failed',
      'payment.refunded',
      'payment.returned',
      'festival.cancelled',
    ],
  },
  festivals: { mails: 'switchable', types: ['festival.changed'] },
  reminders: { mails: 'switchable', types: ['festival.reminder'] },
  messages: { mails: 'switchable', types: [] },
  transfers: {
    mails: 'switchable',
    types: [
      'transfer.offered',
      'transfer.offered_by_staff',
      'transfer.accepted',
      'transfer.declined',
    ],
  },
  waiting_list: { mails: 'switchable', types: ['waiting_list.offered'] },
  queues: { mails: 'never', types: ['queue.turn', 'queue.moved', 'queue.cancelled'] },
  follows: { mails: 'never', types: ['festival.published', 'artist.announced'] },
  rewards: { mails: 'never', types: ['badge.unlocked', 'level.reached'] },
  managing: {
    mails: 'never',
    types: [
      'payment.disputed',
      'payment.dispute_closed',
      'announcement.requested',
      'organizer.approved',
      'organizer.approval_withdrawn',
    ],
  },
} as const satisfies Record<string, { mails: Mails; types: readonly NotificationType[] }>
export type Topic = keyof typeof topics

export const topicNames = Object.keys(topics) as Topic[]

const topicsOfTypes = new Map<NotificationType, Topic>(
  topicNames.flatMap((topic) => topics[topic].types.map((type) => [type, topic] as const)),
)

/** Returns the topic of a type. Each type has one topic, as a test ensures. */
export const topicOf = (type: NotificationType): Topic => topicsOfTypes.get(type) ?? 'managing'
