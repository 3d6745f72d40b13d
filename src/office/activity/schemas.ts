import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Price } from '#platform/values/money'
import { Named, Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

export const mostItems = 200

/** The parts of an id: time, kind, record, and position within that record. */
const id = '^\\d{1,15}-[apst]-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-\\d{1,9}$'

const exampleId = '1798761600000-p-01980000-0000-7000-8000-000000000001-2'

export const ActivityQuery = CursorQuery(50, mostItems, id)
export type ActivityQuery = Static<typeof ActivityQuery>

/** An activity entry, as the console shows it. */
export const Activity = Type.Object(
  {
    id: Type.String({ examples: [exampleId] }),
    at: Timestamp,
    type: OneOf('ActivityType', {
      'payment.succeeded': 'Something was paid for',
      'payment.failed': 'A payment was declined, or not completed in time',
      'payment.refunded': 'A payment was given back, in full or in part',
      'payment.refund_refused': 'The processor refused a refund, or it failed after it was done',
      'ticket.admitted': 'A ticket was admitted',
      'ticket.left': 'A ticket was scanned on the way out',
      'ticket.refused': 'A ticket was refused at the gate',
      'transfer.offered': 'A ticket was offered to another user',
      'transfer.accepted': 'A ticket was handed on',
      'transfer.declined': 'A ticket that was offered was declined',
      'transfer.taken_back': 'A ticket that was offered was taken back',
      'festival.published': 'There is a new festival',
      'festival.changed': 'A festival was changed',
      'festival.cancelled': 'A festival was cancelled',
      'festival.deleted': 'A festival was deleted',
    }),
    festival: Type.Union([Named('Harbour Nights 2027'), Type.Null()]),
    title: Type.String({
      description: 'What was bought, the ticket and its gate, or the festival',
      examples: ['Weekend'],
    }),
    amount: Nullable(Price),
    discount: {
      ...Nullable(Price),
      description: 'Of a purchase, EUR that a voucher has taken off its price; else null',
      examples: [0],
    },
    payment_id: Nullable(Uuid),
  },
  { title: 'Activity' },
)
export type Activity = Static<typeof Activity>

export const Activities = CursorAnswer({ activities: Type.Array(Activity) }, exampleId)

export const ActivityStreamQuery = Type.Object({
  last_event_id: Type.Optional(
    Type.String({
      maxLength: 4000,
      description:
        'As the header Last-Event-ID, which goes before it: the id of the last message that arrived. What came after it is sent first. Anything that is no such id is as absent',
    }),
  ),
})
