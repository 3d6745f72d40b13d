/** The published description as tests read it: with every reference replaced by what it refers to. */
import type { FastifyInstance } from 'fastify'

/** The description of an application, without references. */
export function describedBy(app: Pick<FastifyInstance, 'swagger'>): object {
  return resolved(app.swagger())
}

/**
 * Returns a document without references: each schema is written out, also one that extends another.
 * @throws Error if something is referred to that is not there
 */
export function resolved<D extends object>(document: D): D {
  const done = new Map<string, unknown>()
  const at = (reference: string): unknown => {
    if (!done.has(reference)) {
      const steps = reference.slice('#/'.length).split('/')
      const found = steps.reduce<any>((value, step) => value?.[step], document)
      if (found === undefined) throw new Error(`Nothing is at ${reference}`)
      done.set(reference, walk(found))
    }
    return done.get(reference)
  }
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...rest } = value as { $ref?: unknown }
    const inner = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, walk(one)]))
    return merged(typeof $ref === 'string' ? { ...titled($ref, at($ref)), ...inner } : inner)
  }
  return withSecurity(walk(document) as D)
}

/** What is referred to. A schema has its name as title, which is published as its key alone. */
function titled(reference: string, found: unknown): object {
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(reference) ?? []
  return { ...(name && { title: name }), ...(found as object) }
}

/** Whether an operation refuses callers without a token, whatever is asked for. */
export const needsToken = (security: object[]) =>
  security.length > 0 && !security.some((way) => Object.keys(way).length === 0)

type Described = { security?: object[]; paths?: Record<string, Record<string, object>> }

/** Gives operations the tokens that all without some of their own take. */
function withSecurity<D extends object>(document: D): D {
  const { security, paths = {} }: Described = document
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    Object.assign(operation, { security, ...operation })
  }
  return document
}

type Parts = { properties?: object; required?: string[] }

/** A schema that is several at once as one that has the fields of all. */
function merged({ allOf, ...schema }: { allOf?: Parts[] }): object {
  if (!allOf) return schema
  const required = allOf.flatMap((part) => part.required ?? [])
  return {
    ...Object.assign({}, ...allOf, schema),
    ...(required.length > 0 && { required }),
    properties: Object.assign({}, ...allOf.map(({ properties }) => properties)),
  }
}
