/** The named schemas of a description: each is written once, and referred to everywhere else. */

/** A JSON schema, with the keywords that are used here. */
export type Schema = {
  $ref?: string
  title?: string
  /** a named schema, all fields of which this one has */
  'x-extends'?: Schema
  description?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  default?: unknown
  'x-default'?: unknown
  examples?: unknown[]
  deprecated?: boolean
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}

/** Returns a copy of a schema in which `change` has replaced each part. */
export function mapParts(schema: Schema, change: (part: Schema, name: string) => Schema): Schema {
  const each = (parts: Record<string, Schema>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part, name)]))
  const { properties, patternProperties, additionalProperties, items, anyOf, allOf } = schema
  return {
    ...schema,
    ...(properties && { properties: each(properties) }),
    ...(patternProperties && { patternProperties: each(patternProperties) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: change(additionalProperties, ''),
    }),
    ...(items && { items: change(items, '') }),
    ...(anyOf && { anyOf: anyOf.map((part) => change(part, '')) }),
    ...(allOf && { allOf: allOf.map((part) => change(part, '')) }),
  }
}

/** Collects the schemas with a `title` under that name. */
export class NamedSchemas {
  readonly #known = new Map<string, { schema: Schema; shape: string }>()

  /**
   * Returns a schema with each named part of it, and itself if it has a name, replaced by a reference.
   * @throws Error if a name stands for two shapes; examples do not count
   */
  refer(whole: Schema): Schema {
    const { title, ...schema } = this.#beyond(mapParts(whole, (part) => this.refer(part)))
    if (title === undefined) return schema
    const { type, ...rest } = schema
    // A nullable type refers to its type without null.
    const isNullable = Array.isArray(type) && type.includes('null')
    const plain = isNullable ? { type: without(type), ...rest } : { ...schema }
    if (isNullable && plain.enum) plain.enum = plain.enum.filter((value) => value !== null)
    this.#keep(title, plain)
    const reference = { $ref: `#/components/schemas/${title}` }
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference
  }

  #keep(name: string, schema: Schema) {
    const shape = shapeOf(schema)
    const known = this.#known.get(name)
    if (known && known.shape !== shape) {
      throw new Error(`${name} stands for two shapes: ${known.shape} and ${shape}`)
    }
    if (!known) this.#known.set(name, { schema, shape })
  }

  /** All named schemas, by name. */
  all(): Record<string, Schema> {
    const sorted = [...this.#known].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(sorted.map(([name, { schema }]) => [name, schema]))
  }

  /** Returns a schema that extends another as a reference to that one and its own fields. */
  #beyond({ 'x-extends': base, ...schema }: Schema): Schema {
    if (!base) return schema
    const { title, type, properties: _, required: __, ...rest } = schema
    const own = fieldsBeyond(
      schema,
      mapParts(base, (part) => this.refer(part)),
    )
    const beyond = { ...(type && { type }), ...own }
    return { ...(title && { title }), ...rest, allOf: [this.refer(base), beyond] }
  }
}

/** @throws Error if the schema lacks fields of the base */
function fieldsBeyond(schema: Schema, base: Schema): Pick<Schema, 'properties' | 'required'> {
  const { properties = {}, required = [] } = schema
  const inherited = base.properties ?? {}
  for (const [field, part] of Object.entries(inherited)) {
    const isSame = shapeOf(properties[field] ?? {}) === shapeOf(part)
    const isRequired = required.includes(field) === (base.required ?? []).includes(field)
    if (isSame && isRequired) continue
    throw new Error(`${schema.title} does not have ${field} as ${base.title} has it`)
  }
  const isOwn = (field: string) => !(field in inherited)
  const own = Object.entries(properties).filter(([field]) => isOwn(field))
  const needed = required.filter(isOwn)
  return {
    ...(needed.length > 0 && { required: needed }),
    properties: Object.fromEntries(own),
  }
}

/** Schemas with equal shapes are the same: everything counts except their examples. */
function shapeOf(schema: Schema): string {
  return JSON.stringify(schema, (key, value) => (key === 'examples' ? undefined : value))
}

function without(types: string[]): string | string[] {
  const [first = '', ...others] = types.filter((type) => type !== 'null')
  return others.length > 0 ? [first, ...others] : first
}

/** A part that several operations may share: names for it, the best first, and `put`, which replaces it by a reference. */
type Shareable<Part> = { part: Part; names: string[]; put: (reference: object) => void }

/** Puts a reference in place of each part that occurs more than once, and returns these parts by name. */
export function shared<Part extends object>(
  kind: 'parameters' | 'responses',
  parts: Shareable<Part>[],
): Record<string, Part> {
  const byShape = Map.groupBy(parts, ({ part }) => JSON.stringify(part))
  const found: Record<string, Part> = {}
  for (const [first, ...others] of byShape.values()) {
    if (!first || others.length === 0) continue
    const name = first.names.find((one) => !(one in found))
    if (name === undefined) throw new Error(`No name is left for one of ${first.names.join(', ')}`)
    found[name] = first.part
    for (const { put } of [first, ...others]) put({ $ref: `#/components/${kind}/${name}` })
  }
  return found
}
