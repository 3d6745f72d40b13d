import { Type } from 'typebox'
import type { EventKind } from '#core/domain-events'
import { Nullable, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

/** The domain events of waiting lists. */
export const waitingEvents: Record<string, EventKind> = {
  'waiting_list.offered': {
    summary: 'What a person waited for is free, and is held for them for a while',
    data: Type.Object(
      {
        entry: Type.Object(
          {
            id: Uuid,
            festival_id: Uuid,
            organizer_id: Nullable(Type.String({ examples: ['harbour-nights'] })),
            entity_id: Type.String({ ...Uuid, description: 'Of the tier' }),
            user_id: Uuid,
            quantity: Type.Integer({ examples: [2] }),
            expires_at: Timestamp,
          },
          { title: 'EventWaitingEntry' },
        ),
      },
      { title: 'WaitingEventData' },
    ),
  },
}
