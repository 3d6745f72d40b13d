/** The parameters of operations, as the description publishes them. */
import { Type } from 'typebox'
import type { Schema } from './components.ts'
import { ids } from './ids.ts'

export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  deprecated?: boolean
  example?: unknown
  schema: Schema
}

const Key = Type.String({
  minLength: 1,
  maxLength: 255,
  description:
    'The same key and body again: the first answer again, with `Idempotent-Replayed: true`, and nothing is made twice',
  examples: ['order-4711'],
})
export const IdempotencyKey = Type.Object({ 'Idempotency-Key': Type.Optional(Key) })
export const RequiredIdempotencyKey = Type.Object({ 'Idempotency-Key': Key })

/** The resource an id in a path identifies, by the part of the path before it. */
const nouns: Record<string, keyof typeof ids> = {
  accommodations: 'accommodation',
  announcers: 'organizer',
  artists: 'artist',
  badges: 'badge',
  challenges: 'challenge',
  clients: 'client',
  deliveries: 'delivery',
  entries: 'entry',
  files: 'entry',
  festivals: 'festival',
  gate: 'festival',
  leases: 'lease',
  documents: 'document',
  'gate-devices': 'device',
  'gate-staff': 'user',
  gigs: 'gig',
  interest: 'interest',
  invitations: 'invitation',
  mail: 'mail',
  managers: 'user',
  members: 'user',
  messages: 'message',
  notifications: 'notification',
  orders: 'order',
  sales: 'sale',
  settlements: 'settlement',
  shifts: 'shift',
  organizers: 'organizer',
  payments: 'payment',
  'push-subscriptions': 'browser',
  subscriptions: 'subscription',
  tiers: 'tier',
  transfers: 'transfer',
  users: 'user',
  vouchers: 'voucher',
  'waiting-list': 'entry',
  webhooks: 'webhook',
}

/** Returns a parameter as it is published; for one in a path, with the resource it identifies. */
export function complete({ example, ...parameter }: Parameter, path: string): Parameter {
  const { name } = parameter
  const { deprecated } = parameter.schema
  const schema = schemaOf(parameter.schema)
  const { description = '', example: own } = parameter.in === 'path' ? placeOf(name, path) : {}
  const shown = own ?? values[name] ?? example
  return {
    ...parameter,
    schema,
    ...(description && { description }),
    ...(deprecated && { deprecated }),
    ...(shown !== undefined && shown !== schema.default && { example: shown }),
  }
}

/** Applies `x-default`: a default that only the description has. */
function schemaOf({ deprecated: _, title: __, 'x-default': usual, ...schema }: Schema): Schema {
  return usual === undefined ? schema : { ...schema, default: usual }
}

function placeOf(name: string, path: string): { description?: string; example?: string } {
  const [, before = ''] = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path) ?? []
  const noun = nouns[before]
  return noun ? { description: `Id of the ${noun}`, example: ids[noun] } : {}
}

/** Examples of parameters that concern the festival of the examples. */
const values: Record<string, unknown> = {
  actor: ids.user,
  artist: ids.artist,
  entity_id: ids.festival,
  festival: ids.festival,
}
