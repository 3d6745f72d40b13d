import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aPlan, aTier, points } from '../../../test/buying.ts'
import {
  aFestival,
  aHeart,
  anArtist,
  anInterest,
  anOrganizer,
  aStoredFactor,
  aStoredPasskey,
} from '../../../test/catalogue.ts'
import { aGuest, signInByCode } from '../../../test/guests.ts'
import { invited } from '../../../test/invitations.ts'
import { aMessage } from '../../../test/messages.ts'
import { aPushBrowser } from '../../../test/push-browser.ts'
import { aQueue, enterWith } from '../../../test/queues.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { sections } from './export-sections.ts'

const world = await aWorld()
await world.jobs.start()
const { db, get, post, put, aUser } = world
const admin = await aUser({ roles: ['admin'] })

const exportOf = async (as: Person) => {
  const { status, body, headers, text } = await get('/users/i/export', { as })
  assert.equal(status, 200, text)
  return { body, headers, text }
}

/** User data that is not in the export, and why. */
const leftOut: Record<string, string> = {
  'email_confirmations.user_id': 'a secret that lasts a day',
  'holders_told.user_id': 'that a user was told: what of is among the notifications',
  'idempotency_keys.caller': 'answers that were given, kept for a day: what they tell of is there',
  'inboxes.user_id': 'counts the notifications, which are there',
  'invitation_counts.invited_by': 'counts the invitations, which are there, for a day',
  'live_streams.user_id': 'counts what is open at the moment',
  'mails_due.user_id': 'a mail that is about to be sent: what it tells of is there',
  'orders.user_id': 'the charge of payments, which are there',
  'passkey_challenges.user_id': 'a secret that lasts five minutes',
  'password_resets.user_id': 'a secret that lasts an hour',
  'payments.given_by': 'what a user gave to others, which is among the changes',
  'payment_events.by_user': 'the refund a user asked for, which is there',
  'recovery_codes.user_id': 'secrets; how many are left is there',
  'seller_versions.account_holder': 'an earlier state of the same',
  'sellers.account_holder': 'the name of a bank account of an organizer, as its managers write it',
  'stream_tickets.user_token': 'a secret that lasts 30 seconds',
  'ticket_transfers.offered_by': 'what a manager did for a holder, which is among the changes',
  'ticket_transfers.taken_back_by': 'what a manager did, which is among the changes',
  'tickets.validated_by': 'what the scan did, which is there',
  'webhooks.created_by': 'what the service calls; its creation is among the changes',
}
/** Columns of data without a list of its own in the export. */
const whole = ['users.id', 'points.user_id']

// Requirement (rules): Export: nothing forgotten
test('every column that identifies a user is covered', async () => {
  const { rows } = await sql<{ place: string; says_who: boolean }>`
    select c.table_name || '.' || c.column_name as place,
           c.data_type in ('uuid', 'text', 'bytea') and c.is_generated = 'NEVER' and (
             c.column_name ~ 'user|caller|actor_id|person|owner|buyer|holder|_by$'
             or exists (
               select from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any (f.conkey)
               where f.contype = 'f' and f.confrelid = 'users'::regclass
                 and f.conrelid = c.table_name::regclass and a.attname = c.column_name)) as says_who
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(db)
  const columns = new Set(rows.map(({ place }) => place))
  const told = sections.map(({ table, owner }) => `${table}.${owner}`)
  const known = new Set([...told, ...whole, ...Object.keys(leftOut)])
  const saying = rows.flatMap(({ place, says_who }) => (says_who ? place : []))
  assert.ok(saying.length > 20)
  assert.deepEqual(
    saying.filter((place) => !known.has(place)),
    [],
  )
  assert.deepEqual([...known.difference(columns)], [])
})

/** A user with data in every list. */
async function aBusyUser() {
  const ada = await aUser({ firstName: 'Ada', permissions: ['manage_catalog'] })
  await put(`/users/${ada.id}`, { city: 'Copenhagen', phone: '123' }, { as: ada })
  await points(world, ada, 500)
  const organizer = await anOrganizer(world)
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: ada.id })
    .execute()
  const role = { role: 'accountant', may_refund: true }
  await db
    .insertInto('organizer_members')
    .values({ organizer_id: (await anOrganizer(world)).id, user_id: ada.id, ...role })
    .execute()
  const festival = await aFestival(world, { organizer_id: organizer.id })
  const tier = await aTier(world, { festival_id: festival.id })
  const paid = await post(
    '/payments',
    { payment_type: 'ticket', entity_id: tier.id, pointsToUse: 100 },
    { as: ada },
  )
  assert.equal(paid.status, 201)
  const plan = await aPlan(world)
  const membership = { payment_type: 'subscription', entity_id: plan.id }
  assert.equal((await post('/payments', membership, { as: ada })).status, 201)
  const device = { name: 'North gate 1' }
  const devices = `/festivals/${festival.id}/gate-devices`
  assert.equal((await post(devices, device, { as: ada })).status, 201)
  await invited(world, `/festivals/${festival.id}/gate-staff`, { by: admin, to: ada })
  const friend = { email: 'bo@harbour.example' }
  const managers = `/organizers/${organizer.id}/managers`
  assert.equal((await post(managers, friend, { as: ada })).status, 201)
  assert.equal((await put(`/payments/${paid.body.id}/validate`, {}, { as: ada })).status, 200)
  const refund = { amount: 1, reason: 'Rain' }
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const { body: guest } = await post('/payments', order, { as: await aUser() })
  for (const [id, as] of [
    [paid.body.id, admin],
    [guest.id, ada],
  ])
    assert.equal((await post(`/payments/${id}/refund`, refund, { as })).status, 200)
  const given = await handOn(ada, await aUser(), tier)
  const got = await handOn(await aUser(), ada, tier)
  const full = await aTier(world, { quantity: 1, held: 1 })
  const waits = { entity_id: full.id, quantity: 1 }
  assert.equal(
    (await post(`/festivals/${full.festival_id}/waiting-list`, waits, { as: ada })).status,
    201,
  )
  const queue = await aQueue(world)
  assert.equal((await enterWith(world, queue, ada)).status, 200)
  await aGuest(world, { email: ada.email })
  await signInByCode(world, ada.email)
  const artist = await anArtist(world, { created_by: ada.id })
  await anInterest(world, { user_id: ada.id, artist_id: artist.id })
  const gig = await aHeart(world, ada)
  assert.equal((await post('/users/i/calendar', {}, { as: ada })).status, 201)
  await aStoredPasskey(world, ada)
  const browser = await aPushBrowser(world, ada)
  const refused = { user_id: ada.id, email: 'ada@mistyped.example', status: '5.1.1' }
  await db
    .insertInto('undeliverable_emails')
    .values({ ...refused, noted_at: new Date() })
    .execute()
  const message = await aMessage(world, { festival_id: festival.id })
  const written = { id: newId(), message_id: message.id, user_id: ada.id, state: 'mailed' }
  await db
    .insertInto('message_recipients')
    .values({ ...written, changed_at: new Date() })
    .execute()
  await put('/users/i/notification-settings/rewards', { push: false }, { as: ada })
  const event = { event_type: 'artist_viewed', entity_type: 'artist', entity_id: artist.id }
  await post('/rewards/events', { ...event, metadata: { a: [1] } }, { as: ada })
  await post('/rewards/challenges/claim/NOSUCH', {}, { as: ada })
  const challenge = { id: newId(), name: 'Map', code_hash: Buffer.from(newId()), points: 1 }
  await db
    .insertInto('challenges')
    .values({ ...challenge, created_at: new Date() })
    .execute()
  const claim = { challenge_id: challenge.id, user_id: ada.id, claimed_at: new Date() }
  await db.insertInto('challenge_claims').values(claim).execute()
  await sql`
    insert into audit_log (id, at, actor, user_id, action, entity_type, entity_id, changes) values
      (${newId()}, now(), 'user', ${ada.id}, 'festival.update', 'festival', ${festival.id}, '{}'),
      (${newId()}, now(), 'user', ${admin.id}, 'user.suspend', 'user', ${ada.id}, '{}')`.execute(db)
  await aStoredFactor(world, ada)
  await db
    .insertInto('openid_accounts')
    .values({
      issuer: 'https://id.example',
      subject: ada.id,
      user_id: ada.id,
      created_at: new Date(),
    })
    .execute()
  return {
    ada,
    paid: paid.body,
    guest,
    given,
    got,
    festival,
    organizer,
    artist,
    challenge,
    gig,
    browser,
  }
}

/** Transfers a ticket from its buyer to another user; returns it as the buyer bought it. */
async function handOn(from: Person, to: Person, { id: entity_id }: { id: string }) {
  const { body: bought } = await post(
    '/payments',
    { payment_type: 'ticket', entity_id },
    { as: from },
  )
  const offer = `/payments/${bought.id}/transfer`
  const { body: transfer } = await post(offer, { email: to.email }, { as: from })
  const { status, text } = await post(`/transfers/${transfer.id}/accept`, {}, { as: to })
  assert.equal(status, 200, text)
  return bought
}

// Requirement (rules): GET /users/i/export: everything stored
test('it has everything a user did, as a file', async () => {
  const busy = await aBusyUser()
  const { ada, paid, guest, given, got, festival, organizer, artist, challenge, gig } = busy
  const { body, headers } = await exportOf(ada)
  assert.match(
    `${headers['content-disposition']}`,
    /^attachment; filename="festival-export-\d{4}-\d\d-\d\d\.json"$/,
  )
  assert.equal(headers['cache-control'], 'no-store')
  for (const { name } of sections) assert.ok(body[name].length > 0, name)
  const { profile, payments, memberships, requested_refunds, sessions } = body
  assert.deepEqual(
    [profile.id, profile.email, profile.city, profile.phone],
    [ada.id, ada.email, 'Copenhagen', '123'],
  )
  assert.deepEqual(body.permissions, ['manage_catalog'])
  assert.deepEqual(
    body.roles.map(({ id }: { id: string }) => id),
    ['attender', 'organizer', 'gate'],
  )
  const byId = (id: string) => payments.find((payment: { id: string }) => payment.id === id)
  assert.deepEqual([byId(given.id).ticket.code, byId(given.id).ticket.scans], [null, []])
  assert.equal(body.tickets_received[0].payment_id, got.id)
  assert.notEqual(body.tickets_received[0].code, got.qr_code)
  assert.deepEqual(
    [body.transfers_sent[0], body.transfers_received[0]].map((one) => [
      one.payment_id,
      one.outcome,
    ]),
    [
      [given.id, 'accepted'],
      [got.id, 'accepted'],
    ],
  )
  const [membership, ticket] = payments.filter(({ id }: { id: string }) => id !== given.id)
  assert.equal(membership.payment_type, 'subscription')
  assert.equal(membership.ticket, null)
  assert.deepEqual([ticket.amount, ticket.points_used, ticket.refunded_amount], [49, 100, 1])
  assert.deepEqual(
    ticket.timeline.map(({ status }: { status: string }) => status),
    ['pending', 'succeeded', 'partially_refunded'],
  )
  assert.equal(ticket.refunds[0].amount, 1)
  assert.deepEqual(ticket.returns, [])
  assert.equal(ticket.ticket.code, paid.qr_code)
  assert.equal(ticket.ticket.validated_by, ada.id)
  assert.deepEqual(
    ticket.ticket.scans.map(({ outcome }: { outcome: string }) => outcome),
    ['admitted'],
  )
  assert.equal(memberships[0].payment_id, membership.id)
  assert.deepEqual([requested_refunds[0].payment_id, requested_refunds[0].amount], [guest.id, 1])
  assert.equal(sessions.length, 2)
  assert.deepEqual(Object.keys(sessions[0]), ['created_at', 'expires_at'])
  assert.equal(body.scans[0].payment_id, paid.id)
  assert.equal(body.manages[0].organizer_id, organizer.id)
  assert.deepEqual(
    [body.organizer_roles[0].role, body.organizer_roles[0].may_refund],
    ['accountant', true],
  )
  assert.equal(body.gate_staff[0].festival_id, festival.id)
  assert.equal(body.gate_devices[0].festival_id, festival.id)
  assert.equal(body.invitations[0].organizer_id, organizer.id)
  assert.ok(body.profile.email_proven_at)
  assert.equal(body.artists[0].id, artist.id)
  assert.equal(body.interests[0].entity_id, artist.id)
  assert.equal(body.hearts[0].gig_id, gig.id)
  assert.deepEqual([body.queues.length, body.queues[0].number], [1, 0])
  assert.deepEqual(
    [body.notification_settings[0].topic, body.notification_settings[0].push],
    ['rewards', false],
  )
  const [factor] = body.second_factor
  assert.deepEqual([factor.enabled_at !== null, factor.recovery_codes_left], [true, 0])
  assert.deepEqual(Object.keys(factor), ['enabled_at', 'recovery_codes_left'])
  assert.equal(body.undeliverable_emails[0].email, 'ada@mistyped.example')
  const [{ subject, state }] = body.messages
  assert.deepEqual([subject, state], ['Gates', 'queued'])
  const { id: browserId, service } = body.push_subscriptions[0]
  assert.deepEqual([browserId, service], [busy.browser.id, 'push.example'])
  assert.equal(body.challenge_claims[0].challenge_id, challenge.id)
  assert.equal(body.wrong_codes[0].failures, 1)
  assert.equal(body.changes[0].entity_id, festival.id)
  assert.equal(body.changes_of_account[0].action, 'user.suspend')
  const balance = (await get('/rewards/points', { as: ada })).body.balance
  assert.equal(body.points.balance, balance)
  assert.equal(
    body.point_entries.reduce((sum: number, { delta }: { delta: number }) => sum + delta, 0),
    balance,
  )
})

// Requirement (rules): Export: no secret, no data of other users
test('it has nothing of other users, and no secret', async () => {
  const { ada } = await aBusyUser()
  const { ada: ben, paid } = await aBusyUser()
  await db
    .updateTable('users')
    .set({ password_hash: '$argon2id$planted' })
    .where('id', '=', ada.id)
    .execute()
  const { text } = await exportOf(ada)
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from tokens where user_id = ${ada.id}`.execute(db)
  for (const secret of [
    ...rows.map(({ hash }) => hash),
    'planted',
    'argon2',
    'hash',
    ada.token,
    ben.id,
    ben.email,
    paid.id,
    paid.qr_code,
  ])
    assert.ok(!text.includes(secret), secret)
})

test('a new user has empty lists', async () => {
  const { body } = await exportOf(await aUser())
  for (const { name } of sections) {
    if (name !== 'sessions') assert.deepEqual(body[name], [], name)
  }
})

test('long lists come in chunks, each row once, the newest first', async () => {
  const ada = await aUser()
  const count = 10_000
  await db.insertInto('inboxes').values({ user_id: ada.id, last: count }).execute()
  await sql`
    insert into notifications (user_id, number, id, type, cause, title, message, created_at)
    select ${ada.id}, n, gen_random_uuid(), 'badge.unlocked', n::text, n::text, repeat('x', 200), now()
    from generate_series(1, ${count}::int) n`.execute(world.work)
  // Many rows of the same moment, across the ends of chunks.
  await sql`
    insert into point_entries (id, user_id, kind, delta, source, created_at)
    select gen_random_uuid(), ${ada.id}, 'earned', 1, ${ada.id} || n, date_trunc('second', now()) - n / 700 * interval '1 second'
    from generate_series(1, 2000) n`.execute(db)
  const { body } = await exportOf(ada)
  assert.equal(body.notifications.length, count)
  assert.deepEqual(
    body.notifications.map(({ title }: { title: string }) => Number(title)),
    Array.from({ length: count }, (_, index) => count - index),
  )
  type Entry = { id: string; created_at: string }
  const entries: Entry[] = body.point_entries
  assert.equal(new Set(entries.map(({ id }) => id)).size, 2000)
  const times = entries.map(({ created_at }) => created_at)
  assert.deepEqual(times, times.toSorted().toReversed())
})

test('it is for the signed-in user', async () => {
  assert.equal((await get('/users/i/export')).status, 401)
})
