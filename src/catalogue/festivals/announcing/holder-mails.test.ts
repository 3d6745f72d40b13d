/** Mails to ticket holders, each once: changes that have come to rest, cancellations, approaching starts. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { sendMails } from '#messaging/mail'
import { moveNotifiedHolders } from '#messaging/notifications'
import { newId } from '#platform/values/ids'
import { anotherApp } from '../../../../test/another-process.ts'
import { aTier } from '../../../../test/buying.ts'
import { aName, anOrganizer } from '../../../../test/catalogue.ts'
import { aGuest } from '../../../../test/guests.ts'
import { mailsTo, sourcesTo } from '../../../../test/mailbox.ts'
import { aPaidTicket } from '../../../../test/sales.ts'
import { until } from '../../../../test/until.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { forgetNews } from './news.ts'
import { remind } from './notification-triggers.ts'
import { notifyRested } from './notify-rested.ts'

const [minute, hour] = [60_000, 3_600_000]
const [start_time, end_time] = ['2027-07-01T12:00:00.000Z', '2027-07-04T00:00:00.000Z']
const begin = new Date('2027-03-01T12:00:00.000Z')
const clock = { now: begin }
const env = { PUBLIC_URL: 'https://festival.example' }
const world = await aWorld({ now: () => clock.now, env })
const { app, db, bus, jobs, get, put, post, del, aUser } = world
const other = await anotherApp(world)
const admin = await aUser({ roles: ['admin'] })

const at = () => ({ db, bus, jobs, now: clock.now })
const send = (of = app) =>
  sendMails({ ...of, log: app.log }, of.mailWriters, new AbortController().signal)

async function create(given: object = {}) {
  const organizer_id = (await anOrganizer(world)).id
  const body = { name: aName('Tide'), organizer_id, start_time, end_time, venue: 'Park', ...given }
  const answer = await post('/festivals', body, { as: admin })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

async function change(id: string, body: object) {
  const answer = await put(`/festivals/${id}`, body, { as: admin })
  assert.equal(answer.status, 200, answer.text)
}

/** A user with a ticket of a festival, and its payment. */
async function aHolder(festival_id: string, user?: Person) {
  const as = user ?? (await aUser())
  const { id } = await aPaidTicket(world, {
    tier: await aTier(world, { festival_id }),
    user_id: as.id,
  })
  return { ...as, payment: id }
}

/** Sends all notifications and mails that have rested by then, in two processes at once. */
async function pass(ms: number) {
  clock.now = new Date(clock.now.getTime() + ms)
  const process = async (of: typeof app) => {
    while (await notifyRested({ db: of.db, bus: of.bus, jobs: of.jobs, now: clock.now }));
    await send(of)
  }
  await Promise.all([process(app), process(other)])
}

const remindAll = async () => {
  const of = (one: typeof app) => ({ db: one.db, bus: one.bus, jobs: one.jobs, now: clock.now })
  await Promise.all([remind(of(app)), remind(of(other))])
  await Promise.all([send(app), send(other)])
}

beforeEach(() => {
  clock.now = begin
})

const idIn = (source: string) => /^Message-ID:\s*(<\S+>)/m.exec(source)?.[1]
const subjects = async ({ email }: { email: string }) =>
  (await mailsTo(world, email)).map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1])

// Requirement (rules): contract §6.5 Mails, a festival has changed
test('changes that follow soon are one mail, which says what was and what is, by two processes', async () => {
  const { id, name } = await create()
  const holder = await aHolder(id)
  await change(id, { venue: 'Quay' })
  await pass(9 * minute)
  await change(id, { venue: 'Meadow', end_time: '2027-07-05T00:00:00Z' })
  await pass(9 * minute)
  assert.deepEqual(await subjects(holder), [])
  await pass(minute)
  const [mail = '', ...more] = await mailsTo(world, holder.email)
  assert.deepEqual(more, [])
  assert.match(mail, new RegExp(`^Subject: ${name} has changed`, 'm'))
  for (const line of [
    'New time: 1 July 2027 at 12:00 UTC to 5 July 2027 at 00:00 UTC',
    'Time before: 1 July 2027 at 12:00 UTC to 4 July 2027 at 00:00 UTC',
    'New place: Meadow',
    'Place before: Park',
  ])
    assert.ok(mail.split('\n').includes(line), `${line} is not in ${mail}`)
  await pass(hour)
  await change(id, { venue: 'Park' })
  await pass(10 * minute)
  const ids = (await sourcesTo(world, holder.email)).map((mail) => idIn(mail))
  assert.equal(new Set(ids).size, 2, 'a later change is another mail, with an id of its own')
})

// Requirement (rules): contract §6.5 Mails, a festival has changed: at most an hour later
test('changes that never rest are told an hour after the first', async () => {
  const { id } = await create()
  const holder = await aHolder(id)
  for (let times = 0; times < 7; times++) {
    await change(id, { venue: `Place ${times}` })
    assert.deepEqual(await subjects(holder), [])
    await pass((times < 6 ? 9 : 6) * minute)
  }
  assert.equal((await subjects(holder)).length, 1)
})

// Requirement (rules): contract §6.5 Mails, a festival has changed: back, cancelled
test('what has changed back is not mailed, nor what is cancelled meanwhile, but that', async () => {
  const [same, gone] = [await create(), await create()]
  const [ada, bo] = [await aHolder(same.id), await aHolder(gone.id)]
  await change(same.id, { venue: 'Quay' })
  await change(same.id, { venue: 'Park' })
  await change(gone.id, { venue: 'Quay' })
  await post(`/festivals/${gone.id}/cancel`, { reason: 'The ground is under water' }, { as: admin })
  await pass(10 * minute)
  assert.deepEqual(await subjects(ada), [])
  assert.deepEqual(await subjects(bo), [`${gone.name} is cancelled`])
  assert.match((await mailsTo(world, bo.email))[0] ?? '', /The ground is under water/)
})

// Requirement (rules): contract §6.5 Mails to holders: guests
test('a guest is told of each once, and the account that takes it over not again', async () => {
  const { id, name } = await create()
  const guest = await aHolder(id, await aGuest(world))
  await change(id, { venue: 'Quay' })
  await pass(10 * minute)
  clock.now = new Date(Date.parse(start_time) - 2 * hour)
  await remindAll()
  await remindAll()
  const told = [`${name} has changed`, `${name} begins soon`]
  assert.deepEqual(await subjects(guest), told)
  const ada = await aUser()
  await db
    .updateTable('payments')
    .set({ user_id: ada.id })
    .where('id', '=', guest.payment)
    .execute()
  await moveNotifiedHolders(db, { from: [guest.id], to: ada.id })
  await remindAll()
  assert.deepEqual(await subjects(ada), [])
  await post(`/festivals/${id}/cancel`, {}, { as: admin })
  await del(`/festivals/${id}`, { as: admin })
  await Promise.all([send(app), send(other)])
  assert.equal((await subjects(ada)).length, 1)
})

// Requirement (rules): contract §6.5 Mails to holders: given back, handed on
test('who has given back a ticket is not told, also when the mail waits already; who was handed one is', async () => {
  const { id, name } = await create()
  const [gone, late, from, to] = [
    await aHolder(id),
    await aHolder(id),
    await aHolder(id),
    await aUser(),
  ]
  const giveBack = (payment: string) =>
    db.updateTable('payments').set({ status: 'refunded' }).where('id', '=', payment).execute()
  await giveBack(gone.payment)
  await db
    .updateTable('tickets')
    .set({ holder_id: to.id })
    .where('payment_id', '=', from.payment)
    .execute()
  await change(id, { venue: 'Quay' })
  clock.now = new Date(clock.now.getTime() + 10 * minute)
  await notifyRested(at())
  await giveBack(late.payment)
  await send()
  for (const person of [gone, late, from]) assert.deepEqual(await subjects(person), [])
  assert.deepEqual(await subjects(to), [`${name} has changed`])
  clock.now = new Date(Date.parse(start_time) - hour)
  await remindAll()
  for (const person of [gone, late, from]) assert.deepEqual(await subjects(person), [])
  assert.deepEqual(await subjects(to), [`${name} has changed`, `${name} begins soon`])
})

// Requirement (rules): contract §6.5 Mails to holders: switched off
test('each is switched off by its topic, and by one click; a cancellation is always mailed', async () => {
  const { id, name } = await create()
  const holder = await aHolder(id)
  const settings = '/users/i/notification-settings'
  for (const topic of ['festivals', 'reminders'])
    assert.equal((await put(`${settings}/${topic}`, { mail: false }, { as: holder })).status, 200)
  await change(id, { venue: 'Quay' })
  await pass(10 * minute)
  clock.now = new Date(Date.parse(start_time) - 3 * hour)
  await remindAll()
  assert.deepEqual(await subjects(holder), [])
  await put(`${settings}/festivals`, { mail: true }, { as: holder })
  await change(id, { venue: 'Park' })
  await pass(10 * minute)
  const [source = ''] = await sourcesTo(world, holder.email)
  const [, url = ''] = /^List-Unsubscribe: <([^>]+)>\r?$/m.exec(source) ?? []
  const clicked = await app.inject({
    method: 'POST',
    url: url.slice(env.PUBLIC_URL.length),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  assert.equal(clicked.statusCode, 200)
  await change(id, { venue: 'Quay' })
  await pass(10 * minute)
  await post(`/festivals/${id}/cancel`, {}, { as: admin })
  await send()
  assert.deepEqual(await subjects(holder), [`${name} has changed`, `${name} is cancelled`])
})

// Requirement (rules): contract §6.5 Mails to holders: once, when a process dies before the note
test('a process that dies before the note tells no one, and the next tells all; after it, none twice', async () => {
  const { id, name } = await create()
  const holder = await aHolder(id)
  await change(id, { venue: 'Quay' })
  clock.now = new Date(clock.now.getTime() + 10 * minute)
  await assert.rejects(
    db.transaction().execute(async (trx) => {
      assert.equal(await notifyRested({ ...at(), db: trx }), 1)
      throw new Error('died')
    }),
  )
  await notifyRested(at())
  await notifyRested(at())
  await Promise.all([send(app), send(other)])
  assert.deepEqual(await subjects(holder), [`${name} has changed`])
})

// Requirement (rules): contract §6.5 Mails to holders: at least once
test('a mail that was sent and not noted is sent again, under the same id: no other is', async () => {
  const { id } = await create()
  const [holder, bystander] = [await aHolder(id), await aHolder(id)]
  clock.now = new Date(Date.parse(start_time) - hour)
  await remind(at())
  const due = await db
    .selectFrom('mails_due')
    .selectAll()
    .where('user_id', '=', holder.id)
    .execute()
  await send()
  // The row as a process leaves it that dies between sending and recording: leased, until the lease is over.
  await db
    .insertInto('mails_due')
    .values(due.map((row) => ({ ...row, tries: 1 })))
    .execute()
  await Promise.all([send(app), send(other)])
  await remindAll()
  const sources = await sourcesTo(world, holder.email)
  const ids = sources.map((source) => idIn(source))
  assert.deepEqual([ids.length, new Set(ids).size], [2, 1])
  assert.equal((await subjects(bystander)).length, 1)
})

// Requirement (rules): contract §6.5 Mails, a festival begins soon: its day
test('the day before is one of Auckland for a festival there, and a new start is told anew', async () => {
  const there = { time_zone: 'Pacific/Auckland', venue: 'Quay' }
  // The clocks go back in the night of 4 April: the day before has 25 hours.
  const times = { start_time: '2027-04-04T06:00:00Z', end_time: '2027-04-06T06:00:00Z' }
  const { id, name } = await create({ ...there, ...times })
  const holder = await aHolder(id)
  clock.now = new Date('2027-04-03T04:59:00Z')
  await remindAll()
  assert.deepEqual(await subjects(holder), [])
  clock.now = new Date('2027-04-03T05:00:00Z')
  await remindAll()
  await remindAll()
  const [mail = '', ...more] = await mailsTo(world, holder.email)
  assert.deepEqual(more, [])
  assert.match(mail, /When: 4 April 2027 at 18:00 GMT\+12 to 6 April 2027 at 18:00 GMT\+12/)
  await change(id, { start_time: '2027-04-05T06:00:00Z' })
  clock.now = new Date('2027-04-04T06:00:00Z')
  await pass(0)
  await remindAll()
  const ids = (await sourcesTo(world, holder.email, `${name} begins`)).map((source) => idIn(source))
  assert.deepEqual([ids.length, new Set(ids).size], [2, 2])
})

// Requirement (rules): contract §6.5 Mails to holders: in pages
test('1,200 guests are told in pages, each once, by two processes', async () => {
  await Promise.all([jobs.start(), other.jobs.start()])
  const { id: festival_id } = await create()
  const ids = Array.from({ length: 1_200 }, newId)
  await sql`
    with guests as (
      insert into users (id, first_name, last_name, email, email_key, is_guest)
      select id, 'Ada', 'Marsh', id || '@guests.example', id || '@guests.example', true
      from unnest(${ids}::uuid[]) id
    ), ordered as (
      insert into orders (id, user_id, endpoint, idempotency_key, request_hash, amount_cents, status, livemode,
        lease_until, hold_until, is_fenced, created_at, touched_at)
      select id, id, 'payments', id::text, '', 0, 'succeeded', false, now(), now(), true, now(), now()
      from unnest(${ids}::uuid[]) id
    )
    insert into payments (id, order_id, line, user_id, payment_type, entity_id, festival_id, price_cents, points_used,
      amount_cents, status, hold_until, created_at)
    select id, id, 1, id, 'ticket', gen_random_uuid(), ${festival_id}, 0, 0, 0, 'succeeded', now(), now()
    from unnest(${ids}::uuid[]) id`.execute(db)
  await change(festival_id, { venue: 'Quay' })
  clock.now = new Date(clock.now.getTime() + 10 * minute)
  const cause = (rows: string) => sql<{ many: number }>`
    select count(*)::int as many from ${sql.table(rows)} where user_id = any (${ids}::uuid[])`
  const told = async () => (await cause('holders_told').execute(db)).rows[0]?.many
  await notifyRested(at())
  await until('all are noted', async () => (await told()) === 1_200)
  assert.equal((await get(`/festivals/${festival_id}`)).status, 200)
})

test('what was told is forgotten a month after the festival', async () => {
  const { id } = await create()
  await aHolder(id)
  await change(id, { venue: 'Quay' })
  await pass(10 * minute)
  const news = () => db.selectFrom('festival_news').where('festival_id', '=', id).execute()
  await forgetNews(db, new Date(Date.parse(end_time) + 29 * 24 * hour))
  assert.equal((await news()).length, 1)
  await forgetNews(db, new Date(Date.parse(end_time) + 31 * 24 * hour))
  assert.equal((await news()).length, 0)
})
