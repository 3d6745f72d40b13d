import type { TSchema } from 'typebox'

type Node = TSchema & {
  format?: string
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}
type Read = (value: unknown) => unknown

/**
 * Reads ids in lower case wherever a schema has a UUID, since some clients write them in upper case and everything
 * behind compares them as text. A value in which nothing has to change is returned itself. Undefined: the schema has no
 * ids.
 */
export function idReader(schema: Node): Read | undefined {
  if (schema.format === 'uuid') {
    return (value) => (typeof value === 'string' ? value.toLowerCase() : value)
  }
  if (schema.properties) return fieldReader(schema.properties)
  if (schema.items) return itemReader(idReader(schema.items))
  const options = (schema.anyOf ?? []).flatMap((option) => idReader(option) ?? [])
  if (options.length === 0) return undefined
  return (value) => options.reduce((read, option) => option(read), value)
}

function fieldReader(properties: Record<string, Node>): Read | undefined {
  const readers = Object.entries(properties).flatMap(([name, property]) => {
    const read = idReader(property)
    return read ? [{ name, read }] : []
  })
  if (readers.length === 0) return undefined
  return (value) => {
    if (!isRecord(value)) return value
    const changed = readers.flatMap(({ name, read }): [string, unknown][] => {
      const inner = Object.hasOwn(value, name) ? read(value[name]) : value[name]
      return inner === value[name] ? [] : [[name, inner]]
    })
    return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) }
  }
}

function itemReader(read: Read | undefined): Read | undefined {
  if (!read) return undefined
  return (value) => {
    if (!Array.isArray(value)) return value
    const items = value.map((item: unknown) => read(item))
    return items.every((item, index) => item === value[index]) ? value : items
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
