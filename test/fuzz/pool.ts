/** The ids and texts of the records there are: what a request names so that it reaches something. */
import { nobody } from '#platform/values/ids'
import type { Operation } from './operations.ts'

/** Stands for one of a kind in a request that was drawn before it is known what there is. */
export class Live {
  readonly kind: string
  readonly index: number

  constructor(kind: string, index: number) {
    this.kind = kind
    this.index = index
  }
}

const most = 30

/** Kinds that are called otherwise where a record stands in another, or in a path. */
const aliases: Record<string, string> = {
  tickets: 'tiers',
  ticket: 'tiers',
  organizer: 'organizers',
  festival: 'festivals',
  artist: 'artists',
  place: 'places',
  managers: 'users',
  buyer: 'users',
  gate: 'festivals',
  'gate-staff': 'users',
  'gate-devices': 'devices',
  claim: 'codes',
  mails: 'mail',
}
const kindOf = (name: string) => aliases[name] ?? name

/** What a field of a body or a query holds, by its name. */
const fields: Record<string, string> = {
  organizer_id: 'organizers',
  organizer: 'organizers',
  artist_id: 'artists',
  artist: 'artists',
  into: 'artists',
  festival_id: 'festivals',
  festival: 'festivals',
  place_id: 'places',
  entity_id: 'anything',
  actor: 'users',
  email: 'emails',
  password: 'passwords',
  currentPassword: 'passwords',
  client_id: 'clients',
  client_secret: 'secrets',
  code: 'codes',
  ticket: 'tickets',
  event_type: 'rules',
  q: 'names',
  for: 'names',
}

/** The kind a field names, if it names one. `parent` is the field its record stands in. */
export function kindOfField(name: string, parent: string): string | undefined {
  if (name === 'id' && parent !== '') return kindOf(parent)
  return fields[name]
}

/** The kind of a parameter of a path: the part before it says it. */
export function kindOfParameter(path: string, name: string): string {
  const parts = path.split('/')
  return kindOf(parts[parts.indexOf(`{${name}}`) - 1] ?? '')
}

const named = ['artists', 'organizers', 'genres', 'tiers', 'accommodations', 'subscriptions']

/** The newest of each kind, and beside them those that belong to who calls. */
export class Pool {
  readonly #known = new Map<string, string[]>()
  #own = new Map<string, string[]>()
  /** whom nobody is to take away: those who call */
  readonly #kept = new Set<string>()

  keep(ids: string[]) {
    for (const id of ids) this.#kept.add(id)
  }

  /** Says what belongs to those who call from now on. */
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
    return known[index % known.length] ?? nobody
  }

  /** Remembers what an answer tells of. */
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

/** A value with what there is in the place of all that stands for it. */
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
