import { type Static, Type } from 'typebox'
import { Heart } from '#audience/favourites'
import { Interest } from '#audience/interests'
import { Badge, Level } from '#audience/rewards'
import { Passkey } from '#identity/passkeys'
import { SecondFactor } from '#identity/second-factor'
import { User } from '#identity/users'
import { NotificationData } from '#messaging/notifications'
import { PushSubscription } from '#messaging/push'
import { Price } from '#platform/values/money'
import { Nullable, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { QueueSalt } from '#shop/queue'
import { Handed, Membership, Payment, ReceivedTicket } from './export-purchase-schemas.ts'
import { Count, OptionalText, Text, Yes } from './export-values.ts'

const created_at = Timestamp

const account = {
  profile: Type.Interface([Type.Omit(User, ['roles'])], {
    created_at,
    suspended_at: NullableTimestamp,
    last_sign_in_at: NullableTimestamp,
  }),
  roles: User.properties.roles,
  permissions: Type.Array(Text('manage_catalog')),
  points: Type.Object({
    balance: Count(120),
    reserved: Count(0),
    total_earned: Count(420),
    owed: Count(0),
  }),
  level: Level,
  badges: Type.Array(Badge),
}
const Account = Type.Object(account)
export type Account = Static<typeof Account>

const PointEntry = Type.Object({
  id: Uuid,
  kind: Text('earned'),
  delta: Type.Integer({ examples: [89] }),
  shortfall: Type.Integer({ examples: [0] }),
  source: Text('payment:01980000-0000-7000-8000-000000000006'),
  created_at,
})

const RewardEvent = Type.Object({
  id: Uuid,
  event_type: Text('artist_viewed'),
  entity_type: OptionalText('artist'),
  entity_id: OptionalText('01980000-0000-7000-8000-000000000001'),
  metadata: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    examples: [{ screen: 'line-up' }],
  }),
  points: Count(1),
  reversed: Count(0),
  counted: Yes,
  created_at,
})

const Tally = Type.Object({
  event_type: Text('artist_viewed'),
  entity_type: OptionalText('artist'),
  events: Count(5),
})

const Claim = Type.Object({ challenge_id: Uuid, name: Text('Sunrise swim'), claimed_at: Timestamp })

const WrongCodes = Type.Object({
  failures: Count(1),
  since: Timestamp,
  wait_until: NullableTimestamp,
})

const Notification = Type.Object({
  id: Uuid,
  type: Text('payment.succeeded'),
  title: Text('Payment received'),
  message: Text('Weekend, Harbour Nights 2027: 89.50 EUR paid.'),
  data: NotificationData,
  language: Text('en'),
  read: Yes,
  created_at,
})

const Scan = Type.Object({
  id: Uuid,
  festival_id: Uuid,
  payment_id: Nullable(Uuid),
  outcome: Text('admitted'),
  direction: Text('in'),
  zone: Text('main'),
  admitted_offline: Type.Boolean({ examples: [false] }),
  scanned_at: Timestamp,
  received_at: Timestamp,
})

const RequestedRefund = Type.Object({
  id: Uuid,
  payment_id: Uuid,
  amount: Price,
  reason: OptionalText('Cannot come'),
  created_at,
})

/** The changes that the user made as staff, and the changes to their account. */
const change = { id: Uuid, at: Timestamp, action: Text('festival.update') }
const Change = Type.Object({
  ...change,
  entity_type: Text('festival'),
  entity_id: OptionalText('01980000-0000-7000-8000-000000000001'),
})
const AccountChange = Type.Object({
  ...change,
  changes: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'By field: what it was, and what it is',
    examples: [{ permissions: { from: [], to: ['manage_catalog'] } }],
  }),
})

const { id, entity_type, entity_id } = Interest.properties

/** The answer of `GET /users/i/export`: the account, then each list of `export-sections.ts`, newest first. */
export const Export = Type.Object({
  exported_at: Timestamp,
  ...account,
  payments: Type.Array(Payment),
  memberships: Type.Array(Membership),
  tickets_received: Type.Array(ReceivedTicket),
  transfers_sent: Type.Array(Handed),
  transfers_received: Type.Array(Handed),
  waiting_list: Type.Array(
    Type.Object({
      id,
      festival_id: Uuid,
      entity_id: Uuid,
      quantity: Count(2),
      status: Text('waiting'),
      order_id: Nullable(Uuid),
      created_at,
      offered_at: NullableTimestamp,
      expires_at: NullableTimestamp,
      ended_at: NullableTimestamp,
    }),
  ),
  queues: Type.Array(
    Type.Object({
      queue_id: Uuid,
      number: Count(17),
      serves: Count(17),
      salt: QueueSalt,
      entered_at: Timestamp,
    }),
  ),
  point_entries: Type.Array(PointEntry),
  reward_events: Type.Array(RewardEvent),
  event_tallies: Type.Array(Tally),
  challenge_claims: Type.Array(Claim),
  wrong_codes: Type.Array(WrongCodes),
  interests: Type.Array(Type.Object({ id, entity_type, entity_id, created_at })),
  hearts: Type.Array(Type.Object({ ...Heart.properties })),
  passkeys: Type.Array(Type.Object({ ...Passkey.properties })),
  identity_providers: Type.Array(
    Type.Object({
      issuer: Text('https://id.harbour.example'),
      subject: Text('248289761001'),
      created_at,
    }),
  ),
  second_factor: Type.Array(
    Type.Object({
      enabled_at: SecondFactor.properties.enabled_at,
      recovery_codes_left: SecondFactor.properties.recovery_codes_left,
    }),
  ),
  calendar_address: Type.Array(Type.Object({ created_at })),
  notifications: Type.Array(Notification),
  notification_settings: Type.Array(
    Type.Object({
      topic: Text('reminders'),
      notice: Type.Boolean(),
      push: Type.Boolean(),
      mail: Type.Boolean(),
      changed_at: Timestamp,
    }),
  ),
  messages: Type.Array(
    Type.Object({
      id: Uuid,
      festival_id: Uuid,
      subject: Text('Gates open at 14:00'),
      text: Text('The gates open at 14:00 on Friday.'),
      state: Text('sent'),
      changed_at: Timestamp,
    }),
    {
      description:
        'What organizers wrote to the user as the holder of a ticket, until 30 days after the festival',
    },
  ),
  undeliverable_emails: Type.Array(
    Type.Object({ email: Text('ada@harbour.exmaple'), status: Text('5.1.2'), noted_at: Timestamp }),
  ),
  push_subscriptions: Type.Array(Type.Object({ ...PushSubscription.properties })),
  artists: Type.Array(Type.Object({ id: Uuid, name: Text('Ebb Trio'), created_at })),
  manages: Type.Array(Type.Object({ organizer_id: Text('harbour-nights'), created_at })),
  organizer_roles: Type.Array(
    Type.Object({
      organizer_id: Text('harbour-nights'),
      role: Text('accountant'),
      may_refund: Yes,
      created_at,
    }),
  ),
  gate_staff: Type.Array(Type.Object({ festival_id: Uuid, created_at })),
  gate_devices: Type.Array(
    Type.Object({
      id: Uuid,
      festival_id: Uuid,
      name: Text('North gate 1'),
      zone: Text('main'),
      created_at,
    }),
  ),
  invitations: Type.Array(
    Type.Object({
      id,
      kind: Text('manager'),
      organizer_id: Nullable(Text('harbour-nights')),
      festival_id: Nullable(Uuid),
      right: Nullable(Text('manage_catalog')),
      role: Nullable(Text('accountant')),
      may_refund: Yes,
      created_at,
      expires_at: Timestamp,
      ended_at: NullableTimestamp,
    }),
  ),
  scans: Type.Array(Scan),
  requested_refunds: Type.Array(RequestedRefund),
  changes: Type.Array(Change),
  changes_of_account: Type.Array(AccountChange),
  sessions: Type.Array(Type.Object({ created_at, expires_at: Timestamp })),
  guests: Type.Array(Type.Object({ id: Uuid, created_at, taken_over_at: Timestamp })),
})
