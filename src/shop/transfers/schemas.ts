import { type Static, Type } from 'typebox'
import { Email } from '#identity/users'
import { CursorAnswer, CursorQuery, PartQuery } from '#platform/http/cursors'
import { Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { PaidFestival, PaidItem, ShortCode, TicketText, ticketFile } from '#shop/payments'
import { TicketReturn } from '#shop/returns'

export const NewTransfer = Type.Object({ email: Email })

const direction = { sent: 'From the caller', received: 'To the caller' }
const states = {
  open: 'It can be accepted, declined and taken back',
  accepted: 'The ticket belongs to its new holder',
  declined: 'Its new holder did not want it',
  taken_back: 'Its holder or a manager took it back',
  lapsed: 'It was not accepted in time, or the ticket no longer admits',
}

const directions = Object.keys(direction) as (keyof typeof direction)[]
const statuses = Object.keys(states) as (keyof typeof states)[]

/** A ticket that is offered to the owner of an e-mail (docs/contract, section 7.8). */
export const Transfer = Type.Object(
  {
    id: Uuid,
    payment_id: Uuid,
    direction: OneOf('TransferDirection', direction),
    status: OneOf('TransferStatus', states),
    email: Nullable(
      Type.String({
        description: 'The e-mail it is offered to; null: deleted, 30 days after it ended',
        examples: ['ada@harbour.example'],
      }),
    ),
    sender_name: Type.String({ description: 'Who offers it', examples: ['Bo Marsh'] }),
    festival: PaidFestival,
    item: PaidItem,
    created_at: Timestamp,
    expires_at: Timestamp,
    ended_at: NullableTimestamp,
  },
  { title: 'Transfer' },
)
export type Transfer = Static<typeof Transfer>

export const TransferQuery = Type.Interface([PartQuery(100, 1000)], {
  direction: Type.Optional(
    Type.Enum(directions, { description: 'Those sent, or those received', examples: ['received'] }),
  ),
  status: Type.Optional(
    Type.Enum(statuses, { description: 'Those of one status', examples: ['open'] }),
  ),
})
export type TransferQuery = Static<typeof TransferQuery>

/** A ticket as its holder reads it, even if another user bought it (docs/contract, section 7.8). */
export const HeldTicket = Type.Object(
  {
    payment_id: Uuid,
    payment_type: Type.Enum(['ticket', 'accommodation'], {
      description: 'A ticket of a tier, or a place to sleep',
    }),
    bought: Type.Boolean({ description: 'The holder has bought it too', examples: [false] }),
    festival: PaidFestival,
    item: PaidItem,
    validated_at: Type.Unsafe<Date | null>({
      ...NullableTimestamp,
      description: 'When it admitted; null: it has not yet',
    }),
    qr_code: TicketText,
    qr_code_url: ticketFile('qr.svg'),
    ticket_pdf_url: ticketFile('ticket.pdf'),
    short_code: Nullable(ShortCode),
    transfer_id: Nullable(
      Type.String({
        format: 'uuid',
        description: 'The open transfer that offers it to another user',
        examples: [null],
      }),
    ),
    return: Nullable(TicketReturn),
  },
  { title: 'HeldTicket' },
)
export type HeldTicket = Static<typeof HeldTicket>

export const HeldTicketQuery = CursorQuery(50, 200)
export const HeldTickets = CursorAnswer({ tickets: Type.Array(HeldTicket) })
