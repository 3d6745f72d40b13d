import type { FastifySchemaCompiler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { aliasReader } from '#platform/values/aliases'
import { type FieldFault, invalidFields, missingFields, Problem } from '#platform/values/errors'
import { isId, noId } from '#platform/values/ids'
import { cleanerOf } from './clean.ts'
import { type Fault, faultsOf } from './faults.ts'
import { idReader } from './lower-ids.ts'

/** Maximum number of faults reported for one request: more would not be read, and finding all may take long. */
const mostFaults = 20

/**
 * Checks the input against a route's schema. Bodies are taken as they are: `"10"` is not 10. Queries and paths are
 * text: plain numbers and booleans are read as such, lists split at their commas, defaults filled in, and a malformed
 * id becomes the one that no record has. Fields that the schema does not name are dropped, so that they can never be
 * written.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // Made on first use: otherwise a start would wait for hundreds of checks that it does not use.
  let check: ReturnType<typeof makeCheck> | undefined
  return (input: unknown) => {
    check ??= makeCheck(schema, httpPart)
    return check(input)
  }
}

function makeCheck(schema: TSchema, httpPart: string | undefined) {
  const check = Compile(schema)
  const asIs = (value: unknown) => value
  const readIds = idReader(schema) ?? asIs
  const clean = cleanerOf(schema) ?? asIs
  const readAliases = aliasReader(schema) ?? asIs
  return (input: unknown) => {
    const value = readIds(httpPart === 'body' ? input : readText(schema, input))
    if (check.Check(value)) {
      const read = readAliases(clean(value))
      return read instanceof Problem ? { error: read } : { value: read }
    }
    // A text may break two rules and is reported once, so twice the number.
    const faults = faultsOf(schema, value)
      .take(2 * mostFaults + 1)
      .toArray()
    return { error: problemOf(faults, httpPart) }
  }
}

type Property = TSchema & { type?: string; format?: string; default?: unknown; items?: Property }

function readText(schema: TSchema, input: unknown): Record<string, unknown> {
  const value: Record<string, unknown> = Object.assign({}, input)
  const properties: [string, Property][] = Type.IsObject(schema)
    ? Object.entries(schema.properties)
    : []
  for (const [name, property] of properties) {
    const text = value[name]
    if (text === undefined && property.default !== undefined) value[name] = property.default
    if (property.items && text !== undefined) {
      value[name] = readList(text).map((part) => readValue(property.items ?? {}, part))
    } else if (typeof text === 'string') value[name] = readValue(property, text)
  }
  return value
}

/** Reads a list of a query: its values, once each, separated by commas, in one parameter or in several of its name. */
export function readList(given: unknown): string[] {
  const parts = [given].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : []))
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
}

function readValue({ type, format }: Property, text: string): unknown {
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text
  if (type === 'number') return /^-?\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : text
  if (type === 'boolean') return { true: true, 1: true, false: false, 0: false }[text] ?? text
  if (format === 'uuid') return isId(text) ? text : noId
  return text
}

/** Returns a 400 that names the failing fields: `name is required, price must be at least 0`; at most the first ones. */
function problemOf(faults: readonly Fault[], part = 'body'): Problem {
  const spoken = faults.filter(
    ({ keyword, params, instancePath }) =>
      keyword !== 'anyOf' &&
      params['type'] !== 'null' &&
      // An empty text is blank as well: once is enough.
      !(
        keyword === 'pattern' &&
        faults.some((other) => other.keyword === 'minLength' && other.instancePath === instancePath)
      ),
  )
  const sentences = new Map<string, string>()
  const fields = new Map<string, FieldFault>()
  for (const fault of spoken) {
    const named = fieldsOf(fault, part)
    const id = fieldOf(fault.instancePath) + fault.keyword
    if (!sentences.has(id)) sentences.set(id, sentenceOf(named, fault.keyword))
    for (const one of named) fields.getOrInsert(`${one.path} ${one.message}`, one)
  }
  const distinct = [...new Set(sentences.values())]
  const told = distinct.slice(0, mostFaults).join(', ') || `The ${part} is not valid`
  const all = distinct.length > mostFaults ? `${told} and more` : told
  return invalidFields(all, fields.values().take(mostFaults).toArray())
}

/** Combines missing fields of one object into one sentence. */
const sentenceOf = (named: FieldFault[], keyword: string): string =>
  keyword === 'required'
    ? missingFields(named.map(({ path }) => path)).message
    : (named[0]?.message ?? '')

function fieldsOf({ keyword, instancePath, params }: Fault, part: string): FieldFault[] {
  const path = fieldOf(instancePath)
  if (keyword === 'required') {
    const names = [params['requiredProperties']].flat().map((name) => join(path, `${name}`))
    return names.map((name) => ({ path: name, code: 'required', message: `${name} is required` }))
  }
  const message =
    part === 'querystring' && (path === 'after' || path === 'before')
      ? `${path} is not a place in this list`
      : `${path || `The ${part}`} ${ruleOf(keyword, params)}`
  return [{ path, code: codeOf(keyword, params), message }]
}

const join = (path: string, name: string) => (path ? `${path}.${name}` : name)

/** Converts `/items/0/name` to `items[0].name`. */
function fieldOf(path: string): string {
  return path
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (field, step) =>
        /^\d+$/.test(step) ? `${field}[${step}]` : field ? `${field}.${step}` : step,
      '',
    )
}

const articles: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
}

const formats: Record<string, string> = {
  'date-time': 'must be an ISO 8601 time, such as 2027-07-01T18:00:00Z',
  email: 'must be an e-mail address',
  'http-url': 'must be an http(s) URL',
  uuid: 'must be an id',
  'country-code': 'must be the code of a country in two capitals (ISO 3166-1), such as DK',
  'vat-id':
    'must be a VAT id with the prefix of its country and right check digits, such as DK13585628',
  iban: 'must be an IBAN with right check digits',
  bic: 'must be a BIC of 8 or 11 characters',
  'leitweg-id': 'must be a Leitweg-ID with right check digits, such as 04011000-12345-03',
  language: 'must be the BCP 47 tag of a language, such as de or pt-BR',
  'time-zone': 'must be the name of a time zone, such as Europe/Copenhagen',
  position: 'must be a latitude and a longitude in degrees, such as 55.62,12.08',
}

const rules: Record<string, (params: Record<string, unknown>) => string> = {
  type: ({ type }) =>
    `must be ${[type]
      .flat()
      .map((name) => articles[`${name}`] ?? name)
      .join(' or ')}`,
  minLength: ({ limit }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`,
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  multipleOf: ({ multipleOf }) =>
    multipleOf === 0.01 ? 'must have at most two decimals' : `must be a multiple of ${multipleOf}`,
  minItems: ({ limit }) => `must have at least ${limit} ${limit === 1 ? 'item' : 'items'}`,
  maxItems: ({ limit }) => `must have at most ${limit} items`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().map(String).join(', ')}`,
  pattern: ({ pattern }) => (pattern === '\\S' ? 'must not be blank' : `must match ${pattern}`),
  format: ({ format }) => formats[`${format}`] ?? `must be a ${format}`,
}

/** The codes of `fields`, by the keyword of the schema. */
const codes: Record<string, string> = {
  type: 'type',
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  maximum: 'too_large',
  multipleOf: 'too_precise',
  minItems: 'too_few',
  maxItems: 'too_many',
  enum: 'not_one_of',
  pattern: 'pattern',
  format: 'format',
}

const codeOf = (keyword: string, { pattern }: Record<string, unknown>): string =>
  pattern === '\\S' ? 'blank' : (codes[keyword] ?? 'rule')

function ruleOf(keyword: string, params: Record<string, unknown>): string {
  return rules[keyword]?.(params) ?? 'is not valid'
}
