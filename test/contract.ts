/** Holds answers against the published description, as strictly as it can be read. */
import assert from 'node:assert/strict'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import '#platform/time'

type Operation = { responses: Record<string, { content?: Record<string, { schema?: TSchema }> }> }
type Path = { template: string; pattern: RegExp; operations: Record<string, Operation> }
type Validator = { Check(value: unknown): boolean; Errors(value: unknown): object[] }

export type Contract = {
  check(request: { method: string; url: string }, answer: { status: number; body: unknown }): void
}

/** Statuses that any request may meet before it reaches its operation, and 304 without a body. */
const everywhere = new Set([304, 405, 414, 431])

export function readContract(document: object): Contract {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> }
  const known: Path[] = Object.entries(paths)
    .map(([template, operations]) => ({ template, operations, pattern: patternOf(template) }))
    .toSorted((a, b) => parameters(a.template) - parameters(b.template))
  const validators = new Map<string, Validator>()

  return {
    check: ({ method, url }, { status, body }) => {
      const [path = ''] = url.split('?')
      const found = known.find(({ pattern }) => pattern.test(path))
      const operation = found?.operations[method.toLowerCase()]
      if (!found || !operation || everywhere.has(status)) return
      const name = `${method} ${found.template} ${status}`
      const response = operation.responses[status]
      assert.ok(response, `${name} is not in the description: ${JSON.stringify(body)}`)
      const schema = response.content?.['application/json']?.schema
      if (!schema) return
      const validator = validators.get(name) ?? Compile(closed(schema) as TSchema)
      validators.set(name, validator)
      const faults = validator.Check(body) ? [] : validator.Errors(body)
      assert.deepEqual(faults, [], `${name} differs from its description`)
    },
  }
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]*')}/?$`)
}

function parameters(template: string): number {
  return template.split('{').length
}

/** No object may hold a field its schema does not name, unless the schema says so. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'examples' ? value : closed(value)]),
  )
  return 'properties' in inner ? { additionalProperties: false, ...inner } : inner
}
