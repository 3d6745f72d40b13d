import { type Static, Type } from 'typebox'
import { Limit, Offset } from '#platform/http/paging'
import { languageCodes, type ReaderLanguage } from '#platform/values/reader-languages'
import { OneOf, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { NotificationData, type NotificationType } from './types.ts'

const meanings: Record<NotificationType, string> = {
  'festival.published': 'A followed organizer has a new festival',
  'artist.announced': 'Followed artists are on a line-up, or got a time',
  'festival.changed': 'A festival that one has a ticket for is at another time or place',
  'festival.cancelled': 'A festival that one has a ticket for is cancelled',
  'festival.reminder': 'A festival that one has a ticket for begins within a day',
  'payment.succeeded': 'A payment has succeeded',
  'payment.failed': 'A payment has failed',
  'payment.refunded': 'A payment was given back',
  'payment.returned': 'A ticket that the user gave to the next in line was bought',
  'payment.disputed':
    'The owner of a card disputes a payment for a festival that one manages, whose ticket does not admit meanwhile',
  'payment.dispute_closed': 'A dispute of a payment for a festival that one manages is over',
  'transfer.offered': 'A ticket is offered to the user',
  'transfer.offered_by_staff': 'A manager has offered the ticket of the user to another',
  'transfer.accepted': 'A ticket of the user that was offered belongs to its new holder',
  'transfer.declined': 'A ticket of the user that was offered was declined',
  'waiting_list.offered': 'What the user waits for is free, and held for them for a while',
  'queue.turn': 'It is the turn of the user in a queue',
  'queue.moved': 'The draw of a queue in which the user has a number is at another time',
  'queue.cancelled': 'A queue in which the user has a number is cancelled',
  'badge.unlocked': 'A badge is unlocked',
  'level.reached': 'A level is reached',
  'announcement.requested': 'An organizer asks to announce for an artist that one has created',
  'organizer.approved': 'An organizer that one manages is approved',
  'organizer.approval_withdrawn': 'The approval of an organizer that one manages is withdrawn',
}

/** The types of a notification, each with its meaning. */
export const NotificationKind = OneOf('NotificationType', meanings)

/** A notification as read, and as the `data` of a message of the stream (docs/contract, section 6). */
export const Notification = Type.Object(
  {
    id: Uuid,
    title: Type.String({ examples: ['Ebb Trio play at Harbour Nights 2027'] }),
    message: Type.String({ examples: ['Added to the line-up: 1 July 2027 at 18:00 CEST.'] }),
    type: NotificationKind,
    data: NotificationData,
    language: Type.Unsafe<ReaderLanguage>(
      Type.String({
        enum: languageCodes,
        description: 'Of `title` and `message`: that of the user when it was made',
        examples: ['en'],
      }),
    ),
    read: Type.Boolean({ examples: [false] }),
    createdAt: Timestamp,
  },
  { title: 'Notification' },
)
export type Notification = Static<typeof Notification>

/** Most notifications in an answer (contract, "Maxima not stated"). */
export const mostListed = 1000

export const NotificationQuery = Type.Object({
  limit: Limit(50, mostListed),
  offset: Offset,
  unread: Type.Optional(
    Type.Boolean({ description: 'true: only those not read yet; false is as absent' }),
  ),
})

const Unread = Type.Integer({
  description: 'How many are unread; at most 10000 are counted',
  examples: [3],
})

export const UnreadCount = Type.Object({ count: Unread })

export const ReadMark = Type.Object({
  id: Uuid,
  read: Type.Boolean({ examples: [true] }),
  unread_count: Unread,
})
export type ReadMark = Static<typeof ReadMark>

export const ReadMarks = Type.Object({
  message: Type.String({ examples: ['3 notifications marked as read'] }),
  count: Type.Integer({ examples: [3] }),
})

/** A ticket that opens the stream in place of the two headers. */
export const StreamTicket = Type.Object({
  ticket: Type.String({
    description: 'Good for one opening of the stream within 30 seconds',
    examples: ['fst_stream_4fQ1s0PqJmUe2nB8hKxZ7aYtLwVdC3oRg9iEuTbNz5c0k2pXr'],
  }),
})

export const StreamQuery = Type.Object({
  ticket: Type.Optional(
    Type.String({ description: 'Of POST /notifications/sse-ticket, in place of both headers' }),
  ),
  last_event_id: Type.Optional(
    Type.String({
      description:
        'As the header Last-Event-ID, which goes before it: the id of the last message that arrived. What came after it is sent first. Anything that is no such id is as absent',
      examples: ['41'],
    }),
  ),
})
