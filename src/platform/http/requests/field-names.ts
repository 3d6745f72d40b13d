import { suggestionFor } from './suggestions.ts'

/** The parts of JSON Schema that list the fields. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema | Schema[]
  anyOf?: Schema[]
  additionalProperties?: unknown
  patternProperties?: Record<string, Schema>
  deprecated?: boolean
}

/** The fields that a value may have; without `fields`, or `items` of a list, nothing in it is unknown. */
export type FieldNames = {
  /** the fields that may be written, each with the fields within it */
  fields?: ReadonlyMap<string, FieldNames>
  /** the names that may be suggested in place of an unknown one */
  suggested?: readonly string[]
  /** the fields of the answer alone: a record may be written back as it was read */
  readOnly?: ReadonlySet<string>
  items?: FieldNames
  /** the fields within each value of a record with free names, such as texts by language */
  values?: FieldNames
}

/** A field or a parameter that the operation does not know, and the one that was most likely meant. */
export type Unknown = { path: string; meant: string | undefined }

/**
 * Returns the fields of an input. Its possible forms are taken together, so that a field of one form is known in
 * another, and so are the fields of the answers.
 */
export function fieldNames(inputs: readonly Schema[], answers: readonly Schema[]): FieldNames {
  const [forms, read] = [formsOf(inputs), formsOf(answers)]
  const lists = itemsOf(forms)
  const items = lists.length > 0 && { items: fieldNames(lists, itemsOf(read)) }
  const records = forms.filter(({ type }) => [type].flat().includes('object'))
  const byName = valuesOf(records)
  const values = byName.length > 0 && { values: fieldNames(byName, valuesOf(read)) }
  if (records.length === 0 || records.some(isOpen)) return { ...items, ...values }
  const properties = records.flatMap((record) => Object.entries(record.properties ?? {}))
  const answered = Map.groupBy(
    read.flatMap((record) => Object.entries(record.properties ?? {})),
    ([name]) => name,
  )
  // A bare array in an answer corresponds to the list in the body.
  const bare = read.filter((form) => form.items)
  const fields = [...Map.groupBy(properties, ([name]) => name)].map(([name, own]) => {
    const within = answered.get(name)?.map(schemaIn) ?? bare
    return [name, fieldNames(own.map(schemaIn), within)] as const
  })
  return {
    ...items,
    fields: new Map(fields),
    suggested: properties.flatMap(([name, { deprecated }]) => (deprecated ? [] : [name])),
    readOnly: new Set(answered.keys()),
  }
}

const schemaIn = ([, schema]: [name: string, schema: Schema]) => schema

/** Returns a schema, or each of its options if it is a choice. */
function formsOf(schemas: readonly Schema[]): Schema[] {
  return schemas.flatMap((schema) => (schema.anyOf ? formsOf(schema.anyOf) : schema))
}

const itemsOf = (forms: Schema[]) => forms.flatMap(({ items = [] }) => items)

const valuesOf = (forms: Schema[]) =>
  forms.flatMap(({ patternProperties = {} }) => Object.values(patternProperties))

/** Returns true if the fields of a record are free. */
function isOpen({ properties, additionalProperties = false, patternProperties }: Schema): boolean {
  return !properties || additionalProperties !== false || patternProperties !== undefined
}

/** Returns the first unknown fields of a value, at most `most`, in the order in which they were written. */
export function unknownFields(names: FieldNames, value: unknown, most: number): Unknown[] {
  return unknownAt(names, value, '').take(most).toArray()
}

function* unknownAt(known: FieldNames, value: unknown, path: string): Generator<Unknown> {
  if (Array.isArray(value)) {
    if (known.items) yield* unknownInItems(known.items, value, path)
  } else if (isRecord(value)) {
    if (known.fields) yield* unknownInRecord(known, value, path)
    else if (known.values) yield* unknownInValues(known.values, value, path)
  }
}

function* unknownInItems(item: FieldNames, values: unknown[], path: string): Generator<Unknown> {
  for (const [index, value] of values.entries()) yield* unknownAt(item, value, `${path}[${index}]`)
}

function* unknownInValues(known: FieldNames, record: object, path: string): Generator<Unknown> {
  for (const [name, inner] of Object.entries(record))
    yield* unknownAt(known, inner, join(path, name))
}

function* unknownInRecord(
  { fields, suggested = [], readOnly }: FieldNames,
  record: object,
  path: string,
): Generator<Unknown> {
  for (const [name, inner] of Object.entries(record)) {
    const place = join(path, name === '' ? '""' : name)
    const within = fields?.get(name)
    if (within) yield* unknownAt(within, inner, place)
    else if (!readOnly?.has(name)) yield { path: place, meant: suggestionFor(name, suggested) }
  }
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

const join = (path: string, name: string) => (path ? `${path}.${name}` : name)
