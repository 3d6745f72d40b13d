/** `/gate`: the data the page gets from the service, and that it decides like the service when offline. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { revokeTickets } from '#shop/tickets'
import { answerTo, clashOf } from '../../../pages/gate/answer.ts'
import {
  claimOf,
  fromService,
  importKeys,
  isGenuine,
  judge,
  refusal,
  type TicketData,
  type Verdict,
} from '../../../pages/gate/judge.ts'
import { repeats } from '../../../pages/gate/repeats.ts'
import { setServerZone } from '../../../pages/shared/clock.ts'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { aPaidTicket, someBookings, somePaidTickets } from '../../../test/sales.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { get, post, del, db, now } = world
const anonymous = { client: null }

/** Returns the cookie and the key that a browser sends back. */
const cookieIn = (headers: { 'set-cookie'?: unknown }) =>
  `${headers['set-cookie']}`.split(';')[0] ?? ''

// Requirement (rules): A device's token lies in a cookie that no script reads
test('a device is set up with its token: a cookie scripts cannot read, and the key beside it', async () => {
  const gate = await aGate(world)
  const { id, token } = await aDevice(world, gate)
  const { status, body, headers } = await post('/gate/session', { token }, anonymous)
  const device = { id, name: 'North gate', festival_id: gate.festival.id }
  assert.deepEqual([status, body.device], [200, device])
  assert.match(
    `${headers['set-cookie']}`,
    /^festival_gate=fst_gate_\w+; .*HttpOnly; SameSite=Strict/,
  )
  assert.ok(!JSON.stringify(body).includes(token))

  const page = { cookie: cookieIn(headers) }
  const again = await get('/gate/session', { ...anonymous, headers: page })
  assert.deepEqual([again.body, again.headers['cache-control']], [body, 'no-store'])
  const manifest = await get(`/gate/${gate.festival.id}/manifest`, {
    ...anonymous,
    headers: { ...page, 'x-festival-session': body.session },
  })
  assert.deepEqual([manifest.status, manifest.body.festival.id], [200, gate.festival.id])
})

// Requirement (rules): A device that is taken away has no session
test('a removed device has no session, nor has an invented token, or a person', async () => {
  const gate = await aGate(world)
  const { id, token } = await aDevice(world, gate)
  const { body, headers } = await post('/gate/session', { token }, anonymous)
  const page = {
    ...anonymous,
    headers: { cookie: cookieIn(headers), 'x-festival-session': body.session },
  }
  await del(`/festivals/${gate.festival.id}/gate-devices/${id}`, { as: gate.manager })
  assert.deepEqual((await get('/gate/session', page)).body, { session: null, device: null })
  const refused = [401, { error: 'Invalid token', code: 'unauthorized' }]
  const manifest = await get(`/gate/${gate.festival.id}/manifest`, page)
  assert.deepEqual([manifest.status, manifest.body], refused)
  for (const wrong of [token, 'fst_gate_made_up', gate.manager.token, '']) {
    const { status, body } = await post('/gate/session', { token: wrong }, anonymous)
    assert.deepEqual([status, body], refused)
  }
  assert.deepEqual((await get('/gate/session', anonymous)).body, { session: null, device: null })
})

test('leaving deletes the cookie; the device can be set up with its token again', async () => {
  const { token } = await aDevice(world, await aGate(world))
  const set = await post('/gate/session', { token }, anonymous)
  const page = { cookie: cookieIn(set.headers), 'x-festival-session': set.body.session }
  const { status, headers } = await del('/gate/session', { ...anonymous, headers: page })
  assert.equal(status, 200)
  assert.match(`${headers['set-cookie']}`, /^festival_gate=; .*Max-Age=0/)
  assert.equal((await post('/gate/session', { token }, anonymous)).status, 200)
})

/** Decides like a device offline, by its manifest alone. */
async function judgeOffline(manifest: any, code: string, at = now()): Promise<Verdict> {
  const { claim } = claimOf(code)
  if (!claim) return refusal('unread')
  if (!(await isGenuine(claim, await importKeys(manifest.keys)))) return refusal('invalid_code')
  const { payment_id } = claim.ticket
  const used = manifest.tickets.find((ticket: any) => ticket.payment_id === payment_id)
  const offers = [...manifest.tiers, ...manifest.accommodations]
  const known = { offers, used, admission: undefined, festival: manifest.festival }
  return judge(claim.ticket, known, { at, direction: 'in' })
}

// Requirement (rules): Without a network a device judges a ticket as the service does
test('without a network a device gives the same verdict on every ticket as the service', async () => {
  const gate = await aGate(world)
  const festival_id = gate.festival.id
  const device = await aDevice(world, gate)
  const [past, future] = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']
  const tier = await aTier(world, { festival_id })
  const early = await aTier(world, { festival_id, valid_since: new Date(future) })
  const over = await aTier(world, { festival_id, valid_until: new Date(past) })
  const open = await aTier(world, {
    festival_id,
    valid_since: new Date(past),
    valid_until: new Date(future),
  })
  const [good, used, revoked, both] = await somePaidTickets(world, 4, { tier })
  const stay = await aPlaceToSleep(world, { festival_id })
  const [booking] = await someBookings(world, 1, stay)
  const codeOf = (ticket: { code: string } | undefined) => ticket?.code ?? ''
  const swapped = `${codeOf(used).slice(0, 66)}${codeOf(good).slice(66)}`
  const tickets = {
    good: codeOf(good),
    'in lower case, from a hand scanner': `${codeOf((await somePaidTickets(world, 1, { tier }))[0]).toLowerCase()}\r\n`,
    used: codeOf(used),
    revoked: codeOf(revoked),
    'used and revoked': codeOf(both),
    early: (await aPaidTicket(world, { tier: early })).code,
    over: (await aPaidTicket(world, { tier: over })).code,
    open: (await aPaidTicket(world, { tier: open })).code,
    'a place to sleep': codeOf(booking),
    'of another festival': (await aPaidTicket(world)).code,
    forged: swapped,
  }
  await scan(world, device, anUpload(festival_id, [{ code: tickets.used }, { code: codeOf(both) }]))
  await revokeTickets({ db, now: now() }, [revoked?.id ?? '', both?.id ?? ''])

  const { body: manifest } = await get(`/gate/${festival_id}/manifest`, {
    headers: { 'x-f-authentication': device.token },
  })
  const offers = [...manifest.tiers, ...manifest.accommodations]
  for (const [name, code] of Object.entries(tickets)) {
    const offline = await judgeOffline(manifest, code)
    const [answer] = await scan(world, device, anUpload(festival_id, [{ code }]))
    const online = fromService(answer, offers, false)
    assert.deepEqual([offline.result, offline.reason], [online.result, online.reason], name)
    if (offline.result === 'refused') continue
    assert.deepEqual(offline.offer, online.offer, name)
    assert.deepEqual(offline.first?.at, online.first?.at, name)
  }
})

test('the first and the last instant of a window belong to it', () => {
  const [since, until] = ['2027-07-01T10:00:00.000Z', '2027-07-01T20:00:00.000Z']
  const limits = { valid_since: null, valid_until: null }
  const terms = { admission: 'once' as const, zones: ['main'] }
  const offer = { id: 'tier', name: 'Friday', valid_since: since, valid_until: until, ...terms }
  const ticketData: TicketData = {
    offers: [offer],
    used: undefined,
    admission: undefined,
    festival: null,
  }
  const ticket = { payment_id: 'p', entity_id: 'tier', ...limits, revision: 0 }
  for (const [at, reason] of [
    [Date.parse(since) - 1, 'too_early'],
    [Date.parse(since), null],
    [Date.parse(until), null],
    [Date.parse(until) + 1, 'too_late'],
  ] as const) {
    assert.equal(judge(ticket, ticketData, { at: new Date(at), direction: 'in' }).reason, reason)
  }
})

test('what is no code is not read as one', () => {
  for (const text of ['', 'BEGIN:VCARD', 'https://festival.example/', '6BF+70O', 'V'.repeat(164)]) {
    assert.equal(claimOf(text).claim, undefined, text)
  }
})

test('a code counts again only after it was out of sight, whatever else is seen meanwhile', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ code: fc.constantFrom('a', 'b'), after: fc.nat(7_000) })),
      (sights) => {
        const isRepeated = repeats(4_000)
        const seen: Record<string, number> = {}
        let at = 0
        for (const { code, after } of sights) {
          at += after
          assert.equal(isRepeated(code, at), at - (seen[code] ?? Number.NEGATIVE_INFINITY) < 4_000)
          seen[code] = at
        }
      },
    ),
  )
})

const limits = {
  valid_since: null,
  valid_until: null,
  admission: 'once' as const,
  zones: ['main'],
}
const offer = { id: 't', name: 'Weekend', ...limits }
const base: Verdict = {
  result: 'refused',
  reason: null,
  payment_id: 'p',
  offer,
  first: null,
  isOffline: false,
}
const here = (text: string) => new Date(`2027-07-02T${text}:00`)
const used = (gate: string | null, isHere = false): Verdict => ({
  ...base,
  result: 'already_validated',
  reason: 'already_validated',
  first: { at: here('19:02').toISOString(), gate, isHere },
})

for (const [name, verdict, title, why] of [
  ['admitted', { ...base, result: 'admitted' }, 'Admitted', ''],
  [
    'admitted without a network',
    { ...base, result: 'admitted', isOffline: true },
    'Admitted offline',
    'Sent to the other gates when the network is back',
  ],
  ['used at a gate', used('North gate'), 'Already used', 'Used 19:02, at North gate'],
  ['used here', used('North gate', true), 'Already used', 'Used 19:02, at this gate'],
  ['used, without a network', used(null), 'Already used', 'Used 19:02, at another gate'],
  ['forged', refusal('invalid_code'), 'Refused', 'Forged: this ticket is not genuine'],
  [
    'early',
    { ...base, reason: 'too_early', offer: { ...offer, valid_since: here('20:00').toISOString() } },
    'Refused',
    'Not valid before 20:00',
  ],
  ['early, at an unknown time', { ...base, reason: 'too_early' }, 'Refused', 'Not valid yet'],
  [
    'late, another day',
    {
      ...base,
      reason: 'too_late',
      offer: { ...offer, valid_until: new Date('2026-12-31T23:30:00').toISOString() },
    },
    'Refused',
    'No longer valid since Thu 31 Dec 2026 23:30',
  ],
] as [string, Verdict, string, string][]) {
  test(`the words for a ticket that is ${name}`, () => {
    const { offer } = verdict
    assert.deepEqual(answerTo(verdict, here('21:00')), { title, what: offer?.name ?? '', why })
  })
}

test('the words for a wrong offline admission', () => {
  const told = (verdict: Verdict) => clashOf(verdict, here('19:03').getTime(), here('21:00'))
  assert.equal(
    told(used('South gate')),
    'Weekend admitted twice: South gate 19:02, this gate 19:03',
  )
  assert.equal(
    told({ ...base, reason: 'refunded' }),
    'Weekend admitted here 19:03, and should not have been. This ticket was refunded',
  )
})

test('times are those of the festival, whose zone is named where the device shows another', () => {
  const device = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const [first, later] = [new Date('2027-07-01T17:02:00Z'), new Date('2027-07-01T18:14:00Z')]
  const told = (now: Date) => {
    const seen = { at: first.toISOString(), gate: 'South gate', isHere: false }
    return answerTo({ ...base, reason: 'already_validated', first: seen }, now).why
  }
  try {
    process.env['TZ'] = 'Europe/Copenhagen'
    setServerZone('Europe/Paris')
    assert.equal(told(later), 'Used 19:02, at South gate')
    setServerZone('Asia/Kathmandu')
    assert.equal(told(later), 'Used 22:47 GMT+5:45, at South gate')
    // It is already the next day there.
    assert.equal(
      told(new Date('2027-07-01T18:15:00Z')),
      'Used Thu 1 Jul 22:47 GMT+5:45, at South gate',
    )
  } finally {
    setServerZone(device)
    delete process.env['TZ']
  }
})
