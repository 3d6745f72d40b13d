import { type Static, Type } from 'typebox'
import type { Refusal } from '#common/gate/admission'
import { ZoneName } from '#core/sale-terms'
import { PartQuery } from '#platform/http/cursors'
import { Named, Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, TimeInput, Timestamp } from '#platform/values/time'

export const GatePath = Type.Object({ festivalId: Type.String({ format: 'uuid' }) })

export const Nonce = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Of this one scan: sent again, the same ticket gets the same answer',
  examples: ['9b1deb4d-3b7d'],
})

export const Validate = Type.Object({ nonce: Type.Optional(Nonce) })

/** A ticket that admitted just now (docs/contract, section 8.1). */
export const Validation = Type.Object({
  id: Uuid,
  is_validated: Type.Boolean({ examples: [true] }),
  validated_at: Timestamp,
  validated_by: Uuid,
})
export type Validation = Static<typeof Validation>

/** A person at the gate. */
export const Staff = Type.Object(
  {
    id: Uuid,
    firstName: Type.String({ examples: ['Bo'] }),
    lastName: Type.String({ examples: ['Marsh'] }),
    email: Nullable(Type.String({ examples: ['bo@harbour.example'] })),
  },
  { title: 'GateStaff' },
)
export type Staff = Static<typeof Staff>

export const StaffPath = Type.Object({
  id: Type.String({ format: 'uuid' }),
  userId: Type.String({ format: 'uuid' }),
})

export const Direction = OneOf('GateDirection', {
  in: 'On the way in, as where it is left out',
  out: 'On the way out: its holder may come in again where the ticket says so',
})
export const DirectionInput = Type.Optional(Direction)

const NewScan = Type.Object(
  {
    nonce: Nonce,
    // The capacity of the largest QR code: anything held before a camera gets an answer.
    code: Type.String({
      maxLength: 8_000,
      description: 'The scanned text, or a short code',
      examples: ['6BF+70O'],
    }),
    scanned_at: TimeInput,
    admitted_offline: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'The device let the holder in without a network, at scanned_at',
      }),
    ),
    direction: DirectionInput,
    ask_first: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'A ticket that would be used up on a day that is not its own is not: the result is `ask`, nothing is kept, and the same scan without it admits',
      }),
    ),
  },
  { title: 'NewScan' },
)

export const Practice = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Answers as otherwise, and changes nothing: to try a device',
  }),
)

export const NewScans = Type.Object({
  festival_id: Uuid,
  practice: Practice,
  scans: Type.Array(NewScan, { minItems: 1, maxItems: 500 }),
})
export type NewScans = Static<typeof NewScans>

const Tier = Named('Weekend')
// The examples belong to one case: a ticket that a device let in is scanned again.
const Admitter = Nullable(
  Type.String({ format: 'uuid', description: 'null where a device admitted', examples: [null] }),
)
const Gate = Nullable(
  Type.String({
    description: "The device's name; null where a person admitted",
    examples: ['North gate 1'],
  }),
)

/** The reasons why a ticket does not admit. */
export const TicketRefusal = OneOf('TicketRefusal', {
  invalid_code: 'It is not the code of a ticket',
  wrong_festival: 'It is for another festival',
  not_a_ticket: 'The payment is not for a ticket',
  not_succeeded: 'It is not paid',
  refunded: 'It was refunded',
  revoked: 'It was revoked',
  transferred: 'It was handed on, and this is its code from before',
  wrong_zone: 'It does not admit to this part of the festival',
  too_early: 'It does not admit yet',
  too_late: 'It does not admit any more',
  already_validated: 'It was admitted before',
  another_day: 'It admits, but not only now: it is for another day, and `ask_first` was given',
  full: 'As many are inside as may be, and the festival lets no more in',
} satisfies Record<Refusal, string>)

export const ScanResult = Type.Object(
  {
    nonce: Nonce,
    result: OneOf('ScanOutcome', {
      admitted: 'It admits now, or has let its holder out',
      already_validated: 'It was admitted before',
      ask: 'It is for another day: it admits where it is scanned again without `ask_first`',
      refused: 'It does not admit; `code` says why',
    }),
    code: Type.Union([TicketRefusal, Type.Null()]),
    payment_id: Nullable(Uuid),
    tier: Type.Union([Tier, Type.Null()]),
    validated_at: NullableTimestamp,
    validated_by: Admitter,
    first: Type.Union([Type.Object({ at: Timestamp, gate: Gate }), Type.Null()]),
    clash: Type.Boolean({
      description: 'It was admitted offline, and should not have been',
      examples: [false],
    }),
    direction: Direction,
    zone: ZoneName,
  },
  { title: 'ScanResult' },
)
export type ScanResult = Static<typeof ScanResult>

export const ScanResults = Type.Object({ results: Type.Array(ScanResult) })

const Admission = Type.Object({ at: Timestamp, gate: Gate, by: Admitter }, { title: 'Admission' })

/** An offline admission that should not have happened. */
export const Clash = Type.Object(
  {
    id: Uuid,
    payment_id: Nullable(
      Type.String({
        format: 'uuid',
        description: 'null: the code was none of our tickets',
        examples: ['01980000-0000-7000-8000-000000000001'],
      }),
    ),
    tier: Type.Union([Tier, Type.Null()]),
    code: TicketRefusal,
    first: Type.Union([Admission, Type.Null()], { description: 'The admission that stands' }),
    again: Admission,
    received_at: Timestamp,
  },
  { title: 'Clash' },
)
export type Clash = Static<typeof Clash>

export const ClashQuery = PartQuery(100, 1000)
