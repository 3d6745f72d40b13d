import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { type EventKind, publishing } from '#core/domain-events'
import { ZoneName } from '#core/sale-terms'
import { iso } from '#platform/database/sql'
import { Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

const ticket = {
  payment_id: Uuid,
  payment_type: Type.Enum(['ticket', 'accommodation'], {
    description: 'A ticket of a tier, or a place to sleep',
  }),
  entity_id: Type.String({ ...Uuid, description: 'Of the tier or the accommodation' }),
  festival_id: Uuid,
  organizer_id: Nullable(Type.String({ examples: ['harbour-nights'] })),
  user_id: Type.String({ ...Uuid, description: 'Who bought it' }),
  holder_id: Type.String({ ...Uuid, description: 'Whose it is' }),
}

/** The domain events of tickets. */
export const ticketEvents: Record<string, EventKind> = {
  'ticket.validated': {
    summary: 'A ticket has admitted its holder; at a gate without a network, once that is known',
    data: Type.Object(
      { ticket: Type.Object({ ...ticket, validated_at: Timestamp }, { title: 'EventTicket' }) },
      { title: 'TicketEventData' },
    ),
  },
  'ticket.admitted': {
    summary:
      'A gate has let the holder of a ticket in or out, each time; from a gate without a network, once that is known',
    data: Type.Object(
      {
        ticket: Type.Object(
          {
            ...ticket,
            direction: OneOf('PassageDirection', { in: 'The way in', out: 'The way out' }),
            zone: ZoneName,
            clash: Type.Boolean({
              description: 'Whether it was let in offline, and should not have been',
              examples: [false],
            }),
            passed_at: Timestamp,
          },
          { title: 'EventPassedTicket' },
        ),
      },
      { title: 'PassageEventData' },
    ),
  },
  'ticket.returned': {
    summary:
      'A ticket that its buyer gave to the next in line was bought by another: it has ended, and the one of the new payment is good',
    data: Type.Object(
      {
        ticket: Type.Object(
          {
            ...ticket,
            new_payment_id: Type.String({ ...Uuid, description: 'The payment that bought it' }),
            new_user_id: Type.String({ ...Uuid, description: 'Who bought it' }),
            returned_at: Timestamp,
          },
          { title: 'EventReturnedTicket' },
        ),
      },
      { title: 'ReturnEventData' },
    ),
  },
  'ticket.transferred': {
    summary: 'A ticket was handed on: it has another holder, and its earlier code no longer admits',
    data: Type.Object(
      {
        ticket: Type.Object(
          {
            ...ticket,
            from_id: Type.String({ ...Uuid, description: 'Who held it before' }),
            revision: Type.Integer({ description: 'How often it was handed on', examples: [1] }),
            transferred_at: Timestamp,
          },
          { title: 'EventTransferredTicket' },
        ),
      },
      { title: 'TransferEventData' },
    ),
  },
}

const shown = sql`
  jsonb_build_object(
    'payment_id', p.id, 'payment_type', p.payment_type, 'entity_id', p.entity_id,
    'festival_id', p.festival_id, 'organizer_id', f.organizer_id, 'user_id', p.user_id,
    'holder_id', coalesce(a.holder_id, p.user_id))`

/** Publishes that tickets have admitted: rows of `payment_id`, `holder_id`, `validated_at` and `event_id`. */
export function publishAdmitted(admitted: string, now: Date): RawBuilder<unknown> {
  return publishing(sql`
    select a.event_id as id, 'ticket.validated' as type, f.organizer_id,
           jsonb_build_object('ticket', ${shown} || jsonb_build_object('validated_at', ${iso('a.validated_at')})) as data,
           cast(${now} as timestamptz) as at
    from ${sql.table(admitted)} a join payments p on p.id = a.payment_id
    left join festivals f on f.id = p.festival_id`)
}

/**
 * Publishes that tickets went through a gate: rows of `payment_id`, `direction`, `zone`, `at`, `clash` and `event_id`, for a
 * statement of its module.
 */
export function publishPassed(passed: string, now: Date): RawBuilder<unknown> {
  return publishing(sql`
    select a.event_id as id, 'ticket.admitted' as type, f.organizer_id,
           jsonb_build_object('ticket', ${shown} || jsonb_build_object(
             'direction', a.direction, 'zone', a.zone, 'clash', a.clash, 'passed_at', ${iso('a.at')})) as data,
           cast(${now} as timestamptz) as at
    from (select s.*, t.holder_id from ${sql.table(passed)} s left join tickets t on t.payment_id = s.payment_id) a
    join payments p on p.id = a.payment_id
    left join festivals f on f.id = p.festival_id`)
}

/** Publishes that a ticket was transferred: a row of `payment_id`, `holder_id` and `revision`. */
export function publishTransferred(
  handed: string,
  { id, from, now }: { id: string; from: string; now: Date },
): RawBuilder<unknown> {
  return publishing(sql`
    select cast(${id} as uuid) as id, 'ticket.transferred' as type, f.organizer_id,
           jsonb_build_object('ticket', ${shown} || jsonb_build_object(
             'from_id', cast(${from} as text), 'revision', a.revision,
             'transferred_at', cast(${now.toISOString()} as text))) as data,
           cast(${now} as timestamptz) as at
    from ${sql.table(handed)} a join payments p on p.id = a.payment_id
    left join festivals f on f.id = p.festival_id`)
}

/** Publishes that others have bought tickets: rows of `payment_id`, `sold_to` and `event_id`. */
export function publishReturned(sold: string, now: Date): RawBuilder<unknown> {
  return publishing(sql`
    select a.event_id as id, 'ticket.returned' as type, f.organizer_id,
           jsonb_build_object('ticket', ${shown} || jsonb_build_object(
             'new_payment_id', n.id, 'new_user_id', n.user_id, 'returned_at', cast(${now.toISOString()} as text))) as data,
           cast(${now} as timestamptz) as at
    from (select s.*, null::uuid as holder_id from ${sql.table(sold)} s) a
    join payments p on p.id = a.payment_id join payments n on n.id = a.sold_to
    left join festivals f on f.id = p.festival_id`)
}
