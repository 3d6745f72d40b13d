import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { Type } from 'typebox'
import type { Problem } from '#platform/values/errors'
import { noId } from '#platform/values/ids'
import { describeRoutes } from '../../../api/openapi/describe.ts'
import { compileValidator } from './validation.ts'

const app = Fastify()
app.setValidatorCompiler(compileValidator)
app.setErrorHandler<Problem>(({ message, code, facts }, _request, reply) =>
  reply.code(400).send({ error: message, code, ...facts }),
)
await describeRoutes(app)
const inner = Type.Object({ id: Type.String({ examples: ['a'] }) })
const body = Type.Object({
  name: Type.String({ maxLength: 8, examples: ['x'] }),
  items: Type.Optional(Type.Array(inner)),
  either: Type.Optional(Type.Union([inner, Type.Null()])),
})
const querystring = Type.Object({
  limit: Type.Integer({ minimum: 1, default: 20 }),
  lat: Type.Optional(Type.Number()),
  flag: Type.Optional(Type.Boolean()),
  name: Type.Optional(Type.String()),
  ids: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 2 })),
  years: Type.Optional(Type.Array(Type.Integer())),
})
app.post('/echo', { schema: { body } }, async (request) => request.body as object)
app.get(
  '/echo/:id',
  { schema: { querystring, params: Type.Object({ id: Type.String({ format: 'uuid' }) }) } },
  async (request) => ({
    query: request.query,
    params: request.params,
  }),
)

test('a handler gets no field that its schema does not name', async () => {
  const payload = {
    name: 'x',
    admin: true,
    items: [{ id: 'a', owner: 1 }],
    either: { id: 'b', price: 0 },
  }
  const response = await app.inject({ method: 'POST', url: '/echo', payload })
  assert.deepEqual(response.json(), { name: 'x', items: [{ id: 'a' }], either: { id: 'b' } })
})

test('queries are read as plain numbers and booleans, and get their defaults', async () => {
  const response = await app.inject(
    '/echo/01980000-0000-7000-8000-000000000001?lat=-12.5&flag=1&name=7&unknown=x',
  )
  assert.deepEqual(response.json(), {
    query: { limit: 20, lat: -12.5, flag: true, name: '7' },
    params: { id: '01980000-0000-7000-8000-000000000001' },
  })
})

// Requirement (operations): contract §1.4: lists in queries are separated by commas, or their parameter is
//   repeated
test('lists of a query are split at commas, or written as several parameters; each value counts once', async () => {
  const id = '01980000-0000-7000-8000-00000000000a'
  const queryOf = async (query: string) => (await app.inject(`/echo/${id}?${query}`)).json().query
  assert.deepEqual((await queryOf('years=2027,2026,2027&years=2025')).years, [2027, 2026, 2025])
  assert.deepEqual((await queryOf(`ids=${id.toUpperCase()},%20x,`)).ids, [id, noId])
  assert.deepEqual((await queryOf('ids=')).ids, [])
  assert.equal('ids' in (await queryOf('')), false)
  const { statusCode, ...answer } = await app.inject(`/echo/${id}?ids=a,b,c&years=soon`)
  assert.equal(statusCode, 400)
  assert.equal(
    answer.json().error,
    'ids must have at most 2 items, years[0] must be a whole number',
  )
})

test('a malformed id is read as one that does not exist', async () => {
  assert.deepEqual((await app.inject('/echo/42')).json().params, { id: noId })
})

for (const [payload, message, path, code] of [
  [{}, 'name is required', 'name', 'required'],
  [{ name: 1 }, 'name must be a string', 'name', 'type'],
  [{ name: null }, 'name must be a string', 'name', 'type'],
  [{ name: 'x'.repeat(9) }, 'name must have at most 8 characters', 'name', 'too_long'],
  [{ name: 'x', items: {} }, 'items must be an array', 'items', 'type'],
  [{ name: 'x', items: [{}] }, 'items[0].id is required', 'items[0].id', 'required'],
  [{ name: 'x', either: { id: 7 } }, 'either.id must be a string', 'either.id', 'type'],
  [[], 'The body must be an object', '', 'type'],
] as const) {
  test(`${JSON.stringify(payload)} is refused: ${message}`, async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/echo',
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(response.statusCode, 400)
    const fields = [{ path, code, message }]
    assert.deepEqual(response.json(), { error: message, code: 'invalid', fields })
  })
}

test('twenty faults are listed, wherever they are', async () => {
  const errorOf = async (payload: object) =>
    (await app.inject({ method: 'POST', url: '/echo', payload })).json().error
  const good = Array.from({ length: 100 }, () => ({ id: 'a' }))
  assert.equal(
    await errorOf({ name: 'x', items: [...good, { id: 1 }, ...good, 'x', {}] }),
    'items[100].id must be a string, items[201] must be an object, items[202].id is required',
  )
  const many = await errorOf({ items: Array.from({ length: 21 }, () => ({ id: 1 })), either: 1 })
  assert.match(
    many,
    /^name is required, items\[0\]\.id must be a string, .*items\[18\]\.id must be a string and more$/,
  )
  assert.equal(await errorOf({ name: 'x', either: { id: 1 } }), 'either.id must be a string')
  assert.match(await errorOf({ name: 'x', either: 1 }), /^either must be an object/)
})

test('no item of a list that is too long is looked at for what is wrong with it', () => {
  const schema = Type.Object({ tags: Type.Array(Type.Enum(['a', 'b']), { maxItems: 100 }) })
  const check = compileValidator({ schema, httpPart: 'body', method: 'POST', url: '/' })
  const readsOf = (length: number) => {
    let reads = 0
    const tags = new Proxy(
      Array.from({ length }, () => true),
      {
        get(list, name) {
          if (typeof name === 'string' && /^\d+$/.test(name)) reads++
          return Reflect.get(list, name)
        },
      },
    )
    assert.ok('error' in Object(check({ tags })))
    return reads
  }
  assert.ok(readsOf(100) >= 20)
  assert.ok(readsOf(199_000) <= 1)
})
