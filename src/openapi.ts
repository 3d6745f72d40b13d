import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { isOpenToPublishable } from '#access'
import { exampleOf, extended, withExample } from './openapi-examples.ts'
import { describeHandling } from './openapi-handling.ts'
import { refusal } from './openapi-refusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refusals beyond those that follow from access, path and body. */
    refuses?: number[]
    /** Its handler answers through `created`, so it takes an `Idempotency-Key`. */
    idempotent?: true
  }
}

const IdempotencyKey = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The same key and body again: the first answer again, and nothing is made twice',
      examples: ['order-4711'],
    }),
  ),
})

/** A chapter: the first part of its operations' addresses, and how it is shown. */
type Tag = { name: string; description: string; 'x-displayName': string }
/** What endpoints are sent: a type of events, and the schema of its messages. */
type Sent = { type: string; summary: string; schema: TSchema }

/** The ways in. */
const securitySchemes = {
  client: { type: 'apiKey', in: 'header', name: 'X-F-Authorization' },
  user: { type: 'apiKey', in: 'header', name: 'X-F-Authentication' },
  ticket: {
    type: 'apiKey',
    in: 'query',
    name: 'ticket',
    description: 'Of POST /notifications/sse-ticket',
  },
  signature: {
    type: 'apiKey',
    in: 'query',
    name: 'signature',
    description: 'In qr_code_url and ticket_pdf_url of a payment',
  },
} as const

/** `GET /openapi.json`: OpenAPI 3.1, made from the schemas the routes are checked with. */
export async function describeRoutes(
  app: FastifyInstance,
  tags: Tag[] = [],
  sent: Sent[] = [],
): Promise<void> {
  app.addHook('onRoute', (route) => {
    // The HEAD beside a GET shares its schema: once is enough.
    if (route.method === 'HEAD' || !route.schema || route.schema.hide) return
    completeSchema(route, route.schema)
  })
  await app.register(swagger, {
    transform: ({ schema, url, route }) => ({
      schema: route.config?.idempotent ? { ...schema, headers: IdempotencyKey } : schema,
      url,
    }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      sayWhatIsOptional(document.openapiObject)
      describeHandling(document.openapiObject as object)
      return withoutMultiples(document.openapiObject)
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Festival',
        version: '1.0.0',
        description:
          "Festivals with gigs, places and ticket tiers; artists and organizers; accounts, search and feeds. Exchange a client's id and secret for a client token at POST /auth/client and send it in X-F-Authorization; a signed-in user adds theirs in X-F-Authentication. A page or an app that can keep no secret exchanges the id of a publishable client; x-publishable says of an operation whether it may call it.",
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags,
      servers: [{ url: '/' }],
      webhooks: Object.fromEntries(sent.map((one) => [one.type, { post: requestOf(one) }])),
      components: { securitySchemes },
    },
  })
  // Written once: it is long, and anybody may ask for it.
  let text: string | undefined
  app.route({
    method: 'GET',
    url: '/openapi.json',
    config: { access: 'public', caching: 'public', urgent: true },
    schema: { hide: true },
    handler: async (_request, reply) => {
      text ??= JSON.stringify(app.swagger())
      return reply.type('application/json; charset=utf-8').send(text)
    },
  })
}

/** What the service asks of an endpoint, as an operation. */
function requestOf({ type, summary, schema }: Sent) {
  const operationId = `on.${type}`.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())
  const content = { 'application/json': { schema, example: exampleOf(schema) } }
  const parameters = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header' as const,
    required: true,
    schema: { type: 'string' as const },
  }))
  const responses = { '2XX': { description: 'Taken; anything else: it is sent again' } }
  const requestBody = { required: true, content }
  return {
    operationId,
    summary,
    tags: ['webhooks'],
    security: [],
    parameters,
    requestBody,
    responses,
  }
}

/** Many validators divide as floating point does, and would refuse 33.33 as a multiple of 0.01. */
function withoutMultiples<Document extends object>(document: Document): Document {
  const text = JSON.stringify(document, (key, value) => (key === 'multipleOf' ? undefined : value))
  return JSON.parse(text)
}

type Described = {
  parameters?: { required?: boolean; schema?: { default?: unknown } }[]
  requestBody?: {
    required?: boolean
    content: Record<string, { schema?: { required?: string[] } }>
  }
}

/** What has a default may be left out, and so may a body of which nothing is required. */
function sayWhatIsOptional({ paths = {} }: { paths?: object }): void {
  const operations: Described[] = Object.values(paths).flatMap((path: object) =>
    Object.values(path),
  )
  for (const { parameters = [], requestBody } of operations) {
    for (const parameter of parameters) {
      if (parameter.schema?.default !== undefined) parameter.required = false
    }
    if (requestBody && !requiresAny(requestBody)) requestBody.required = false
  }
}

function requiresAny({ content }: NonNullable<Described['requestBody']>): boolean {
  return Object.values(content).some(({ schema }) => (schema?.required ?? []).length > 0)
}

/** What every operation has in common, so that no module has to say it. */
function completeSchema({ url, method, config = {} }: RouteOptions, schema: FastifySchema): void {
  const [, tag = ''] = url.split('/')
  schema.tags ??= [tag]
  schema.security ??= securityOf(config)
  if (config.access !== 'public') {
    Object.assign(schema, { 'x-publishable': isOpenToPublishable({ method, config }) })
  }
  const body = schema.body as TSchema | undefined
  if (body) schema.body = withExample(body)
  if (config.file) schema.consumes = ['application/json', 'multipart/form-data']
  const response = (schema.response ?? {}) as Record<number, TSchema>
  const answers = Object.entries(response).map(([status, answer]) => [
    status,
    extended(withExample(answer), { description: schema.summary }),
  ])
  const refused = refusalsOf({ url, method, config }).map((status) => [status, refusal(status)])
  schema.response = Object.fromEntries([...refused, ...answers])
}

function securityOf({ access }: FastifyContextConfig): Record<string, string[]>[] {
  if (access === 'user' || access === 'gate') return [{ client: [], user: [] }]
  return access === 'client' ? [{ client: [] }] : []
}

function refusalsOf({
  url,
  method,
  config = {},
}: Pick<RouteOptions, 'url' | 'method' | 'config'>): number[] {
  const { access, idempotent, refuses = [] } = config
  const possible: [status: number, when: unknown][] = [
    // Whatever is asked for, what comes along with it may be none.
    [400, true],
    [401, access !== 'public'],
    [403, access !== 'public'],
    [404, url.includes(':')],
    [409, idempotent],
    [413, method !== 'GET'],
    [415, method !== 'GET'],
    [503, true],
  ]
  return [...new Set([...possible.flatMap(([status, when]) => (when ? [status] : [])), ...refuses])]
}
