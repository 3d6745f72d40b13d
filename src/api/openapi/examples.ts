/** The examples of a description, and the names of plain values, which carry an example and a description. */
import { Price } from '#platform/values/money'
import { PhotoInput, Uuid } from '#platform/values/shapes'
import { TimeInput } from '#platform/values/time'
import { mapParts, type Schema } from './components.ts'
import { ids, usualTime } from './ids.ts'
import { valueOf } from './value-of.ts'

type Named = Record<string, Schema>

/** Plain values with a name; a field with exactly such a schema refers to it. */
const plainValues: Named = {
  TimeInput: { ...plain(TimeInput), examples: [usualTime] },
  Price: plain(Price),
  PhotoInput: plain(PhotoInput),
}
const nameOfShape = new Map(
  Object.entries(plainValues).map(([name, schema]) => [shapeOf(schema), name]),
)

const nounOfId = new Map<unknown, string>(Object.entries(ids).map(([noun, id]) => [id, noun]))

/** Returns a schema as it is published, without null. */
function plain(schema: object): Schema {
  const { multipleOf: _, type, ...rest }: Schema & { multipleOf?: number } = { ...schema }
  return { type: [type ?? []].flat().find((one) => one !== 'null') ?? 'string', ...rest }
}

function shapeOf({ examples: _, ...schema }: Schema): string {
  return JSON.stringify(Object.entries(schema).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Returns named schemas with the examples of their fields: from `values.ts`, else their own. Ids, times,
 * prices and pictures become references to schemas of their own, which are returned as well.
 */
export function withExamples(schemas: Named): Named {
  const used: Named = {}
  const filled = (schema: Schema, owner: string): Schema =>
    mapParts(schema, (part, field) => {
      const value = field === '' ? undefined : valueOf(owner, field)
      const inner = filled(part, field || owner)
      const shown = value === undefined ? withoutUsual(inner) : { ...inner, examples: [value] }
      return referred(shown, used)
    })
  const all = Object.entries(schemas).map(([name, schema]) => [name, filled(schema, name)])
  return { ...Object.fromEntries(all), ...used }
}

/** Drops an example that repeats the type, or the usual time. */
function withoutUsual({ examples = [], ...field }: Schema): Schema {
  const [example] = examples
  const isUsual = field.format === 'date-time' || field.enum?.[0] === example
  return isUsual || field.type === 'boolean'
    ? field
    : { ...field, ...(examples.length > 0 && { examples }) }
}

/** Returns a plain value with a name as a reference to it, plus the properties that only the field has. */
function referred(field: Schema, used: Named): Schema {
  const name = nameOf(field)
  if (!name) return field
  const isId = name.endsWith('Id')
  const one = (used[name] ??= isId ? idNamed(name, field) : (plainValues[name] ?? {}))
  const reference = { $ref: `#/components/schemas/${name}` }
  const whole = Array.isArray(field.type) ? { anyOf: [reference, { type: 'null' }] } : reference
  return { ...beyond(field, one), ...whole }
}

/** Returns the description and the example of a field if they differ from the referenced schema. */
function beyond({ description, examples }: Schema, one: Schema): Schema {
  const isDescribed = description !== undefined && description !== one.description
  const isShown = examples && examples[0] !== one.examples?.[0]
  return { ...(isDescribed && { description }), ...(isShown && { examples }) }
}

function nameOf(field: Schema): string | undefined {
  const { description: _, ...undescribed } = plain(field)
  const known = nameOfShape.get(shapeOf(plain(field)))
  if (known) return known
  const noun = nounOfId.get(field.examples?.[0])
  if (!noun || shapeOf(undescribed) !== shapeOf(plain(Uuid))) return undefined
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}Id`
}

function idNamed(name: string, { examples = [] }: Schema): Schema {
  const noun = name.slice(0, -'Id'.length).toLowerCase()
  return { type: 'string', format: 'uuid', description: `Id of the ${noun}`, examples }
}
