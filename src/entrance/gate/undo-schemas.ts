import { type Static, Type } from 'typebox'
import { Uuid } from '#platform/values/shapes'
import { TimeInput } from '#platform/values/time'
import { Nonce } from './schemas.ts'

/** A scan to undo, identified by its own nonce or by the time at which its ticket passed. */
export const Undo = Type.Object({
  payment_id: Uuid,
  nonce: Type.Optional(Nonce),
  at: Type.Optional({
    ...TimeInput,
    description: 'When the ticket passed, to the millisecond, where the nonce is not known',
  }),
  reason: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    description: 'Noted in the audit log',
    examples: ['The holder did not go in'],
  }),
})
export type Undo = Static<typeof Undo>
