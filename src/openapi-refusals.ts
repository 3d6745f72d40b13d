import { type TSchema, Type } from 'typebox'
import type { ErrorCode } from './error-codes.ts'
import { exampleOf, extended } from './openapi-examples.ts'

const Refusal = Type.Object(
  {
    error: Type.String(),
    code: Type.String({ description: 'Stable; to branch on: section 1.2 of the contract' }),
  },
  { additionalProperties: true },
)
const FieldFault = Type.Object({
  path: Type.String({ examples: ['name'] }),
  code: Type.String({ examples: ['required'] }),
  message: Type.String({ examples: ['name is required'] }),
})
/** What a 400 has beside it, where fields of the input are at fault. */
const InvalidInput = Type.Object(
  { ...Refusal.properties, fields: Type.Optional(Type.Array(FieldFault)) },
  { additionalProperties: true },
)

/** What each status means, and an `error` and a `code` it may carry. */
const refusals: Record<number, [description: string, error: string, code: ErrorCode]> = {
  400: ['The input breaks a rule; the sentence names the field', 'name is required', 'invalid'],
  401: ['No token, or one that is not valid', 'Invalid token', 'unauthorized'],
  402: [
    'Not paid: the processor declined',
    'The payment was declined: insufficient_funds',
    'declined',
  ],
  403: ['Known, but not allowed', 'Missing user permission: manage_users', 'missing_permission'],
  404: ['Unknown, or not yours to see', 'Not found', 'not_found'],
  409: ['The state of things does not allow it', 'It exists already', 'exists'],
  413: ['Too large', 'The body must have at most 8 MiB', 'too_large'],
  415: [
    'A content type that is not taken',
    'The body must be application/json',
    'unsupported_media_type',
  ],
  429: [
    'Too often: wait as many seconds as Retry-After says',
    'Too many attempts',
    'too_many_requests',
  ],
  503: [
    'Try again after as many seconds as Retry-After says',
    'The database does not answer in time, try again',
    'unavailable',
  ],
}

/** The schema of the answer with this status, with an example. */
export function refusal(status: number): TSchema {
  const [description, error, code] = refusals[status] ?? []
  const schema = status === 400 ? InvalidInput : Refusal
  const fields = status === 400 && { fields: [exampleOf(FieldFault)] }
  return extended(schema, { description, examples: [{ error, code, ...fields }] })
}
