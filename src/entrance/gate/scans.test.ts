/** `POST /gate/scans`: a batch of a gate, each scan with its own result; replays; offline admissions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { anotherProcess } from '../../../test/another-process.ts'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { aPaidTicket, someBookings, somePaidTickets } from '../../../test/sales.ts'
import { untilBlocked } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { get, post, put, del, aUser, db, statements } = world
const elsewhere = await anotherProcess(world)

const minute = 60_000
const fromNow = (minutes: number) => new Date(Date.now() + minutes * minute)

/** Sets up a gate with a device and a tier of its festival. */
async function aManned() {
  const gate = await aGate(world)
  const tier = await aTier(world, { festival_id: gate.festival.id, quantity: 1000 })
  return { ...gate, tier, device: await aDevice(world, gate, 'North') }
}

const upload = (festival: { id: string }, scans: Parameters<typeof anUpload>[1]) =>
  anUpload(festival.id, scans)
type Code = { code: string }
const codesOf = (tickets: Code[]) => tickets.map(({ code }) => ({ code }))

test('a device admits a ticket without learning its holder', async () => {
  const { festival, tier, device } = await aManned()
  const { id, code } = await aPaidTicket(world, { tier })
  const [first] = await scan(world, device, upload(festival, [{ code, nonce: 'n' }]))
  const { validated_at } = first
  assert.deepEqual(first, {
    nonce: 'n',
    result: 'admitted',
    code: null,
    payment_id: id,
    tier: { id: tier.id, name: tier.name },
    validated_at,
    validated_by: null,
    first: null,
    clash: false,
    direction: 'in',
    zone: 'main',
  })
  const [again] = await scan(world, device, upload(festival, [{ code, nonce: 'm' }]))
  assert.deepEqual(again, {
    ...first,
    nonce: 'm',
    result: 'already_validated',
    code: 'already_validated',
    first: { at: validated_at, gate: 'North' },
  })
})

test('gate staff scan too, and their admissions name them', async () => {
  const { festival, tier, staff, manager, device } = await aManned()
  const admin = await aUser({ roles: ['admin'] })
  for (const person of [staff, manager, admin]) {
    const { code } = await aPaidTicket(world, { tier })
    const [first] = await scan(world, person, upload(festival, [{ code }]))
    assert.deepEqual([first.result, first.validated_by], ['admitted', person.id])
    const [again] = await scan(world, device, upload(festival, [{ code }]))
    assert.deepEqual(again.first, { at: first.validated_at, gate: null })
    assert.equal(again.validated_by, person.id)
  }
})

// Requirement (rules): contract §8 batch upload of scans
test('each scan of a batch gets its own result, in order; a refused one fails no other', async () => {
  const { festival, tier, device } = await aManned()
  const foreign = await aPaidTicket(world)
  const [one, two] = await somePaidTickets(world, 2, { tier })
  const early = await aPaidTicket(world, {
    tier: await aTier(world, { festival_id: festival.id, valid_since: fromNow(60) }),
  })
  const late = await aPaidTicket(world, {
    tier: await aTier(world, { festival_id: festival.id, valid_until: fromNow(-60) }),
  })
  const back = await aPaidTicket(world, { tier, status: 'refunded' })
  const open = await aPaidTicket(world, { tier, status: 'pending' })
  const revoked = await aPaidTicket(world, { tier })
  await db
    .updateTable('tickets')
    .set({ revoked_at: new Date() })
    .where('payment_id', '=', revoked.id)
    .execute()
  const scanned = [one, foreign, early, late, back, open, revoked, one, two].map((ticket) => ({
    code: ticket?.code ?? '',
  }))
  const results = await scan(world, device, upload(festival, [{ code: 'nothing' }, ...scanned]))
  assert.deepEqual(
    results.map(({ result, code }) => [result, code]),
    [
      ['refused', 'invalid_code'],
      ['admitted', null],
      ['refused', 'wrong_festival'],
      ['refused', 'too_early'],
      ['refused', 'too_late'],
      ['refused', 'refunded'],
      ['refused', 'not_succeeded'],
      ['refused', 'revoked'],
      ['already_validated', 'already_validated'],
      ['admitted', null],
    ],
  )
  const [invalid, , wrong] = results
  assert.deepEqual([invalid.payment_id, invalid.tier], [null, null])
  assert.deepEqual([wrong.payment_id, wrong.tier], [foreign.id, null])
})

test('an accommodation is admitted, and named as one', async () => {
  const { festival, device } = await aManned()
  const stay = await aPlaceToSleep(world, { festival_id: festival.id, check_in: fromNow(60) })
  const [booked] = await someBookings(world, 1, stay)
  const [{ result, tier }] = await scan(
    world,
    device,
    upload(festival, [{ code: booked?.code ?? '' }]),
  )
  assert.deepEqual([result, tier], ['admitted', { id: stay.id, name: stay.name }])
})

const another = (letter: string) => (letter === '0' ? '1' : '0')

// Requirement (rules): contract §8 signed codes
// Requirement (rules): Attackers: brute force of tickets
test('codes that are forged, cut, swapped or misspelt admit no ticket', async () => {
  const { festival, tier, device } = await aManned()
  const tickets = await somePaidTickets(world, 2, { tier })
  const [a = '', b = ''] = tickets.map(({ code }) => code)
  const bad = [
    '',
    a.slice(0, -1),
    a.slice(1),
    `${a}0`,
    `${a.slice(0, 80)} ${a.slice(80)}`,
    a.slice(0, 80) + b.slice(80),
    a.slice(0, 40) + another(a.slice(40, 41)) + a.slice(41),
    a.slice(0, -1) + another(a.slice(-1)),
    ...tickets.map(({ id }) => id),
    'https://harbour.example/ticket',
    'x'.repeat(8_000),
  ]
  const scans = bad.map((code) => ({ code }))
  const results = await scan(world, device, upload(festival, scans))
  assert.deepEqual([...new Set(results.map(({ code }) => code))], ['invalid_code'])
  const good = await scan(world, device, upload(festival, codesOf(tickets)))
  assert.deepEqual([...new Set(good.map(({ result }) => result))], ['admitted'])
})

// Requirement (rules): contract §8 blanks, line breaks and case of a code do not matter
test('blanks and line breaks around a code, and lower case, do not matter', async () => {
  const { festival, tier, device } = await aManned()
  const tickets = await somePaidTickets(world, 5, { tier })
  const spellings = [
    (code: string) => `${code}\n`,
    (code: string) => `${code}\r\n`,
    (code: string) => ` ${code}\t`,
    (code: string) => code.toLowerCase(),
    (code: string) => `\n${code.toLowerCase()} \r\n`,
  ]
  const scans = tickets.map(({ code }, at) => ({ code: spellings[at]?.(code) ?? '' }))
  const results = await scan(world, device, upload(festival, scans))
  assert.deepEqual(
    results.map(({ result, payment_id }) => [result, payment_id]),
    tickets.map(({ id }) => ['admitted', id]),
  )
})

// Requirement (rules): contract §1 ids in any case, at the gate
test('ids in upper case are the same ids everywhere at the gate', async () => {
  const { festival, tier, manager, staff, device } = await aManned()
  const [used, scanned] = await somePaidTickets(world, 2, { tier })
  const validate = (id = '') => put(`/payments/${id}/validate`, { nonce: 'n' }, { as: staff })
  const first = await validate(used?.id.toUpperCase())
  assert.deepEqual([first.status, first.body.id], [200, used?.id])
  assert.deepEqual((await validate(used?.id)).body, first.body)
  const loud = { id: festival.id.toUpperCase() }
  const codes = [used, scanned].map((ticket) => ({ code: ticket?.code ?? '' }))
  const offline = upload(
    loud,
    codes.map((code) => ({ ...code, admitted_offline: true })),
  )
  const results = await scan(world, device, offline)
  assert.deepEqual(
    results.map(({ result }) => result),
    ['already_validated', 'admitted'],
  )
  const read = (path: string, { token }: { token: string }) =>
    get(`/gate/${loud.id}/${path}`, { headers: { 'x-f-authentication': token } })
  for (const who of [device, staff]) {
    const { status, body } = await read('manifest', who)
    assert.deepEqual([status, body.festival.id, body.tickets.length], [200, festival.id, 2])
  }
  assert.equal((await read('clashes', manager)).body.length, 1)
  const gates = `/festivals/${loud.id}`
  const gone = [
    await del(`${gates}/gate-staff/${staff.id.toUpperCase()}`, { as: manager }),
    await del(`${gates}/gate-devices/${device.id.toUpperCase()}`, { as: manager }),
  ]
  assert.deepEqual(
    gone.map(({ status }) => status),
    [200, 200],
  )
})

// Requirement (rules): contract §8 scans with device time and nonce
test('a batch sent again gets the first results again', async () => {
  const { festival, tier, device } = await aManned()
  const tickets = await somePaidTickets(world, 3, { tier })
  const body = upload(festival, [
    ...codesOf(tickets),
    { code: tickets[0]?.code ?? '' },
    { code: 'nothing' },
  ])
  const first = await scan(world, device, body)
  assert.deepEqual(await scan(world, device, body), first)
  // Replays also work in parts, in another order, and next to new scans.
  const [a, b, ...rest] = body.scans
  const [fresh] = await somePaidTickets(world, 1, { tier })
  const mixed = upload(festival, [
    ...rest,
    { code: fresh?.code ?? '' },
    ...(b ? [b] : []),
    ...(a ? [a] : []),
  ])
  const results = await scan(world, device, mixed)
  assert.deepEqual(
    results.map(({ result }) => result),
    ['admitted', 'already_validated', 'refused', 'admitted', 'admitted', 'admitted'],
  )
})

test('a nonce belongs to one device or person, and to one ticket', async () => {
  const { festival, tier, device, staff, manager } = await aManned()
  const other = await aDevice(world, { festival, manager }, 'South')
  const [one, two] = codesOf(await somePaidTickets(world, 2, { tier })) as [Code, Code]
  const takenBy = async (who: { token: string }, { code }: Code) => {
    const [{ result, payment_id }] = await scan(
      world,
      who,
      upload(festival, [{ code, nonce: '1' }]),
    )
    return [result, payment_id]
  }
  const [, first] = await takenBy(device, one)
  const [result, second] = await takenBy(device, two)
  assert.equal(result, 'admitted')
  assert.notEqual(first, second)
  assert.deepEqual(await takenBy(device, one), ['admitted', first])
  assert.deepEqual(await takenBy(other, one), ['already_validated', first])
  assert.deepEqual(await takenBy(staff, one), ['already_validated', first])
  const scans = [two, two, { code: 'nothing' }].map((scanned) => ({ ...scanned, nonce: '2' }))
  const results = await scan(world, other, upload(festival, scans))
  assert.deepEqual(results[0], results[1])
  assert.equal(results[2].code, 'invalid_code')
})

test('an offline admission counts from the time of the device', async () => {
  const { festival, tier, device } = await aManned()
  const closed = await aTier(world, { festival_id: festival.id, valid_until: fromNow(-30) })
  const created_at = fromNow(-120)
  const [open, over, now] = [
    await aPaidTicket(world, { tier, created_at }),
    await aPaidTicket(world, { tier: closed, created_at }),
    await aPaidTicket(world, { tier: closed, created_at }),
  ]
  const then = fromNow(-60).toISOString()
  const results = await scan(
    world,
    device,
    upload(festival, [
      { code: open.code, scanned_at: then, admitted_offline: true },
      { code: over.code, scanned_at: then, admitted_offline: true },
      // Without `admitted_offline`, a scan is a request to admit now.
      { code: now.code, scanned_at: then },
    ]),
  )
  assert.deepEqual(
    results.map(({ code, validated_at }) => [code, validated_at]),
    [
      [null, then],
      [null, then],
      ['too_late', null],
    ],
  )
})

// Requirement (rules): contract §8 an offline scan does not count before its ticket was issued
test('a clock that is behind: a scan counts from when its ticket was issued, and its own time is stored', async () => {
  const { festival, tier, manager, device } = await aManned()
  const created_at = fromNow(-30)
  const { id, code } = await aPaidTicket(world, { tier, created_at })
  const back = await aPaidTicket(world, { tier, created_at, status: 'refunded' })
  const scanned_at = '2020-01-01T00:00:00.000Z'
  const said = { scanned_at, admitted_offline: true }
  const scans = [code, code, back.code].map((code) => ({ code, ...said }))
  const [first, again] = await scan(world, device, upload(festival, scans))
  const issued = created_at.toISOString()
  assert.deepEqual([first.result, first.validated_at], ['admitted', issued])
  assert.deepEqual(again.first.at, issued)
  const { body } = await get(`/gate/${festival.id}/clashes`, { as: manager })
  assert.deepEqual(
    body.map((clash: any) => clash.again.at),
    [issued, issued],
  )
  const kept = await db
    .selectFrom('gate_scans')
    .select('scanned_at')
    .where('payment_id', 'in', [id, back.id])
    .execute()
  assert.deepEqual(
    kept.map((row) => row.scanned_at.toISOString()),
    [scanned_at, scanned_at, scanned_at],
  )
})

// Requirement (rules): contract §8 scans with device time and nonce
test('a clock that is ahead counts as now, and its own time is stored', async () => {
  const { festival, tier, device } = await aManned()
  const { id, code } = await aPaidTicket(world, { tier })
  const ahead = fromNow(600)
  const body = upload(festival, [{ code, scanned_at: ahead.toISOString(), admitted_offline: true }])
  const [{ validated_at }] = await scan(world, device, body)
  assert.ok(Date.parse(validated_at) <= Date.now())
  const kept = await db
    .selectFrom('gate_scans')
    .select(['scanned_at', 'received_at', 'outcome', 'device_id', 'user_id', 'festival_id'])
    .where('payment_id', '=', id)
    .executeTakeFirstOrThrow()
  const { received_at, ...rest } = kept
  assert.ok(received_at <= new Date())
  assert.deepEqual(rest, {
    scanned_at: ahead,
    outcome: 'admitted',
    device_id: device.id,
    user_id: null,
    festival_id: festival.id,
  })
})

// Requirement (rules): contract §8 clashes show both times and gates
test('two gates that admit one ticket offline: the first upload counts, both learn of the clash', async () => {
  const { festival, tier, manager, staff, device } = await aManned()
  const other = await aDevice(world, { festival, manager }, 'South')
  const { id, code } = await aPaidTicket(world, { tier, created_at: fromNow(-60) })
  const [first, second] = [fromNow(-10).toISOString(), fromNow(-20).toISOString()]
  const offline = (scanned_at: string) =>
    upload(festival, [{ code, scanned_at, admitted_offline: true }])
  const [admitted] = await scan(world, device, offline(first))
  assert.deepEqual([admitted.result, admitted.clash], ['admitted', false])
  const [clash] = await scan(world, other, offline(second))
  assert.deepEqual(
    [clash.result, clash.clash, clash.first],
    ['already_validated', true, { at: first, gate: 'North' }],
  )
  for (const as of [manager, staff, await aUser({ roles: ['admin'] })]) {
    const { body } = await get(`/gate/${festival.id}/clashes`, { as })
    const [{ id: _, received_at: __, ...told }] = body
    assert.equal(body.length, 1)
    assert.deepEqual(told, {
      payment_id: id,
      tier: { id: tier.id, name: tier.name },
      code: 'already_validated',
      first: { at: first, gate: 'North', by: null },
      again: { at: second, gate: 'South', by: null },
    })
  }
  const stranger = await get(`/gate/${festival.id}/clashes`, { as: await aUser() })
  assert.equal(stranger.status, 403)
  const asDevice = await get(`/gate/${festival.id}/clashes`, {
    headers: { 'x-f-authentication': device.token },
  })
  assert.deepEqual([asDevice.status, asDevice.body.error], [401, 'Invalid token'])
  assert.equal((await get(`/gate/${newId()}/clashes`, { as: manager })).status, 404)
})

// Requirement (rules): A scan whose refusal was lost and that was let in offline is a clash
test('a device that missed the refusal of its scan, and admitted the holder, learns of the clash', async () => {
  const { festival, tier, manager, device } = await aManned()
  const other = await aDevice(world, { festival, manager }, 'South')
  const [used, good] = await somePaidTickets(world, 2, { tier })
  await scan(world, other, upload(festival, [{ code: used?.code ?? '' }]))
  const asked = upload(festival, [
    { code: used?.code ?? '', nonce: 'used' },
    { code: good?.code ?? '', nonce: 'good' },
  ])
  await scan(world, device, asked)
  const offline = asked.scans.map((scan) => ({ ...scan, admitted_offline: true }))
  for (const _ of ['first', 'again']) {
    const [clash, fine] = await scan(world, device, { ...asked, scans: offline })
    assert.deepEqual([clash.result, clash.clash], ['already_validated', true])
    assert.deepEqual([clash.first.gate, clash.nonce], ['South', 'used'])
    assert.deepEqual([fine.result, fine.clash], ['admitted', false])
  }
  const { body } = await get(`/gate/${festival.id}/clashes`, { as: manager })
  assert.deepEqual(
    body.map(({ payment_id, again }: any) => [payment_id, again.gate]),
    [[used?.id, 'North']],
  )
})

// Requirement (rules): contract §8 a holder who was admitted offline and should not have been is listed
test('an offline admission with a refunded ticket, or a forged code, is a clash too', async () => {
  const { festival, tier, manager, staff } = await aManned()
  const { id, code } = await aPaidTicket(world, { tier, status: 'refunded' })
  const online = await aPaidTicket(world, { tier, status: 'refunded' })
  const offline = { admitted_offline: true }
  await scan(world, staff, upload(festival, [{ code: online.code }]))
  await scan(world, staff, upload(festival, [{ code, ...offline }]))
  const [refused] = await scan(world, staff, upload(festival, [{ code: 'nothing' }]))
  const [forged] = await scan(world, staff, upload(festival, [{ code: 'nothing', ...offline }]))
  assert.deepEqual([refused.clash, forged.clash], [false, true])
  const { body } = await get(`/gate/${festival.id}/clashes?limit=5`, { as: manager })
  assert.deepEqual(
    body.map(({ payment_id, code: why, tier: what, first, again }: any) => [
      payment_id,
      why,
      what,
      first,
      again.by,
    ]),
    [
      [null, 'invalid_code', null, null, staff.id],
      [id, 'refunded', { id: tier.id, name: tier.name }, null, staff.id],
    ],
  )
  const [last] = (await get(`/gate/${festival.id}/clashes?offset=1`, { as: manager })).body
  assert.deepEqual(last, body[1])
  const beyond = await get(`/gate/${festival.id}/clashes?offset=2`, { as: manager })
  assert.deepEqual(beyond.body, [])
})

test('the gate of another festival takes no scans, nor does an unknown one', async () => {
  const [mine, theirs] = [await aManned(), await aManned()]
  const body = upload(theirs.festival, [{ code: 'x' }])
  for (const { token } of [mine.device, mine.staff, mine.manager, await aUser()]) {
    const { status, body: refused } = await post('/gate/scans', body, {
      headers: { 'x-f-authentication': token },
    })
    assert.deepEqual(
      [status, refused.error],
      [403, "Only the festival's managers, gate staff and gate devices may work at its gate"],
    )
  }
  for (const { token } of [mine.device, mine.staff]) {
    const answer = await post('/gate/scans', anUpload(newId(), [{ code: 'x' }]), {
      headers: { 'x-f-authentication': token },
    })
    assert.deepEqual(
      [answer.status, answer.body.error],
      [400, 'festival_id is not the id of a festival'],
    )
  }
})

const good = { nonce: 'n', code: 'x', scanned_at: '2099-01-01' }
for (const [why, body, error] of [
  ['nothing', {}, 'festival_id and scans are required'],
  ['no scans', { scans: [] }, 'scans must have at least 1 item'],
  [
    '501 scans',
    { scans: Array.from({ length: 501 }, () => good) },
    'scans must have at most 500 items',
  ],
  [
    'a scan without fields',
    { scans: [{}] },
    'scans[0].nonce, scans[0].code and scans[0].scanned_at are required',
  ],
  [
    'no time',
    { scans: [{ ...good, scanned_at: 'noon' }] },
    'scans[0].scanned_at must be an ISO 8601 time, such as 2027-07-01T18:00:00Z',
  ],
  [
    'a long nonce',
    { scans: [{ ...good, nonce: 'x'.repeat(101) }] },
    'scans[0].nonce must have at most 100 characters',
  ],
] as const) {
  test(`an upload with ${why} is refused`, async () => {
    const { festival, staff } = await aGate(world)
    const sent = 'scans' in body ? { festival_id: festival.id, ...body } : body
    const answer = await post('/gate/scans', sent, { as: staff })
    assert.deepEqual([answer.status, answer.body.error], [400, error])
  })
}

test('500 scans take a few statements', async () => {
  const { festival, tier, device } = await aManned()
  const tickets = await somePaidTickets(world, 500, { tier })
  const before = statements.length
  const results = await scan(world, device, upload(festival, codesOf(tickets)))
  assert.equal(results.filter(({ result }) => result === 'admitted').length, 500)
  assert.ok(statements.length - before <= 18, statements.slice(before).join('\n'))
})

// Requirement (rules): contract §8 first scan wins, on every process
test('eight gates on two processes scan the same tickets in any order: each is admitted once', async () => {
  const { festival, tier, manager } = await aManned()
  const tickets = await somePaidTickets(world, 200, { tier })
  const devices = await Promise.all(
    Array.from({ length: 8 }, (_, index) => aDevice(world, { festival, manager }, `Gate ${index}`)),
  )
  const results = await Promise.all(
    devices.map(async ({ token }, gate) => {
      const mine = gate % 2 === 0 ? tickets : tickets.toReversed()
      const seen: any[] = []
      for (let at = 0; at < mine.length; at += 25) {
        const body = upload(
          festival,
          mine.slice(at, at + 25).map(({ code }) => ({ code })),
        )
        const headers = { 'x-f-authentication': token }
        const call = { client: world.client.token, headers, body }
        const answer =
          gate < 4
            ? await post('/gate/scans', body, { headers })
            : await elsewhere('POST', '/gate/scans', call)
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        seen.push(...answer.body.results)
      }
      return seen
    }),
  )
  const all = results.flat()
  const admitted = all.filter(({ result }) => result === 'admitted')
  assert.equal(all.length, 1600)
  assert.equal(admitted.length, 200)
  assert.equal(new Set(admitted.map(({ payment_id }) => payment_id)).size, 200)
  assert.ok(all.every(({ result }) => result !== 'refused'))
  const firsts = new Map(admitted.map((one) => [one.payment_id, one.validated_at]))
  for (const { payment_id, validated_at } of all) assert.equal(validated_at, firsts.get(payment_id))
})

test('uploads of the same tickets in opposite order never deadlock', async () => {
  const { festival, tier, device, staff } = await aManned()
  const tickets = await somePaidTickets(world, 3, { tier })
  const ids = tickets.map(({ id }) => id)
  const before = statements.length
  // Both get as far as the ticket in the middle, so each holds the locks before it.
  const waiting = await world.work.transaction().execute(async (trx) => {
    const middle = ids.toSorted()[1]
    await sql`select from tickets where payment_id = ${middle} for update`.execute(trx)
    const uploads = [
      scan(world, device, upload(festival, codesOf(tickets))),
      scan(world, staff, upload(festival, codesOf(tickets.toReversed()))),
    ]
    await untilBlocked(world, 2)
    return { uploads }
  })
  const results = (await Promise.all(waiting.uploads)).flat()
  assert.equal(results.filter(({ result }) => result === 'admitted').length, 3)
  // The transaction that loses a deadlock is rolled back and run again.
  const rolledBack = statements.slice(before).filter((statement) => statement === 'rollback')
  assert.deepEqual(rolledBack, [])
})

test('the same upload twice at once is recorded once', async () => {
  const { festival, tier, device } = await aManned()
  const codes = codesOf(await somePaidTickets(world, 50, { tier }))
  const body = upload(festival, [...codes, { code: 'nothing' }])
  const headers = { 'x-f-authentication': device.token }
  const [here, there] = await Promise.all([
    scan(world, device, body),
    elsewhere('POST', '/gate/scans', { client: world.client.token, headers, body }),
  ])
  assert.deepEqual(there.body.results, here)
  assert.ok(here.slice(0, 50).every(({ result }) => result === 'admitted'))
})

test('an invalid code, sent again while the first request still runs, is recorded once', async () => {
  const { festival, device } = await aManned()
  const body = upload(festival, [{ code: 'nothing', nonce: 'n' }])
  const again = await world.work.transaction().execute(async (trx) => {
    await sql`
      insert into gate_scans (id, festival_id, device_id, nonce, outcome, admitted_offline, scanned_at, received_at)
      values (${newId()}, ${festival.id}, ${device.id}, 'n', 'invalid_code', false, now(), now())`.execute(
      trx,
    )
    const waiting = scan(world, device, body)
    await untilBlocked(world, 1)
    return { waiting }
  })
  assert.equal((await again.waiting)[0].code, 'invalid_code')
  const { rows } = await sql`select from gate_scans where festival_id = ${festival.id}`.execute(db)
  assert.equal(rows.length, 1)
})
