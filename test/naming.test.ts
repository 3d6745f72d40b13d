/**
 * One way of writing (docs/contract, section 1.11): the names of the specification stay where they are, and each
 * name of ours follows the rule, or stands in a closed list of earlier ones.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { describedBy } from './described.ts'
import { type Document, type Field, fieldsOf } from './fields.ts'
import { specified } from './specification.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const description: Document = describedBy(world.app)
const fields = fieldsOf(description)

/** Names of ours from before the rule, where they stand, and why they stay. */
const exceptions: [name: string, at: RegExp, why: string][] = [
  ['userId', / \/$/, 'Names in paths are never sent; the specification writes paymentId'],
  ['festivalId', / \/$/, 'as userId'],
  ['deviceId', / \/$/, 'as userId'],
  ['saleId', / \/$/, 'as userId'],
  ['passkeyId', / \/$/, 'as userId'],
  ['rawId', /passkeys? body credential( response)?$/, 'Web Authentication names it'],
  [
    'authenticatorAttachment',
    /passkeys? body credential( response)?$/,
    'Web Authentication names it',
  ],
  [
    'clientExtensionResults',
    /passkeys? body credential( response)?$/,
    'Web Authentication names it',
  ],
  ['clientDataJSON', /passkeys? body credential( response)?$/, 'Web Authentication names it'],
  ['attestationObject', /passkeys? body credential( response)?$/, 'Web Authentication names it'],
  ['authenticatorData', /passkeys? body credential( response)?$/, 'Web Authentication names it'],
  ['publicKey', /passkeys? body credential( response)?$/, 'Web Authentication names it'],
  ['publicKeyAlgorithm', /passkeys? body credential( response)?$/, 'Web Authentication names it'],
  ['userHandle', /passkeys? body credential( response)?$/, 'Web Authentication names it'],
  ['tierId', / \/$/, 'as userId'],
  ['organizerId', / \/$/, 'as userId'],
  ['voucherId', / \/$/, 'as userId'],
  ['is_full', /(\/refund| refund)$/, 'It follows is_validated of the specification'],
  ['has_more', /\/manifest$/, 'It is kept on devices at gates, beside a cursor that has no end'],
  [
    'timestamp',
    /^[a-z_]+\.[a-z_]+$|\/deliveries|\/(test|redeliver)$/,
    'Standard Webhooks names it',
  ],
  ['date', /^GET \/users\/i\/sales \?$/, 'It is a day'],
  ['offer', /^POST \/orders body$/, 'It says what the order buys with, as voucher does'],
  ['firstName', /(payments|attendees) \[\] holder$/, 'as of its buyer, beside it'],
  ['lastName', /(payments|attendees) \[\] holder$/, 'as of its buyer, beside it'],
  ['start_time', /hearts \[\] gig$/, 'as in timetables'],
  ['end_time', /hearts \[\] gig$/, 'as start_time'],
  ['into', /^POST \/artists\/\{id\}\/merge body$/, 'It says what becomes of the artist'],
]

/** Present names, and the earlier ones that are taken and answered as well. */
const aliases: [name: string, alias: string][] = [
  ['after', 'before'],
  ['check_in_at', 'check_in'],
  ['check_out_at', 'check_out'],
  ['created_at', 'createdAt'],
  ['last_sign_in_at', 'last_sign_in'],
  ['next_after', 'next_before'],
]

const isSpecified = ({ place, name }: Field) =>
  specified.some((record) => record.fields.includes(name) && record.isAt(place))
const isException = ({ place, name }: Field) =>
  exceptions.some(([exception, at]) => exception === name && at.test(place))

/** What a name breaks of the rule; undefined: nothing. */
function faultOf(field: Field): string | undefined {
  const { place, name, schema } = field
  if (schema['x-alias-of'] || isSpecified(field) || isException(field)) return undefined
  const isQuery = place.endsWith(' ?')
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) return 'is not snake_case'
  if (schema.format === 'date-time' && !isMoment(name, isQuery)) {
    return 'is a moment and ends in none of at, since and until'
  }
  return faultOfKind(field, isQuery)
}

function faultOfKind({ name, schema }: Field, isQuery: boolean): string | undefined {
  const isBoolean = [schema.type].flat().includes('boolean')
  if (isBoolean && /^(is|has)_/.test(name)) return 'is a boolean and begins with is or has'
  if (schema.format === 'uuid' && !isQuery && !/(^|_)(id|by)$/.test(name)) {
    return 'is an id and ends in neither id nor by'
  }
  return undefined
}

const isMoment = (name: string, isQuery: boolean) =>
  /(^|_)(at|since|until)$/.test(name) || (isQuery && /^(from|to)$/.test(name))

// Requirement (rules): contract §1.11: each name of ours follows the rule, a new one that does not fails by
//   name
test('each name of ours follows the rule', () => {
  const faults = fields.flatMap((field) => {
    const fault = faultOf(field)
    return fault ? [`${field.place}: ${field.name} ${fault}`] : []
  })
  assert.deepEqual([...new Set(faults)], [])
  assert.ok(fields.length > 1_500, `${fields.length} fields`)
})

for (const [place, name, schema, fault] of [
  ['GET /bands []', 'createdAt', { type: 'string' }, 'is not snake_case'],
  ['GET /bands ?', 'sortBy', { type: 'string' }, 'is not snake_case'],
  ['PUT /bands/{id} /', 'bandId', { type: 'string' }, 'is not snake_case'],
  ['GET /users/all users []', 'createdAt', { type: 'string' }, 'is not snake_case'],
  ['GET /bands []', 'founded', { format: 'date-time' }, 'is a moment'],
  ['GET /accommodations []', 'start_time', { format: 'date-time' }, 'is a moment'],
  ['GET /bands []', 'is_famous', { type: ['boolean', 'null'] }, 'is a boolean'],
  ['GET /bands []', 'singer', { format: 'uuid' }, 'is an id'],
] as const) {
  // Requirement (rules): contract §1.11: a new field in another style is refused
  test(`a new field ${name} in ${place} would be refused`, () => {
    const found = faultOf({ place, name, schema: schema as Field['schema'] })
    assert.ok(found?.startsWith(fault), `${found}`)
  })
}

// Requirement (rules): The names of the specification stay where they are
test('the names of the specification are where it has them', () => {
  const missing = specified.flatMap((record) => {
    const here = new Set(fields.filter(({ place }) => record.isAt(place)).map(({ name }) => name))
    return record.fields.filter((name) => !here.has(name)).map((name) => `${record.name}: ${name}`)
  })
  assert.deepEqual(missing, [])
})

test('no name of the specification has become an earlier one', () => {
  const renamed = fields.filter((field) => field.schema['x-alias-of'] && isSpecified(field))
  assert.deepEqual(renamed, [])
})

test('the lists of exceptions and of earlier names are as long as they have to be', async () => {
  const unused = exceptions.filter(
    ([name, at]) => !fields.some((field) => field.name === name && at.test(field.place)),
  )
  assert.deepEqual(unused, [])
  const used = fields.flatMap(({ name, schema }) =>
    schema['x-alias-of'] ? [`${schema['x-alias-of']} ${name}`] : [],
  )
  assert.deepEqual(
    [...new Set(used)].toSorted(),
    aliases.map((pair) => pair.join(' ')),
  )
  const contract = await readFile('docs/contract/conventions.md', 'utf8')
  for (const [name, alias] of aliases) {
    assert.ok(
      contract.includes(`| \`${name}\` | \`${alias}\` |`),
      `${alias} is not in section 1.11`,
    )
  }
})

// Requirement (rules): contract §1.11: earlier names are deprecated, beside the present ones
test('an earlier name is deprecated, beside the present one, and in an input of no object within', () => {
  for (const { place, name, schema } of fields) {
    const present = schema['x-alias-of']
    if (!present) continue
    assert.equal(schema.deprecated, true, `${place}: ${name}`)
    const beside = fields.some((field) => field.place === place && field.name === present)
    assert.ok(beside, `${place} has no ${present}`)
    assert.doesNotMatch(place, / body ./)
  }
})
