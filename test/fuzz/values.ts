/** Values for a schema: allowed ones, barely refused ones, and hostile ones. */
import fc from 'fast-check'
import type { Schema } from './operations.ts'
import { kindOfField, Live } from './pool.ts'
import { related } from './related.ts'

type Values = fc.Arbitrary<unknown>

const texts = [
  ['', ' ', '\0', 'a\0b', '\ud800', '\udc00x', '%', '_', '\\', '%00', '%ed%a0%80', '\u202e'],
  ["' or 1=1--", '"; drop table users;--', "\\'", '$1', '$$', '{}', '[object Object]', ';'],
  ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)'],
  ['../../etc/passwd', '..%2f..', '..', '/etc/passwd', 'file:///etc/passwd', 'C:\\x', 'a/b'],
  ['=cmd|x!A1', '+1', '-1', '@SUM(A1)', '\t=1', 'a\r\nX-Other: b', 'a\nb', '{{7*7}}', '${7*7}'],
  ['null', 'undefined', 'NaN', 'Infinity', '-0', '1e999', '0x1', '1_000', '٣', '１'],
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', '{"$gt":""}'],
  ['0000-00-00', '2026-02-30', '2026-02-30T25:61:61Z', '+10000-01-01', '-000001-01-01', '2026'],
  ['9999-12-31T23:59:59.999+00:00', '0001-01-01', '2026-W54-1', '2026-366', '24:00'],
  ['99999999999999999999', '-99999999999999999999', '1.7976931348623157e308', '5e-324'],
  ['ﷺ'.repeat(200), '𝕏'.repeat(60), 'é́́́', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'İıſK'],
  ['a'.repeat(255), 'a'.repeat(5_000), 'http://169.254.169.254/', 'http://[::1]:1/', 'ftp://x'],
  ['00000000-0000-0000-0000-000000000000', '01980000-0000-7000-8000-00000000DEAD', 'data:,'],
].flat()

const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
)

/** A placeholder for a number that JSON can write and a double cannot hold. */
export const infinite = '\u{1f9ee}infinite'

const numbers = [
  [0, -0, -1, 0.1, 1.5, 0.001, 1e-20, 5e-324, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1],
  [2 ** 53, 2 ** 63, 1e21, 1e308, -1e308, 99.999, 1_000_000_000, 1_000_000_001],
].flat()

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

/** Values that no field accepts. */
export const hostile: Values = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 2, arbitrary: fc.constantFrom(...numbers, infinite) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      null,
      true,
      false,
      [],
      {},
      [[]],
      [null],
      { $ne: 1 },
      { length: 1e9 },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(nested(19), nested(25), Array(2_000).fill(0), ['a', { b: [] }]),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)

/** Hostile text of a path, a query or a header. */
export const hostileText: fc.Arbitrary<string> = anyText

const live = (kind: string) => fc.nat(1_000_000).map((index) => new Live(kind, index))
export const someId = (kind: string): Values => live(kind)

/** Values that a schema allows. `name` and `parent` say which field it is of. */
export function valid(schema: Schema, name = '', parent = ''): Values {
  const plain = byShape(schema, name)
  const kind = [schema.type].flat().includes('string') ? kindOfField(name, parent) : undefined
  if (!kind) return plain
  return fc.oneof({ weight: 3, arbitrary: live(kind) }, { weight: 1, arbitrary: plain })
}

function byShape(schema: Schema, name: string): Values {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(one, name)))
  if (Array.isArray(schema.type)) {
    const types = schema.type.map((type) => ({
      weight: type === 'null' ? 1 : 4,
      arbitrary: byType({ ...schema, type }, name),
    }))
    return fc.oneof(...types)
  }
  return byType(schema, name)
}

const types: Record<string, (schema: Schema, name: string) => Values> = {
  integer: wholeNumber,
  // At most two decimals: the description says so in words.
  number: ({ minimum = 0, maximum = 1_000_000 }) =>
    wholeNumber({ minimum: minimum * 100, maximum: maximum * 100 }).map((cents) => cents / 100),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items = {}, minItems = 0, maxItems = 3 }, name) =>
    fc.array(valid(items, '', name), { minLength: minItems, maxLength: Math.min(maxItems, 3) }),
  object: (schema, name) => (schema.properties ? fields(schema, name) : freely(schema)),
  string: text,
}

function byType(schema: Schema, name: string): Values {
  const values = types[`${schema.type}`]
  return values ? values(schema, name) : fc.jsonValue({ maxDepth: 1 })
}

const anyStorable = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 10 })

function wholeNumber({ minimum = 0, maximum = 2_147_483_647 }: Schema): fc.Arbitrary<number> {
  const few = Math.min(minimum + 20, maximum)
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    { weight: 3, arbitrary: fc.integer({ min: minimum, max: few }) },
    fc.integer({ min: minimum, max: maximum }),
  )
}

/** An object whose names are free: of texts by language, or of anything. */
function freely({ additionalProperties: inner }: Schema): Values {
  if (typeof inner !== 'object' || inner === null) return fc.dictionary(anyStorable, fc.jsonValue())
  const tag = fc.constantFrom('de', 'fr', 'pt-BR', 'zh-Hant')
  return fc.dictionary(tag, valid(inner as Schema), { maxKeys: 3 })
}

function fields({ properties = {}, required = [] }: Schema, parent: string): Values {
  const unlikely = parent === '' ? guessed : given
  const values = Object.entries(properties).map(([name, schema]) => [
    name,
    valid(schema, name, parent),
  ])
  return fc
    .record<Record<string, unknown>>(Object.fromEntries(values), { requiredKeys: required })
    .map((record) => ofOneName(record, properties))
    .map((record) =>
      related(
        record,
        unlikely.filter((name) => !required.includes(name)),
      ),
    )
}

/** A record that has each field under one of its names: with both it would mostly be refused. */
function ofOneName(record: Record<string, unknown>, properties: Record<string, Schema>) {
  const twice = Object.entries(properties).filter(([, schema]) => {
    const { 'x-alias-of': present } = schema
    return present !== undefined && record[present] !== undefined
  })
  for (const [alias] of twice) delete record[alias]
  return record
}

/**
 * Values that are rarely valid by chance: a price, how an order is bought beside its items, what was given in cash, and in a set the id or the
 * position of a new record.
 */
const [guessed, given] = [
  [
    'amount',
    'pointsToUse',
    'points_to_use',
    'voucher',
    'offer',
    'hold',
    'tendered',
    'previous_edition_id',
  ],
  ['id', 'level'],
]

/** A picture of one pixel. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = fc.constantFrom(
  'https://pictures.example/harbour.jpg',
  `data:image/png;base64,${pixel}`,
)

const times = fc.oneof(
  fc
    .date({ min: new Date('2026-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom(
    '2027-07-01',
    '2027-07-01T18:00+02:00',
    '2027-W05-3',
    '2099-123T12',
    '0001-01-02',
  ),
)

const formats: Record<string, Values> = {
  uuid: fc.uuid(),
  date: fc.constantFrom('2027-07-02', '2028-02-29', '9999-12-31', '0001-01-01'),
  'date-time': times,
  'time-zone': fc.constantFrom('Europe/London', 'Pacific/Chatham', 'utc'),
  email: fc.stringMatching(/^[a-z0-9]{8}@[a-zé]{5}\.example$/),
  'http-url': fc.webUrl(),
  position: fc
    .tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -180, max: 180 }))
    .map((degrees) => degrees.join()),
}

/** Texts whose format is described in words alone. */
const byName: Record<string, Values> = {
  photo: picture,
  icon: picture,
  site_plan: picture,
  url: fc.webUrl({ validSchemes: ['https'] }),
}

function text({ format = '', pattern, minLength = 0, maxLength = 40 }: Schema, name: string) {
  const known = formats[format] ?? byName[name]
  if (known) return known
  if (pattern !== undefined && pattern !== String.raw`\S`) {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  }
  const most = Math.min(maxLength, Math.max(minLength, 40))
  const words = fc
    .string({ unit: 'grapheme', minLength, maxLength: most })
    .filter((value) => value.isWellFormed() && value.length <= maxLength)
  return pattern === undefined ? words : words.filter((value) => /\S/u.test(value))
}

/** Values at the limits of a schema, and of another type. */
export function edges(schema: Schema): unknown[] {
  const { minimum, maximum, maxLength, minLength } = schema
  const at = (bound: number | undefined) =>
    bound === undefined ? [] : [bound, bound - 1, bound + 1, bound + 0.001, `${bound}`]
  const long = maxLength === undefined || maxLength > 20_000 ? [] : [maxLength, maxLength + 1]
  return [
    ...at(minimum),
    ...at(maximum),
    ...long.map((length) => 'x'.repeat(length)),
    ...(minLength ? ['x'.repeat(minLength - 1)] : []),
    '10',
    10,
    '',
    null,
    'true',
    1,
    {},
    [],
  ]
}
