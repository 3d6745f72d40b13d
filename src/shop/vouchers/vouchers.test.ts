/** Vouchers as their managers make them, and the answers about their codes before use. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aGuest } from '../../../test/guests.ts'
import { aGivingFestival } from '../../../test/vouchers.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { keyOfCode, randomCodes } from './codes.ts'

const clock = { now: new Date('2030-05-01T10:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { get, post, put, del, aUser, statements } = world
const { festivalId, manager: as, url, tier, voucher, read } = await aGivingFestival(world)

// Requirement (rules): contract §7.14: POST, GET, PUT and DELETE of vouchers
test('a voucher is made, read, changed and ended', async () => {
  const { id: entity } = await tier()
  const made = await voucher({
    name: 'Early birds',
    code: 'Early-Bird',
    percent: 20,
    entity_ids: [entity.toUpperCase()],
    max_uses: 100,
    max_per_person: 2,
    starts_at: '2030-04-01',
    ends_at: '2030-06-01T12:00:00Z',
  })
  assert.deepEqual(made, {
    id: made.id,
    name: 'Early birds',
    code: 'Early-Bird',
    codes: 1,
    percent: 20,
    amount: null,
    price: null,
    opens: false,
    entity_ids: [entity],
    max_uses: 100,
    max_per_person: 2,
    starts_at: '2030-04-01T00:00:00.000Z',
    ends_at: '2030-06-01T12:00:00.000Z',
    ended_at: null,
    held: 0,
    used: 0,
    created_at: clock.now.toISOString(),
  })
  assert.deepEqual(await read(made.id), made)
  const changed = await put(
    `${url}/${made.id}`,
    { amount: 12.5, entity_ids: null, max_per_person: null, opens: true },
    { as },
  )
  assert.deepEqual(changed.body, {
    ...made,
    percent: null,
    amount: 12.5,
    opens: true,
    entity_ids: null,
    max_per_person: null,
  })
  const [twice, again] = [
    await del(`${url}/${made.id}`, { as }),
    await del(`${url}/${made.id}`, { as }),
  ]
  assert.deepEqual([twice.status, again.status], [200, 200])
  assert.equal((await read(made.id)).ended_at, clock.now.toISOString())
  const late = await put(`${url}/${made.id}`, { amount: 1 }, { as })
  assert.deepEqual([late.status, late.body.code], [409, 'voucher_ended'])
})

test('what is left out: one random code for one unit of anything', async () => {
  const made = await voucher({ price: 0 })
  assert.match(made.code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  const { name, price, opens, entity_ids, max_uses, max_per_person, starts_at } = made
  assert.deepEqual(
    [name, price, opens, entity_ids, max_uses, max_per_person, starts_at],
    [null, 0, false, null, 1, null, null],
  )
})

test('what cannot be a voucher', async () => {
  const elsewhere = await aTier(world)
  await voucher({ code: 'TAKEN', percent: 5 })
  const table: [Record<string, unknown>, number, string][] = [
    [{}, 400, 'percent'],
    [{ opens: false }, 400, 'percent'],
    [{ percent: 5, amount: 1 }, 400, 'percent'],
    [{ price: 5, amount: 1 }, 400, 'percent'],
    [{ percent: 0 }, 400, 'percent'],
    [{ percent: 101 }, 400, 'percent'],
    [{ percent: 1.5 }, 400, 'percent'],
    [{ amount: 0 }, 400, 'amount'],
    [{ amount: 1.005 }, 400, 'amount'],
    [{ price: -1 }, 400, 'price'],
    [{ percent: 5, max_uses: 0 }, 400, 'max_uses'],
    [{ percent: 5, max_per_person: 0 }, 400, 'max_per_person'],
    [{ percent: 5, code: 'A' }, 400, 'code'],
    [{ percent: 5, code: 'A--BC' }, 400, 'code'],
    [{ percent: 5, code: 'ABC!' }, 400, 'code'],
    [{ percent: 5, codes: 10_001 }, 400, 'codes'],
    [{ percent: 5, codes: 2, code: 'WORD' }, 400, 'codes'],
    [{ percent: 5, entity_ids: [] }, 400, 'entity_ids'],
    [{ percent: 5, entity_ids: [elsewhere.id] }, 400, 'entity_ids[0]'],
    [{ percent: 5, entity_ids: ['x'] }, 400, 'entity_ids[0]'],
    [{ percent: 5, starts_at: '2030-02-01', ends_at: '2030-01-01' }, 400, 'ends_at'],
    [{ percent: 5, code: 'ta-ken' }, 409, 'exists'],
  ]
  for (const [body, expected, what] of table) {
    const answer = await post(url, body, { as })
    const told = answer.body.fields?.[0]?.path ?? answer.body.code
    assert.deepEqual(
      [answer.status, told],
      [expected, what],
      `${JSON.stringify(body)}: ${answer.text}`,
    )
  }
})

test('a change is held to the same rules as a new one', async () => {
  const { id } = await voucher({ percent: 5, max_uses: 3, starts_at: '2030-02-01' })
  const { id: entity_id } = await tier()
  for (const [body, path] of [
    [{ percent: null }, 'percent'],
    [{ percent: 5, price: 1 }, 'percent'],
    [{ ends_at: '2030-01-01' }, 'ends_at'],
    [{ entity_ids: [newId()] }, 'entity_ids[0]'],
  ] as const) {
    const answer = await put(`${url}/${id}`, body, { as })
    assert.deepEqual([answer.status, answer.body.fields?.[0]?.path], [400, path], answer.text)
  }
  await put(`${url}/${id}`, { entity_ids: [entity_id] }, { as })
  // A tier that was never sold is deleted; a voucher that names it may be written back.
  assert.equal((await del(`/festivals/${festivalId}/tiers/${entity_id}`, { as })).status, 200)
  const { body } = await put(`${url}/${id}`, { entity_ids: [entity_id], opens: true }, { as })
  assert.deepEqual([body.entity_ids, body.percent, body.opens], [[entity_id], 5, true])
})

test('for managers of the festival and admins', async () => {
  const { id } = await voucher({ percent: 5 })
  const admin = await aUser({ roles: ['admin'] })
  const catalog = await aUser({ permissions: ['manage_catalog'] })
  const unknown = `/festivals/${newId()}/vouchers`
  const other = await aGivingFestival(world)
  for (const [as, expected] of [
    [admin, 200],
    [catalog, 403],
    [await aUser(), 403],
  ] as const) {
    const reads = [url, `${url}/${id}`, `${url}/${id}/codes.csv`]
    for (const path of reads) assert.equal((await get(path, { as })).status, expected, path)
    assert.equal((await put(`${url}/${id}`, { name: 'Press' }, { as })).status, expected)
    assert.equal((await post(url, { percent: 5 }, { as })).status, expected === 200 ? 201 : 403)
  }
  assert.equal((await get(unknown, { as: admin })).status, 404)
  assert.equal((await get(`${other.url}/${id}`, { as: admin })).status, 404, 'of another festival')
  assert.equal((await del(`${other.url}/${id}`, { as: other.manager })).status, 404)
  assert.equal((await del(`${url}/${id}`, { as: await aUser() })).status, 403)
})

test('a list goes on page by page, and finds the voucher of a code', async () => {
  const { manager: as, url, voucher } = await aGivingFestival(world)
  const ids: string[] = []
  for (const code of ['ONE-1', 'TWO-2', 'THREE-3']) {
    ids.unshift((await voucher({ percent: 5, code })).id)
  }
  const idsIn = ({ vouchers }: { vouchers: { id: string }[] }) => vouchers.map(({ id }) => id)
  const first = await get(`${url}?limit=2`, { as })
  assert.deepEqual([idsIn(first.body), first.body.next_after], [ids.slice(0, 2), ids[1]])
  const second = await get(`${url}?after=${ids[1]}`, { as })
  assert.deepEqual([idsIn(second.body), second.body.next_after], [ids.slice(2), null])
  assert.deepEqual(idsIn((await get(`${url}?code=t-wo2`, { as })).body), [ids[1]])
  assert.deepEqual(idsIn((await get(`${url}?code=four`, { as })).body), [])
})

// Requirement (rules): contract §7.14: up to 10,000 codes, as CSV
test('a batch of 10,000 codes is one voucher, whose codes are downloaded', async () => {
  const { manager: as, url, voucher } = await aGivingFestival(world)
  statements.length = 0
  const made = await voucher({ name: 'Press', percent: 100, codes: 10_000, max_uses: 2 })
  assert.ok(statements.length < 20, `${statements.length} statements`)
  assert.deepEqual([made.code, made.codes, made.max_uses, made.used], [null, 10_000, 2, 0])
  const { text, headers } = await get(`${url}/${made.id}/codes.csv`, { as })
  assert.match(`${headers['content-disposition']}`, /filename="vouchers-.*press\.csv"/)
  const [head, ...lines] = text.trimEnd().split('\r\n')
  assert.equal(head, '\uFEFF"code","max_uses","held","used"')
  assert.equal(lines.length, 10_000)
  assert.equal(new Set(lines).size, 10_000)
  assert.match(lines[0] ?? '', /^"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}",2,0,0$/)
})

test('with a key a voucher is made once', async () => {
  const headers = { 'idempotency-key': newId() }
  const body = { percent: 5, codes: 3 }
  const [first, again] = [
    await post(url, body, { as, headers }),
    await post(url, body, { as, headers }),
  ]
  assert.deepEqual([again.status, again.body], [201, first.body])
})

test('neither case nor dashes of a code matter, and random ones differ', () => {
  assert.equal(keyOfCode(' early-Bird '), 'EARLYBIRD')
  assert.equal(new Set(randomCodes(1_000)).size, 1_000)
  const zeros = randomCodes(1, (size: number) => Buffer.alloc(size))
  assert.deepEqual(zeros, ['0000-0000-0000'])
})

// Requirement (rules): contract §7.14: GET /festivals/:id/vouchers/check
test('a check says what a code gives, with the hidden tiers it opens', async () => {
  const { festivalId, url, tier, voucher } = await aGivingFestival(world)
  const weekend = await tier({ name: 'Weekend', price_cents: 3_333 })
  const secret = await tier({ name: 'Crew', price_cents: 1_000, hidden: true, quantity: 5 })
  const bed = await aPlaceToSleep(world, { festival_id: festivalId, name: 'Tent' })
  await voucher({ code: 'THIRD', percent: 33, max_uses: 7, ends_at: '2030-06-01' })
  await voucher({ code: 'CREW', opens: true, max_uses: null, max_per_person: 2 })
  await voucher({ code: 'ROOM', price: 80, entity_ids: [bed.id, secret.id], opens: true })
  const ada = await aGuest(world)
  const check = async (code: string) => {
    const { body } = await get(`${url}/check?code=${code}`, { as: ada })
    const { items, ...rest } = body
    return [
      rest,
      items.map((item: any) => [item.entity_id, item.price, item.reduced_price, item.hidden]),
    ]
  }
  assert.deepEqual(await check('th-ird'), [
    { remaining: 7, max_per_person: null, ends_at: '2030-06-01T00:00:00.000Z' },
    [
      [weekend.id, 33.33, 22.33, false],
      [bed.id, 90, 60.3, false],
    ],
  ])
  assert.deepEqual(await check('CREW'), [
    { remaining: null, max_per_person: 2, ends_at: null },
    [[secret.id, 10, 10, true]],
  ])
  assert.deepEqual(await check('ROOM'), [
    { remaining: 1, max_per_person: null, ends_at: null },
    [
      [secret.id, 10, 10, true],
      [bed.id, 90, 80, false],
    ],
  ])
})

test('why a code cannot be used, each with its own code', async () => {
  const [one, two] = [await aGivingFestival(world), await aGivingFestival(world)]
  await one.voucher({ code: 'LATER', percent: 5, starts_at: '2030-05-02' })
  await one.voucher({ code: 'BEFORE', percent: 5, ends_at: '2030-04-30' })
  await two.voucher({ code: 'ELSEWHERE', percent: 5 })
  const { id } = await one.voucher({ code: 'ENDED', percent: 5 })
  await del(`${one.url}/${id}`, { as: one.manager })
  const ada = await aUser()
  for (const [code, expected] of [
    ['NOTHING', { code: 'voucher_unknown' }],
    ['ELSEWHERE', { code: 'voucher_other_festival' }],
    ['LATER', { code: 'voucher_not_started', starts_at: '2030-05-02T00:00:00.000Z' }],
    ['BEFORE', { code: 'voucher_ended', ends_at: '2030-04-30T00:00:00.000Z' }],
    ['ENDED', { code: 'voucher_ended', ends_at: clock.now.toISOString() }],
  ] as const) {
    const { status, body } = await get(`${one.url}/check?code=${code}`, { as: ada })
    const { error, ...facts } = body
    assert.deepEqual([status, facts], [409, expected], error)
  }
  const nowhere = await get(`/festivals/${newId()}/vouchers/check?code=LATER`, { as: ada })
  assert.equal(nowhere.status, 404)
})

// Requirement (rules): contract §7.14: wrong codes
test('wrong codes are counted, of a user and of a network', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  await voucher({ code: 'RIGHT', percent: 5 })
  const guess = async (person: typeof ada, { code = 'WRONG', from = '127.0.0.1' } = {}) => {
    const answer = await world.app.inject({
      method: 'GET',
      url: `${url}/check?code=${code}`,
      remoteAddress: from,
      headers: {
        'x-f-authorization': world.client.token,
        'x-f-authentication': person.token,
      },
    })
    return answer.statusCode
  }
  for (let n = 0; n < 10; n++) assert.equal(await guess(ada), 409)
  assert.equal(await guess(ada), 429)
  assert.equal(await guess(ada, { code: 'RIGHT' }), 429, 'the right one too, while one has to wait')
  assert.equal(await guess(bo, { code: 'RIGHT' }), 200)
  const items = [{ payment_type: 'ticket', entity_id: (await tier()).id }]
  const bought = await post(
    '/orders',
    { items, voucher: 'RIGHT' },
    { as: ada, headers: { 'idempotency-key': newId() } },
  )
  assert.deepEqual([bought.status, bought.body.code], [429, 'too_many_requests'])
  clock.now = new Date(clock.now.getTime() + 60_000)
  assert.equal(await guess(ada, { code: 'RIGHT' }), 200)
  const from = '81.2.69.142'
  for (let n = 0; n < 10; n++) {
    const guesser = await aUser()
    for (let m = 0; m < 10; m++) assert.equal(await guess(guesser, { from }), 409)
  }
  assert.equal(await guess(await aUser(), { from }), 429)
  assert.equal(await guess(await aUser(), { from: '81.2.69.143' }), 409)
})

// Requirement (rules): contract §7.14: wrong codes at once: the right one among them is 429 too
test('many codes at once tell no more than one after the other', async () => {
  const { id: entity_id } = await tier()
  await voucher({ code: 'FOUND', percent: 5 })
  const codes = [...Array.from({ length: 40 }, (_, nth) => `GUESS-${nth}`), 'FOUND']
  const burst = async (ask: (code: string, as: Person) => Promise<{ status: number }>) => {
    const buyer = await aUser()
    const answers = await Promise.all(codes.map((code) => ask(code, buyer)))
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.at(-1), 429, 'the right one')
    assert.equal(statuses.filter((status) => status === 409).length, 10)
  }
  await burst((code, as) => get(`${url}/check?code=${code}`, { as }))
  await burst((code, as) =>
    post(
      '/orders',
      { items: [{ payment_type: 'ticket', entity_id }], voucher: code, hold: true },
      { as, headers: { 'idempotency-key': newId() } },
    ),
  )
})
