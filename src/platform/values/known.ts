import { Type } from 'typebox'

/** Keyword in the schema of a filter, and so in `openapi.json`: the values that may find something. */
const mark = 'x-extensible-enum'
const separator = 'x-separator'

type Options = { description?: string; examples: string[]; maxLength?: number }

/**
 * A filter of a list, with its known values. Any other value finds nothing; in a strict request it is 400
 * (docs/contract, section 1.3).
 */
export function Known(values: readonly string[], options: Options) {
  const description = `One of ${values.join(', ')}; any other finds nothing`
  return Type.String({ description, ...options, [mark]: [...values] })
}

/** Works like `Known`, for several values that are separated by commas. */
export function KnownList(values: readonly string[], options: Options) {
  const description = `One or several of ${values.join(', ')}, separated by commas; any other finds nothing`
  return Type.String({ description, ...options, [mark]: [...values], [separator]: ',' })
}

/** Returns the values that a filter accepts (not the given ones); undefined when the schema is no such filter. */
export function knownValues(schema: object): { values: string[]; isList: boolean } | undefined {
  const values: unknown = Object(schema)[mark]
  return Array.isArray(values) ? { values, isList: separator in schema } : undefined
}
