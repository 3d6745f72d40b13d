import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { TimeInput, Timestamp } from '#platform/values/time'

export const mostEntries = 200

/** The filters of the log. */
export const AuditQuery = Type.Interface([CursorQuery(50, mostEntries)], {
  actor: Type.Optional(Type.String({ format: 'uuid', description: 'The id of a user' })),
  action: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'One action, or several, separated by commas',
      examples: ['festival.update'],
    }),
  ),
  entity_type: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The kind of record that was changed',
      examples: ['festival'],
    }),
  ),
  entity_id: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The record that was changed',
      examples: ['01980000-0000-7000-8000-000000000001'],
    }),
  ),
  from: Type.Optional(Type.Unsafe<string>({ ...TimeInput, description: 'From this time on' })),
  to: Type.Optional(Type.Unsafe<string>({ ...TimeInput, description: 'Up to before this time' })),
})
export type AuditQuery = Static<typeof AuditQuery>

const Change = Type.Object(
  {
    from: Type.Unsafe<unknown>({ description: 'null: there was none, or it is not shown' }),
    to: Type.Unsafe<unknown>({ description: 'null: there is none, or it is not shown' }),
  },
  { title: 'AuditChange' },
)

/** An entry: a change, its author and its time. It has ids and plain fields, no secrets and no personal data. */
export const AuditEntry = Type.Object(
  {
    id: Uuid,
    at: Timestamp,
    actor: Type.Object(
      {
        kind: OneOf('ActorKind', {
          user: 'A user',
          device: 'A device at a gate',
          client: 'An application, without a user',
          system: 'The service itself, or its operator',
        }),
        user_id: Nullable(Uuid),
        client_id: Nullable(Type.String({ examples: ['client_5f0c9d2b7a1e4c3f8b6d0a92'] })),
        device_id: Nullable(
          Type.String({ format: 'uuid', examples: [null], description: 'Of a device at a gate' }),
        ),
      },
      { title: 'AuditActor' },
    ),
    action: Type.String({ examples: ['festival.update'] }),
    entity_type: Type.String({ examples: ['festival'] }),
    entity_id: Nullable(Type.String({ examples: ['01980000-0000-7000-8000-000000000001'] })),
    entity_name: Nullable(
      Type.String({
        description: 'The name of the record now; null for people, and where there is none',
        examples: ['Harbour Nights'],
      }),
    ),
    festival_id: Nullable(Uuid),
    festival_name: Nullable(
      Type.String({
        description: 'Its name now',
        examples: ['Harbour Nights'],
      }),
    ),
    organizer_id: Nullable(Type.String({ examples: ['harbour-nights'] })),
    changes: Type.Record(Type.String(), Change, {
      description:
        'By field; those of a part, such as a ticket tier, as tickets.<id>.price. Long texts are cut',
      examples: [{ venue: { from: 'North Quay', to: 'South Quay' } }],
    }),
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditEntries = CursorAnswer({ entries: Type.Array(AuditEntry) })
