/** The examples of a description, put together from those of its fields. */
import { type TSchema, Type } from 'typebox'

/** A schema with the example of the whole. */
export function withExample<T extends TSchema>(schema: T): T {
  const example = exampleOf(schema)
  return example === undefined ? schema : extended(schema, { examples: [example] })
}

/** A copy with more. A spread would lose what TypeBox hides in a schema, and checks it by. */
export function extended<T extends TSchema>(schema: T, more: object): T {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
  return Object.assign(copy, more) as T
}

/** The example of a whole, put together from the examples of its fields. */
export function exampleOf(schema: TSchema & { examples?: unknown[]; default?: unknown }): unknown {
  if (schema.examples) return schema.examples[0]
  if (Type.IsObject(schema)) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [
      name,
      exampleOf(field),
    ])
    return Object.fromEntries(fields.filter(([, example]) => example !== undefined))
  }
  if (Type.IsArray(schema)) return [exampleOf(schema.items)].filter((item) => item !== undefined)
  if (Type.IsUnion(schema))
    return schema.anyOf.map((option) => exampleOf(option)).find((e) => e !== undefined)
  if (Type.IsBoolean(schema)) return false
  return schema.default
}
