import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { isOpenToGuests, isOpenToPublishable } from '#core/access'
import { published } from './document.ts'
import type { HeaderName } from './headers.ts'
import { IdempotencyKey, RequiredIdempotencyKey } from './parameters.ts'
import type { Refused } from './refusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Refusals beyond the ones that follow from access, path and body: their codes, or a status for its default code.
     * An answer with another code fails in the tests.
     */
    refuses?: Refused[]
    /** Headers of its answers in addition to the ones that follow from `caching`. */
    answersWith?: HeaderName[]
    /** The handler answers through `created`, or handles keys itself: it takes an `Idempotency-Key`. */
    idempotent?: true | 'required'
  }
}

/** A chapter of the reference: the first part of its operations' paths, and its title and description. */
type Tag = { name: string; description: string; 'x-displayName': string }
/** A message sent to webhook endpoints: the type of the event, and the schema of the message. */
type Sent = { type: string; summary: string; schema: TSchema }

/** The tokens and signatures that operations accept. */
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

/** The header of an operation that takes an `Idempotency-Key`. */
function keyOf({ idempotent }: FastifyContextConfig = {}) {
  if (!idempotent) return {}
  return { headers: idempotent === 'required' ? RequiredIdempotencyKey : IdempotencyKey }
}

/** `GET /openapi.json`: OpenAPI 3.1, made from the schemas that validate the requests. */
export async function describeRoutes(
  app: FastifyInstance,
  tags: Tag[] = [],
  sent: Sent[] = [],
): Promise<void> {
  app.addHook('onRoute', (route) => {
    // The HEAD beside a GET shares its schema, which needs changes only once.
    if (route.method === 'HEAD' || !route.schema || route.schema.hide) return
    completeSchema(route, route.schema)
  })
  await app.register(swagger, {
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, ...keyOf(route.config) },
      url,
    }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      return published(document.openapiObject)
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Festival',
        version: '1.0.0',
        description:
          "Festivals with gigs, places and ticket tiers; artists and organizers; accounts, search and feeds. Exchange a client's id and secret for a client token at POST /auth/client and send it in X-F-Authorization; a signed-in user adds theirs in X-F-Authentication. A page or an app that can keep no secret exchanges the id of a publishable client; x-publishable says of an operation whether it may call it, and x-guests whether a guest may, who has no account. Fields and parameters that are not known are ignored, and the header x-ignored of the answer names them; with `Prefer: handling=strict` the request is refused with 400 instead. x-extensible-enum of a filter lists the values that find something: a strict request with another is refused too.",
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags,
      servers: [{ url: '/' }],
      webhooks: Object.fromEntries(sent.map((one) => [one.type, { post: requestOf(one) }])),
      components: { securitySchemes },
    },
  })
  // Serialized once: it is long, and anybody may request it.
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

/** The headers of a message (Standard Webhooks). */
const signed = {
  'webhook-id': 'The id of the event: the same whenever it is sent again',
  'webhook-timestamp': 'When this attempt was made, in Unix seconds',
  'webhook-signature': '`v1,` and the base64 signature; of several, separated by blanks, one fits',
}

/** Returns the request that the service sends to an endpoint, as an operation. */
function requestOf({ type, summary, schema }: Sent) {
  const operationId = `on.${type}`.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())
  const content = { 'application/json': { schema } }
  const parameters = Object.entries(signed).map(([name, description]) => ({
    name,
    in: 'header' as const,
    required: true,
    description,
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

/** Adds the parts that all operations have in common, so that no module has to repeat them. */
function completeSchema({ url, method, config = {} }: RouteOptions, schema: FastifySchema): void {
  const [, tag = ''] = url.split('/')
  schema.tags ??= [tag]
  schema.security ??= securityOf(config)
  Object.assign(schema, opennessOf({ method, config }))
  const noun = (schema.operationId ?? '').replace(/^./, (letter) => letter.toUpperCase())
  const body = schema.body as TSchema | undefined
  if (body) schema.body = named(body, `${noun}Body`)
  if (config.file) schema.consumes = ['application/json', 'multipart/form-data']
  const answers = Object.entries((schema.response ?? {}) as Record<number, TSchema>)
  schema.response = Object.fromEntries(
    answers.map(([status, answer]) => [
      status,
      extended(named(answer, `${noun}Answer`), {
        'x-response-description': status === '201' ? 'Created' : 'OK',
      }),
    ]),
  )
  Object.assign(schema, {
    'x-refusals': refusalsOf({ url, method, config }),
    'x-headers': headersOf(config),
  })
}

/** Returns `x-publishable` (publishable clients may call it) and `x-guests` for an operation that takes a token. */
function opennessOf({ method, config = {} }: Pick<RouteOptions, 'method' | 'config'>): object {
  if (config.access === 'public') return {}
  return {
    'x-publishable': isOpenToPublishable({ method, config }),
    ...(isOpenToGuests(config) && { 'x-guests': true }),
  }
}

function headersOf({ caching, answersWith = [] }: FastifyContextConfig): HeaderName[] {
  const isTagged = caching === 'public' || caching === 'private'
  return isTagged ? ['ETag', ...answersWith] : answersWith
}

/** Returns a copy with more properties. A spread would lose the hidden properties that TypeBox validates by. */
function extended(schema: TSchema, more: object): TSchema {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
  return Object.assign(copy, more)
}

/** Gives bodies and answers without a name the name of their operation. */
function named(schema: TSchema, name: string): TSchema {
  return Type.IsObject(schema) && !('title' in schema) ? extended(schema, { title: name }) : schema
}

function securityOf({ access }: FastifyContextConfig): Record<string, string[]>[] {
  if (access === 'user' || access === 'gate' || access === 'till') return [{ client: [], user: [] }]
  return access === 'client' ? [{ client: [] }] : []
}

/** Returns true if an operation reads the token of a user. */
const takesUser = ({ access, maybeUser, needsUser }: FastifyContextConfig) =>
  access === 'user' || access === 'gate' || access === 'till' || maybeUser || needsUser

function refusalsOf({
  url,
  method,
  config = {},
}: Pick<RouteOptions, 'url' | 'method' | 'config'>): Refused[] {
  const { access, scope, permission, confirms, idempotent, refuses = [] } = config
  const takesToken = access !== 'public' || takesUser(config)
  const possible: [refused: Refused[], when: unknown][] = [
    // Any request can carry invalid input, whatever it is for.
    [['invalid'], true],
    [['unauthorized'], takesToken],
    [['second_factor_required'], takesUser(config)],
    [['origin_not_allowed'], takesToken],
    [['publishable_client'], access !== 'public' && !isOpenToPublishable({ method, config })],
    [['needs_account'], takesUser(config) && !isOpenToGuests(config)],
    [['missing_scope'], scope],
    [['missing_permission'], permission],
    [['confirm_identity'], confirms],
    [['not_found'], url.includes(':')],
    [['in_progress', 'idempotency_key_reused'], idempotent],
    [['too_large', 'unsupported_media_type'], method !== 'GET'],
    [['unavailable', 'busy'], true],
  ]
  return [...possible.flatMap(([refused, when]) => (when ? refused : [])), ...refuses]
}
