/** The ids and texts of existing records, so that requests reach something. */
import { noId as unknownId } from '#platform/values/ids'
import type { Operation } from './operations.ts'

/** A placeholder for a record in a request that is generated before the record is known. */
export class Live {
  readonly kind: string
  readonly index: number

  constructor(kind: string, index: number) {
    this.kind = kind
    this.index = index
  }
}

const most = 30

/** Kinds with another name where a record is part of another, or in a path. */
const aliases: Record<string, string> = {
  tickets: 'tiers',
  ticket: 'tiers',
  organizer: 'organizers',
  festival: 'festivals',
  artist: 'artists',
  place: 'places',
  managers: 'users',
  members: 'users',
  buyer: 'users',
  gate: 'festivals',
  'gate-staff': 'users',
  'gate-devices': 'devices',
  claim: 'codes',
  mails: 'mail',
  inside: 'zones',
}
const kindOf = (name: string) => aliases[name] ?? name

/** The kind that a field of a body or a query refers to, by its name. */
const fields: Record<string, string> = {
  organizer_id: 'organizers',
  organizer: 'organizers',
  artist_id: 'artists',
  artist: 'artists',
  into: 'artists',
  festival_id: 'festivals',
  previous_edition_id: 'festivals',
  festival: 'festivals',
  place_id: 'places',
  entity_id: 'anything',
  payment_id: 'payments',
  actor: 'users',
  email: 'emails',
  password: 'passwords',
  currentPassword: 'passwords',
  client_id: 'clients',
  client_secret: 'secrets',
  code: 'codes',
  ticket: 'tickets',
  voucher: 'voucher codes',
  event_type: 'rules',
  q: 'names',
  for: 'names',
}

/** The kind that the items of a list refer to, by its name. */
const items: Record<string, string> = {
  ids: 'anything',
  tiers: 'tiers',
  payment_ids: 'payments',
}

/** The kind a field refers to, if any. `parent` is the field its record is in. */
export function kindOfField(name: string, parent: string): string | undefined {
  if (name === 'id' && parent !== '') return kindOf(parent)
  if (name === '' && Object.hasOwn(items, parent)) return items[parent]
  return fields[name]
}

/** The kind of a path parameter: the part before it says it. */
export function kindOfParameter(path: string, name: string): string {
  const parts = path.split('/')
  return kindOf(parts[parts.indexOf(`{${name}}`) - 1] ?? '')
}

const named = ['artists', 'organizers', 'genres', 'tiers', 'accommodations', 'subscriptions']

/** The newest of each kind, and the records of the callers. */
export class Pool {
  readonly #known = new Map<string, string[]>()
  #own = new Map<string, string[]>()
  /** accounts that must not be removed: the callers */
  readonly #kept = new Set<string>()

  keep(ids: string[]) {
    for (const id of ids) this.#kept.add(id)
  }

  /** Sets the records of the callers. */
  own(found: [kind: string, value: string][]) {
    this.#own = new Map()
    for (const [kind, value] of found) {
      this.#own.set(kind, [...(this.#own.get(kind) ?? []), value])
      this.add(kind, value)
    }
  }

  add(kind: string, value: string) {
    const known = this.#known.get(kind) ?? []
    if (known.includes(value) || this.#kept.has(value)) return
    this.#known.set(kind, [...known, value].slice(-most))
  }

  pick({ kind, index }: Live): string {
    const [wanted = ''] =
      kind === 'anything' ? [named[index % named.length]] : [kind === 'self' ? 'users' : kind]
    const own = index % 3 === 0 ? undefined : this.#own.get(wanted)
    const known = own ?? this.#known.get(wanted) ?? []
    return known[index % known.length] ?? unknownId
  }

  /** Stores the ids in an answer. */
  harvest({ path }: Operation, answer: unknown) {
    const named = path.split('/').filter((part) => part !== '' && !part.startsWith('{'))
    this.#gather(named.at(-1) ?? '', answer)
  }

  #gather(name: string, value: unknown) {
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 20)) this.#gather(name, item)
    } else if (typeof value === 'object' && value !== null) {
      for (const [field, inner] of Object.entries(value)) this.#gatherField(name, field, inner)
    }
  }

  #gatherField(name: string, field: string, value: unknown) {
    if (typeof value !== 'string') return this.#gather(field, value)
    if (field === 'id') this.add(kindOf(name), value)
    if (field === 'name') this.add('names', value.slice(0, 50))
    if (field === 'client_secret') this.add('secrets', value)
    if (field === 'ticket') this.add('tickets', value)
    if (field === 'event_type') this.add('rules', value)
    if (field === 'code' || field === 'qr_code') this.add('codes', value)
  }
}

/** Replaces all placeholders in a value by existing records. */
export function settled(value: unknown, pick: (live: Live) => string): unknown {
  if (value instanceof Live) return pick(value)
  if (Array.isArray(value)) return value.map((item) => settled(item, pick))
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    // Not by `=`: a key may be that of the prototype.
    Object.defineProperty(copy, name, { value: settled(inner, pick), enumerable: true })
  }
  return copy
}
