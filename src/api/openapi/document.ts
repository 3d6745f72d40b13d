/** The last steps from the output of @fastify/swagger to the published description. */
import { mapParts, NamedSchemas, type Schema, shared } from './components.ts'
import { withExamples } from './examples.ts'
import { headers } from './headers.ts'
import { complete, type Parameter } from './parameters.ts'
import { type Answer, headersOf, type Refused, refusals } from './refusals.ts'

type Contents = { content?: Record<string, { schema?: Schema; example?: unknown }> }
export type Operation = {
  operationId?: string
  security?: Record<string, string[]>[]
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: Contents & { required?: boolean }
  responses?: Record<string, Answer>
  /** the route's declarations, for the steps here */
  'x-refusals'?: Refused[]
  'x-headers'?: string[]
}
export type Document = {
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components?: object
  security?: Record<string, string[]>[]
}

/** The tokens of most operations. */
const usual = [{ client: [], user: [] }]

/** Returns the description as it is published: complete, with all shared parts under `components`. */
export function published(made: object): Document {
  const document = withoutMultiples(made)
  const { paths = {}, webhooks = {} } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation): [string, Operation] => [path, operation]),
  )
  for (const [path, operation] of operations) {
    sayWhatIsOptional(operation)
    if (JSON.stringify(operation.security) === JSON.stringify(usual)) delete operation.security
    operation.parameters &&= operation.parameters.map((parameter) => complete(parameter, path))
  }
  const all = [...operations, ...Object.entries(webhooks).flatMap(operationsOf)].map(
    ([, one]) => one,
  )
  for (const operation of all) writeRefusals(operation)
  const schemas = named(all)
  const responses = shared('responses', all.flatMap(answersOf))
  const parameters = shared('parameters', all.flatMap(parametersOf))
  return {
    ...document,
    security: usual,
    components: { ...document.components, schemas, parameters, responses, headers },
  }
}

const operationsOf = ([name, methods]: [string, Record<string, Operation>]) =>
  Object.values(methods).map((operation): [string, Operation] => [name, operation])

/** Removes `multipleOf`: many validators divide with floating point, and would refuse 33.33 as a multiple of 0.01. */
function withoutMultiples(document: object): Document {
  const text = JSON.stringify(document, (key, value) => (key === 'multipleOf' ? undefined : value))
  return JSON.parse(text)
}

/** Marks parameters with a default as optional, and also bodies without required fields. */
function sayWhatIsOptional({ parameters = [], requestBody }: Operation): void {
  for (const parameter of parameters) {
    if (!parameter.required || parameter.schema.default !== undefined) delete parameter.required
  }
  if (requestBody && !requiresAny(requestBody)) requestBody.required = false
}

function requiresAny({ content = {} }: Contents): boolean {
  return Object.values(content).some(({ schema }) => (schema?.required ?? []).length > 0)
}

/** Adds the refusals that the route of an operation declares to its answers, and headers to these. */
function writeRefusals(operation: Operation) {
  const { 'x-refusals': refused = [], 'x-headers': headers = [], responses = {} } = operation
  delete operation['x-refusals']
  delete operation['x-headers']
  for (const answer of Object.values(responses)) Object.assign(answer, headersOf(headers))
  operation.responses = { ...responses, ...refusals(refused) }
}

/** The answers of an operation, with a function that replaces each by a reference. */
function answersOf({ responses = {} }: Operation) {
  return Object.entries(responses).map(([status, part]) => ({
    part,
    names: namesOf(status, part),
    put: (reference: object) => {
      responses[status] = reference as Answer
    },
  }))
}

/** The usual set of codes for a status; a response with exactly these is named by its status alone. */
const usualCodes: Record<string, string> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'origin_not_allowed.publishable_client',
  404: 'not_found',
  409: 'needs_account',
  413: 'too_large',
  415: 'unsupported_media_type',
  503: 'unavailable.busy',
}

/** Names for an answer with a status: derived from its codes, or from the content of the answer. */
function namesOf(status: string, { content = {}, headers = {} }: Answer): string[] {
  const { schema = {} } = content['application/json'] ?? {}
  const codes = codesIn(schema)
  if (codes && codes === usualCodes[status]) return [status]
  // The headers of a refusal follow from its status, so its name omits them.
  if (codes !== undefined) return [`${status}.${shortened(status, codes)}`]
  const name = [status, nounOf(schema), ...Object.keys(headers)].filter(Boolean).join('.')
  // Content other than JSON has no noun: its media type distinguishes files.
  const types = Object.keys(content)
  return [
    name,
    ...types.map((type) => `${name}.${type.split('/').at(-1)}`),
    ...types.map((type) => `${name}.${type.replace('/', '.')}`),
  ]
}

/** Omits the codes that nearly every 403, 409 or 503 can have: names would get longer than the rest. */
function shortened(status: string, codes: string): string {
  const isOpenToGuests = status === '409' && !codes.startsWith('needs_account.')
  return (isOpenToGuests ? `guests.${codes}` : codes)
    .replace(/^needs_account\./, '')
    .replace(/^origin_not_allowed\.publishable_client\./, '')
    .replace(/^origin_not_allowed(?=\.|$)/, 'open')
    .replace(/^unavailable\.busy\./, '')
}

function codesIn({ allOf = [] }: Schema): string | undefined {
  return allOf.find(({ properties }) => properties?.['code'])?.properties?.['code']?.enum?.join('.')
}

function nounOf({ $ref = '', items }: Schema): string {
  return items ? `${nounOf(items)}s` : ($ref.split('/').at(-1) ?? '')
}

/** The parameters of an operation, with a function that replaces each by a reference. */
function parametersOf({ parameters = [], tags = [], operationId }: Operation) {
  return parameters.map((part, index) => ({
    part,
    names: [part.name, `${tags[0]}.${part.name}`, `${operationId}.${part.name}`],
    put: (reference: object) => {
      parameters[index] = reference as Parameter
    },
  }))
}

const rules = /^(minLength|maxLength|pattern|minimum|maximum|minItems|maxItems)$/

/** Removes validation rules from schemas that occur only in answers: rules apply to input only. */
function withoutRules(
  schemas: Record<string, Schema>,
  operations: Operation[],
): Record<string, Schema> {
  const given = new Set<string>()
  const note = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part ?? {}).matchAll(
      /#\/components\/schemas\/(\w+)/g,
    )) {
      if (given.has(name)) continue
      given.add(name)
      note(schemas[name])
    }
  }
  for (const { requestBody } of operations) note(requestBody)
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      given.has(name) ? schema : free(schema),
    ]),
  )
}

function free(schema: Schema): Schema {
  const inner = mapParts(schema, free)
  return Object.fromEntries(Object.entries(inner).filter(([key]) => !rules.test(key)))
}

/** Puts references in place of all named schemas, and returns these. */
function named(operations: Operation[]): Record<string, Schema> {
  const schemas = new NamedSchemas()
  for (const { requestBody = {}, responses = {} } of operations) {
    for (const { content = {} } of [requestBody, ...Object.values(responses)]) {
      for (const media of Object.values(content)) {
        if (media.schema) media.schema = schemas.refer(media.schema)
      }
    }
  }
  return withExamples(withoutRules(schemas.all(), operations))
}
