/**
 * What one JSON Schema takes away from another: in an input what is no longer taken, in an answer what a client
 * can no longer rely on. Both are without references.
 */
export type Schema = {
  title?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  format?: string
  [keyword: string]: unknown
}
export type Direction = 'input' | 'answer'

/** Limits that are narrower when they are larger, and those that are when they are smaller. */
const lower = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties']
const upper = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties']
/** Keywords of an input that may be dropped, but neither added nor changed. */
const rules = ['pattern', 'format', 'multipleOf', 'uniqueItems']

/** The forms that a value may have, each of one type; `any` is a schema that names none. */
export function formsOf({ anyOf, oneOf, ...own }: Schema): (Schema & { type: string })[] {
  const several = anyOf ?? (oneOf as Schema[] | undefined)
  if (several) return several.flatMap((form) => formsOf({ ...own, ...form }))
  const values = 'const' in own ? [own.const] : own.enum
  const types = own.type ?? (values ? [...new Set(values.map(typeOf))] : 'any')
  return [types].flat().map((type) => {
    // What is said of the other types says nothing about null.
    if (type === 'null') return { type }
    return { ...own, ...(values && { enum: values.filter((value) => isOf(value, type)) }), type }
  })
}

const typeOf = (value: unknown) => (value === null ? 'null' : typeof value)
const isOf = (value: unknown, type: string) => typeOf(value) === type.replace('integer', 'number')

/** Returns a sentence for each thing that `after` lacks or restricts; `at` names the place. */
export function narrowings(
  { before, after, at }: { before: Schema; after: Schema; at: string },
  direction: Direction,
): string[] {
  const [old, fresh] = [formsOf(before), formsOf(after)]
  const kept = old.flatMap((form) => {
    const same = fresh.filter((other) => fits(form.type, other.type, direction))
    if (same.length === 0) return lost(form.type, at, direction)
    const compared = same.map((other) => ofForm({ before: form, after: other, at }, direction))
    return compared.toSorted((a, b) => a.length - b.length)[0] ?? []
  })
  return [...new Set([...kept, ...(direction === 'answer' ? gained(old, fresh, at) : [])])]
}

/** Whether a value of the type before may still be sent, or was to be expected as the type it has now. */
function fits(before: string, after: string, direction: Direction): boolean {
  if (before === after) return true
  const [wide, narrow] = direction === 'input' ? [after, before] : [before, after]
  return wide === 'any' || (wide === 'number' && narrow === 'integer')
}

/** A form that is gone. A client that expects null in an answer does not miss it. */
function lost(type: string, at: string, direction: Direction): string[] {
  if (direction === 'input') return [`${at} no longer takes ${type}`]
  return type === 'null' ? [] : [`${at} is no longer ${type}`]
}

function gained(old: Schema[], fresh: (Schema & { type: string })[], at: string): string[] {
  return fresh
    .filter(({ type }) => !old.some((form) => fits(`${form.type}`, type, 'answer')))
    .map(({ type }) => `${at} may now be ${type}`)
}

type Pair = { before: Schema; after: Schema; at: string }

function ofForm(pair: Pair, direction: Direction): string[] {
  const { before, after, at } = pair
  const items = before.items && {
    before: before.items,
    after: after.items ?? {},
    at: `${at}[]`,
  }
  return [
    ...ofValues(pair, direction),
    ...(direction === 'input' ? ofLimits(pair) : ofFormat(pair)),
    ...(items ? narrowings(items, direction) : []),
    ...ofProperties(pair, direction),
  ]
}

function ofValues({ before, after, at }: Pair, direction: Direction): string[] {
  const [old, fresh] = [before.enum, after.enum]
  if (old && fresh) {
    const verb = direction === 'input' ? 'takes' : 'answers'
    return old
      .filter((value) => !fresh.includes(value))
      .map((value) => `${at} no longer ${verb} ${JSON.stringify(value)}`)
  }
  if (direction === 'answer') return old ? [`${at} is no longer one of its values`] : []
  return fresh ? [`${at} now takes only some values`] : []
}

function ofLimits({ before, after, at }: Pair): string[] {
  const is = (keyword: string) => Number(after[keyword])
  const was = (keyword: string, none: number) => Number(before[keyword] ?? none)
  const narrower = [
    ...lower.filter((name) => name in after && is(name) > was(name, Number.NEGATIVE_INFINITY)),
    ...upper.filter((name) => name in after && is(name) < was(name, Number.POSITIVE_INFINITY)),
    ...rules.filter((name) => name in after && after[name] !== before[name]),
  ]
  const told = narrower.map((name) => `${at} has a narrower ${name}: ${after[name]}`)
  const [old, fresh] = [before['default'], after['default']].map((value) => JSON.stringify(value))
  return old === undefined || old === fresh ? told : [...told, `${at} has another default`]
}

function ofFormat({ before: { format }, after, at }: Pair): string[] {
  return format === undefined || format === after['format']
    ? []
    : [`${at} is no longer a ${format}`]
}

function ofProperties({ before, after, at }: Pair, direction: Direction): string[] {
  const { properties: old = {}, required: needed = [] } = before
  const { properties: fresh = {}, required = [] } = after
  const place = (name: string) => `${at}.${name}`
  const kept = Object.entries(old).flatMap(([name, schema]) => {
    const now = fresh[name]
    if (now === undefined) {
      return [`${place(name)} is ${direction === 'input' ? 'no longer taken' : 'gone'}`]
    }
    return narrowings({ before: schema, after: now, at: place(name) }, direction)
  })
  if (direction === 'answer') {
    const absent = needed.filter((name) => name in fresh && !required.includes(name))
    return [...kept, ...absent.map((name) => `${place(name)} may now be absent`)]
  }
  const wanted = required.filter((name) => !needed.includes(name))
  const closed = after.additionalProperties === false && before.additionalProperties !== false
  return [
    ...kept,
    ...wanted.map((name) => `${place(name)} is now required`),
    ...(closed ? [`${at} now refuses other fields`] : []),
  ]
}
