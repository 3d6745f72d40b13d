import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { type EventKind, publishing } from '#domain-events'
import { iso } from '#platform/database/sql'
import { Nullable, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

/** What is published of tickets. */
export const ticketEvents: Record<string, EventKind> = {
  'ticket.validated': {
    summary: 'A ticket has admitted its holder; at a gate without a network, once that is known',
    data: Type.Object(
      {
        ticket: Type.Object(
          {
            payment_id: Uuid,
            payment_type: Type.Enum(['ticket', 'accommodation'], {
              description: 'A ticket of a tier, or a place to sleep',
            }),
            entity_id: Type.String({ ...Uuid, description: 'Of the tier or the accommodation' }),
            festival_id: Uuid,
            organizer_id: Nullable(Type.String({ examples: ['harbour-nights'] })),
            user_id: Uuid,
            validated_at: Timestamp,
          },
          { title: 'EventTicket' },
        ),
      },
      { title: 'TicketEventData' },
    ),
  },
}

/** Publishes that tickets have admitted: rows of `payment_id`, `validated_at` and `event_id`. */
export function publishAdmitted(admitted: string, now: Date): RawBuilder<unknown> {
  return publishing(sql`
    select a.event_id as id, 'ticket.validated' as type, f.organizer_id,
           jsonb_build_object('ticket', jsonb_build_object(
             'payment_id', p.id, 'payment_type', p.payment_type, 'entity_id', p.entity_id,
             'festival_id', p.festival_id, 'organizer_id', f.organizer_id, 'user_id', p.user_id,
             'validated_at', ${iso('a.validated_at')})) as data,
           cast(${now} as timestamptz) as at
    from ${sql.table(admitted)} a join payments p on p.id = a.payment_id
    left join festivals f on f.id = p.festival_id`)
}
