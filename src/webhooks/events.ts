import { type TSchema, Type } from 'typebox'
import type { EventKind } from '#domain-events'
import { festivalEvents } from '#festivals'
import { organizerEvents } from '#organizers'
import { paymentEvents } from '#payments'
import { Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { membershipEvents } from '#subscriptions'
import { ticketEvents } from '#tickets'

/** Everything an endpoint may ask to hear of, by its type. */
export const events: Record<string, EventKind> = {
  ...paymentEvents,
  ...ticketEvents,
  ...membershipEvents,
  ...festivalEvents,
  ...organizerEvents,
}

export const eventTypes = Object.keys(events)

/** Sent on request to try an endpoint: no endpoint subscribes to it, and it reaches that one alone. */
export const testEvent = 'webhook.test'

const kinds: Record<string, EventKind> = {
  ...events,
  [testEvent]: {
    summary: 'A test of the endpoint',
    data: Type.Object({ webhook_id: Uuid }),
  },
}

/** The body of a request to an endpoint. */
export function messageOf(type: string): TSchema {
  return Type.Object({
    id: Type.String({
      ...Uuid,
      description: 'Of the event, as in the header webhook-id: the same whenever it is sent again',
    }),
    type: Type.Enum([type], { examples: [type] }),
    timestamp: Type.Unsafe<Date>({ ...Timestamp, description: 'When it happened' }),
    data: kinds[type]?.data ?? Type.Object({}),
  })
}

/** All types with what they tell and the schema of their messages. */
export const describedEvents = Object.entries(kinds).map(([type, { summary }]) => ({
  type,
  summary,
  schema: messageOf(type),
}))
