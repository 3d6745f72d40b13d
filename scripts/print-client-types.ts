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
import { build } from '../src/api/app.ts'
import type { Schema } from '../src/api/openapi/components.ts'
import { errorCodes, fieldCodes } from '../src/api/openapi/error-codes.ts'
import { openInfrastructure, openPools } from '../src/server/infrastructure.ts'

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
type Description = {
  paths?: Record<string, Record<string, Operation>>
  components?: Components
}
type Components = { schemas?: Record<string, Schema>; [kind: string]: object | undefined }

/** @throws if the description contains something that has no type here, or that a method could not send */
export function printClientTypes(description: object): string {
  const { paths = {}, components = {} } = description as Description
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        writtenOut(operation, components),
      ]),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = new Names(components.schemas ?? {})
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

function answersOf({ responses }: Operation): Schema[] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return successes.flatMap(([, { content = {} }]) => content['application/json']?.schema ?? [])
}

/** An operation with its parameters and responses in place of references to them. */
function writtenOut(operation: Operation, components: Components): Operation {
  const at = <Part extends object>(part: Part): Part => {
    const { $ref = '' } = part as { $ref?: string }
    const [, , kind = '', name = ''] = $ref.split('/')
    return kind ? Object(components[kind])[name] : part
  }
  const responses = Object.entries(operation.responses).map(([status, one]) => [status, at(one)])
  return {
    ...operation,
    ...(operation.parameters && { parameters: operation.parameters.map(at) }),
    responses: Object.fromEntries(responses),
  }
}

/** The types that are declared: named schemas of the description as soon as they are used, and queries. */
class Names {
  readonly #schemas: Record<string, Schema>
  readonly #declared = new Map<string, string>()

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas
  }

  /** The schema that a reference is to, with its name; undefined for any other schema. */
  named({ $ref = '' }: Schema): { name: string; schema: Schema } | undefined {
    const name = $ref.split('/').at(-1) ?? ''
    const schema = this.#schemas[name]
    return schema && { name, schema }
  }

  /** Declares a type under a name, once, and returns the name. */
  declare(name: string, schema: Schema): string {
    if (this.#declared.has(name)) return name
    // Noted before its parts are, which may declare others.
    this.#declared.set(name, '')
    const [base, own = schema] = schema.allOf ?? []
    const whole = base ? `${name} extends ${this.type(base)}` : name
    const text = own.properties
      ? this.#interface(whole, own)
      : `type ${name} = ${this.type(schema)}\n`
    this.#declared.set(name, `export ${text}`)
    return name
  }

  /** The type of a schema on one line. */
  type(schema: Schema): string {
    return print(schema, (part) => {
      const known = this.named(part)
      if (!known) return undefined
      // A plain value is what it is: its name says no more.
      const isPlain = known.schema.type === 'string' || known.schema.type === 'number'
      return isPlain ? this.type(known.schema) : this.declare(known.name, known.schema)
    })
  }

  print(): string[] {
    const sorted = [...this.#declared].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return sorted.map(([, text]) => text)
  }

  #interface(name: string, schema: Schema): string {
    const { properties = {}, required = [] } = schema
    const fields = Object.entries(properties).flatMap(([field, inner]) => [
      ...comment(inner, '  '),
      `  ${quoted(field)}${required.includes(field) ? '' : '?'}: ${this.type(inner)}${required.includes(field) ? '' : ' | undefined'}`,
    ])
    const others = schema.additionalProperties === true ? ['  [field: string]: unknown'] : []
    return [`interface ${name} {`, ...fields, ...others, '}', ''].join('\n')
  }
}

/** The codes of errors and of their fields, as unions. */
function printCodes(): string[] {
  const members = (codes: object) => Object.keys(codes).map((code) => `  | '${code}'`)
  return [
    '/** The codes of all errors (docs/contract, section 1.2). A later version may add some. */',
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
    const name = nameOf(part)
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
  const { properties, additionalProperties: values, required = [] } = schema
  if (!properties)
    return `Record<string, ${typeof values === 'object' ? inner(values) : 'unknown'}>`
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
    ...(query ? [`    query: ${names.declare(`${noun}Query`, query)}`] : []),
    ...printBody(operation, names),
    `    answer: ${printAnswer(operation, names)}`,
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

function printBody({ requestBody }: Operation, names: Names): string[] {
  const { content, required } = requestBody ?? { content: {} }
  const schema = content['application/json']?.schema
  if (!schema) return []
  const takesFile = 'multipart/form-data' in content
  const type = takesFile ? printForm(schema, names) : names.type(schema)
  return [`    body: ${type}${required === false ? ' | undefined' : ''}`]
}

/** A field that accepts a file takes one, and a body with only a file may be the file itself. */
function printForm(schema: Schema, names: Names): string {
  const body = names.named(schema)
  if (!body) throw new Error('A body that takes a file has no name')
  const type = names.declare(body.name, withFile(body.schema))
  return Object.keys(body.schema.properties ?? {}).length === 1 ? `${type} | Blob` : type
}

function withFile(schema: Schema): Schema {
  const { photo = {}, ...others } = schema.properties ?? {}
  const { description, ...text } = photo
  const given = { ...(description && { description }), anyOf: [text, { type: 'Blob' }] }
  return { ...schema, properties: { ...others, photo: given } }
}

/** JSON as its type, an event stream as its bytes, anything else as a Blob. */
function printAnswer(operation: Operation, names: Names): string {
  const schemas = answersOf(operation)
  if (schemas.length > 0) return union(schemas.map((schema) => names.type(schema)))
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
export async function describe(): Promise<object> {
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
