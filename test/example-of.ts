import type { Schema } from '../src/api/openapi/components.ts'
import { usualTime } from '../src/api/openapi/ids.ts'

/** Returns the example of a schema, built from the examples of its fields. `at` returns the target of a reference. */
export function exampleOf(schema: Schema, at: (reference: string) => Schema): unknown {
  if (schema.examples) return schema.examples[0]
  if (schema.$ref) return exampleOf(at(schema.$ref), at)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => exampleOf(one, at)))
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [
      name,
      exampleOf(field, at),
    ])
    return Object.fromEntries(fields.filter(([, example]) => example !== undefined))
  }
  if (schema.items) return [exampleOf(schema.items, at)].filter((item) => item !== undefined)
  if (schema.anyOf) {
    return schema.anyOf.map((one) => exampleOf(one, at)).find((one) => one !== undefined)
  }
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'date-time') return usualTime
  if (schema.type === 'boolean') return false
  return schema.default
}
