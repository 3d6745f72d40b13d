/**
 * The examples of `openapi.json` agree with each other: they are valid, tell of one festival, and keep the rules of
 * the records they are examples of.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Schema } from '../src/api/openapi/components.ts'
import { ids } from '../src/api/openapi/ids.ts'
import { resolved } from './described.ts'
import { exampleOf } from './example-of.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { body: published } = await world.get('/openapi.json', { client: null })
const written = resolved(published)

const at = (reference: string): Schema =>
  published.components.schemas[reference.split('/').at(-1) ?? '']

/** The example of each body and answer, as a tool puts it together, with the schema it has to fit. */
function examples(): [where: string, example: any, schema: TSchema][] {
  const parts = (document: any) =>
    [...Object.entries<any>(document.paths), ...Object.entries<any>(document.webhooks)].flatMap(
      ([path, methods]) =>
        Object.entries<any>(methods).flatMap(([method, { requestBody, responses }]) =>
          Object.entries<any>({ body: requestBody, ...responses }).map(
            ([part, content]): [string, any] => [`${method} ${path} ${part}`, content],
          ),
        ),
    )
  const referred = new Map(parts(published))
  return parts(written).flatMap(([where, content]) => {
    const schema = content?.content?.['application/json']?.schema
    if (!schema) return []
    const { $ref = '' } = referred.get(where)
    const own = $ref ? published.components.responses[$ref.split('/').at(-1)] : referred.get(where)
    return [[where, exampleOf(own.content['application/json'].schema, at), schema]]
  })
}

const all = examples()
const ofAnswers = all.filter(([where]) => !/ [45]\d\d$/.test(where))

for (const [where, example, schema] of all) {
  // Requirement (rules): Examples are valid
  test(`${where} has an example that is valid`, () => {
    assert.notEqual(example, undefined)
    assert.deepEqual(Compile(schema).Errors(example), [], JSON.stringify(example))
  })
}

type Found = { where: string; record: Record<string, any> }

/** Each object in a value, the value itself included. */
function recordsIn(value: unknown, where: string): Found[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, one]) => recordsIn(one, `${where} ${key}`))
  return Array.isArray(value) ? inner : [{ where, record: value }, ...inner]
}
const records = ofAnswers.flatMap(([where, example]) => recordsIn(example, where))
const recordsWith = (...fields: string[]) =>
  records.filter(({ record }) => fields.every((field) => record[field] != null))

test('what has the same id has the same name', () => {
  const names = new Map<string, string>()
  for (const { where, record } of recordsWith('id', 'name')) {
    const known = names.get(record['id'])
    assert.ok(known === undefined || known === record['name'], `${where}: ${known}`)
    names.set(record['id'], record['name'])
  }
  assert.ok(names.size > 10, `${names.size} records`)
})

// Requirement (rules): Examples tell of one festival
test('what is named by its id is in the examples', () => {
  const ids = new Set(recordsWith('id').map(({ record }) => record['id']))
  let count = 0
  for (const { where, record } of records) {
    for (const [field, value] of Object.entries(record)) {
      // Of the processor's records there are no examples; VAT ids and Leitweg-IDs are those of authorities.
      if (!/^(?!processor_|vat_|leitweg_).*_ids?$|^into$/.test(field) || value === null) continue
      for (const one of [value].flat()) assert.ok(ids.has(one), `${where} ${field}: ${one}`)
      count++
    }
  }
  assert.ok(count > 50, `${count} ids`)
})

test('a reference names a record of its kind', () => {
  const known: Record<string, string> = ids
  let count = 0
  for (const { where, record } of records) {
    for (const [field, value] of Object.entries(record)) {
      const id = known[/^(.+)_id$/.exec(field)?.[1] ?? '']
      if (id === undefined || value === null) continue
      assert.equal(value, id, `${where} ${field}`)
      count++
    }
  }
  assert.ok(count > 50, `${count} references`)
})

const inOrder = [
  ['start_time', 'end_time'],
  ['valid_since', 'valid_until'],
  ['check_in', 'check_out'],
  ['starts_at', 'ends_at'],
  ['created_at', 'expires_at'],
  ['created_at', 'done_at'],
  ['createdAt', 'expires_at'],
  ['createdAt', 'validated_at'],
  ['issued_at', 'validated_at'],
  ['scanned_at', 'received_at'],
  ['bought_at', 'ends_at'],
] as const
for (const [first, last] of inOrder) {
  test(`${first} is not after ${last}`, () => {
    for (const { where, record } of recordsWith(first, last)) {
      assert.ok(record[first] <= record[last], `${where}: ${record[first]}, ${record[last]}`)
    }
  })
}

test('gigs are during their festival, and tickets are sold and admit around it', () => {
  const festivals = recordsWith('gigs', 'tickets', 'start_time', 'end_time')
  assert.ok(festivals.length >= 5)
  for (const { where, record } of festivals) {
    const { start_time: begins, end_time: ends, gigs, tickets, places } = record
    for (const gig of gigs) {
      assert.ok(begins <= gig.start_time && gig.end_time <= ends, where)
      assert.ok(
        places.some(({ id }: { id: string }) => id === gig.place_id),
        where,
      )
    }
    for (const tier of tickets) {
      assert.ok(tier.start_time < begins && tier.end_time <= ends, where)
      assert.ok(tier.valid_since <= begins && ends <= tier.valid_until, where)
      assert.ok(!('festival_id' in tier) || tier.festival_id === record['id'], where)
    }
  }
})

test('a payment is for the tier of the festival, at its price', () => {
  const tiers = new Map(
    recordsWith('festival_id', 'valid_since', 'id').map(({ record }) => [record['id'], record]),
  )
  const payments = recordsWith('payment_type', 'entity_id', 'amount')
  assert.ok(payments.length > 5)
  for (const { where, record } of payments) {
    const tier = tiers.get(record['entity_id'])
    assert.ok(tier, where)
    assert.equal(record['amount'], tier['price'], where)
    assert.ok(
      record['refunded_amount'] === undefined || record['refunded_amount'] <= record['amount'],
      where,
    )
  }
})

test('what is sold, held and left adds up, and so do the totals', () => {
  const stock = recordsWith('quantity', 'sold', 'held', 'remaining')
  assert.ok(stock.length >= 2)
  for (const { where, record } of stock) {
    const { quantity, sold, held, remaining } = record
    assert.equal(sold + held + remaining, quantity, where)
  }
  for (const { where, record } of recordsWith('totals', 'tiers', 'accommodations', 'days')) {
    const offers = [...record['tiers'], ...record['accommodations']]
    for (const [field, total] of Object.entries<number>(record['totals'])) {
      const sum = (rows: any[]) => rows.reduce((all, row) => all + row[field], 0)
      assert.equal(sum(offers), total, `${where} ${field}`)
      if (record['days'][0][field] !== undefined)
        assert.equal(sum(record['days']), total, `${where} ${field} of days`)
    }
  }
  for (const { where, record } of recordsWith('payments', 'waiting', 'refunding', 'refunded')) {
    const { payments, waiting, refunding, refunded, needs_review } = record
    assert.equal(waiting + refunding + refunded + needs_review, payments, where)
  }
})

test('a page has as many items as it says, and a progress its percentage', () => {
  for (const { where, record } of recordsWith('page', 'limit', 'total')) {
    const { page, limit, total, totalPages, hasMore } = record
    assert.deepEqual([totalPages, hasMore], [Math.ceil(total / limit), page < totalPages], where)
  }
  for (const { where, record } of recordsWith('pagination')) {
    const items = Object.values(record).find(Array.isArray)
    assert.equal(items?.length, record['pagination'].total, where)
  }
  for (const { where, record } of recordsWith('current', 'target', 'percentage')) {
    assert.equal(record['percentage'], (100 * record['current']) / record['target'], where)
  }
})
