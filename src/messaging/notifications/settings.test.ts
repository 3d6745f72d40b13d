/** Notification settings of users, and the addresses in mails that switch topics off. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDue, sendMails } from '#messaging/mail'
import { type Notice, notify } from '#messaging/notifications'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { mailsTo, sourcesTo } from '../../../test/mailbox.ts'
import { aNotice } from '../../../test/notices.ts'
import { aPushBrowser } from '../../../test/push-browser.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { readNotificationsAfter } from './queries.ts'
import { topicNames, topics } from './topics.ts'
import { notificationTypes } from './types.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const origin = 'https://festival.example'
const world = await aWorld({ now: () => clock.now, env: { PUBLIC_URL: origin } })
const { app, db, get, put, del, aUser } = world
const address = '/users/i/notification-settings'

const tell = (as: Person, more: Partial<Notice> = {}) =>
  notify({ db, bus: world.bus, now: clock.now }, [aNotice(as, more)])
const set = (topic: string, change: object, as: Person) =>
  put(`${address}/${topic}`, change, { as })
const settingOf = async (topic: string, as: Person) =>
  (await get(address, { as })).body.settings.find((one: { topic: string }) => one.topic === topic)
const titles = async (as: Person) =>
  (await get('/notifications', { as })).body.map(({ title }: Notice) => title)
const pushesOf = async ({ id }: { id: string }) =>
  (await db.selectFrom('pushes_due').selectAll().where('subscription_id', '=', id).execute()).length

/** A ticket the user is waiting for is available: a mail about it is due. */
async function anOffer({ id: user_id }: Person) {
  const festival = await aFestival(world)
  const tier = await aTier(world, { festival_id: festival.id, quantity: 1, held: 1 })
  const [id, of] = [newId(), { user_id, tier_id: tier.id, festival_id: festival.id }]
  const offered = {
    status: 'offered',
    offered_at: clock.now,
    expires_at: new Date(clock.now.getTime() + 86_400_000),
  }
  await db
    .insertInto('waiting_entries')
    .values({ id, ...of, quantity: 1, created_at: clock.now, ...offered })
    .execute()
  await makeDue({ db, now: clock.now }, [{ kind: 'waitingOffered', about: id, user_id }])
}

const send = () =>
  sendMails({ ...world, log: app.log }, app.mailWriters, new AbortController().signal)

/** Returns the address in the newest mail to a user that switches such mails off. */
async function addressFor({ email }: Person): Promise<string> {
  const source = (await sourcesTo(world, email, 'What you wait for')).at(-1) ?? ''
  const [, url = ''] = /^List-Unsubscribe: <([^>]+)>\r?$/m.exec(source) ?? []
  assert.ok(url.startsWith(`${origin}/unsubscribe/`), source.slice(0, 800))
  assert.match(source, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  return url.slice(origin.length)
}

/** A one-click request, as a mail program sends it: a form, without a header or cookie of ours. */
const oneClick = (url: string, type = 'application/x-www-form-urlencoded') =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type },
    payload: 'List-Unsubscribe=One-Click',
  })

// Requirement (rules): contract §6.7 What a user wants to be told: each type has a topic
test('each type of notification is of one topic', () => {
  const types = topicNames.flatMap((topic) => [...topics[topic].types])
  assert.deepEqual(types.toSorted(), Object.keys(notificationTypes).toSorted())
})

// Requirement (rules): contract §6.7 What a user wants to be told: on and off
test('everything is on, and each way of a topic is switched off and on alone', async () => {
  const as = await aUser()
  const { settings } = (await get(address, { as })).body
  assert.deepEqual(
    settings.map(({ topic }: { topic: string }) => topic),
    topicNames,
  )
  const all = { topic: 'transfers', notice: true, push: true, mail: true, mail_fixed: false }
  assert.deepEqual(await settingOf('transfers', as), all)
  const { status, body } = await set('transfers', { push: false }, as)
  assert.deepEqual([status, body], [200, { ...all, push: false }])
  await set('transfers', { mail: false }, as)
  assert.deepEqual(await settingOf('transfers', as), { ...all, push: false, mail: false })
  await set('transfers', { push: true, mail: true }, as)
  assert.deepEqual(await settingOf('transfers', as), all)
  assert.deepEqual((await set('transfers', {}, as)).body, all, 'nothing given, nothing changed')
  assert.deepEqual((await settingOf('transfers', await aUser())).mail, true)
})

// Requirement (rules): contract §6.7 What a user wants to be told: money is always mailed
test('mails about money are always sent, and what is never mailed cannot be', async () => {
  const as = await aUser()
  const refused = await set('purchases', { mail: false }, as)
  assert.deepEqual([refused.status, refused.body.fields[0].path], [400, 'mail'])
  assert.equal((await set('purchases', { mail: true, notice: false }, as)).status, 200)
  assert.deepEqual((await settingOf('purchases', as)).mail, true)
  assert.equal((await set('rewards', { mail: true }, as)).status, 400)
  assert.equal((await set('constructor', { notice: false }, as)).status, 404)
})

// Requirement (rules): contract §6.7 What a user wants to be told: notices that are off
test('what is switched off is in no list, stream, count or push, and stays told once', async () => {
  const as = await aUser()
  const browser = await aPushBrowser(world, as)
  await set('rewards', { notice: false }, as)
  await tell(as, { cause: 'badge' })
  await tell(as, { type: 'level.reached', data: { level: 2 }, cause: 'level' })
  const about = { type: 'festival.reminder', data: { festival_id: newId() } } as const
  await tell(as, { ...about, cause: 'reminder', title: 'Tomorrow' })
  assert.deepEqual(await titles(as), ['Tomorrow'])
  assert.deepEqual((await get('/notifications/unread', { as })).body, { count: 1 })
  assert.equal(await pushesOf(browser), 1)
  const [streamed = []] = await readNotificationsAfter(db, [{ userId: as.id, after: 0 }], 10)
  assert.deepEqual(
    streamed.map(({ json }) => JSON.parse(json).title),
    ['Tomorrow'],
  )
  await set('rewards', { notice: true }, as)
  await tell(as, { cause: 'badge', title: 'again' })
  assert.deepEqual(await titles(as), ['Tomorrow'], 'it was told, though not seen')
  await tell(as, { cause: 'another badge', title: 'A badge' })
  assert.deepEqual(await titles(as), ['A badge', 'Tomorrow'])
})

// Requirement (rules): contract §6.7 What a user wants to be told: pushes that are off
test('a topic without pushes is in the list alone', async () => {
  const as = await aUser()
  const browser = await aPushBrowser(world, as)
  await set('rewards', { push: false }, as)
  await tell(as)
  assert.deepEqual([(await titles(as)).length, await pushesOf(browser)], [1, 0])
})

// Requirement (rules): contract §6.7 What a user wants to be told: mails that are off
test('a mail that is switched off is not sent', async () => {
  const as = await aUser()
  await set('waiting_list', { mail: false }, as)
  await anOffer(as)
  await send()
  assert.deepEqual(await mailsTo(world, as.email), [])
  const due = await db.selectFrom('mails_due').where('user_id', '=', as.id).selectAll().execute()
  assert.deepEqual(due, [])
})

for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
  // Requirement (rules): contract §6.7 What a user wants to be told: one click
  test(`one click in a mail program switches them off, and again changes nothing: ${type}`, async () => {
    const as = await aUser()
    await anOffer(as)
    await send()
    const url = await addressFor(as)
    for (let times = 0; times < 2; times++) {
      const answer = await oneClick(url, type)
      assert.deepEqual([answer.statusCode, answer.headers['set-cookie']], [200, undefined])
      assert.equal((await settingOf('waiting_list', as)).mail, false)
    }
    assert.equal((await settingOf('transfers', as)).mail, true)
  })
}

// Requirement (rules): contract §6.7 What a user wants to be told: GET changes nothing
test('to open the address changes nothing: a page asks first, and its button does it without a script', async () => {
  const as = await aUser()
  await anOffer(as)
  await send()
  const url = await addressFor(as)
  const page = await app.inject({ method: 'GET', url })
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /<form method="post">/)
  assert.equal(page.headers['cache-control'], 'no-store')
  assert.equal((await settingOf('waiting_list', as)).mail, true)
})

// Requirement (rules): contract §6.7 What a user wants to be told: when an address ends
test('an address is good for one user, topic and e-mail, and until mails are switched on again', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  await anOffer(ada)
  await send()
  const url = await addressFor(ada)
  const [, userId = '', mac = ''] = /\/unsubscribe\/([^.]+)\.waiting_list\.(.+)$/.exec(url) ?? []
  assert.equal(userId, ada.id)
  for (const forged of [
    `/unsubscribe/${bo.id}.waiting_list.${mac}`,
    `/unsubscribe/${ada.id}.transfers.${mac}`,
    `/unsubscribe/${ada.id}.waiting_list.${mac.slice(0, -2)}AA`,
    '/unsubscribe/nonsense',
    `/unsubscribe/${newId()}.waiting_list.${mac}`,
  ]) {
    assert.equal((await oneClick(forged)).statusCode, 404, forged)
  }
  for (const person of [ada, bo]) {
    const { settings } = (await get(address, { as: person })).body
    const off = settings.filter(
      (one: { mail: boolean; mail_fixed: boolean }) => !one.mail && !one.mail_fixed,
    )
    assert.deepEqual(off, [])
  }
  await oneClick(url)
  await set('waiting_list', { mail: true }, ada)
  assert.equal((await oneClick(url)).statusCode, 404, 'of a mail that was passed on, say')
  assert.equal((await settingOf('waiting_list', ada)).mail, true)
  await anOffer(ada)
  await send()
  const next = await addressFor(ada)
  assert.notEqual(next, url)
  const email = `${newId()}@people.example`
  await db.updateTable('users').set({ email }).where('id', '=', ada.id).execute()
  assert.equal((await oneClick(next)).statusCode, 404, 'of the e-mail before')
})

// Requirement (rules): contract §6.7 What a user wants to be told: no address in mails about money
test('mails about money have no such address', async () => {
  const as = await aUser()
  const tier = await aTier(world)
  await world.post('/payments', { payment_type: 'ticket', entity_id: tier.id }, { as })
  await send()
  const [source = ''] = await sourcesTo(world, as.email, 'Confirmation')
  assert.match(source, /Auto-Submitted/i)
  assert.doesNotMatch(source, /List-Unsubscribe/i)
})

// Requirement (rules): contract §6.7 What a user wants to be told: erased
test('settings go with the account', async () => {
  const as = await aUser()
  await set('rewards', { notice: false }, as)
  await del(`/users/${as.id}`, { as })
  const rows = db.selectFrom('notification_settings').selectAll().where('user_id', '=', as.id)
  assert.deepEqual(await rows.execute(), [])
})
