import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { harmless } from '#platform/values/harmless'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { aPaidTicket, aPayment, insertPayments } from '../../../test/sales.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, put } = world
const admin = await world.aUser({ roles: ['admin'] })

const statuses = [
  'pending',
  'requires_action',
  'succeeded',
  'failed',
  'expired',
  'refunding',
  'refunded',
  'partially_refunded',
]

const csvOf = async (festivalId: string) => {
  const { status, text, headers } = await get(`/festivals/${festivalId}/sales.csv`, { as: admin })
  assert.equal(status, 200, text)
  return {
    text,
    headers,
    rows: parse(text, { bom: true, columns: true }) as Record<string, string>[],
  }
}

// Requirement (rules): GET /festivals/:id/sales.csv
test('each paid payment is a row, oldest first', async () => {
  const festival = await aFestival(world, { name: 'Tide' })
  const { id: festival_id } = festival
  const tier = await aTier(world, { festival_id, name: 'Weekend', price_cents: 8950 })
  const stay = await aPlaceToSleep(world, { festival_id, name: 'Bell tent' })
  const at = (time: string) => new Date(`2027-06-01T${time}:00.000Z`)
  const booked = await aPayment(world, {
    payment_type: 'accommodation',
    entity_id: stay.id,
    festival_id,
    status: 'refunding',
    created_at: at('12:00'),
    vat: { rate: null, exemption: '=exempt' },
  })
  const paid = await aPaidTicket(world, {
    tier,
    price_cents: 8950,
    points_used: 950,
    amount_cents: 8000,
    refunded_cents: 1,
    status: 'partially_refunded',
    created_at: at('11:00'),
    vat: { rate: 19.5, exemption: null },
  })
  const refund = {
    payment_id: paid.id,
    is_full: false,
    created_at: at('13:00'),
    lease_until: at('13:00'),
  }
  await db
    .insertInto('refunds')
    .values([
      { ...refund, id: newId(), idempotency_key: 'a', amount_cents: 1, done_at: at('13:00') },
      { ...refund, id: newId(), idempotency_key: 'b', amount_cents: 500 },
    ])
    .execute()
  assert.equal((await put(`/payments/${paid.id}/validate`, {}, { as: admin })).status, 200)
  const { text, headers, rows } = await csvOf(festival_id)
  const { validated_at } = await db
    .selectFrom('tickets')
    .select('validated_at')
    .where('payment_id', '=', paid.id)
    .executeTakeFirstOrThrow()
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(headers['content-disposition'], 'attachment; filename="sales-tide.csv"')
  assert.equal(
    text,
    [
      '\ufeff"time","payment_id","type","name","status","price","points","amount","refunded","validated_at","vat_rate","vat_exemption","discount","voucher","complimentary","order_id","order_number","processor_id","vat_amount","refunded_vat"',
      `"2027-06-01T11:00:00.000Z","${paid.id}","ticket","Weekend","partially_refunded",89.5,950,80,0.01,"${validated_at?.toISOString()}",19.5,,0,,,"${paid.id}",,,,0`,
      `"2027-06-01T12:00:00.000Z","${booked.id}","accommodation","Bell tent","refunding",50,0,50,0,,,"'=exempt",0,,,"${booked.id}",,,,0`,
      '',
    ].join('\r\n'),
  )
  assert.equal(rows.length, 2)
})

// Requirement (rules): The columns of sales.csv add up to the sales
test('unpaid payments are left out, so that the columns add up to the sales', async () => {
  const { id: festival_id } = await aFestival(world)
  const { id: entity_id } = await aTier(world, { festival_id })
  const refund = { created_at: new Date(), lease_until: new Date(), done_at: new Date() }
  for (const [index, status] of statuses.entries()) {
    const amount_cents = 3333 + index
    const sale = { payment_type: 'ticket', entity_id, festival_id, status, amount_cents }
    const { id: payment_id } = await aPayment(world, sale)
    if (!status.includes('refunded')) continue
    const [is_full, given] = status === 'refunded' ? [true, amount_cents] : [false, 1]
    await db
      .insertInto('refunds')
      .values({
        ...refund,
        payment_id,
        is_full,
        id: newId(),
        idempotency_key: 'a',
        amount_cents: given,
      })
      .execute()
  }
  const { rows } = await csvOf(festival_id)
  assert.deepEqual(
    rows.map((row) => row['status']),
    ['succeeded', 'refunding', 'refunded', 'partially_refunded'],
  )
  const { totals } = (await get(`/festivals/${festival_id}/sales`, { as: admin })).body
  const sum = (column: string) =>
    rows.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0) / 100
  assert.deepEqual([sum('amount'), sum('refunded')], [totals.revenue, totals.refunded])
})

test('many payments come in chunks, each once and in order', async () => {
  const { id: festival_id } = await aFestival(world)
  const { id: entity_id } = await aTier(world, { festival_id })
  const { id: user_id } = await world.aUser()
  const time = Date.now()
  for (const part of [0, 1, 2]) {
    const payments = Array.from({ length: 850 }, (_, index) => ({
      id: newId(),
      user_id,
      payment_type: 'ticket',
      entity_id,
      festival_id,
      price_cents: 100,
      points_used: 0,
      amount_cents: 100,
      status: 'succeeded',
      hold_until: new Date(),
      // Many payments in one millisecond, also across the ends of chunks.
      created_at: new Date(time + Math.floor((part * 850 + index) / 700)),
    }))
    await insertPayments(db, payments)
  }
  const { rows } = await csvOf(festival_id)
  const keys = rows.map(({ time: at, payment_id }) => `${at} ${payment_id}`)
  assert.equal(new Set(keys).size, 2550)
  assert.deepEqual(keys, keys.toSorted())
})

test('no payment, no row; it has nothing of the buyer', async () => {
  const { id } = await aFestival(world, { name: '../../"evil"\r\nX-A: 1 \u{1F3B8}' })
  const { rows, headers } = await csvOf(id)
  assert.deepEqual(rows, [])
  assert.equal(headers['content-disposition'], 'attachment; filename="sales-evil-x-a-1.csv"')
  assert.equal(headers['x-a'], undefined)
  const ada = await world.aUser({ firstName: 'Persephone', lastName: 'Quillfeather' })
  const { festival_id } = await aPaidTicket(world, { user_id: ada.id })
  const { text } = await csvOf(festival_id ?? '')
  for (const personal of [ada.id, ada.email, ada.firstName, ada.lastName])
    assert.ok(!text.includes(personal))
})

const hostile = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '"=1',
  "'=1",
  'x"=HYPERLINK("https://evil.example")',
  'x","=1+1',
  'x;=1+1;',
  'x\n=1',
  'x\r\n=1',
  'x\t=1',
  '\uff1d1+1',
  "=cmd|' /C calc'!A0",
]

/** The cells as read by programs with a comma, a semicolon or a tab as separator. */
function cellsOf(line: string): string[] {
  const quoted = parse(line, { relax_column_count: true })
  return [...quoted.flat(), ...line.split(/[;\t\r\n]/).slice(1)]
}

// Requirement (rules): sales.csv: no cell is a formula
// Requirement (rules): Attackers: CSV injection
test('no program takes a cell for a formula', async () => {
  const { id: festival_id } = await aFestival(world)
  const names: string[] = [...hostile, 'Weekend -10 %', 'Early & late', 'A+B', 'a@b.example']
  for (const [index, name] of names.entries()) {
    const tier = await aTier(world, { festival_id, name })
    await aPayment(world, {
      payment_type: 'ticket',
      entity_id: tier.id,
      festival_id,
      created_at: new Date(Date.UTC(2027, 0, 1, 0, 0, index)),
    })
  }
  const { rows } = await csvOf(festival_id)
  assert.equal(rows.length, names.length)
  for (const [index, name] of hostile.entries()) {
    const written = rows[index]?.['name'] ?? ''
    assert.match(written, /^'|'=/, name)
    assert.equal(written.replaceAll("'", ''), name.replaceAll("'", ''))
    for (const cell of cellsOf(`"${written.replaceAll('"', '""')}"`))
      assert.doesNotMatch(cell, /^[\s"]*[=+\-@\uff1d]/, name)
  }
  assert.deepEqual(
    rows.slice(hostile.length).map(({ name }) => name),
    names.slice(hostile.length),
  )
  // Numbers stay numbers.
  assert.equal(rows[0]?.['amount'], '50')
})

test('escaping works for any text, and is not repeated', () => {
  const piece = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '"',
    "'",
    ';',
    ',',
    '\t',
    '\r',
    '\n',
    ' ',
    'a',
    '1',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const safe = harmless(text)
      assert.doesNotMatch(safe, /^[\s"]*[=+\-@]|^[\t\r]|[;\t\r\n]\s*[=+\-@]/)
      if (/"[\s"']*[=+\-@]/.test(text)) assert.ok(safe.startsWith("'"))
      assert.equal(safe.replaceAll("'", ''), text.replaceAll("'", ''))
      assert.equal(harmless('Weekend'), 'Weekend')
    }),
  )
})

// Requirement (rules): Exports are workbooks, or have decimal commas and the clocks of the festival
test('sales are exported with decimal commas and local times, and as a workbook', async () => {
  const festival = await aFestival(world, { name: 'Ebb', time_zone: 'Europe/Berlin' })
  const { id: entity_id } = await aTier(world, { festival_id: festival.id })
  await aPayment(world, {
    user_id: admin.id,
    payment_type: 'ticket',
    entity_id,
    festival_id: festival.id,
    price_cents: 8950,
    amount_cents: 8950,
    created_at: new Date('2027-06-01T22:30:00Z'),
  })
  const path = `/festivals/${festival.id}/sales.csv`
  const german = await get(`${path}?delimiter=;`, { as: admin })
  const [, row = ''] = german.text.split('\r\n')
  assert.deepEqual(row.split(';').slice(0, 1), ['"2027-06-02 00:30:00"'])
  assert.equal(row.split(';')[5], '89,5')
  const book = await get(`${path}?format=xlsx`, { as: admin })
  assert.equal(
    book.headers['content-type'],
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  assert.equal(book.headers['content-disposition'], 'attachment; filename="sales-ebb.xlsx"')
  assert.ok(book.text.startsWith('PK'))
  assert.equal((await get(`${path}?format=pdf`, { as: admin })).status, 400)
})
