/** `GET /openapi.json`: made from the schemas that validate the routes, complete, and valid. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { aWorld } from './world.ts'

const world = await aWorld()
const { body: description } = await world.get('/openapi.json', { client: null })
const operations: [name: string, operation: any][] = Object.entries<any>(description.paths).flatMap(
  ([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]): [string, any] => [
      `${method} ${path}`,
      operation,
    ]),
)

test('the answers of all tests are checked against the published description', async () => {
  const { TEST_DESCRIPTION: file = '' } = process.env
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), description)
})

test('it is OpenAPI 3.1 with both tokens', () => {
  assert.equal(description.openapi, '3.1.0')
  const { client, user } = description.components.securitySchemes
  assert.deepEqual([client.name, user.name], ['X-F-Authorization', 'X-F-Authentication'])
})

test('money is described in words, since many validators refuse 33.33 as a multiple of 0.01', async () => {
  assert.equal(JSON.stringify(description).includes('multipleOf'), false)
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
const ofPages = /^\/$|^\/(console|guide|docs)\b|^\/gate(\/?\*?|\/session|\/[\w-]+\.\w+)?$/

test('every operation is in a chapter, and no chapter is empty', () => {
  const chapters: string[] = description.tags.map(({ name }: { name: string }) => name)
  const used: string[] = operations.flatMap(([, { tags }]) => tags)
  assert.deepEqual(chapters.toSorted(), [...new Set(used)].toSorted())
})

test('every route of the application is described', () => {
  const described = [
    '/client.tgz',
    '/openapi.json',
    '/photos/{name}',
    '/photos/badges/{name}',
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

for (const [name, operation] of operations) {
  test(`${name} has an id, a summary, its tokens and its refusals`, () => {
    assert.match(operation.operationId, /^[a-z][A-Za-z]+$/)
    assert.ok(operation.summary.length > 10, operation.summary)
    assert.ok(Array.isArray(operation.security))
    assert.ok(operation.responses[503])
    assert.equal(
      operation.responses[401] !== undefined,
      operation.security.length > 0 || name === 'post /auth/client',
    )
    const success = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
    assert.equal(success.length > 0, true)
  })

  test(`${name} shows examples that are valid`, () => {
    const contents = [operation.requestBody, ...Object.values<any>(operation.responses)]
    for (const content of contents) {
      const { schema, example } = content?.content?.['application/json'] ?? {}
      if (!schema) continue
      assert.notEqual(example, undefined, `no example: ${JSON.stringify(schema).slice(0, 200)}`)
      assert.deepEqual(Compile(schema as TSchema).Errors(example), [], JSON.stringify(example))
    }
  })
}

test('fields with a default are optional, and so is a body without required fields', () => {
  const { parameters } = description.paths['/payments'].get
  const inQuery = parameters.filter((parameter: { in?: string }) => parameter.in === 'query')
  assert.deepEqual(
    inQuery.map(({ name, required }: { name: string; required: boolean }) => [name, required]),
    [
      ['limit', false],
      ['offset', false],
      ['status', false],
    ],
  )
  assert.equal(description.paths['/payments/{id}/refund'].post.requestBody.required, false)
  assert.equal(description.paths['/payments'].post.requestBody.required, true)
})

test('every operation takes Prefer, and says what it ignores', () => {
  for (const [name, { parameters, responses }] of operations) {
    assert.deepEqual(parameters.at(-1), { $ref: '#/components/parameters/Prefer' }, name)
    for (const [status, { headers = {} }] of Object.entries<any>(responses)) {
      assert.equal('x-ignored' in headers, status < '3', `${name} ${status}`)
    }
  }
  assert.equal(description.components.parameters.Prefer.in, 'header')
  assert.ok(description.components.headers.Ignored)
  const { schema } = description.paths['/payments'].get.parameters.find(
    ({ name }: { name?: string }) => name === 'status',
  )
  assert.ok(schema['x-extensible-enum'].includes('succeeded'))
})

test('a refusal is described as one', () => {
  const { responses } = description.paths['/payments/{id}'].get
  assert.equal(responses['404'].description, 'Unknown, or not yours to see')
  assert.equal(responses['200'].description, 'One of one’s own payments')
})

test('no two operations share an id', () => {
  const ids = operations.map(([, { operationId }]) => operationId)
  assert.equal(new Set(ids).size, ids.length)
})

test('Redocly finds no error in it', async () => {
  const file = join(world.folder, 'openapi.json')
  await writeFile(file, JSON.stringify(description))
  const lint = promisify(execFile)('node_modules/.bin/redocly', ['lint', file], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' },
  })
  const { stderr } = await lint
  assert.match(stderr, /Your API description is valid/)
})
