/** Messages of organizers to the ticket holders of a festival (docs/contract, section 10.9). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { anotherApp } from '../../../test/another-process.ts'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { steadyClock } from '../../../test/clock.ts'
import { aDevice, anUpload, scan } from '../../../test/gate.ts'
import { aGuest, signInByCode } from '../../../test/guests.ts'
import { mailsTo, sourcesTo } from '../../../test/mailbox.ts'
import { aWritingFestival } from '../../../test/messages.ts'
import { someBookings } from '../../../test/sales.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const day = 86_400_000
let ahead = 0
const origin = 'https://festival.example'
const world = await aWorld({
  now: steadyClock(() => ahead),
  env: { PUBLIC_URL: origin },
})
const { db, get, post, put, del, aUser } = world
const other = await anotherApp(world)
await Promise.all([world.jobs.start(), other.jobs.start()])
const admin = await aUser({ roles: ['admin'] })

type Show = Awaited<ReturnType<typeof aWritingFestival>>
type Sent = Awaited<ReturnType<Show['write']>>

/** Sends a message, waits until no mail is left, and returns its counts. */
async function send({ manager }: Show, { path }: Sent) {
  const { status, text } = await post(`${path}/send`, undefined, { as: manager })
  assert.equal(status, 200, text)
  return arrived(manager, path)
}

async function arrived(manager: Person, path: string) {
  let message: any
  const isSent = async () => {
    message = (await get(path, { as: manager })).body
    return message.status === 'sent'
  }
  // A busy process sends one mail a second.
  await until('it is sent', isSent, 60_000)
  return message.counts
}

const nothing = { recipients: 0, queued: 0, sent: 0, failed: 0, unsubscribed: 0, limited: 0 }
const mailsOf = async ({ email }: { email: string }) => (await mailsTo(world, email)).length

// Requirement (rules): contract §10.9: a message, its states, preview and test
test('a message is written, changed, previewed, tried, sent and counted, and then stays as it is', async () => {
  const show = await aWritingFestival(world)
  const { manager: as, path, aHolder, festival } = show
  const [ada, guest] = [await aHolder(), await aHolder({ user: await aGuest(world) })]
  const { id, path: one } = await show.write({ subject: 'Gaets' })
  const changed = await put(one, { subject: 'Gates' }, { as })
  assert.equal(changed.status, 200, changed.text)
  const { subject, text, status, counts, sent_at } = changed.body
  assert.deepEqual(
    [subject, text, status, counts, sent_at],
    ['Gates', 'The gates open at 14:00.', 'draft', null, null],
  )
  const { body: preview } = await get(`${one}/preview`, { as })
  const { html, text: asText, ...many } = preview
  assert.deepEqual(many, { recipients: 2, receiving: 2, unsubscribed: 0, limited: 0 })
  assert.match(asText, /The gates open at 14:00\./)
  assert.match(html, /<p class="words"[^>]*>The gates open at 14:00\.<\/p>/)
  assert.equal((await post(`${one}/test`, undefined, { as })).status, 200)
  await until('the test', async () => (await mailsOf(as)) === 1)
  assert.match(
    (await mailsTo(world, as.email))[0] ?? '',
    /This is a test\. It was sent to you alone/,
  )
  assert.deepEqual(await mailsOf(ada), 0)

  assert.deepEqual(await send(show, { id, path: one }), { ...nothing, recipients: 2, sent: 2 })
  for (const { email } of [ada, guest]) {
    const [mail = '', ...more] = await mailsTo(world, email)
    assert.deepEqual(more, [])
    assert.match(mail, /^Subject: Gates\r?$/m)
    assert.match(mail, new RegExp(`writes to you about ${festival.name}:`))
    assert.match(mail, /The gates open at 14:00\./)
    assert.doesNotMatch(mail, /This is a test/)
  }
  const listed = (await get(path, { as })).body
  assert.deepEqual(
    listed.messages.map((message: any) => [message.id, message.status, message.counts.sent]),
    [[id, 'sent', 2]],
  )
  for (const again of [
    await put(one, { subject: 'Other' }, { as }),
    await del(one, { as }),
    await post(`${one}/send`, undefined, { as }),
  ])
    assert.deepEqual([again.status, again.body.code], [409, 'message_sent'])
})

// Requirement (rules): contract §10.9: entity_id, language, inside
test('it goes to a tier or an accommodation, to a language, to those who are inside or not', async () => {
  const show = await aWritingFestival(world)
  const { festival, manager: as, tier, aHolder } = show
  await db.updateTable('tiers').set({ admission: 'reentry' }).where('id', '=', tier.id).execute()
  const other = await aTier(world, { festival_id: festival.id, price_cents: 0 })
  const stay = await aPlaceToSleep(world, { festival_id: festival.id })
  const buy = async () => {
    const user = await aUser()
    const wish = { payment_type: 'ticket', entity_id: tier.id }
    const { body } = await post('/payments', wish, { as: user })
    return { ...user, code: String(body.qr_code) }
  }
  const [inside, outside] = [await buy(), await buy()]
  const german = await aHolder({ tier: other })
  await db.updateTable('users').set({ language: 'de' }).where('id', '=', german.id).execute()
  await someBookings(world, 1, stay)
  const device = await aDevice(world, show)
  await scan(world, device, anUpload(festival.id, [{ code: inside.code, direction: 'in' }]))
  const receiving = async (given: object) => {
    const { path } = await show.write(given)
    return (await get(`${path}/preview`, { as })).body.receiving
  }
  for (const [given, many] of [
    [{}, 4],
    [{ entity_id: tier.id }, 2],
    [{ entity_id: other.id }, 1],
    [{ entity_id: stay.id }, 1],
    [{ language: 'de' }, 1],
    [{ language: 'en' }, 3],
    [{ language: 'fr' }, 0],
    [{ inside: true }, 1],
    [{ inside: false }, 3],
    [{ entity_id: tier.id, inside: false, language: 'en' }, 1],
  ] as const)
    assert.equal(await receiving(given), many, JSON.stringify(given))
  const counts = await send(show, await show.write({ inside: true }))
  assert.deepEqual(counts, { ...nothing, recipients: 1, sent: 1 })
  const subjects = async ({ email }: Person) => (await mailsTo(world, email, 'Gates')).length
  assert.deepEqual([await subjects(inside), await subjects(outside)], [1, 0])
  assert.deepEqual(await mailsTo(world, german.email), [], 'who is not meant is not told')
  await send(show, await show.write({ language: 'de' }))
  assert.match((await mailsTo(world, german.email))[0] ?? '', /schreibt Ihnen über/)
})

// Requirement (rules): contract §10.9: each e-mail once
test('each e-mail gets it once: several tickets, guests and an account; holders, not who gave a ticket away or back', async () => {
  const show = await aWritingFestival(world)
  const { aHolder } = show
  const ada = await aHolder()
  await aHolder({ user: ada })
  for (let nth = 0; nth < 2; nth++)
    await aHolder({ user: await aGuest(world, { email: ada.email.toUpperCase() }) })
  const [from, to, back, blocked] = [
    await aHolder(),
    await aUser(),
    await aHolder(),
    await aHolder(),
  ]
  const set = (values: object, payment: string) =>
    db.updateTable('tickets').set(values).where('payment_id', '=', payment).execute()
  await set({ holder_id: to.id, revision: 1 }, from.payment)
  await set({ blocked_at: new Date() }, blocked.payment)
  await db
    .updateTable('payments')
    .set({ status: 'refunded' })
    .where('id', '=', back.payment)
    .execute()
  const counts = await send(show, await show.write())
  assert.deepEqual(counts, { ...nothing, recipients: 2, sent: 2 })
  for (const [person, many] of [
    [ada, 1],
    [to, 1],
    [from, 0],
    [back, 0],
    [blocked, 0],
  ] as const)
    assert.equal(await mailsOf(person), many)
})

test('one message a day reaches a person, also one who signs up meanwhile; an urgent one always, who unsubscribed never', async () => {
  const show = await aWritingFestival(world)
  const { aHolder, manager: as } = show
  const [ada, guest, bo] = [
    await aHolder(),
    await aHolder({ user: await aGuest(world) }),
    await aHolder(),
  ]
  await put('/users/i/notification-settings/messages', { mail: false }, { as: bo })
  const first = { ...nothing, recipients: 3, sent: 2, unsubscribed: 1 }
  assert.deepEqual(await send(show, await show.write()), first)
  // The guest now has an account with its ticket.
  const account = await signInByCode(world, guest.email)
  const late = await aHolder()
  const second = await show.write({ subject: 'Second' })
  const { body } = await get(`${second.path}/preview`, { as })
  assert.deepEqual([body.recipients, body.receiving, body.unsubscribed, body.limited], [4, 1, 1, 2])
  const limited = { recipients: 4, queued: 0, sent: 1, failed: 0, unsubscribed: 1, limited: 2 }
  assert.deepEqual(await send(show, second), limited)
  const urgent = await show.write({ subject: 'Third', urgent: true })
  assert.deepEqual(await send(show, urgent), {
    ...nothing,
    recipients: 4,
    sent: 3,
    unsubscribed: 1,
  })
  const third = (person: { email: string }) => mailsTo(world, person.email, 'Third')
  for (const person of [ada, account, late]) assert.equal((await third(person)).length, 1)
  assert.equal(await mailsOf(bo), 0)
  // Messages of another festival are from another organizer.
  const elsewhere = await aWritingFestival(world)
  await elsewhere.aHolder({ user: ada })
  assert.equal((await send(elsewhere, await elsewhere.write())).sent, 1)
  ahead += day + 1_000
  assert.equal((await send(show, await show.write())).sent, 3)
})

// Requirement (rules): contract §10.9: the address that unsubscribes
test('a mail has an address that unsubscribes, for guests too, by one click and by a link', async () => {
  const show = await aWritingFestival(world)
  const guest = await show.aHolder({ user: await aGuest(world) })
  await send(show, await show.write())
  const [source = ''] = await sourcesTo(world, guest.email)
  const [, url = ''] = /^List-Unsubscribe: <([^>]+)>\r?$/m.exec(source) ?? []
  assert.ok(url.startsWith(`${origin}/unsubscribe/`), source)
  assert.match((await mailsTo(world, guest.email))[0] ?? '', new RegExp(`\n${url}\n`))
  const clicked = await world.app.inject({
    method: 'POST',
    url: url.slice(origin.length),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  assert.equal(clicked.statusCode, 200)
  const next = await show.write({ urgent: true })
  const refused = await post(`${next.path}/send`, undefined, { as: show.manager })
  assert.deepEqual([refused.status, refused.body.code], [409, 'no_recipients'])
})

// Requirement (rules): contract §6.7 What a user wants to be told: taken over
test('what a guest has unsubscribed from stays so in the account that takes the guest over, until it says otherwise', async () => {
  const show = await aWritingFestival(world)
  const guest = await show.aHolder({ user: await aGuest(world) })
  await send(show, await show.write())
  const [source = ''] = await sourcesTo(world, guest.email)
  const [, url = ''] = /^List-Unsubscribe: <([^>]+)>\r?$/m.exec(source) ?? []
  const clicked = await world.app.inject({ method: 'POST', url: url.slice(origin.length) })
  assert.equal(clicked.statusCode, 200)
  const ada = await signInByCode(world, guest.email)
  const next = await show.write({ urgent: true })
  const counts = async () => {
    const { body } = await get(`${next.path}/preview`, { as: show.manager })
    return [body.recipients, body.receiving, body.unsubscribed]
  }
  assert.deepEqual(await counts(), [1, 0, 1])
  const setting = '/users/i/notification-settings/messages'
  assert.equal((await put(setting, { mail: true }, { as: ada })).status, 200)
  assert.deepEqual(await counts(), [1, 1, 0])
})

// Requirement (rules): contract §10.9: the text
test('the text of an organizer is text: no markup, no other links, its lines and paragraphs kept', async () => {
  const show = await aWritingFestival(world)
  const ada = await show.aHolder()
  const text = [
    'Dear guests,\nplease read <b>this</b>: https://harbour.example/a?b=1&c="x.',
    '',
    'javascript:alert(1) {organizer} http://plain.example, ftp://no.example',
  ].join('\r\n')
  await send(show, await show.write({ subject: 'A {text} &amp; "b"', text }))
  const [mail = ''] = await mailsTo(world, ada.email)
  assert.match(mail, /^Subject: =\?UTF-8\?Q\?A_=7Btext=7D_=26amp=3B_=22b=22\?=\r?$/m)
  assert.match(mail, /Dear guests,\nplease read <b>this<\/b>: https:\/\/harbour\.example/)
  const { body: preview } = await get(`${(await show.write({ text })).path}/preview`, {
    as: show.manager,
  })
  assert.match(
    preview.html,
    />Dear guests,<br>\nplease read &lt;b&gt;this&lt;\/b&gt;: <a href="https:\/\/harbour\.example\/a\?b=1&amp;c=">https:\/\/harbour\.example\/a\?b=1&amp;c=<\/a>&quot;x\.<\/p>/,
  )
  assert.match(
    preview.html,
    />javascript:alert\(1\) \{organizer\} <a href="http:\/\/plain\.example">http:\/\/plain\.example<\/a>, ftp:\/\/no\.example<\/p>/,
  )
})

// Requirement (rules): contract §10.9: sent once
test('two managers who press send at once, through two processes, send it once', async () => {
  const show = await aWritingFestival(world)
  const holders = await Promise.all(Array.from({ length: 12 }, () => show.aHolder()))
  const { path } = await show.write()
  const headers = {
    'x-f-authorization': world.client.token,
    'x-f-authentication': show.manager.token,
  }
  const press = async (app: typeof other) =>
    (await app.inject({ method: 'POST', url: `${path}/send`, headers })).statusCode
  const statuses = await Promise.all([world.app, other, world.app, other].map(press))
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  )
  assert.equal((await arrived(show.manager, path)).sent, 12)
  for (const holder of holders) assert.equal(await mailsOf(holder), 1)
})

// Requirement (rules): contract §10.9: one in 24 hours, urgent, unsubscribed
test('two messages that are sent at once reach each person once in the day', async () => {
  const show = await aWritingFestival(world)
  const holders = await Promise.all(Array.from({ length: 12 }, () => show.aHolder()))
  const both = [await show.write(), await show.write()]
  const { manager: as } = show
  const answers = await Promise.all(
    both.map(async ({ path }) => ({ path, ...(await post(`${path}/send`, undefined, { as })) })),
  )
  let sent = 0
  for (const { status, body, path } of answers) {
    // If one was done before the other began, no recipient is left for the other.
    if (status === 409) assert.equal(body.code, 'no_recipients')
    else {
      assert.equal(status, 200, body.error)
      const counts = await arrived(as, path)
      sent += counts.sent
      assert.equal(counts.sent + counts.limited, 12)
    }
  }
  assert.equal(sent, 12)
  for (const holder of holders) assert.equal(await mailsOf(holder), 1)
})

// Requirement (rules): contract §10.9: deleted drafts, accounts and festivals
test('a draft is deleted; who erased their account before, or whose festival is deleted, is written to no more', async () => {
  const show = await aWritingFestival(world)
  const { manager: as } = show
  const draft = await show.write()
  assert.equal((await del(draft.path, { as })).status, 200)
  assert.equal((await get(draft.path, { as })).status, 404)
  const [ada, gone] = [await show.aHolder(), await show.aHolder()]
  assert.equal((await del(`/users/${gone.id}`, { as: gone })).status, 200)
  assert.deepEqual(await send(show, await show.write()), { ...nothing, recipients: 1, sent: 1 })
  assert.equal(await mailsOf(ada), 1)
  const last = await show.write({ urgent: true })
  const { id: about } = await db
    .selectFrom('message_recipients')
    .select('id')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const to = {
    about,
    user_id: ada.id,
    email: ada.email,
    is_proven: true,
    is_guest: false,
    language: null,
  }
  const written = () => world.app.mailWriters.message?.(to)
  assert.equal(await written(), undefined, 'it was sent')
  await db
    .updateTable('message_recipients')
    .set({ state: 'mailed' })
    .where('id', '=', about)
    .execute()
  assert.ok(await written())
  await db
    .updateTable('festivals')
    .set({ deleted_at: world.now() })
    .where('id', '=', show.festival.id)
    .execute()
  assert.equal((await post(`${last.path}/send`, undefined, { as })).status, 404)
  assert.equal(await written(), undefined, 'a mail that is still due')
  assert.equal((await get(show.path, { as })).status, 200, 'what was sent stays readable')
})

// Requirement (rules): contract §10.9: refusals
test('what breaks a rule is refused, and says which', async () => {
  const show = await aWritingFestival(world)
  const { manager: as, path, aHolder } = show
  const { path: one } = await show.write()
  const elsewhere = await aTier(world)
  const body = { subject: 'Gates', text: 'Open' }
  for (const [given, field] of [
    [{ subject: '' }, 'subject'],
    [{ subject: 'x'.repeat(151) }, 'subject'],
    [{ text: ' \n' }, 'text'],
    [{ text: 'x'.repeat(10_001) }, 'text'],
    [{ language: 'nl' }, 'language'],
    [{ entity_id: elsewhere.id }, 'entity_id'],
    [{ entity_id: newId() }, 'entity_id'],
    [{ inside: 'yes' }, 'inside'],
    [{ urgent: null }, 'urgent'],
  ] as const) {
    for (const answer of [
      await post(path, { ...body, ...given }, { as }),
      await put(one, given, { as }),
    ])
      assert.deepEqual([answer.status, answer.body.fields[0].path], [400, field])
  }
  const empty = await post(`${one}/send`, undefined, { as })
  assert.deepEqual([empty.status, empty.body.code], [409, 'no_recipients'])
  await aHolder()
  const ended = new Date(world.now().getTime() - 31 * day)
  await db
    .updateTable('festivals')
    .set({ start_time: new Date(ended.getTime() - day), end_time: ended })
    .where('id', '=', show.festival.id)
    .execute()
  const over = await post(`${one}/send`, undefined, { as })
  assert.deepEqual([over.status, over.body.code], [409, 'over'])
  for (const unknown of [newId(), 'none'])
    for (const end of ['', '/preview', '/send', '/test']) {
      const ask = end === '/send' || end === '/test' ? 'POST' : 'GET'
      assert.equal((await world.call(ask, `${path}/${unknown}${end}`, { as })).status, 404)
    }
})

test('an organizer that staff have not approved sends nothing, unless an admin does; a test needs a confirmed e-mail', async () => {
  const show = await aWritingFestival(world)
  await show.aHolder()
  await sql`
    update organizers set approved_at = null
    where id = (select organizer_id from festivals where id = ${show.festival.id})`.execute(db)
  const { path } = await show.write()
  const refused = await post(`${path}/send`, undefined, { as: show.manager })
  assert.deepEqual([refused.status, refused.body.code], [403, 'organizer_not_approved'])
  await db
    .updateTable('users')
    .set({ email_proven_at: null })
    .where('id', '=', show.manager.id)
    .execute()
  const tried = await post(`${path}/test`, undefined, { as: show.manager })
  assert.deepEqual([tried.status, tried.body.code], [409, 'email_not_proven'])
  assert.equal((await post(`${path}/send`, undefined, { as: admin })).status, 200)
  assert.equal((await arrived(show.manager, path)).sent, 1)
})

// Requirement (rules): contract §10.9: the export
test('what a user was sent is in their export', async () => {
  const show = await aWritingFestival(world)
  const ada = await show.aHolder()
  await send(show, await show.write())
  const { body } = await get('/users/i/export', { as: ada })
  assert.deepEqual(
    body.messages.map(({ festival_id, subject, text, state }: any) => [
      festival_id,
      subject,
      text,
      state,
    ]),
    [[show.festival.id, 'Gates', 'The gates open at 14:00.', 'sent']],
  )
})
