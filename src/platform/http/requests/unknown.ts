import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { unreadParameters } from '#platform/http/answers/addresses'
import { type FieldFault, invalidFields, inWords, type Problem } from '#platform/values/errors'
import { knownValues } from '#platform/values/known'
import {
  type FieldNames,
  fieldNames,
  type Schema,
  type Unknown,
  unknownFields,
} from './field-names.ts'
import { isStrict, strictly } from './prefer.ts'
import { suggestionFor } from './suggestions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The inputs of the operation; undefined for pages and the like, which are no operations and take anything. */
    inputs?: Inputs
  }
  interface FastifyRequest {
    /** True if inputs unknown to the operation are refused (`Prefer: handling=strict`). */
    isStrict: boolean
    /** The body as it was sent, until its unknown fields have been named. */
    sentBody: unknown
  }
}

type Inputs = {
  /** true if the body is checked, which drops its unknown fields */
  hasBody: boolean
  body: () => FieldNames
  parameters: readonly string[]
  /** the filters that find something with some values only */
  filters: { name: string; values: string[]; isList: boolean }[]
}

/** Maximum number of unknown names reported: more would not be read. */
const mostNamed = 20
/** Maximum length of a repeated path, in characters. */
const longestPath = 80

/**
 * Names the inputs of a request that the operation does not know, and so ignores: in the header `x-ignored`, or in a
 * strict request by 400 (docs/contract, section 1.3). Its hook for parameters belongs behind the check of the caller
 * and before the response cache, which knows nothing of them.
 */
export function nameUnknown(app: FastifyInstance): void {
  app.decorateRequest('isStrict', false)
  app.decorateRequest('sentBody', undefined)
  app.addHook('onRoute', recordInputs)
  app.addHook('onRequest', (request, reply, done) => {
    const { inputs } = request.routeOptions.config
    if (!inputs) return done()
    request.isStrict = isStrict(request.headers['prefer'])
    if (request.isStrict) reply.header('preference-applied', strictly)
    const unknown = request.url.includes('?') ? unknownParameters(request, inputs) : []
    done(report({ request, reply }, unknown))
  })
  app.addHook('preHandler', (request, reply, done) => {
    const { inputs } = request.routeOptions.config
    if (!inputs) return done()
    const wrong = request.isStrict ? wrongValues(request.query, inputs) : []
    // The check of a body returns it as it was sent unless it has dropped something.
    if (inputs.hasBody && request.sentBody === request.body) request.sentBody = undefined
    const unknown = unknownInBody(request, inputs)
    done(wrong.length > 0 ? refusalOf(unknown, wrong) : report({ request, reply }, unknown))
  })
}

function recordInputs({ config, schema }: RouteOptions): void {
  if (!config || !schema || schema.hide) return
  const { properties = {} } = (schema.querystring ?? {}) as Schema
  const filters = Object.entries(properties).flatMap(([name, one]) => {
    const known = knownValues(one)
    return known ? [{ name, ...known }] : []
  })
  // A cached answer is sent before the query is checked.
  if (config.cache && filters.length > 0) throw new Error('Cached responses take no such filters')
  let body: FieldNames | undefined
  config.inputs = {
    hasBody: schema.body !== undefined,
    // Made on first use: most operations never need it.
    body: () => (body ??= bodyOf(schema)),
    parameters: Object.keys(properties),
    filters,
  }
}

function bodyOf({ body, response }: NonNullable<RouteOptions['schema']>): FieldNames {
  const answers = Object.entries<Schema>(Object(response)).filter(([status]) => status < '3')
  const none: Schema = { type: 'object', properties: {} }
  return fieldNames(
    [(body as Schema | undefined) ?? none],
    answers.map(([, answer]) => answer),
  )
}

function unknownParameters(request: FastifyRequest, { parameters }: Inputs): Unknown[] {
  return unreadParameters(request)
    .slice(0, mostNamed + 1)
    .map((path) => ({ path, meant: suggestionFor(path, parameters) }))
}

/** Returns the unknown fields of the body, once. */
function unknownInBody(request: FastifyRequest, { body }: Inputs): Unknown[] {
  const { sentBody } = request
  request.sentBody = undefined
  if (sentBody === undefined) return []
  return unknownFields(body(), sentBody, mostNamed + 1)
}

function wrongValues(query: unknown, { filters }: Inputs): FieldFault[] {
  const given = Object(query)
  return filters.flatMap(({ name, values, isList }) => {
    const value: unknown = given[name]
    if (typeof value !== 'string') return []
    // An empty list is no filter.
    if (isList && value === '') return []
    const words = isList ? value.split(',').map((word) => word.trim()) : [value]
    if (words.every((word) => values.includes(word))) return []
    const message = `${name} must be one of ${values.join(', ')}`
    return [{ path: name, code: 'not_one_of', message }]
  })
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Returns the refusal of a strict request; otherwise lists the ignored inputs in the answer. */
function report({ request, reply }: Exchange, unknown: Unknown[]): Problem | undefined {
  if (unknown.length === 0) return undefined
  if (request.isStrict) return refusalOf(unknown)
  const before = reply.getHeader('x-ignored')
  const said = headerOf(unknown)
  reply.header('x-ignored', before === undefined ? said : `${before}, ${said}`)
  return undefined
}

/** Adds the unknown fields of an input to its refusal: a misspelt field is often why another one is missing. */
export function withUnknown(exchange: Exchange, problem: Problem): Problem {
  const { inputs } = exchange.request.routeOptions.config ?? {}
  if (!inputs || problem.status !== 400) return problem
  const unknown = unknownInBody(exchange.request, inputs)
  if (report(exchange, unknown) === undefined) return problem
  const { fields } = problem.facts
  return refusalOf(unknown, Array.isArray(fields) ? fields : [], problem.message)
}

function refusalOf(
  unknown: Unknown[],
  others: FieldFault[] = [],
  error = others.map(({ message }) => message).join(', '),
): Problem {
  const named = unknown.slice(0, mostNamed).map(({ path, meant }): FieldFault => {
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`
    const short = cut(path)
    return { path: short, code: 'unknown', message: `${short} is not known${hint}` }
  })
  const sentence = [error, sentenceOf(unknown, named)].filter((part) => part !== '').join(', ')
  return invalidFields(sentence, [...others, ...named].slice(0, mostNamed))
}

/** Formats `a is not known; did you mean b?`, and for several `a (did you mean b?) and c are not known`. */
function sentenceOf(unknown: Unknown[], named: FieldFault[]): string {
  if (named.length < 2) return named[0]?.message ?? ''
  const names = unknown.slice(0, mostNamed).map(({ path, meant }) => hinted(cut(path), meant))
  return `${inWords(names)} are not known${unknown.length > mostNamed ? ' and more' : ''}`
}

/** Formats `a (did you mean b?), c`. Characters that a header cannot hold, or that would end a name, are written as in an address. */
function headerOf(unknown: Unknown[]): string {
  const names = unknown
    .slice(0, mostNamed)
    .map(({ path, meant }) => hinted(cut(inHeader(path)).replace(/%[^.]?\.\.\.$/, '...'), meant))
  return [...names, ...(unknown.length > mostNamed ? ['...'] : [])].join(', ')
}

const hinted = (name: string, meant: string | undefined) =>
  meant === undefined ? name : `${name} (did you mean ${meant}?)`

function inHeader(path: string): string {
  const start = path.slice(0, longestPath + 1).toWellFormed()
  return start.replace(/[^\w.[\]$@:/-]/gu, (sign) =>
    encodeURIComponent(sign).replace(/[^\w%]/, (left) => `%${left.charCodeAt(0).toString(16)}`),
  )
}

/** Returns the beginning of a path that is too long. */
function cut(path: string): string {
  return path.length > longestPath ? `${path.slice(0, longestPath).toWellFormed()}...` : path
}
