import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'

type Clean = (value: unknown) => unknown

/**
 * Returns a function that drops everything a schema does not name from a value it allows: made once for a schema, since
 * to work that out anew costs more than to read the request. A value without anything to drop is returned itself, and
 * the given value is never changed. Undefined if there is nothing to drop.
 */
export function cleanerOf(schema: TSchema): Clean | undefined {
  if (Type.IsObject(schema) && !('additionalProperties' in schema)) {
    return fieldCleaner(schema.properties)
  }
  if (Type.IsArray(schema)) {
    const clean = cleanerOf(schema.items)
    return clean && ((value) => (Array.isArray(value) ? cleanItems(value, clean) : value))
  }
  const parts = Type.IsUnion(schema) ? schema.anyOf.filter(hasParts) : [schema].filter(hasParts)
  const [only, another] = parts
  if (only === undefined) return undefined
  // The other options are only plain values: an object is of this one.
  if (Type.IsUnion(schema) && another === undefined) return cleanerOf(only)
  if (Type.IsUnion(schema)) return optionCleaner(parts)
  return (value) => Value.Clean(schema, structuredClone(value))
}

/** Cleans by the first of several forms that the value has. */
function optionCleaner(options: TSchema[]): Clean {
  const cleaners = options.map((option) => ({ check: Compile(option), clean: cleanerOf(option) }))
  return (value) => {
    const { clean } = cleaners.find(({ check }) => check.Check(value)) ?? {}
    return clean ? clean(value) : value
  }
}

function cleanItems(items: unknown[], clean: Clean): unknown[] {
  const cleaned = items.map(clean)
  return cleaned.every((item, index) => item === items[index]) ? items : cleaned
}

/** Returns true if values of a schema have fields or items that it describes. */
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
    const entries = Object.entries(value)
    const known = entries.filter(([name]) => fields.has(name))
    const cleaned = known.map(([name, inner]) => [name, fields.get(name)?.(inner) ?? inner])
    const isSame = cleaned.every(([, inner], index) => inner === known[index]?.[1])
    return isSame && known.length === entries.length ? value : Object.fromEntries(cleaned)
  }
}
