/** A gate finds tickets without a readable code: by a short code, a name or an e-mail. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import { aDevice, aGate, aNamed, anUpload, scan } from '../../../test/gate.ts'
import { somePaidTickets } from '../../../test/sales.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, post } = world
await world.jobs.start()

async function aManned() {
  const gate = await aGate(world)
  const device = await aDevice(world, gate)
  const tier = await aTier(world, { festival_id: gate.festival.id, price_cents: 0 })
  const call = (path: string, body: object, as?: Person) =>
    post(
      `/gate/${gate.festival.id}/${path}`,
      body,
      as ? { as } : { headers: { 'x-f-authentication': device.token } },
    )
  const buy = async (as: Person) => {
    const order = { payment_type: 'ticket', entity_id: tier.id }
    const { body } = await post('/payments', order, { as })
    return body
  }
  const find = async (q: string) => (await call('find', { q })).body
  return { ...gate, device, tier, call, buy, find }
}

// Requirement (rules): contract §8.1 Admission: short codes
test('a ticket is found by its short code in any spelling, and admitted by it', async () => {
  const { festival, device, tier, find, buy } = await aManned()
  const ada = await aNamed(world, 'Ada', 'Quist')
  const { id, short_code } = await buy(ada)
  assert.match(short_code, /^\w{4}-\w{4}-\w{2}$/)
  for (const q of [short_code, ` ${short_code.toLowerCase()} `, short_code.replaceAll('-', '')]) {
    assert.deepEqual(await find(q), {
      tickets: [
        {
          payment_id: id,
          short_code,
          tier: { id: tier.id, name: tier.name },
          holder_name: 'Ada Quist',
          code: null,
          validated_at: null,
        },
      ],
      truncated: false,
    })
  }
  const other = await aManned()
  assert.deepEqual((await other.find(short_code)).tickets, [])
  const [elsewhere] = await scan(
    world,
    other.device,
    anUpload(other.festival.id, [{ code: short_code }]),
  )
  assert.equal(elsewhere.code, 'invalid_code')

  const codes = [{ code: short_code.toLowerCase() }, { code: short_code }]
  const results = await scan(world, device, anUpload(festival.id, codes))
  assert.deepEqual(
    results.map(({ result }) => result),
    ['admitted', 'already_validated'],
  )
  const [used] = (await find(short_code)).tickets
  assert.equal(used.code, 'already_validated')
})

test('it is found by a part of a name, or the beginning of an e-mail, of its holder', async () => {
  const { find, buy, festival } = await aManned()
  const buyer = await aNamed(world, 'Jørgen', 'Smidt')
  const holder = await aNamed(world, 'Maud', 'Ellery')
  const [kept, given] = [await buy(buyer), await buy(buyer)]
  const { body: transfer } = await post(
    `/payments/${given.id}/transfer`,
    { email: holder.email },
    { as: buyer },
  )
  await post(`/transfers/${transfer.id}/accept`, {}, { as: holder })
  for (const [q, id] of [
    ['jorgen', kept.id],
    ['midt', kept.id],
    ['ELLERY', given.id],
    ['Ellery, Maud', given.id],
    ['smidt joergen', kept.id],
    ['Jø', kept.id],
    [buyer.email.slice(0, buyer.email.indexOf('@') + 4), kept.id],
    [holder.email.toUpperCase(), given.id],
  ] as const) {
    const { tickets } = await find(q)
    assert.deepEqual(
      tickets.map(({ payment_id }: any) => payment_id),
      [id],
      q,
    )
  }
  for (const [first, last, ...queries] of [
    ['Sinéad', 'O’Connor', "O'Connor", 'oconnor sinead'],
    ['Jean', 'Picard', 'Picard Jean', 'picard, jean'],
    ['Bo', 'Li', 'li', 'Li Bo'],
    ['Пётр', 'Щукин', 'shchukin', 'щукин'],
  ] as const) {
    const ticket = await buy(await aNamed(world, first, last))
    for (const q of queries) {
      const { tickets } = await find(q)
      assert.ok(
        tickets.some(({ payment_id }: any) => payment_id === ticket.id),
        q,
      )
    }
  }
  assert.doesNotMatch(JSON.stringify(await find('smidt')), /@/)
  const other = await aManned()
  assert.notEqual(other.festival.id, festival.id)
  assert.deepEqual((await other.find('smidt')).tickets, [])
})

test('fewer than two letters are refused, and more than twenty tickets are cut', async () => {
  const { call, find, tier } = await aManned()
  for (const q of ['a', 'a1', '12345', '   ', '%%%', '_b', '@@@', '\u0301']) {
    const answer = await call('find', { q })
    assert.deepEqual([answer.status, answer.body.fields?.[0]?.path], [400, 'q'], q)
  }
  const crowd = await aNamed(world, 'Many', 'Ticketsson')
  await somePaidTickets(world, 21, { tier, user_id: crowd.id })
  const found = await find('ticketsson')
  assert.deepEqual([found.tickets.length, found.truncated], [20, true])
})

// Requirement (rules): contract §8.1 Admission: by name
test('it is admitted by name once the holder’s whole name was confirmed', async () => {
  const { call, buy, manager, staff } = await aManned()
  const ada = await aNamed(world, 'Ada', 'Möller')
  const { id } = await buy(ada)
  const nonce = newId()
  const admit = (name: string, as?: Person) => call('admit', { payment_id: id, name, nonce }, as)
  for (const name of ['Ada', 'Möller', 'Ada Moll', 'Bo Marsh', ' ']) {
    const answer = await admit(name)
    assert.deepEqual([answer.status, answer.body.code], [409, 'name_differs'], name)
  }
  const practice = { payment_id: id, name: 'Ada Möller', nonce: newId(), practice: true }
  for (let nth = 0; nth < 2; nth++)
    assert.equal((await call('admit', practice)).body.result, 'admitted')
  const first = await admit('ada  MOLLER')
  assert.deepEqual([first.status, first.body.result], [200, 'admitted'])
  assert.deepEqual((await admit('Ada Möller')).body, first.body)
  assert.equal((await admit('Ada Möller', staff)).body.code, 'already_validated')
  assert.equal((await call('admit', practice)).body.code, 'already_validated')
  assert.equal((await admit('Ada Möller', manager)).body.result, 'already_validated')
  const elsewhere = await aManned()
  const answer = await elsewhere.call('admit', { payment_id: id, name: 'Ada Möller', nonce })
  assert.equal(answer.status, 404)
  assert.equal((await call('find', { q: 'ada' }, ada)).status, 403)
})

// Requirement (rules): contract §8.1 Admission: who looked is noted
test('the audit log says who looked and how many were found, and not what for', async () => {
  const { call, buy, staff, festival } = await aManned()
  const ada = await aNamed(world, 'Ada', 'Zitterbart')
  await buy(ada)
  await call('find', { q: 'zitterbart' }, staff)
  await call('find', { q: 'zitterbart' })
  const admin = await world.aUser({ roles: ['admin'] })
  const { body } = await get(`/audit?action=ticket.find`, { as: admin })
  const entries = body.entries.filter((one: any) => one.festival_id === festival.id)
  assert.deepEqual(
    entries.map(({ actor, changes }: any) => [actor.kind, changes]),
    [
      ['device', { found: { from: null, to: 1 } }],
      ['user', { found: { from: null, to: 1 } }],
    ],
  )
  assert.doesNotMatch(JSON.stringify(entries), /zitterbart/i)
  assert.doesNotMatch(world.lines.join('\n'), /zitterbart/i)
})

test('a ticket of an earlier version gets its short code from the job', async () => {
  const { buy, find } = await aManned()
  const { fillShortCodes } = await import('../../shop/tickets/transfer-ticket.ts')
  const ada = await aNamed(world, 'Ada', 'Oldfield')
  const bought = await Promise.all([buy(ada), buy(ada)])
  const ids = bought.map(({ id }) => id)
  await db.updateTable('tickets').set({ short_code: null }).where('payment_id', 'in', ids).execute()
  const [one] = (await find('oldfield')).tickets
  assert.equal(one.short_code, null)
  await Promise.all([fillShortCodes(db), fillShortCodes(db)])
  const { tickets } = await find('oldfield')
  assert.equal(new Set(tickets.map(({ short_code }: any) => short_code)).size, 2)
  const { body: payment } = await get(`/payments/${ids[0]}`, { as: ada })
  assert.equal((await find(payment.short_code)).tickets[0].payment_id, ids[0])
})
