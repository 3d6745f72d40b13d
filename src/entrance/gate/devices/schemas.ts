import { type Static, Type } from 'typebox'
import { ZoneName } from '#core/sale-terms'
import { aliased } from '#platform/values/aliases'
import { Name, Nullable, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'

const deviceFields = {
  id: Uuid,
  name: Name('North gate 1', 100),
  zone: ZoneName,
  created_at: Timestamp,
  last_seen_at: NullableTimestamp,
  expires_at: Nullable({
    ...Timestamp,
    description:
      'When its token ends, a week after the festival at the latest; null: it has ended with the client it came through',
  }),
  made_by: Nullable(
    Type.Object(
      {
        id: Uuid,
        firstName: Type.String(),
        lastName: Type.String(),
      },
      {
        title: 'Person',
        description:
          'Who answers for it: it ends with their right to manage this gate. Null: set up before that was noted',
        examples: [
          { id: '01980000-0000-7000-8000-000000000001', firstName: 'Bo', lastName: 'Quay' },
        ],
      },
    ),
  ),
  needs_manager: Type.Boolean({
    description:
      'Who answers for it may not manage this gate any more: it admits again once taken over',
    examples: [false],
  }),
}

/** A device at the gate. */
export const Device = aliased(Type.Object(deviceFields, { title: 'GateDevice' }), {
  created_at: 'createdAt',
})
export type Device = Static<typeof Device>

/** A device with its token, which is shown only once. */
export const DeviceWithToken = Type.Interface(
  [Device],
  {
    token: Type.String({
      description: 'Sent in X-F-Authentication. Shown once and kept nowhere: store it now',
      examples: ['fst_gate_0000000000000000000000000000000000000000000000000'],
    }),
  },
  { 'x-extends': Device },
)
export type DeviceWithToken = Static<typeof DeviceWithToken>

export const NewDevice = Type.Object({
  name: Name('North gate 1', 100),
  zone: Type.Optional({
    ...ZoneName,
    description: 'The part of the festival that its gate leads into; left out: `main`',
  }),
})

export const DevicePath = Type.Object({
  id: Type.String({ format: 'uuid' }),
  deviceId: Type.String({ format: 'uuid' }),
})
