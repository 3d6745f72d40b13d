/** Checks answers against the published description, as strictly as possible. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import '#platform/values/time'
import { errorCodes, fieldCodes } from '../src/api/openapi/error-codes.ts'
import { resolved } from './described.ts'

type Response = { content?: Record<string, { schema?: TSchema }>; headers?: object }
type Operation = { responses: Record<string, Response> }
type Path = { template: string; pattern: RegExp; operations: Record<string, Operation> }
type Validator = { Check(value: unknown): boolean; Errors(value: unknown): object[] }

const validators = new WeakMap<TSchema, Validator>()

type Checked = { status: number; body: unknown; headers?: Record<string, unknown> }

export type Contract = {
  check(request: { method: string; url: string }, answer: Checked): void
}

let known: Contract | undefined

/** The contract, which is the same for every application built from these sources. */
export function contractOf(app: FastifyInstance): Contract {
  known ??= readContract(JSON.parse(descriptionOf(app)))
  return known
}

/** It takes longer to make than the application itself, so one process of a run makes it for all. */
function descriptionOf(app: FastifyInstance): string {
  const { TEST_DESCRIPTION: file = '' } = process.env
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const text = JSON.stringify(app.swagger())
  const own = `${file}.${process.pid}`
  writeFileSync(own, text)
  renameSync(own, file)
  return text
}

/** Statuses that any request may get before it reaches its operation, and 304 without a body. */
const everywhere = new Set([304, 405, 414, 431])

export function readContract(document: object): Contract {
  const { paths = {} } = resolved(document) as { paths?: Record<string, Record<string, Operation>> }
  const known: Path[] = Object.entries(paths)
    .map(([template, operations]) => ({ template, operations, pattern: patternOf(template) }))
    .toSorted((a, b) => parameters(a.template) - parameters(b.template))

  return {
    check: ({ method, url }, { status, body, headers }) => {
      const [path = ''] = url.split('?')
      const found = known.find(({ pattern }) => pattern.test(path))
      const operation = found?.operations[method.toLowerCase()]
      if (!found || !operation || everywhere.has(status)) return
      const name = `${method} ${found.template} ${status}`
      checkBody(name, operation.responses[status], body)
      if (headers && status >= 400) checkHeaders(name, operation.responses[status], headers)
    },
  }
}

function checkBody(name: string, response: Response | undefined, body: unknown) {
  assert.ok(response, `${name} is not in the description: ${JSON.stringify(body)}`)
  const schema = response.content?.['application/json']?.schema
  if (!schema) return
  const validator = validators.get(schema) ?? Compile(closed(schema) as TSchema)
  validators.set(schema, validator)
  const faults = validator.Check(body) ? [] : validator.Errors(body)
  assert.deepEqual(faults, [], `${name} differs from its description`)
  checkAliases(name, schema, body)
  checkCodes(name, body)
}

type Node = TSchema & {
  'x-alias-of'?: string
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** A field has the same value under its earlier name. */
function checkAliases(name: string, { properties = {}, items, anyOf = [] }: Node, body: any) {
  for (const option of anyOf) checkAliases(name, option, body)
  if (items && Array.isArray(body)) for (const item of body) checkAliases(name, items, item)
  for (const [field, property] of Object.entries(properties)) {
    const present = property['x-alias-of']
    if (!Object.hasOwn(Object(body), field)) continue
    if (present) assert.deepEqual(body[field], body[present], `${name}: ${field}`)
    checkAliases(name, property, body[field])
  }
}

/** A refusal for now says how long, and of which limit. */
function checkHeaders(name: string, response: Response | undefined, given: object) {
  for (const header of Object.keys(response?.headers ?? {})) {
    if (!/^(Retry-After|RateLimit)/.test(header)) continue
    assert.ok(header.toLowerCase() in given, `${name} has no ${header}`)
  }
}

/** The codes of a refusal are a closed set. */
function checkCodes(name: string, body: unknown) {
  const {
    error,
    code,
    fields = [],
  } = body as { error?: string; code?: string; fields?: { code: string }[] }
  if (error === undefined) return
  assert.ok(
    Object.hasOwn(errorCodes, `${code}`),
    `${name}: ${code} is not in src/api/openapi/error-codes.ts`,
  )
  for (const one of fields) assert.ok(Object.hasOwn(fieldCodes, one.code), `${name}: ${one.code}`)
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]*')}/?$`)
}

function parameters(template: string): number {
  return template.split('{').length
}

/** An object may have only fields that its schema names, unless the schema says otherwise. */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'examples' ? value : closed(value)]),
  )
  return 'properties' in inner ? { additionalProperties: false, ...inner } : inner
}
