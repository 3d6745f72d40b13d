/** What an operation does not know of a request, worked out from its description alone. */

/** The parts of JSON Schema that say which fields there are. */
type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: unknown
  patternProperties?: unknown
}
type Described = {
  parameters: { name: string; in: string }[]
  body: Schema | undefined
  answers: Schema[]
}

/** Places as `tickets[].price`, and those of records that have no other fields than these. */
type Places = { known: Set<string>; closed: Set<string> }

/** Returns what names the unknown parameters and fields of a request, in the order in which they were written. */
export function unknownBy({ parameters, body, answers }: Described) {
  const takes = new Set(parameters.flatMap((one) => (one.in === 'query' ? [one.name] : [])))
  const written = placesOf([body ?? { type: 'object', properties: {} }])
  const read = placesOf(answers)
  const lists = [...written.known].filter((place) => /^[^.[]+\[\]$/.test(place))
  const isRead = (place: string) =>
    read.known.has(place) ||
    // An array that is answered bare is that of the list in the body.
    lists.some(
      (list) => place.startsWith(`${list}.`) && read.known.has(place.slice(list.length - 2)),
    )
  return (query: URLSearchParams, value: unknown): string[] => {
    const names = [...new Set(query.keys())].filter((name) => name !== '' && !takes.has(name))
    return [...names, ...unknownAt(value, { path: '', place: '' }, { written, isRead })]
  }
}

type Where = { path: string; place: string }
type Names = { written: Places; isRead: (place: string) => boolean }

function unknownAt(value: unknown, at: Where, names: Names): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = Array.isArray(value) ? itemOf(at, name) : fieldOf(at, name)
    const byName = { path: own.path, place: join(at.place, '*') }
    const within = names.written.known.has(byName.place) ? byName : own
    if (names.written.known.has(within.place)) return unknownAt(inner, within, names)
    const isUnknown = !Array.isArray(value) && names.written.closed.has(at.place)
    return isUnknown && !names.isRead(within.place) ? [within.path] : []
  })
}

const itemOf = ({ path, place }: Where, index: string): Where => ({
  path: `${path}[${index}]`,
  place: `${place}[]`,
})

const fieldOf = ({ path, place }: Where, name: string): Where => ({
  path: join(path, name || '""'),
  place: join(place, name || '""'),
})

const join = (path: string, name: string) => (path ? `${path}.${name}` : name)

/** Whether the fields of a record are free. */
const isFree = ({ properties, additionalProperties = false, patternProperties }: Schema) =>
  !properties || additionalProperties !== false || patternProperties !== undefined

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

function placesOf(schemas: Schema[]): Places {
  const [known, closed, open] = [new Set(['']), new Set<string>(), new Set<string>()]
  const note = (schema: Schema, place: string): void => {
    const { type, properties, items, anyOf = [], additionalProperties } = schema
    known.add(place)
    for (const option of anyOf) note(option, place)
    if (items) note(items, `${place}[]`)
    // Its names are free, what they have within is not.
    if (isSchema(additionalProperties)) note(additionalProperties, join(place, '*'))
    if (![type].flat().includes('object')) return
    const places = isFree(schema) ? open : closed
    places.add(place)
    for (const [name, inner] of Object.entries(properties ?? {})) note(inner, join(place, name))
  }
  for (const schema of schemas) note(schema, '')
  return { known, closed: closed.difference(open) }
}
