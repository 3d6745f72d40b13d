import type { TSchema } from 'typebox'

type Node = TSchema & {
  format?: string
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}
type Read = (value: unknown) => unknown

/**
 * Some clients write UUIDs in upper case. They are read in lower case wherever a schema says that there
 * is one, since everything behind compares them as text. Undefined: the schema has no ids.
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
    const known = readers.filter(({ name }) => Object.hasOwn(value, name))
    return {
      ...value,
      ...Object.fromEntries(known.map(({ name, read }) => [name, read(value[name])])),
    }
  }
}

function itemReader(read: Read | undefined): Read | undefined {
  return read && ((value) => (Array.isArray(value) ? value.map((item) => read(item)) : value))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
