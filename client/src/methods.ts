import type { Operations } from './types.ts'
import type { CallOptions, Wire } from './wire.ts'

type Key = keyof Operations
type Body<O> = O extends { body: infer B } ? B : never
type Query<O> = O extends { query: infer Q } ? Q : never

/** The argument after the ids: a body or a query, optional when none of its fields is required. */
type Input<O> = O extends { body: unknown }
  ? undefined extends Body<O>
    ? [body?: Body<O>]
    : [body: Body<O>]
  : O extends { query: unknown }
    ? Record<string, never> extends Query<O>
      ? [query?: Query<O> | undefined]
      : [query: Query<O>]
    : []

/** The argument after the ids, as an operation is declared below. */
type Kind<O> = O extends { body: unknown }
  ? [input: 'body']
  : O extends { query: unknown }
    ? [input: 'query']
    : []

/** Calls an operation: the ids of its path, then its body or query, then options. */
export type Method<K extends Key> = (
  ...args: [
    ...params: Operations[K]['params'],
    ...input: Input<Operations[K]>,
    options?: CallOptions | undefined,
  ]
) => Promise<Operations[K]['answer']>

export type Op = <K extends Key>(key: K, ...kind: Kind<Operations[K]>) => Method<K>

/** Makes methods from the names of operations. */
export function operationsOn(wire: Wire): Op {
  return (key, ...kind) => {
    const [method = '', template = ''] = key.split(' ')
    const call = async (...args: unknown[]) => {
      const path = template.replace(/\{\w+\}/g, () => segment(args.shift()))
      const input = kind.length > 0 ? args.shift() : undefined
      const options = (args.shift() ?? {}) as CallOptions
      const isRead = method === 'GET'
      const request = isRead
        ? { method, path: path + search(input), options }
        : { method, path, body: input, options }
      return wire.call(request, isRead || options.idempotencyKey !== undefined)
    }
    return call as Method<typeof key>
  }
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
