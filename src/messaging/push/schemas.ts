import { type Static, Type } from 'typebox'
import { Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

/** Most browsers of one user. */
export const mostSubscriptions = 20

const key =
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

/** A browser that shows notifications while no page is open. */
export const PushSubscription = Type.Object(
  {
    id: Uuid,
    service: Type.String({
      description: 'The host of the push service by which the browser is reached',
      examples: ['updates.push.services.mozilla.com'],
    }),
    created_at: Timestamp,
  },
  { title: 'PushSubscription' },
)
export type PushSubscription = Static<typeof PushSubscription>

export const PushSubscriptions = Type.Object({
  application_server_key: Type.String({
    description: 'What `pushManager.subscribe` takes as applicationServerKey: base64url',
    examples: [key],
  }),
  subscriptions: Type.Array(PushSubscription),
})

/** The output of `JSON.stringify` for a browser's PushSubscription, under the same names; its `expirationTime` is not used. */
export const NewPushSubscription = Type.Object({
  endpoint: Type.String({
    maxLength: 2000,
    description: 'An address of https that is not private',
    examples: ['https://updates.push.services.mozilla.com/wpush/v2/gAAAAABl'],
  }),
  keys: Type.Object({
    p256dh: Type.String({
      pattern: '^[\\w-]{87}=?$',
      description: 'A point of the curve P-256, uncompressed: base64url',
      examples: [key],
    }),
    auth: Type.String({
      pattern: '^[\\w-]{22}(==)?$',
      description: '16 bytes: base64url',
      examples: ['BTBZMqHH6r4Tts7J_aSIgg'],
    }),
  }),
})
export type NewPushSubscription = Static<typeof NewPushSubscription>
