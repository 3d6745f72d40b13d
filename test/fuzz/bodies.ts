/** Bodies of an operation: valid, with one fault, and not JSON at all. */
import fc from 'fast-check'
import type { Operation, Schema } from './operations.ts'
import { Live } from './pool.ts'
import { edges, hostile, pixel, valid } from './values.ts'

/** A value to send as JSON, or a text with its content type. */
export type Body = { json: unknown } | { raw: string | Buffer; type: string }

/** Fields that a caller may try to write, by mistake or not. */
const privileged = [
  ['id', 'roles', 'permissions', 'points', 'status', 'is_validated', 'email_verified', 'sold'],
  ['held', 'rank', 'organizer_id', 'user_id', 'created_at', 'createdAt', 'suspended', '__proto__'],
  ['payment_method', 'nmae', 'prise', 'a, b', ''],
].flat()

/** How a body is made invalid: where, in what way, and with what. */
type Spoiling = { walk: number[]; how: number; bad: unknown; edge: number; field: string }

const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  walk: fc.array(fc.nat(50), { minLength: 1, maxLength: 4 }),
  how: fc.nat(5),
  bad: hostile,
  edge: fc.nat(1_000),
  field: fc.constantFrom(...privileged),
})

/** The value with one fault somewhere in it. */
function spoiled(value: unknown, schema: Schema, spoiling: Spoiling): unknown {
  const [step = 0, ...walk] = spoiling.walk
  if (typeof value !== 'object' || value === null || value instanceof Live) {
    return replaced(value, schema, spoiling)
  }
  const keys = Object.keys(value)
  const key = keys[step % keys.length]
  if (key === undefined) return replaced(value, schema, spoiling)
  const inner = schemaAt(schema, key)
  if (walk.length > 0 || Array.isArray(value)) {
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    copy[key] = spoiled(copy[key], inner, { ...spoiling, walk })
    return copy
  }
  return changed(value, { key, inner }, spoiling)
}

/** A record with a field missing, added, or wrong. */
function changed(
  value: object,
  { key, inner }: { key: string; inner: Schema },
  { how, bad, edge, field, walk }: Spoiling,
): object {
  const entries: [string, unknown][] = Object.entries(value)
  if (how === 0) return Object.fromEntries(entries.filter(([name]) => name !== key))
  if (how === 1) return Object.fromEntries([...entries, [field, bad]])
  const wrong = replaced(Object.fromEntries(entries)[key], inner, { how, bad, edge, field, walk })
  return Object.fromEntries(entries.map(([name, one]) => [name, name === key ? wrong : one]))
}

function replaced(value: unknown, schema: Schema, { how, bad, edge }: Spoiling): unknown {
  if (how === 2 && typeof value === 'number') return `${value}`
  if (how === 2 && typeof value === 'string') return [value]
  if (how === 2 && typeof value === 'boolean') return value ? 1 : 'false'
  const at = edges(schema)
  return how <= 3 ? at[edge % at.length] : bad
}

function schemaAt({ properties = {}, items, anyOf = [] }: Schema, key: string): Schema {
  const within = properties[key] ?? items
  if (within) return within
  const option = anyOf.find((one) => one.properties?.[key])
  return option?.properties?.[key] ?? {}
}

const json = 'application/json'
const bomb = '['.repeat(100_000)

/** Texts that are not JSON, or not of an accepted kind, and wrong content types. */
const raws = fc.constantFrom<Body>(
  ...[
    '',
    ' ',
    '{',
    '[]',
    'null',
    '42',
    '"a"',
    '{}{}',
    '{"a":NaN}',
    bomb,
    '\u{feff}{}',
    '{"a":1,}',
  ].map((raw) => ({ raw, type: json })),
  ...[
    '{"__proto__":{"roles":["admin"]}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"a\\u0000b":1}',
    '{"name":"a","name":1}',
  ].map((raw) => ({ raw, type: json })),
  { raw: '{}', type: 'text/plain' },
  { raw: '{}', type: 'application/json; charset=utf-16' },
  { raw: 'a=1', type: 'application/x-www-form-urlencoded' },
  { raw: '{}', type: '\\' },
  { raw: '<a/>', type: 'application/xml' },
  { raw: '--b\r\n\r\n', type: 'multipart/form-data; boundary=b' },
  { raw: 'x', type: 'multipart/form-data' },
)

const part = (head: string, text: string) =>
  `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`
const picture = Buffer.from(pixel, 'base64').toString('latin1')

/** Forms with a picture, whole and broken. */
const forms = fc.constantFrom<Body>(
  ...[
    `${part('name="name"', 'Tide')}${part('name="photo"; filename="a.png"', picture)}--b--\r\n`,
    `${part('name="image"; filename="a.png"', picture)}--b--\r\n`,
    `${part('name="image"; filename="../../a"', 'no picture')}--b--\r\n`,
    part('name="photo"; filename="a.png"', picture),
    `${part('name="a"', 'b').repeat(30)}--b--\r\n`,
    `${part('name="__proto__"', 'b')}--b--\r\n`,
  ].map((text) => ({
    raw: Buffer.from(text, 'latin1'),
    type: 'multipart/form-data; boundary=b',
  })),
)

/** A body for the operation; undefined: none is sent. */
export function bodyOf({ body, method, takesForm }: Operation): fc.Arbitrary<Body | undefined> {
  if (method === 'GET') return fc.constant(undefined)
  const absent = fc.constant(undefined)
  if (!body) {
    return fc.oneof({ weight: 12, arbitrary: absent }, { weight: 1, arbitrary: raws })
  }
  const right = valid(body)
  const wrong = fc
    .tuple(right, spoiling)
    .map(([value, spoiling]) => ({ json: spoiled(value, body, spoiling) }))
  return fc.oneof(
    { weight: 10, arbitrary: right.map((value): Body => ({ json: value })) },
    { weight: 10, arbitrary: wrong },
    { weight: 1, arbitrary: hostile.map((value): Body => ({ json: value })) },
    { weight: 1, arbitrary: raws },
    { weight: 1, arbitrary: absent },
    ...(takesForm ? [{ weight: 2, arbitrary: forms }] : []),
  )
}
