import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'

type Clean = (value: unknown) => unknown

/**
 * What drops all that a schema does not name from a value it allows: made once for a schema, since to
 * work that out anew costs more than to read the request. Undefined: there is nothing to drop.
 */
export function cleanerOf(schema: TSchema): Clean | undefined {
  if (Type.IsObject(schema) && !('additionalProperties' in schema)) {
    return fieldCleaner(schema.properties)
  }
  if (Type.IsArray(schema)) {
    const clean = cleanerOf(schema.items)
    return clean && ((value) => (Array.isArray(value) ? value.map(clean) : value))
  }
  const parts = Type.IsUnion(schema) ? schema.anyOf.filter(hasParts) : [schema].filter(hasParts)
  const [only, another] = parts
  if (only === undefined) return undefined
  // Beside it are only plain values: an object is of this one.
  if (Type.IsUnion(schema) && another === undefined) return cleanerOf(only)
  return (value) => Value.Clean(schema, value)
}

/** Whether values of a schema have fields or items that it describes. */
function hasParts(schema: TSchema): boolean {
  return [
    Type.IsObject,
    Type.IsArray,
    Type.IsUnion,
    Type.IsTuple,
    Type.IsRecord,
    Type.IsIntersect,
    Type.IsRef,
    Type.IsCyclic,
  ].some((is) => is(schema))
}

function fieldCleaner(properties: Record<string, TSchema>): Clean {
  const fields = new Map(Object.entries(properties).map(([name, of]) => [name, cleanerOf(of)]))
  const areAllPlain = fields.values().every((clean) => clean === undefined)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    if (areAllPlain && Object.keys(value).every((name) => fields.has(name))) return value
    const named = Object.entries(value).filter(([name]) => fields.has(name))
    return Object.fromEntries(
      named.map(([name, inner]) => [name, fields.get(name)?.(inner) ?? inner]),
    )
  }
}
