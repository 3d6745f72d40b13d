/** The operations of the published description, as a fuzzer reads them. */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import '#platform/values/time'
import { unknownBy } from './unknown.ts'

/** The parts of JSON Schema that the description uses. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: unknown
  patternProperties?: unknown
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  examples?: unknown[]
  default?: unknown
  /** the present name of a field, where this is its earlier one */
  'x-alias-of'?: string
}
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}
type Content = Record<string, { schema?: Schema }>
type Described = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

export type Operation = {
  /** as `GET /festivals/{id}` */
  name: string
  id: string
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | undefined
  takesForm: boolean
  /** its answer does not end */
  isStream: boolean
  /** the paths of what it does not know, as `tickets[0].prise`: of a query and of a body */
  unknownIn: (query: URLSearchParams, body: unknown) => string[]
  /** whether the description allows this body; true where it has no schema */
  allows: (body: unknown) => boolean
}

/** All operations of a description (OpenAPI 3.1). */
export function readOperations(document: object): Operation[] {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => readOne(path, method, described)),
  )
}

function readOne(
  path: string,
  method: string,
  { operationId, parameters = [], requestBody, responses }: Described,
): Operation {
  const content = requestBody?.content ?? {}
  const body = content['application/json']?.schema
  const check = body && Compile(body as TSchema)
  return {
    name: `${method.toUpperCase()} ${path}`,
    id: operationId,
    method: method.toUpperCase(),
    path,
    parameters,
    body,
    takesForm: 'multipart/form-data' in content,
    isStream: 'text/event-stream' in (responses['200']?.content ?? {}),
    unknownIn: unknownBy({ parameters, body, answers: answersOf(responses) }),
    allows: (value) => check?.Check(value) ?? true,
  }
}

const answersOf = (responses: Described['responses']): Schema[] =>
  Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status < '3' ? (content['application/json']?.schema ?? []) : [],
  )
