/**
 * Bodies whose every free text tries to be markup, made from the published description: a field that is
 * added to the API is hostile from then on.
 */
import type { Schema } from './fuzz/operations.ts'

type Document = { paths?: Record<string, Record<string, any>> }

/** It sets `window.hit` when it runs, and matches `[data-hit]` when it is an element. */
export const hostileText = `</script></style><img data-hit src="data:," onerror="hit=1">'"\u202Exyz`

/** Hostile text for a field, cut to its maximum length. */
function textOf({ maxLength = 10_000 }: Schema): string {
  if (maxLength < hostileText.length) return '<b data-hit>"\'&'.slice(0, maxLength)
  return hostileText
}

/** The fields of each operation that were made hostile, for a test to count. */
export type Filled = { body: Record<string, unknown>; fields: string[] }

/** Makes the body of an operation. `given` has the values that must not be hostile, by field name. */
export function hostileBody(
  document: Document,
  operation: string,
  given: Record<string, unknown> = {},
): Filled {
  const schema = schemaOf(document, operation)
  if (!schema) throw new Error(`${operation} has no body`)
  const fields: string[] = []
  const body = fill(schema, operation, { given, fields })
  return { body: body as Record<string, unknown>, fields }
}

/** The operations that take free text, as `POST /festivals`. */
export function operationsWithText(document: Document): string[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
    Object.keys(operations)
      .map((method) => `${method.toUpperCase()} ${path}`)
      .filter((operation) => schemaOf(document, operation) !== undefined)
      .filter((operation) => hostileBody(document, operation).fields.length > 0),
  )
}

function schemaOf({ paths }: Document, operation: string): Schema | undefined {
  const [method = '', path = ''] = operation.split(' ')
  const { requestBody } = paths?.[path]?.[method.toLowerCase()] ?? {}
  return requestBody?.content?.['application/json']?.schema
}

type Filling = { given: Record<string, unknown>; fields: string[] }

function fill(schema: Schema, path: string, filling: Filling): unknown {
  const first = schema.anyOf?.find(({ type }) => type !== 'null')
  if (first) return fill({ ...first, ...pick(schema) }, path, filling)
  if (schema.properties) return fillObject(schema.properties, path, filling)
  if (isA(schema, 'array')) return fillArray(schema, path, filling)
  if (isA(schema, 'string') && isFree(schema)) {
    filling.fields.push(path)
    return textOf(schema)
  }
  return usual(schema)
}

function usual({ const: one, enum: some = [], examples = [], ...rest }: Schema): unknown {
  const values = [one, ...some, ...examples, rest.default, rest.minimum]
  return values.find((value) => value !== undefined)
}

const isA = ({ type }: Schema, wanted: string) => [type].flat().includes(wanted)

const pick = ({ examples }: Schema) => (examples ? { examples } : {})

function isFree(schema: Schema): boolean {
  const { format, const: one, enum: some, pattern } = schema
  if (format !== undefined || one !== undefined || some !== undefined) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(textOf(schema))
}

function fillObject(
  properties: Record<string, Schema>,
  path: string,
  filling: Filling,
): Record<string, unknown> {
  const entries = Object.entries(properties)
    // One of the two names of a field is enough.
    .filter(([, property]) => !property['x-alias-of'])
    .map(([name, field]) => [
      name,
      name in filling.given ? filling.given[name] : fill(field, `${path} ${name}`, filling),
    ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function fillArray({ items, examples }: Schema, path: string, filling: Filling): unknown {
  return items ? [fill(items, path, filling)] : examples?.[0]
}
