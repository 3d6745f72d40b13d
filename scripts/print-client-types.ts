/**
 * Prints `client/src/types.ts`, the input and the answer of every operation, and `client/src/groups.ts`, the
 * methods of the client with what they do, from the description of the API: `npm run client:types` writes
 * both, a test compares them.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#platform/config/read'
import { migrate } from '#platform/database/migrate'
import { createLog } from '#platform/observe/log'
import { startPostgres } from '#platform/postgres/server'
import { isForm } from '../client/src/lists.ts'
import type { Entry } from '../client/src/method-types.ts'
import { isEntry } from '../client/src/methods.ts'
import { operations } from '../client/src/operations.ts'
import { build } from '../src/app.ts'
import { errorCodes, fieldCodes } from '../src/error-codes.ts'
import { openInfrastructure, openPools } from '../src/serve/infrastructure.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  description?: string
  deprecated?: boolean
}
type Content = Record<string, { schema?: Schema }>
type Operation = {
  operationId: string
  summary: string
  deprecated?: boolean
  parameters?: {
    in: string
    name: string
    required?: boolean
    schema: Schema
    description?: string
  }[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}
type Description = { paths?: Record<string, Record<string, Operation>> }

/**
 * Types with a name of their own, and where they are found: the operation, then the path in its answer:
 * `[]` is an item, `|1` the second of several forms, `body` the input. The same shape has the same name
 * everywhere.
 */
const nouns: Record<string, string> = {
  Message: 'DELETE /artists/{id}',
  Pagination: 'GET /gigs pagination',
  Coordinates: 'GET /festivals/{id} coordinates |0',
  Named: 'GET /genres []',
  ArtistBody: 'POST /artists body |0',
  ArtistsBody: 'POST /artists body |1',
  Artist: 'GET /artists/{id}',
  Organizer: 'PUT /organizers/{id}',
  Festival: 'GET /festivals/{id}',
  FestivalPage: 'GET /festivals |0',
  FestivalMap: 'GET /festivals |1',
  MapFestival: 'GET /festivals |1 festivals []',
  FestivalGig: 'GET /festivals/{id} gigs []',
  Place: 'GET /festivals/{id} places []',
  Tier: 'GET /festivals/{id} tickets []',
  Availability: 'GET /festivals/{id}/availability []',
  Gig: 'GET /gigs gigs []',
  ChartEntry: 'GET /gigs/chart artists []',
  User: 'PUT /users/{id}',
  ListedUser: 'GET /users []',
  UserRights: 'PUT /users/{id}/roles',
  CurrentUser: 'GET /users/i',
  Role: 'GET /users [] roles []',
  Client: 'PUT /clients/{id}',
  ClientWithSecret: 'POST /clients/{id}/rotate',
  CreatedClient: 'POST /clients',
  ClientToken: 'POST /auth/client',
  UserToken: 'POST /auth/user',
  Interest: 'POST /interest',
  ListedInterest: 'GET /interest []',
  Notification: 'GET /notifications []',
  Accommodation: 'GET /accommodations/{id}',
  Subscription: 'GET /subscriptions/{id}',
  Badge: 'GET /rewards/badges []',
  BadgeRule: 'GET /rewards/badges/{id}',
  Benefit: 'GET /rewards/level benefits []',
  PointRule: 'GET /rewards/rules []',
  Level: 'GET /rewards/levels levels []',
  Challenge: 'GET /rewards/challenges []',
  Payment: 'GET /payments/{id}',
  PaymentEvent: 'GET /payments/{id}/timeline []',
  Manifest: 'GET /gate/{festivalId}/manifest',
  ScanResult: 'POST /gate/scans results []',
  Clash: 'GET /gate/{festivalId}/clashes []',
  GateDevice: 'GET /festivals/{id}/gate-devices []',
  GateStaff: 'GET /festivals/{id}/gate-staff []',
  Invitation: 'GET /users/i/invitations []',
  Account: 'GET /users/all users []',
  ManagedFestival: 'GET /users/i/festivals festivals []',
  ManagedOrganizer: 'GET /users/i/organizers organizers []',
  SoldPayment: 'GET /festivals/{id}/payments payments []',
  Sales: 'GET /festivals/{id}/sales',
  DaySales: 'GET /users/i/sales',
  Timetable: 'GET /festivals/{id}/timetable',
  TimetableDay: 'GET /festivals/{id}/timetable days []',
  TimetableStage: 'GET /festivals/{id}/timetable days [] stages []',
  AuditEntry: 'GET /audit entries []',
  Activity: 'GET /activity activities []',
  CaughtMail: 'GET /mail/{id}',
  Webhook: 'GET /webhooks/{id}',
  WebhookWithSecret: 'POST /webhooks',
  WebhookEvent: 'GET /webhooks/events []',
  WebhookDelivery: 'POST /webhooks/{id}/test',
  WebhookDeliveryDetail: 'GET /webhooks/deliveries/{id}',
  WebhookAttempt: 'GET /webhooks/deliveries/{id} attempted []',
}

/** @throws if the description contains something that has no type here, or that a method could not send */
export function printClientTypes(description: object): string {
  const { paths = {} } = description as Description
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = new Names()
  for (const [name, place] of Object.entries(nouns)) {
    const schema = find(new Map(operations), place)
    if (schema) names.add(name, schema)
  }
  const entries = operations.map(([key, operation]) => printOperation(key, operation, names))
  return [
    '// Printed from the API by `npm run client:types`. Do not edit.',
    '',
    ...printCodes(),
    ...names.print(),
    '/** What each operation takes and gives. */',
    'export interface Operations {',
    ...entries,
    '}',
    '',
  ].join('\n')
}

/** The schema at a path like `GET /gigs gigs []`; undefined when there is none. */
function find(operations: Map<string, Operation>, place: string): Schema | undefined {
  const [method, path, ...steps] = place.split(' ')
  const operation = operations.get(`${method} ${path}`)
  if (!operation) return undefined
  const isBody = steps[0] === 'body'
  const whole = isBody ? bodyOf(operation) : answersOf(operation)[0]
  return steps.slice(isBody ? 1 : 0).reduce((schema, step) => partOf(schema, step), whole)
}

function partOf(schema: Schema | undefined, step: string): Schema | undefined {
  if (step === '[]') return schema?.items
  if (step.startsWith('|')) return schema?.anyOf?.[Number(step.slice(1))]
  return schema?.properties?.[step]
}

function bodyOf({ requestBody }: Operation): Schema | undefined {
  return requestBody?.content['application/json']?.schema
}

function answersOf({ responses }: Operation): Schema[] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return successes.flatMap(([, { content = {} }]) => content['application/json']?.schema ?? [])
}

/** Interfaces, each declared once, with the first name of its shape. */
class Names {
  readonly #byShape = new Map<string, { name: string; schema: Schema }>()

  add(name: string, schema: Schema): string {
    const shape = print(schema)
    const known = this.#byShape.get(shape)
    if (known) return known.name
    this.#byShape.set(shape, { name, schema })
    return name
  }

  /** The type of a schema, using the names of named shapes. */
  type(schema: Schema): string {
    return print(schema, (part) => this.#byShape.get(print(part))?.name)
  }

  print(): string[] {
    const declared = [...this.#byShape.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    return declared.map(({ name, schema }) => this.#declare(name, schema))
  }

  #declare(name: string, schema: Schema): string {
    const { properties = {}, required = [] } = schema
    const fields = Object.entries(properties).flatMap(([field, inner]) => [
      ...comment(inner, '  '),
      `  ${quoted(field)}${required.includes(field) ? '' : '?'}: ${this.type(inner)}${required.includes(field) ? '' : ' | undefined'}`,
    ])
    const others = schema.additionalProperties === true ? ['  [field: string]: unknown'] : []
    return [`export interface ${name} {`, ...fields, ...others, '}', ''].join('\n')
  }
}

/** The codes of errors and of their fields, as unions. */
function printCodes(): string[] {
  const members = (codes: object) => Object.keys(codes).map((code) => `  | '${code}'`)
  return [
    '/** The codes of all errors (docs/contract.md, section 1.2). A later version may add some. */',
    'export type ErrorCode =',
    ...members(errorCodes),
    '',
    '/** The rules that fields of the input break. A later version may add some. */',
    'export type FieldCode =',
    ...members(fieldCodes),
    '',
  ]
}

function comment({ description, deprecated }: Schema, indent: string): string[] {
  const text = [description, deprecated && '@deprecated'].filter(Boolean).join(' ')
  return text ? [`${indent}/** ${text.replaceAll('*/', '*\\/')} */`] : []
}

/** A schema as a type on one line. `nameOf` may return a name for a part. */
function print(schema: Schema, nameOf: (part: Schema) => string | undefined = () => undefined) {
  const inner = (part: Schema): string => {
    const name = part.properties && nameOf(part)
    if (name) return name
    if (part.anyOf) return union(part.anyOf.map(inner))
    if (part.enum) return union(part.enum.map((value) => literal(value)))
    if ('const' in part) return literal(part.const)
    return union([part.type ?? 'unknown'].flat().map((type) => printPlain(type, part, inner)))
  }
  return inner(schema)
}

function printPlain(type: string, schema: Schema, inner: (part: Schema) => string): string {
  if (type === 'integer') return 'number'
  if (['string', 'number', 'boolean', 'null', 'unknown', 'Blob'].includes(type)) return type
  if (type === 'array') {
    const item = schema.items ? inner(schema.items) : 'unknown'
    return item.includes(' ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  if (type === 'object') return printObject(schema, inner)
  throw new Error(`No TypeScript type for ${type}`)
}

function printObject(schema: Schema, inner: (part: Schema) => string): string {
  const { properties, patternProperties = {}, required = [] } = schema
  const [values] = Object.values(patternProperties)
  if (!properties) return `Record<string, ${values ? inner(values) : 'unknown'}>`
  const fields = Object.entries(properties).map(([field, part]) =>
    required.includes(field)
      ? `${quoted(field)}: ${inner(part)}`
      : `${quoted(field)}?: ${inner(part)} | undefined`,
  )
  if (schema.additionalProperties === true) fields.push('[field: string]: unknown')
  return `{ ${fields.join('; ')} }`
}

const quoted = (field: string) => (/^\w+$/.test(field) ? field : `'${field}'`)
const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : `${value}`

function union(types: string[]): string {
  return [...new Set(types)].join(' | ')
}

function printOperation(key: string, operation: Operation, names: Names): string {
  const { operationId, summary, parameters = [], deprecated } = operation
  const noun = operationId.charAt(0).toUpperCase() + operationId.slice(1)
  const inPath = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`)
  const query = queryOf(parameters)
  const lines = [
    `  /** ${summary}${deprecated ? ' @deprecated' : ''} */`,
    `  '${key}': {`,
    `    params: [${inPath.join(', ')}]`,
    ...(query ? [`    query: ${names.add(`${noun}Query`, query)}`] : []),
    ...printBody(noun, operation, names),
    `    answer: ${printAnswer(noun, operation, names)}`,
    '  }',
  ]
  if (query && operation.requestBody) throw new Error(`${key} takes a query and a body`)
  return lines.join('\n')
}

function queryOf(parameters: NonNullable<Operation['parameters']>): Schema | undefined {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  if (inQuery.length === 0) return undefined
  const fields = inQuery.map(({ name, schema, description }) => [
    name,
    { ...schema, ...(description !== undefined && { description }) },
  ])
  const required = inQuery.flatMap((parameter) => (parameter.required ? [parameter.name] : []))
  return { type: 'object', properties: Object.fromEntries(fields), required }
}

/** A field that accepts a file takes one, and a body with only a file may be the file itself. */
function printBody(noun: string, operation: Operation, names: Names): string[] {
  const { requestBody } = operation
  const schema = bodyOf(operation)
  if (!schema || !requestBody) return []
  const takesFile = 'multipart/form-data' in requestBody.content
  const whole = takesFile ? withFile(schema) : schema
  const type = whole.properties ? names.add(`${noun}Body`, whole) : names.type(whole)
  const isFileAlone = takesFile && Object.keys(schema.properties ?? {}).length === 1
  const isOptional = requestBody.required === false
  const parts = [type, isFileAlone && 'Blob', isOptional && 'undefined']
  return [`    body: ${parts.filter(Boolean).join(' | ')}`]
}

function withFile(schema: Schema): Schema {
  const { photo = {} } = schema.properties ?? {}
  const types = [photo.type ?? 'string'].flat()
  return {
    ...schema,
    properties: { ...schema.properties, photo: { ...photo, type: [...types, 'Blob'] } },
  }
}

/** JSON as its type, an event stream as its bytes, anything else as a Blob. */
function printAnswer(noun: string, operation: Operation, names: Names): string {
  const schemas = answersOf(operation)
  if (schemas.length > 0) {
    const types = schemas.map((schema) =>
      schema.properties ? names.add(`${noun}Answer`, schema) : names.type(schema),
    )
    return union(types)
  }
  const contents = Object.values(operation.responses).map(({ content = {} }) => content)
  const isStream = contents.some((content) => 'text/event-stream' in content)
  return isStream ? 'ReadableStream<Uint8Array>' : 'Blob'
}

/** Prints the groups of methods, each method with the summary of its operation. */
export function printGroups(description: object): string {
  const { paths = {} } = description as Description
  const lineOf = (name: string, key: string, indent: string) => {
    const [method = '', path = ''] = key.split(' ')
    const { summary = '', deprecated = false } = paths[path]?.[method.toLowerCase()] ?? {}
    const lines = comment({ description: summary, deprecated }, indent)
    return [...lines, `${indent}${name}: Method<'${key}'>`]
  }
  const allOf = (key: string) => [
    '    /** Iterates over all items of `list`, and requests page after page as they are needed. */',
    `    all: Method<'${key}'>['all']`,
  ]
  const groups = Object.entries(operations).flatMap(([group, entries]) => {
    if (isEntry(entries)) return lineOf(group, entries[0], '  ')
    const methods = Object.entries<Entry>(entries).flatMap(([name, [key, takes]]) => [
      ...lineOf(name, key, '    '),
      ...(name === 'list' && isForm(takes) ? allOf(key) : []),
    ])
    return [`  ${group}: {`, ...methods, '  }']
  })
  return [
    '// Printed from client/src/operations.ts and the API by `npm run client:types`. Do not edit.',
    '',
    "import type { Method } from './method-types.ts'",
    '',
    '/** The methods of all operations, by group. */',
    'export interface Groups {',
    ...groups,
    '}',
    '',
  ].join('\n')
}

/** The description as the application returns it, on a temporary database. */
async function describe(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'festival-client-'))
  await using closing = new AsyncDisposableStack()
  closing.defer(() => rm(folder, { recursive: true }))
  const server = await startPostgres({ folder, durable: false })
  closing.defer(() => server.stop())
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder })
  const log = createLog('silent')
  const ground = { config, connectionString: server.connectionString, log }
  const pools = openPools(closing, ground)
  await migrate(pools.working)
  const app = await build(await openInfrastructure(closing, ground, pools), log)
  closing.defer(() => app.close())
  await app.ready()
  return app.swagger()
}

if (import.meta.main) {
  const description = await describe()
  const fileOf = (name: string) => new URL(`../client/src/${name}.ts`, import.meta.url)
  await writeFile(fileOf('types'), printClientTypes(description))
  await writeFile(fileOf('groups'), printGroups(description))
}
