/** Every field and parameter of the published description, with its place. It is read without references (`describedBy`). */

type Described = {
  type?: string | string[]
  format?: string
  deprecated?: boolean
  'x-alias-of'?: string
  properties?: Record<string, Described>
  patternProperties?: Record<string, Described>
  items?: Described
  anyOf?: Described[]
}
type Contents = { content?: Record<string, { schema?: Described }> }
export type Operation = {
  parameters?: { name: string; in: string; schema?: Described; deprecated?: boolean }[]
  requestBody?: Contents
  responses?: Record<string, Contents>
}
export type Document = {
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
}

/** A field or a parameter; `place` is the object that it is in, as `test/specification.ts` writes it. */
export type Field = { place: string; name: string; schema: Described }

/** The fields of all inputs, answers, queries, paths and events. */
export function fieldsOf(document: Document): Field[] {
  const within = (schema: Described, place: string): Field[] => {
    const { properties = {}, patternProperties = {}, items, anyOf = [] } = schema
    return [
      ...Object.entries(properties).flatMap(([name, property]) => [
        { place, name, schema: property },
        ...within(property, `${place} ${name}`),
      ]),
      ...Object.values(patternProperties).flatMap((one) => within(one, `${place} {}`)),
      ...(items ? within(items, `${place} []`) : []),
      ...anyOf.flatMap((option) => within(option, place)),
    ]
  }
  const inContents = ({ content = {} }: Contents, place: string) =>
    Object.values(content).flatMap(({ schema }) => (schema ? within(schema, place) : []))
  const inParameters = ({ parameters = [] }: Operation, place: string) =>
    parameters.flatMap(({ name, in: where, schema = {}, deprecated }) => {
      const sign = { query: '?', path: '/' }[where]
      if (sign === undefined) return []
      return [{ place: `${place} ${sign}`, name, schema: { deprecated, ...schema } as Described }]
    })
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, one]) => [`${method.toUpperCase()} ${path}`, one] as const,
    ),
  )
  const events = Object.entries(document.webhooks ?? {}).flatMap(([type, methods]) =>
    Object.values(methods).flatMap(({ requestBody = {} }) => inContents(requestBody, type)),
  )
  return [
    ...operations.flatMap(([place, operation]) => [
      ...inParameters(operation, place),
      ...inContents(operation.requestBody ?? {}, `${place} body`),
      ...Object.entries(operation.responses ?? {}).flatMap(([status, answer]) =>
        status.startsWith('2') ? inContents(answer, place) : [],
      ),
    ]),
    ...events,
  ]
}
