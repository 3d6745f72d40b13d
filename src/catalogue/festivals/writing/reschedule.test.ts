/** Moving a festival to other dates, with all records that have a date of their own (docs/contract, section 4.17). */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sendMails } from '#messaging/mail'
import { instantOf } from '#platform/zones/local-time'
import { auditLedger } from '#shop/payments'
import { aPlaceToSleep, aTier, points } from '../../../../test/buying.ts'
import { anArtist, anOrganizer } from '../../../../test/catalogue.ts'
import { mailsTo } from '../../../../test/mailbox.ts'
import { aProcessor, paidBy } from '../../../../test/processor.ts'
import { until } from '../../../../test/until.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { notifyRested } from '../announcing/notify-rested.ts'

const zone = 'Europe/Berlin'
/** The instant at which clocks in Berlin show a time. */
const berlin = (local: string) => instantOf(new Date(`${local}Z`), zone).toISOString()
const days = (count: number) => count * 86_400_000
const at = (time: string) => ({ now: new Date(time) })

const { processor, refunds } = aProcessor()
const clock = at('2031-01-10T12:00:00Z')
const world = await aWorld({ parts: paidBy(processor), now: () => clock.now })
const { app, bus, db, get, jobs, post, put, aUser } = world
const admin = await aUser({ roles: ['admin'] })

beforeEach(() => {
  clock.now = new Date('2031-01-10T12:00:00Z')
})

/** The week in which clocks go forward: times moved into June cross that night. */
const march = { start_time: berlin('2031-03-28T18:00'), end_time: berlin('2031-03-30T23:00') }
const june = { start_time: berlin('2031-06-20T18:00'), end_time: berlin('2031-06-22T23:00') }
const admits = {
  valid_since: berlin('2031-03-28T16:00'),
  valid_until: berlin('2031-03-31T02:00'),
}

async function aSale(given: object = {}) {
  const organizer_id = (await anOrganizer(world)).id
  const artist = await anArtist(world)
  const body = {
    name: `Tide ${artist.id}`,
    organizer_id,
    time_zone: zone,
    ...march,
    gigs: [
      {
        artist_id: artist.id,
        start_time: berlin('2031-03-29T22:00'),
        end_time: berlin('2031-03-30T00:30'),
      },
      { artist_id: artist.id },
    ],
    tickets: [
      { name: 'Weekend', price: 80, quantity: 10, end_time: march.start_time, ...admits },
      { name: 'Early', price: 60, quantity: 10, end_time: berlin('2031-02-01T00:00'), ...admits },
    ],
    ...given,
  }
  const answer = await post('/festivals', body, { as: admin })
  assert.equal(answer.status, 201, answer.text)
  const [weekend, early] = answer.body.tickets
  return { id: answer.body.id as string, organizer_id, weekend, early }
}

async function buy(entity_id: string, { as, ...more }: { as?: Person; pointsToUse?: number } = {}) {
  const buyer = as ?? (await aUser())
  const body = { payment_type: 'ticket', entity_id, ...more }
  const answer = await post('/payments', body, { as: buyer })
  assert.equal(answer.status, 201, answer.text)
  return { buyer, id: answer.body.id as string }
}
type Bought = Awaited<ReturnType<typeof buy>>

async function change(id: string, body: object) {
  const answer = await put(`/festivals/${id}`, body, { as: admin })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const read = async ({ id, buyer }: Bought) => (await get(`/payments/${id}`, { as: buyer })).body
const cancel = ({ id, buyer }: Bought) => post(`/payments/${id}/cancel`, undefined, { as: buyer })
const validate = ({ id }: Bought) => put(`/payments/${id}/validate`, {}, { as: admin })
const refunded = ({ id }: Bought) =>
  [...refunds.values()].flatMap(({ charge, cents }) => (charge === id ? cents : []))

// Requirement (operations): contract §4.17 Moving: what moves
test('a moved festival takes its end, gigs, validity, stays and late sales along, as clocks show them', async () => {
  const { id, weekend, early } = await aSale()
  const archived = await aTier(world, {
    festival_id: id,
    valid_since: new Date(admits.valid_since),
    valid_until: new Date(admits.valid_until),
    archived_at: clock.now,
  })
  const stay = await aPlaceToSleep(world, {
    festival_id: id,
    check_in: new Date(berlin('2031-03-28T12:00')),
    check_out: new Date(berlin('2031-03-31T10:00')),
  })
  const moved = await change(id, { start_time: june.start_time, move: true })
  assert.equal(moved.end_time, june.end_time)
  const [gig, announced] = moved.gigs
  assert.deepEqual(
    [gig.start_time, gig.end_time, announced.start_time],
    [berlin('2031-06-21T22:00'), berlin('2031-06-22T00:30'), null],
  )
  const admitsThen = {
    valid_since: berlin('2031-06-20T16:00'),
    valid_until: berlin('2031-06-23T02:00'),
  }
  const shown = ({ valid_since, valid_until, end_time }: any) => ({
    valid_since,
    valid_until,
    end_time,
  })
  assert.deepEqual(moved.tickets.map(shown), [
    { ...admitsThen, end_time: june.start_time },
    { ...admitsThen, end_time: early.end_time },
  ])
  assert.equal(moved.tickets[0].id, weekend.id)
  const tier = await db
    .selectFrom('tiers')
    .select(['valid_since', 'valid_until', 'archived_at'])
    .where('id', '=', archived.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [tier.valid_since?.toISOString(), tier.valid_until?.toISOString(), tier.archived_at],
    [admitsThen.valid_since, admitsThen.valid_until, clock.now],
    'tickets of a tier that is no longer offered admit on the new days too',
  )
  const { body: staying } = await get(`/accommodations/${stay.id}`)
  assert.deepEqual(
    [staying.check_in_at, staying.check_out_at],
    [berlin('2031-06-20T12:00'), berlin('2031-06-23T10:00')],
  )
})

// Requirement (operations): contract §4.17 Moving: tickets admit
test('tickets bought before admit on the new days; without move they stay good for the old ones', async () => {
  const [moved, edited] = [await aSale(), await aSale()]
  const [good, stale] = [await buy(moved.weekend.id), await buy(edited.weekend.id)]
  await change(moved.id, { ...june, move: true })
  await change(edited.id, june)
  clock.now = new Date(berlin('2031-06-20T18:30'))
  assert.equal((await validate(good)).status, 200)
  const { status, body } = await validate(stale)
  assert.deepEqual([status, body.code], [409, 'too_late'])
})

// Requirement (operations): contract §4.17 Moving: the right to give back
test('buyers of before the move give back in full for 14 days, whatever their terms; later buyers do not', async () => {
  const { id, weekend, early } = await aSale({ refund_until_days: 30, refund_percent: 50 })
  await db.updateTable('tiers').set({ refundable: false }).where('id', '=', early.id).execute()
  const rich = await aUser()
  await points(world, rich, 1_000)
  const [half, firm, spent] = [
    await buy(weekend.id),
    await buy(early.id),
    await buy(weekend.id, { as: rich, pointsToUse: 1_000 }),
  ]
  assert.equal((await read(half)).cancelable.percent, 50)
  assert.equal((await read(firm)).cancelable, null)
  clock.now = new Date(clock.now.getTime() + days(1))
  const until = new Date(clock.now.getTime() + days(14)).toISOString()
  assert.equal((await change(id, { ...june, move: true })).moved_refund_until, until)
  assert.equal((await get(`/festivals/${id}`)).body.moved_refund_until, until)
  clock.now = new Date(clock.now.getTime() + 1)
  const late = await buy(weekend.id)
  assert.equal((await read(late)).cancelable.percent, 50)
  assert.deepEqual((await read(firm)).cancelable, { until, percent: 100, amount: 60 })
  for (const one of [firm, spent]) {
    const { status, body } = await cancel(one)
    assert.deepEqual([status, body.status, body.kept_amount], [200, 'refunded', 0])
  }
  assert.deepEqual([refunded(firm), refunded(spent)], [[6_000], [7_000]])
  assert.equal((await get('/rewards/points', { as: rich })).body.balance, 1_000)
  clock.now = new Date(Date.parse(until) + 1)
  assert.equal(
    (await read(half)).cancelable.percent,
    50,
    'then the terms of the purchase hold again',
  )
  assert.deepEqual(await auditLedger(db), [])
})

// Requirement (operations): contract §4.17 Moving: the mail
test('holders are mailed the dates before and after a move, and until when they may give back', async () => {
  const { id, weekend } = await aSale()
  const { buyer } = await buy(weekend.id)
  await change(id, { ...june, move: true })
  clock.now = new Date(clock.now.getTime() + 11 * 60_000)
  // The festivals of the earlier tests have changed as well.
  while ((await notifyRested({ db, bus, jobs, now: clock.now })) > 0);
  let mail: string | undefined
  await until('the mail is sent', async () => {
    await sendMails({ ...app, log: app.log }, app.mailWriters, new AbortController().signal)
    mail = (await mailsTo(world, buyer.email)).find((text) => text.includes('has changed'))
    return mail !== undefined
  })
  for (const line of [
    'New time: 20 June 2031 at 18:00 CEST to 22 June 2031 at 23:00 CEST',
    'Time before: 28 March 2031 at 18:00 CET to 30 March 2031 at 23:00 CEST',
  ])
    assert.ok(mail?.split('\n').includes(line), `${line} is not in ${mail}`)
  assert.match(
    mail?.replaceAll('\n', ' ') ?? '',
    /you may give it back in full until 24 January 2031 at 13:00 CET/,
  )
})

// Requirement (operations): contract §4.17 Moving: used
test('what was used is not given back, nor what is given back twice', async () => {
  const { id, weekend } = await aSale()
  const [used, twice] = [await buy(weekend.id), await buy(weekend.id)]
  clock.now = new Date(berlin('2031-03-28T18:30'))
  assert.equal((await validate(used)).status, 200)
  await change(id, { start_time: berlin('2031-03-30T18:00'), move: true })
  assert.deepEqual(
    [(await cancel(used)).body.code, (await cancel(twice)).status],
    ['already_validated', 200],
  )
  assert.equal((await cancel(twice)).status, 200)
  assert.deepEqual(refunded(twice), [8_000])
})

// Requirement (operations): contract §4.17 Moving: on the same day
test('an hour later on the same day gives no one a right to give back, and moves all by that hour', async () => {
  const { id, weekend } = await aSale()
  const bought = await buy(weekend.id)
  const moved = await change(id, { start_time: berlin('2031-03-28T19:00'), move: true })
  assert.deepEqual([moved.moved_refund_until, moved.end_time], [null, berlin('2031-03-31T00:00')])
  assert.equal((await read(bought)).cancelable, null)
})

// Requirement (operations): contract §4.17 Moving: a longer right, a second move
test('an organizer may grant more than 14 days, and a later move takes none of it away', async () => {
  const { id, weekend } = await aSale()
  const bought = await buy(weekend.id)
  clock.now = new Date(clock.now.getTime() + 1)
  const generous = '2031-05-01T00:00:00.000Z'
  await change(id, { ...june, move: true, moved_refund_until: generous })
  const again = await change(id, { start_time: berlin('2031-06-27T18:00'), move: true })
  assert.equal(again.moved_refund_until, generous)
  assert.equal((await read(bought)).cancelable.until, generous)
})

// Requirement (operations): contract §4.17 Moving: what is given
test('what is given in the same change holds, and the rest moves', async () => {
  const { id, weekend, early } = await aSale()
  const valid_until = berlin('2031-06-21T12:00')
  const moved = await change(id, {
    ...june,
    move: true,
    end_time: berlin('2031-06-21T23:00'),
    tickets: [{ ...weekend, valid_since: null, valid_until }, early],
    gigs: [],
  })
  assert.deepEqual(
    [moved.end_time, moved.gigs, moved.tickets[0].valid_since, moved.tickets[0].valid_until],
    [berlin('2031-06-21T23:00'), [], null, valid_until],
  )
})

// Requirement (operations): contract §4.17 Moving: refusals
test('a move without a start is refused, and changes nothing', async () => {
  const { id, weekend } = await aSale()
  for (const body of [{ move: true }, { move: true, end_time: june.end_time }]) {
    const answer = await put(`/festivals/${id}`, body, { as: admin })
    assert.deepEqual([answer.status, answer.body.fields[0].path], [400, 'start_time'])
  }
  const { body } = await get(`/festivals/${id}`)
  assert.deepEqual(
    [body.start_time, body.tickets[0].valid_until],
    [march.start_time, weekend.valid_until],
  )
})

// Requirement (operations): contract §4.17 Moving: writing back
test('a festival is written back as it was read, before and after a move, and grants no more by it', async () => {
  const { id } = await aSale()
  const unmoved = (await get(`/festivals/${id}`)).body
  assert.equal((await change(id, unmoved)).moved_refund_until, null)
  const moved = await change(id, {
    ...june,
    move: true,
    moved_refund_until: clock.now.toISOString(),
  })
  const least = new Date(clock.now.getTime() + days(14)).toISOString()
  assert.equal(moved.moved_refund_until, least, 'less than 14 days is 14 days')
  clock.now = new Date(clock.now.getTime() + days(2))
  const later = { ...moved, moved_refund_until: '2031-12-01T00:00:00.000Z' }
  assert.equal((await change(id, later)).moved_refund_until, least)
})
