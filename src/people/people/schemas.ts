import { type Static, type TSchema, Type } from 'typebox'
import { Interest } from '#audience/interests'
import { Badge } from '#audience/rewards'
import { AttendeeStatus } from '#entrance/attendees'
import { SignedIn } from '#identity/auth'
import { Account } from '#identity/users'
import { NotificationKind } from '#messaging/notifications'
import { Price } from '#platform/values/money'
import { Name, Named, Nullable, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { OrderStatus, ShortCode } from '#shop/payments'

/** The number of entries shown of each list. */
export const mostShown = 10

// A time inside JSON built by PostgreSQL is text already.
const Time = Type.Unsafe<string>(Timestamp)
const Count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] })
const Festival = Type.Union([Named('Harbour Nights 2027'), Type.Null()])

function Latest<Item extends TSchema>(item: Item) {
  return Type.Object({
    total: Count('How many there are; at most 10,000 are counted', 1),
    latest: Type.Array(item, { maxItems: mostShown, description: 'The newest first' }),
  })
}

/** Makes a list null for readers without the right to see it. */
function ForAdmins<Item extends TSchema>(item: Item) {
  return Type.Union([Latest(item), Type.Null()], { description: 'null: only admins see them' })
}

const Session = Type.Object(
  {
    client_name: SignedIn.properties.client_name,
    created_at: Time,
    last_used_on: SignedIn.properties.last_used_on,
    expires_at: Time,
    second_factor: SignedIn.properties.second_factor,
  },
  { title: 'PersonSession' },
)

const Passkey = Type.Object(
  {
    name: Name('Telephone'),
    created_at: Time,
    last_used_at: Nullable(Time),
  },
  { title: 'PersonPasskey' },
)

const Order = Type.Object(
  {
    id: Uuid,
    payment_id: { ...Uuid, description: 'Its first payment' },
    status: OrderStatus,
    units: Count('How many tickets, accommodations and memberships are in it', 1),
    amount: Price,
    refunded_amount: Type.Number({ description: 'EUR that were given back', examples: [0] }),
    festival: Festival,
    created_at: Time,
  },
  { title: 'PersonOrder' },
)

const Ticket = Type.Object(
  {
    payment_id: Uuid,
    short_code: Nullable({ ...ShortCode, description: 'null while it does not admit' }),
    status: AttendeeStatus,
    tier_name: Nullable(
      Type.String({ description: 'Of the tier, or the accommodation', examples: ['Weekend'] }),
    ),
    festival: Named('Harbour Nights 2027'),
    received: Type.Boolean({ description: 'Another user bought it, and handed it on' }),
    bought_at: Time,
  },
  { title: 'PersonTicket' },
)

const PointEntry = Type.Object(
  {
    kind: Type.String({ examples: ['earned'] }),
    delta: Type.Integer({ examples: [89] }),
    created_at: Time,
  },
  { title: 'PersonPoints' },
)

const Claim = Type.Object(
  { challenge: Named('Sunrise swim'), claimed_at: Time },
  { title: 'PersonClaim' },
)

const Follow = Type.Object(
  {
    entity_type: Interest.properties.entity_type,
    entity_id: Interest.properties.entity_id,
    name: Name('Ebb Trio'),
    created_at: Time,
  },
  { title: 'PersonFollow' },
)

const Notice = Type.Object(
  {
    id: Uuid,
    type: NotificationKind,
    title: Type.String({ examples: ['Ebb Trio play at Harbour Nights 2027'] }),
    read: Type.Boolean({ examples: [false] }),
    created_at: Time,
  },
  { title: 'PersonNotice' },
)

/** The result of the statement in `queries.ts`. */
export const Facts = Type.Object({
  second_factor_since: Type.Unsafe<string | null>({
    ...Nullable(Timestamp),
    description: 'Since when an authenticator app is asked for at sign-in; null: none is',
  }),
  passkeys: Latest(Passkey),
  sessions: Latest(Session),
  points: Type.Object({
    balance: Type.Integer({ description: 'Reserved ones included', examples: [120] }),
    total_earned: Count('All that were ever earned', 420),
    level: Type.Integer({ minimum: 1, examples: [2] }),
    entries: Latest(PointEntry),
  }),
  claims: Latest(Claim),
  follows: Latest(Follow),
  notices: ForAdmins(Notice),
  orders: ForAdmins(Order),
  tickets: ForAdmins(Ticket),
})
export type Facts = Static<typeof Facts>

/** A person as account managers read them. */
export const PersonRecord = Type.Object(
  {
    account: Account,
    badges: Type.Array(Badge, { description: 'Those that they have begun or unlocked' }),
    ...Facts.properties,
  },
  { title: 'PersonRecord' },
)
