import { type TSchema, Type } from 'typebox'
import { festivalEvents } from '#catalogue/festivals'
import { organizerEvents } from '#catalogue/organizers'
import type { EventKind } from '#core/domain-events'
import { boxOfficeEvents } from '#entrance/box-office'
import { Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { documentEvents } from '#shop/documents'
import { paymentEvents } from '#shop/payments'
import { membershipEvents } from '#shop/subscriptions'
import { ticketEvents } from '#shop/tickets'
import { waitingEvents } from '#shop/waiting'

/** All events that an endpoint may subscribe to, by type. */
export const events: Record<string, EventKind> = {
  ...paymentEvents,
  ...documentEvents,
  ...ticketEvents,
  ...waitingEvents,
  ...boxOfficeEvents,
  ...membershipEvents,
  ...festivalEvents,
  ...organizerEvents,
}

export const eventTypes = Object.keys(events)

/** Sent on request to test an endpoint. No endpoint subscribes to it, and only that endpoint receives it. */
export const testEvent = 'webhook.test'

const kinds: Record<string, EventKind> = {
  ...events,
  [testEvent]: {
    summary: 'A test of the endpoint',
    data: Type.Object({ webhook_id: Uuid }, { title: 'TestEventData' }),
  },
}

const WebhookMessage = Type.Object(
  {
    id: Type.String({
      ...Uuid,
      description: 'Of the event, as in the header webhook-id: the same whenever it is sent again',
    }),
    timestamp: Type.Unsafe<Date>({ ...Timestamp, description: 'When it happened' }),
  },
  { title: 'WebhookMessage' },
)

/** The schema of the body of a request to an endpoint. */
export function messageOf(type: string): TSchema {
  const { id, timestamp } = WebhookMessage.properties
  return Type.Object(
    {
      id,
      type: Type.Enum([type], { examples: [type] }),
      timestamp,
      data: kinds[type]?.data ?? Type.Object({}),
    },
    { title: `${inPascalCase(type)}Message`, 'x-extends': WebhookMessage },
  )
}

/** `payment.refunded` → `PaymentRefunded` */
const inPascalCase = (type: string) =>
  type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** All types with their summary and the schema of their messages. */
export const describedEvents = Object.entries(kinds).map(([type, { summary }]) => ({
  type,
  summary,
  schema: messageOf(type),
}))
