/** Descriptions of refusals: one schema, and a response for each set of codes that an operation can answer. */
import { Type } from 'typebox'
import { codeOfStatus } from '#platform/values/errors'
import { Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import type { Schema } from './components.ts'
import { type ErrorCode, errorCodes, fieldCodes, statusOf } from './error-codes.ts'

// No enumeration: a later version may add codes. Each answer lists its own codes with their meanings.
const code = Type.String({
  description: 'Stable; to branch on. Each answer lists those it can have',
  examples: ['not_found'],
})
const sentence = Type.String({
  description: 'For people: names the field and the rule',
  examples: ['Festival not found'],
})

const Seconds = (description: string) => Type.Integer({ description, examples: [30] })
const Euros = (description: string) => Type.Number({ description, examples: [89.5] })
const Since = (description: string) =>
  Type.Unsafe<Date | null>({ ...NullableTimestamp, description })

/** Fields with the facts beside a code. Other facts are never answered. */
const facts = {
  retry_after: Seconds('Seconds until it may be sent again, as `Retry-After` says'),
  decline_code: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: '`declined`: why, as the processor says; null where it does not',
    examples: ['insufficient_funds'],
  }),
  id: Type.String({
    ...Uuid,
    description:
      '`declined`, `expired`: the payment, or the order; `already_waiting`: the place in line',
  }),
  enrolled: Type.Boolean({
    description:
      '`second_factor_required` of a sign-in: whether the account has a second factor; else it enrols with `POST /auth/second-factor`',
    examples: [true],
  }),
  hint: Type.String({
    description: '`unauthorized`: what is wrong with the form of the token',
    examples: ['A token stands alone in its header, without Bearer'],
  }),
  item: Type.String({
    description: 'Of an order: the `entity_id` of the item that is in the way',
    examples: ['0198c0de-0000-7000-8000-000000000001'],
  }),
  remaining: Type.Integer({
    description:
      '`sold_out` of an order: how many of the item are left; `voucher_used_up`: how many uses',
    examples: [1],
  }),
  scope: Type.String({
    description: '`scope_not_held`: the scope that the caller lacks',
    examples: ['read_emails'],
  }),
  artist_id: Type.String({ ...Uuid, description: '`merged`: the artist it was merged into' }),
  status: Type.String({
    description: '`not_succeeded`: the status of the payment',
    examples: ['failed'],
  }),
  reason: Type.String({
    description:
      '`not_on_sale`: why, beyond the times: `organizer_not_approved`, `seller_incomplete`, or at tills `not_at_tills`; `transfer_unavailable`: why it cannot be paid so',
    examples: ['organizer_not_approved'],
  }),
  start_time: Since('`not_on_sale`: when its sale begins'),
  end_time: Since('`not_on_sale`: when its sale ends; `over`: when the festival did'),
  opens_at: Since('`queue_not_open`: when it opens'),
  price: Euros('`price_changed`: the price in EUR'),
  next_release_at: Since(
    '`sold_out`, `too_many_waiting`, `too_many_holds`, `too_many_held`: when something that is held may be free again',
  ),
  expires_at: Since('`declined`: until when an order that was held first is still held'),
  orders: Type.Array(Uuid, {
    description: '`too_many_holds`: orders of the caller that are in the way',
  }),
  payments: Type.Array(Uuid, {
    description: '`too_many_waiting`: payments of the caller that are in the way',
  }),
  limit: Type.Integer({ description: 'How many there may be', examples: [4] }),
  amount: Euros('`refund_refused`: the refund that may be asked for again, in EUR'),
  refundable: Euros('`amount_too_large`: what is left, in EUR'),
  until: Type.Unsafe<Date>({
    ...Timestamp,
    description: '`cancel_period_over`: until when it could be given back',
  }),
  starts_at: Type.Unsafe<Date>({
    ...Timestamp,
    description: '`not_started`, `voucher_not_started`: when it starts',
  }),
  ends_at: Type.Unsafe<Date>({
    ...Timestamp,
    description: '`ended`, `voucher_ended`: when it ended',
  }),
  valid_since: Since('`too_early`, `too_late`: from when the ticket admits'),
  valid_until: Since('`too_early`, `too_late`: until when the ticket admits'),
  validated_at: Since('`already_validated`: when it was admitted'),
  validated_by: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'uuid',
    description: '`already_validated`: who admitted it; null where a device did',
    examples: [null],
  }),
  gate: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: '`already_validated`: the device that admitted it; null where a user did',
    examples: ['North gate 1'],
  }),
  check: Type.Enum(['database', 'disk', 'draining'], {
    description:
      '`not_ready`: what fails: the database, the space on its disk, or the process is stopping',
    examples: ['database'],
  }),
}

const ErrorAnswer = Type.Interface(
  [Type.Object({ error: sentence, code }), Type.Partial(Type.Object(facts))],
  {},
  { title: 'Error' },
)

const FieldError = Type.Object(
  {
    path: Type.String({
      description: 'As in `items[0].name`; empty for the body as a whole',
      examples: ['name'],
    }),
    code: Type.Enum(Object.keys(fieldCodes), {
      title: 'FieldErrorCode',
      description: 'Stable; the value …',
      'x-enum-descriptions': Object.values(fieldCodes),
      examples: ['required'],
    }),
    message: Type.String({ examples: ['name is required'] }),
  },
  { title: 'FieldError' },
)
/** The body of a 400 answer. */
const InvalidInput = Type.Object(
  {
    error: sentence,
    code,
    fields: Type.Optional(
      Type.Array(FieldError, { description: 'The fields at fault, where it is about fields' }),
    ),
  },
  { title: 'InvalidInput' },
)

/** Headers of the responses with these statuses. */
const headersOfStatus: Record<number, string[]> = {
  429: ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  503: ['Retry-After'],
}

export type Answer = {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, { schema?: Schema; example?: unknown }>
}

/** Returns references to headers among the components. */
export function headersOf(names: string[]): Pick<Answer, 'headers'> {
  const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return names.length > 0 ? { headers: Object.fromEntries(references) } : {}
}

/** A refusal declared by an operation: a code, or a status for its default code. */
export type Refused = number | ErrorCode

/** Returns the responses of an operation that can answer these codes, by status. */
export function refusals(refused: Refused[]): Record<string, Answer> {
  const codes = refused.map((one) => (typeof one === 'number' ? codeOfStatus(one) : one))
  const known = [...new Set(codes)].filter((one): one is ErrorCode =>
    Object.hasOwn(errorCodes, one),
  )
  return Object.fromEntries(
    Object.entries(Object.groupBy(known, statusOf)).map(([status, some = []]) => [
      status,
      refusal(Number(status), some),
    ]),
  )
}

function refusal(status: number, codes: ErrorCode[]): Answer {
  const allOf: Schema[] = [
    (status === 400 ? InvalidInput : ErrorAnswer) as Schema,
    { properties: { code: { enum: codes } } },
  ]
  return {
    description: codes.map((one) => `\`${one}\`: ${errorCodes[one]}`).join('. '),
    ...headersOf(headersOfStatus[status] ?? []),
    content: { 'application/json': { schema: { allOf } } },
  }
}
