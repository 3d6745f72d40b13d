import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { aliased } from '#platform/values/aliases'
import { Known } from '#platform/values/known'
import { Nullable, OneOf, OptionalText, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, TimeInput, Timestamp } from '#platform/values/time'
import { describedEvents, events } from './events.ts'

export const mostDeliveries = 200
export const mostWebhooks = 50

const Url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Takes POST requests. https, at an address of the open internet',
  examples: ['https://app.example/hooks/festival'],
})
const WebhookEventType = OneOf(
  'WebhookEventType',
  Object.fromEntries(Object.entries(events).map(([type, { summary }]) => [type, summary])),
)
const Events = Nullable(
  Type.Array(WebhookEventType, {
    minItems: 1,
    maxItems: 100,
    examples: [['payment.succeeded']],
    description: 'The types it is sent; null: all types, including those that are added later',
  }),
)
const OrganizerId = Nullable(
  Type.String({
    maxLength: 128,
    description: 'It is sent only events of this organizer; null: of all',
    examples: ['harbour-nights'],
  }),
)

const fields = {
  id: Uuid,
  url: Url,
  description: Nullable(Type.String({ examples: ['Ticket shop'] })),
  events: Events,
  organizer_id: OrganizerId,
  enabled: Type.Boolean({ examples: [true] }),
  disabled_reason: Type.Unsafe<'gone' | 'failing' | null>({
    type: ['string', 'null'],
    enum: ['gone', 'failing', null],
    description: 'Why the service has disabled it: it answered 410, or failed for three days',
    examples: [null],
  }),
  failing_since: NullableTimestamp,
  missed: Nullable(
    Type.Object(
      { events: Type.Integer({ examples: [12] }), since: Timestamp },
      {
        title: 'MissedEvents',
        examples: [{ events: 12, since: '2027-07-01T18:00:00.000Z' }],
        description:
          'What happened while the service had disabled it, in the last 30 days, and was not sent since: how many events, and when the first of them happened',
      },
    ),
  ),
  old_secret_ends_at: NullableTimestamp,
  created_at: Timestamp,
}

/** An endpoint as read: its secret is never shown again. */
export const Webhook = aliased(Type.Object(fields, { title: 'Webhook' }), {
  created_at: 'createdAt',
})
export type Webhook = Static<typeof Webhook>

/** An endpoint as read, with the secret, which is shown only this once. */
export const WebhookWithSecret = Type.Interface(
  [Webhook],
  {
    secret: Type.String({
      description: 'Verifies signatures. Shown once: store it now',
      examples: ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='],
    }),
  },
  { title: 'WebhookWithSecret', 'x-extends': Webhook },
)

const changeable = {
  description: OptionalText('Ticket shop', 200),
  events: Type.Optional(Events),
  organizer_id: Type.Optional(OrganizerId),
  enabled: Type.Optional(Type.Boolean({ examples: [true] })),
}

const Settings = Type.Object(changeable, { title: 'WebhookSettings' })

export const NewWebhook = Type.Object({ url: Url, ...changeable }, { 'x-extends': Settings })
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookChange = Type.Object(
  { url: Type.Optional(Url), ...changeable },
  { 'x-extends': Settings },
)
export type WebhookChange = Static<typeof WebhookChange>

export const Rotation = Type.Object({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      default: 86_400,
      description: 'How long the old secret signs beside the new one',
      examples: [86_400],
    }),
  ),
})

export const Replay = Type.Object({
  since: Type.Unsafe<string>({
    ...TimeInput,
    description: 'Events that happened then or later, as `missed.since` of the endpoint',
  }),
})
export const Replayed = Type.Object({
  replayed: Type.Integer({ description: 'How many are sent', examples: [12] }),
})

export const EventType = Type.Object(
  {
    type: Type.Enum(
      describedEvents.map(({ type }) => type),
      { description: 'A type of events, or webhook.test' },
    ),
    summary: Type.String({ examples: ['A payment has succeeded'] }),
    schema: Type.Record(Type.String(), Type.Unknown(), {
      description: 'JSON schema of the message',
      examples: [{ type: 'object' }],
    }),
  },
  { title: 'WebhookEvent' },
)

const statuses = ['pending', 'delivered', 'failed', 'missed'] as const

const delivery = {
  id: Uuid,
  webhook_id: Uuid,
  event_id: Type.String({ ...Uuid, description: 'Sent as webhook-id, each time' }),
  type: Type.String({ examples: ['payment.succeeded'] }),
  timestamp: Timestamp,
  status: Type.Enum([...statuses], {
    description: 'missed: the service had disabled the endpoint; a replay sends it',
    examples: ['delivered'],
  }),
  attempts: Type.Integer({ examples: [1] }),
  last_status: Nullable(
    Type.Integer({ description: 'Of the answer to the last attempt', examples: [204] }),
  ),
  last_error: Nullable(
    Type.String({ description: 'Why there was no answer', examples: ['no answer within 15 s'] }),
  ),
  next_attempt_at: NullableTimestamp,
  finished_at: NullableTimestamp,
}

/** An event on its way to an endpoint. */
export const Delivery = Type.Object(delivery, { title: 'WebhookDelivery' })
export type Delivery = Static<typeof Delivery>
export const Deliveries = CursorAnswer({ deliveries: Type.Array(Delivery) })

/** A delivery with its message, and each attempt. */
export const DeliveryDetail = Type.Object(
  {
    ...delivery,
    message: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The body of each request',
      examples: [{ type: 'webhook.test' }],
    }),
    attempted: Type.Array(
      Type.Object(
        {
          number: Type.Integer({ examples: [1] }),
          at: Timestamp,
          duration_ms: Type.Integer({ examples: [83] }),
          status: Nullable(Type.Integer({ examples: [204] })),
          answer: Nullable(
            Type.String({ description: 'How the answer begins: 1,000 characters', examples: [''] }),
          ),
          error: Nullable(Type.String({ examples: [null] })),
        },
        { title: 'WebhookAttempt' },
      ),
      { description: 'Oldest first' },
    ),
  },
  { title: 'WebhookDeliveryDetail', 'x-extends': Delivery },
)
export type DeliveryDetail = Static<typeof DeliveryDetail>

export const DeliveriesQuery = Type.Interface([CursorQuery(50, mostDeliveries)], {
  status: Type.Optional(Known(statuses, { examples: ['failed'] })),
  type: Type.Optional(
    Known(
      describedEvents.map(({ type }) => type),
      {
        maxLength: 100,
        description: 'A type of events; an unknown one finds nothing',
        examples: ['payment.succeeded'],
      },
    ),
  ),
  from: Type.Optional(Type.Unsafe<string>({ ...TimeInput, description: 'From this time on' })),
  to: Type.Optional(Type.Unsafe<string>({ ...TimeInput, description: 'Up to before this time' })),
})
export type DeliveriesQuery = Static<typeof DeliveriesQuery>
