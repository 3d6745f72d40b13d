/** `GET /openapi.json`: made from the schemas that validate the routes, complete, and valid. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { NamedSchemas, type Schema } from '../src/api/openapi/components.ts'
import { type ErrorCode, errorCodes, statusOf } from '../src/api/openapi/error-codes.ts'
import { resolved } from './described.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { body: published } = await world.get('/openapi.json', { client: null })
const description = resolved(published)
const operations: [name: string, operation: any][] = Object.entries<any>(description.paths).flatMap(
  ([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]): [string, any] => [
      `${method} ${path}`,
      operation,
    ]),
)

// Requirement (rules): Every answer a test sees is held against the description that is published
// Requirement (rules): contract §1.11: an answer has the same value under both names
test('the answers of all tests are checked against the published description', async () => {
  const { TEST_DESCRIPTION: file = '' } = process.env
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), published)
})

/** Each object schema that is written out in `part`, with where it is. */
function inlineObjects(part: unknown, where: string): [where: string, schema: Schema][] {
  if (typeof part !== 'object' || part === null) return []
  const inner = Object.entries(part).flatMap(([key, one]) => inlineObjects(one, `${where} ${key}`))
  const isObject = 'properties' in part && !/^components schemas \w+$/.test(where)
  return isObject ? [[where, part as Schema], ...inner] : inner
}

// Requirement (rules): Each schema of the description has a name, and no name stands for two shapes
test('an object schema that is used twice has a name: it stands once, under components', () => {
  const { paths, webhooks, components } = published
  const written = Object.entries({ paths, webhooks, components }).flatMap(([part, one]) =>
    inlineObjects(one, part),
  )
  const shapes = Map.groupBy(written, ([, schema]) =>
    JSON.stringify(schema, (key, value) => (key === 'examples' ? undefined : value)),
  )
  const twice = [...shapes.values()].filter((places) => places.length > 1)
  assert.deepEqual(
    twice.map((places) => places.map(([where]) => where)),
    [],
    'give it a `title`, which is its name',
  )
})

test('no name stands for two shapes', () => {
  const schemas = new NamedSchemas()
  const named = (type: string) => ({
    title: 'Tent',
    type: 'object',
    properties: { size: { type } },
  })
  const reference = { $ref: '#/components/schemas/Tent' }
  assert.deepEqual(schemas.refer({ type: 'array', items: named('integer') }).items, reference)
  const nullable = { ...named('integer'), type: ['object', 'null'] }
  assert.deepEqual(schemas.refer(nullable).anyOf, [reference, { type: 'null' }])
  assert.throws(() => schemas.refer(named('string')), /^Error: Tent stands for two shapes/)
})

test('it is OpenAPI 3.1 with both tokens', () => {
  assert.equal(description.openapi, '3.1.0')
  const { client, user } = description.components.securitySchemes
  assert.deepEqual([client.name, user.name], ['X-F-Authorization', 'X-F-Authentication'])
})

test('money is described in words, since many validators refuse 33.33 as a multiple of 0.01', async () => {
  assert.equal(JSON.stringify(published).includes('multipleOf'), false)
  const { schema } =
    description.paths['/accommodations'].post.requestBody.content['application/json']
  const { price } = schema.properties
  assert.match(price.description, /at most two decimals/)
  assert.ok(Compile(price).Check(33.33))
  const as = await world.aUser({ roles: ['admin'] })
  const refused = await world.post('/accommodations', { price: 33.333 }, { as })
  assert.deepEqual(
    [refused.status, /price must have at most two decimals/.test(refused.text)],
    [400, true],
  )
})

/** Every address of the application, as the description writes it. */
function addresses(): string[] {
  const trail: string[] = []
  const tree = world.app.printRoutes({ commonPrefix: false })
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', step = '', methods] = /^([\s│├└─]*)(\S+)(?: \((.+)\))?/.exec(line) ?? []
    trail.splice(indent.length / 4 - 1, Infinity, step)
    return methods?.includes('GET') ? [trail.join('').replace(/:(\w+)/g, '{$1}')] : []
  })
}

/** The pages, and addresses that only they request. */
const ofPages =
  /^\/$|^\/(console|guide|docs|fan|checkout|sign-in|reset|unsubscribe|me)\b|^\/tickets\/\{id\}\/pdf$|^\/(?:gate|box-office)(\/?\*?|\/session|\/[\w-]+\.\w+)?$/

test('every operation is in a chapter, and no chapter is empty', () => {
  const chapters: string[] = description.tags.map(({ name }: { name: string }) => name)
  const used: string[] = operations.flatMap(([, { tags }]) => tags)
  assert.deepEqual(chapters.toSorted(), [...new Set(used)].toSorted())
})

// Requirement (versions): No version in the paths
test('every route of the application is described', () => {
  const described = [
    '/openapi.json',
    '/client.tgz',
    '/photos/{name}',
    '/photos/badges/{name}',
    '/links/{link}',
    '/calendars/{address}',
    '/metrics',
    ...Object.keys(description.paths),
  ]
  const ofApi = addresses().filter((path) => !ofPages.test(path))
  assert.deepEqual(ofApi.toSorted(), described.toSorted())
  assert.ok(operations.length >= 40, `${operations.length} operations`)
  assert.deepEqual(
    described.filter((path) => /\/v\d/.test(path)),
    [],
  )
})

/** Operations without tokens that refuse wrong credentials with 401. */
const takesCredentials = new Set(['post /auth/client', 'post /auth/reset-password'])

for (const [name, operation] of operations) {
  test(`${name} has an id, a summary, its tokens and its refusals`, () => {
    assert.match(operation.operationId, /^[a-z][A-Za-z]+$/)
    assert.ok(operation.summary.length > 10, operation.summary)
    assert.ok(Array.isArray(operation.security))
    assert.ok(operation.responses[503])
    assert.equal(
      operation.responses[401] !== undefined,
      operation.security.length > 0 || takesCredentials.has(name),
    )
    const success = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
    assert.equal(success.length > 0, true)
  })
}

test('fields with a default are optional, and so is a body without required fields', () => {
  const { parameters } = description.paths['/payments'].get
  assert.deepEqual(
    parameters.map(({ name, required }: { name: string; required?: boolean }) => [name, required]),
    [
      ['limit', undefined],
      ['offset', undefined],
      ['status', undefined],
    ],
  )
  assert.equal(description.paths['/payments/{id}/refund'].post.requestBody.required, false)
  assert.equal(description.paths['/payments'].post.requestBody.required, true)
})

test('it says how what is not known is taken, and which values a filter knows', () => {
  assert.match(description.info.description, /x-ignored.*`Prefer: handling=strict`/)
  const { schema } = description.paths['/payments'].get.parameters.find(
    ({ name }: { name: string }) => name === 'status',
  )
  assert.ok(schema['x-extensible-enum'].includes('succeeded'))
})

// Requirement (rules): Each refusal says which codes it can carry, and when
test('a refusal names its codes, and says when each is answered', () => {
  const { responses } = description.paths['/users/{id}'].delete
  assert.equal(
    responses['409'].description,
    '`needs_account`: A guest may not do this: it needs an account. `last_admin`: The last admin must stay one',
  )
  const { schema } = responses['409'].content['application/json']
  assert.deepEqual(schema.properties.code.enum, ['needs_account', 'last_admin'])
  for (const [name, operation] of operations) {
    for (const [status, { description: said, content }] of Object.entries<any>(
      operation.responses,
    )) {
      if (status.startsWith('2')) continue
      const codes: ErrorCode[] = content['application/json'].schema.properties.code.enum
      assert.ok(codes.length > 0, `${name} ${status}`)
      for (const code of codes) {
        assert.equal(statusOf(code), Number(status), `${name} ${code}`)
        assert.ok(said.includes(`\`${code}\`: ${errorCodes[code]}`), `${name} ${code}`)
      }
    }
  }
})

test('every fact of a refusal is described', () => {
  const { properties } = published.components.schemas.Error
  for (const [name, { description: said = '' }] of Object.entries<any>(properties)) {
    assert.ok(said.length > 10, name)
  }
})

// Requirement (rules): Every parameter is described
test('every parameter is described', () => {
  for (const [name, { parameters = [] }] of operations) {
    for (const one of parameters) assert.ok(one.description, `${name} ${one.name}`)
  }
})

/** Each enumeration of several values, with where it is. */
function enumsIn(part: unknown, where: string): [where: string, schema: any][] {
  if (typeof part !== 'object' || part === null) return []
  const inner = Object.entries(part).flatMap(([key, one]) => enumsIn(one, `${where} ${key}`))
  return 'enum' in part && Array.isArray(part.enum) && part.enum.length > 1
    ? [[where, part], ...inner]
    : inner
}

// Requirement (rules): Every enumeration is described
test('every enumeration says what its values are', () => {
  const { schemas } = published.components
  const { paths } = published
  const parameters = Object.entries<any>(paths).flatMap(([path, methods]) =>
    Object.values<any>(methods).map((one): [string, unknown] => [path, one.parameters]),
  )
  const parts = [...Object.entries<unknown>(schemas), ...parameters]
  for (const [where, schema] of parts.flatMap(([name, part]) => enumsIn(part, name))) {
    const meanings = schema['x-enum-descriptions']
    if (meanings) assert.equal(meanings.length, schema.enum.length, where)
    else if (!where.startsWith('/')) assert.ok(schema.description, where)
  }
})

test('of the parameters of the festival list, one belongs to the earlier form alone', () => {
  const { parameters, responses } = description.paths['/festivals'].get
  const old = parameters.filter(({ deprecated }: { deprecated?: boolean }) => deprecated)
  assert.deepEqual(
    old.map(({ name }: { name: string }) => name),
    ['offset'],
  )
  assert.deepEqual(Object.keys(responses['200'].headers), ['ETag', 'Deprecation', 'Link'])
})

test('no two operations share an id', () => {
  const ids = operations.map(([, { operationId }]) => operationId)
  assert.equal(new Set(ids).size, ids.length)
})
