import { type Form, itemsOf } from './lists.ts'
import { operations } from './operations.ts'
import type { Operations } from './types.ts'
import type { CallOptions, Wire } from './wire.ts'

type Key = keyof Operations
type Body<O> = O extends { body: infer B } ? B : never
type Query<O> = O extends { query: infer Q } ? Q : never
/** Is true when none of its fields is required. */
type IsOptional<T> = Record<string, never> extends T ? true : false

/** The argument after the ids: a body or a query, optional when none of its fields is required. */
type Input<O> = O extends { body: unknown }
  ? undefined extends Body<O>
    ? [body?: Body<O>]
    : [body: Body<O>]
  : O extends { query: unknown }
    ? IsOptional<Query<O>> extends true
      ? [query?: Query<O> | undefined]
      : [query: Query<O>]
    : []

/** Calls an operation: the ids of its path, then its body or query, then options. */
export type Call<K extends Key> = (
  ...args: [
    ...params: Operations[K]['params'],
    ...input: Input<Operations[K]>,
    options?: CallOptions | undefined,
  ]
) => Promise<Operations[K]['answer']>

type Intersection<T> = (T extends unknown ? (it: T) => void : never) extends (it: infer I) => void
  ? I
  : never
/** T, unless it is a union. */
type Single<T> = [T] extends [Intersection<T>] ? T : never
type ArraysIn<A> = { [F in keyof A]-?: A[F] extends readonly unknown[] ? F : never }[keyof A]
type Element<L> = L extends readonly (infer T)[] ? T : never
/** An item of a list: of a bare array, or of the only array in an answer. */
type Item<A> = A extends readonly unknown[] ? Element<A> : Element<A[Single<ArraysIn<A>> & keyof A]>

type Places = { page: 'page'; offset: 'part'; before: 'cursor'; after: 'cursor' }
/** The form of a list (docs/contract.md, section 1.4), or never. */
type FormOf<O> = [Item<O['answer' & keyof O]>] extends [never]
  ? never
  : 'page' extends keyof Query<O>
    ? 'page'
    : Places[keyof Query<O> & keyof Places]

/** What remains of a query when the client turns the pages. */
export type AllQuery<Q> = Omit<Q, keyof Places | 'limit'> & {
  /** Items for each request: 100, which is also the maximum */
  limit?: number | undefined
}

type AllInput<O> =
  IsOptional<Query<O>> extends true
    ? [query?: AllQuery<Query<O>> | undefined]
    : [query: AllQuery<Query<O>>]

/** A list that can be read to its end. */
export interface List<K extends Key> {
  /** Iterates over all items of the list, and requests page after page as they are needed. */
  all(
    ...args: [
      ...params: Operations[K]['params'],
      ...query: AllInput<Operations[K]>,
      options?: CallOptions | undefined,
    ]
  ): AsyncGenerator<Item<Operations[K]['answer']>, void, undefined>
}

/** The method of an operation, with `all` where it is a list. */
export type Method<K extends Key> = [FormOf<Operations[K]>] extends [never]
  ? Call<K>
  : Call<K> & List<K>

/** What an operation takes after its ids, as the table of operations says it. */
type Takes<O> = O extends { body: unknown }
  ? ['body']
  : O extends { query: unknown }
    ? [[FormOf<O>] extends [never] ? 'query' : FormOf<O>]
    : []
/** Each operation as it has to be in the table: a wrong one does not compile. */
type Entry = { [K in Key]: readonly [K, ...Takes<Operations[K]>] }[Key]
type Table = { readonly [name: string]: Entry | { readonly [name: string]: Entry } }

type Of<E> = E extends readonly [infer K extends Key, ...unknown[]] ? Method<K> : never
/** A group with a list has `all` itself, as the short form of `list.all`. */
type Short<G> = G extends { list: readonly [infer K extends Key, Form] } ? List<K> : unknown
type Group<G> = { -readonly [M in keyof G]: Of<G[M]> } & Short<G>
/** The methods of all operations, by group. */
export type Groups<T = typeof operations> = {
  -readonly [G in keyof T]: T[G] extends Entry ? Of<T[G]> : Group<T[G]>
}

/** Makes the methods of all operations. */
export function methodsOn(wire: Wire): Groups {
  const table: Table = operations
  const groups = Object.entries(table).map(([name, group]) => {
    if (isEntry(group)) return [name, methodOf(wire, group)]
    const methods = Object.entries(group).map(([name, entry]) => [name, methodOf(wire, entry)])
    const { list, ...others } = Object.fromEntries(methods)
    return [name, list ? { list, ...(list.all && { all: list.all }), ...others } : others]
  })
  return Object.fromEntries(groups)
}

const isEntry = (group: Table[string]): group is Entry => Array.isArray(group)

function methodOf(wire: Wire, [key, takes]: Entry) {
  const [method = '', template = ''] = key.split(' ')
  const call = async (...args: unknown[]) => {
    const path = template.replace(/\{\w+\}/g, () => segment(args.shift()))
    const input = takes && args.shift()
    const options = (args.shift() ?? {}) as CallOptions
    const isRead = method === 'GET'
    const request = isRead
      ? { method, path: path + search(input), options }
      : { method, path, body: input, options }
    return wire.call(request, isRead || options.idempotencyKey !== undefined)
  }
  if (!takes || takes === 'body' || takes === 'query') return call
  const all = (...args: unknown[]) => {
    const ids = args.splice(0, template.split('{').length - 1)
    const [query, options] = args
    return itemsOf(takes, (place) => call(...ids, place, options), Object(query))
  }
  return Object.assign(call, { all })
}

/** Returns an id as part of a path. @throws TypeError if it would lead to another address */
function segment(id: unknown): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) throw new TypeError(`No id: ${id}`)
  return encodeURIComponent(id)
}

/** Returns a query as text; undefined and null are left out. */
function search(query: unknown): string {
  const fields = Object.entries<string | number | boolean | null | undefined>(Object(query))
  const given = fields.flatMap(([name, value]) => (value == null ? [] : [[name, `${value}`]]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
