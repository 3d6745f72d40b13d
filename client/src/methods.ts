import { isForm, itemsOf } from './lists.ts'
import type { Entry, Table } from './method-types.ts'
import type { CallOptions, Wire } from './wire.ts'

/** Makes the methods of the operations in a table, by group. */
export function methodsOn<Groups>(wire: Wire, table: Table): Groups {
  const groups = Object.entries(table).map(([name, group]) => {
    if (isEntry(group)) return [name, methodOf(wire, group)]
    const methods = Object.entries(group).map(([name, entry]) => [name, methodOf(wire, entry)])
    const { list, ...others } = Object.fromEntries(methods)
    return [name, list ? { list, ...(list.all && { all: list.all }), ...others } : others]
  })
  return Object.fromEntries(groups) as Groups
}

export const isEntry = (group: Table[string]): group is Entry => Array.isArray(group)

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
  if (!isForm(takes)) return call
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

/** Returns a query as text, lists separated by commas; undefined and null are left out. */
function search(query: unknown): string {
  const fields = Object.entries<string | number | boolean | string[] | null | undefined>(
    Object(query),
  )
  const given = fields.flatMap(([name, value]) => (value == null ? [] : [[name, `${value}`]]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
