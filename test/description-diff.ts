/**
 * The difference between two descriptions of the API, both without references: what was removed or narrowed,
 * which breaks applications, and what was added.
 */
import { type Direction, formsOf, narrowings, type Schema } from './schema-diff.ts'

type Content = Record<string, { schema?: Schema }>
type Parameter = { in: string; name: string; required?: boolean; schema?: Schema }
export type Operation = {
  operationId?: string
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content?: Content }
  responses?: Record<string, { content?: Content }>
}
type Paths = Record<string, Record<string, Operation>>
export type Description = { paths?: Paths; webhooks?: Paths }

/** Something new. `record` is the title of the schema that it was added to, where that has one. */
export type Addition = { operation: string; name?: string; record?: string | undefined }

/** Operations as `GET /festivals/:id`, and the events that are sent to applications as `event NAME`. */
function operationsOf({ paths = {}, webhooks = {} }: Description): Map<string, Operation> {
  const named = (of: Paths, name: (method: string, path: string) => string) =>
    Object.entries(of).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [name(method, path), one] as const),
    )
  return new Map([
    ...named(
      paths,
      (method, path) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
    ...named(webhooks, (_method, type) => `event ${type}`),
  ])
}

/** What an event carries is sent by the service, so its body is an answer. */
const bodyDirection = (name: string): Direction => (name.startsWith('event ') ? 'answer' : 'input')

/** Returns a sentence for everything that `after` has no longer, or takes or answers less of. */
export function removals(before: Description, after: Description): string[] {
  const now = operationsOf(after)
  return [...operationsOf(before)].flatMap(([name, old]) => {
    const fresh = now.get(name)
    return fresh ? ofOperation(name, old, fresh) : [`${name} is gone`]
  })
}

function ofOperation(name: string, before: Operation, after: Operation): string[] {
  const hasId = before.operationId === after.operationId
  const bodies = [before, after].map(({ requestBody }) => requestBody)
  const isWanted = bodies[1]?.required === true && bodies[0]?.required !== true
  const direction = bodyDirection(name)
  const [contents, fresh] = bodies.map((body) => body?.content ?? {})
  return [
    ...(hasId ? [] : [`${name} has another operationId`]),
    ...ofSecurity(name, before, after),
    ...ofParameters(name, before, after),
    ...(isWanted && direction === 'input' ? [`${name} body is now required`] : []),
    ...ofContent({ before: contents, after: fresh, at: `${name} body` }, direction),
    ...Object.entries(before.responses ?? {}).flatMap(([status, { content }]) => {
      const answer = after.responses?.[status]
      if (!answer) return [`${name} no longer answers ${status}`]
      return ofContent(
        { before: content, after: answer.content, at: `${name} ${status}` },
        'answer',
      )
    }),
  ]
}

/** Every set of tokens that was enough must still be enough. */
function ofSecurity(name: string, before: Operation, after: Operation): string[] {
  const { security: now = [{}] } = after
  const isEnough = (tokens: object) =>
    now.some((wanted) => Object.keys(wanted).every((token) => token in tokens))
  const { security: old = [{}] } = before
  return old
    .filter((tokens) => !isEnough(tokens))
    .map((tokens) => `${name} is no longer open to ${Object.keys(tokens).join(' and ') || 'all'}`)
}

function ofParameters(name: string, before: Operation, after: Operation): string[] {
  const [old, fresh] = [before, after].map(parametersOf)
  const gone = [...(old ?? [])].flatMap(([key, parameter]) => {
    const now = fresh?.get(key)
    if (!now) return [`${name} ${key} is no longer taken`]
    const pair = { before: parameter.schema ?? {}, after: now.schema ?? {}, at: `${name} ${key}` }
    return narrowings(pair, 'input')
  })
  const wanted = [...(fresh ?? [])]
    .filter(([key, { required }]) => required === true && old?.get(key)?.required !== true)
    .map(([key]) => `${name} ${key} is now required`)
  return [...gone, ...wanted]
}

/** Parameters as `query page`. Those of the path have no names for a client: they have places. */
function parametersOf({ parameters = [] }: Operation): Map<string, Parameter> {
  const named = parameters.filter((parameter) => parameter.in !== 'path')
  return new Map(named.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]))
}

type Contents = { before: Content | undefined; after: Content | undefined; at: string }

function ofContent({ before = {}, after = {}, at }: Contents, direction: Direction): string[] {
  return Object.entries(before).flatMap(([type, { schema = {} }]) => {
    const now = after[type]
    if (!now) return [`${at} is no longer ${type}`]
    return narrowings({ before: schema, after: now.schema ?? {}, at }, direction)
  })
}

/** Returns what `after` has and `before` has not: operations, and parameters, fields and values of the others. */
export function additions(before: Description, after: Description): Addition[] {
  const old = operationsOf(before)
  return [...operationsOf(after)].flatMap(([operation, fresh]) => {
    const known = old.get(operation)
    if (!known) return [{ operation }]
    const places = placesOf(known)
    const added = [...placesOf(fresh)].filter(([place]) => !places.has(place))
    // Of a field that is new, its own fields are not listed.
    const isNew = (place: string) => added.some(([other]) => place.startsWith(`${other}.`))
    return added
      .filter(([place]) => !isNew(place))
      .map(([, { name, record }]) => ({ operation, name, record }))
  })
}

type FieldPath = { name: string; record: string | undefined }

/** Every parameter, field and enumerated value of an operation by its place, such as `200.festivals.name`. */
function placesOf(operation: Operation): Map<string, FieldPath> {
  const places = new Map<string, FieldPath>()
  const walk = (schema: Schema, at: string, record?: string) => {
    for (const form of formsOf(schema)) {
      const title = form.title ?? record
      for (const value of form.enum ?? []) note(`${at}.=${value}`, `${value}`, title)
      if (form.items) walk(form.items, at, title)
      for (const [name, inner] of Object.entries(form.properties ?? {})) {
        note(`${at}.${name}`, name, title)
        walk(inner, `${at}.${name}`, title)
      }
    }
  }
  const note = (place: string, name: string, record?: string) => places.set(place, { name, record })
  for (const [key, { name, schema = {} }] of parametersOf(operation)) {
    note(key, name)
    walk(schema, key)
  }
  const walkAll = (content: Content | undefined, at: string) => {
    for (const { schema = {} } of Object.values(content ?? {})) walk(schema, at)
  }
  walkAll(operation.requestBody?.content, 'body')
  for (const [status, { content }] of Object.entries(operation.responses ?? {})) {
    if (status.startsWith('2')) walkAll(content, status)
  }
  return places
}
