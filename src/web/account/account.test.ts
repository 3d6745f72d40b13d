/** A fan's own pages as the server writes them: their content, the fan they are for, and how they are cached. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { notify } from '#messaging/notifications'
import { newId } from '#platform/values/ids'
import { builtPages } from '../../../test/built-pages.ts'
import { aTier } from '../../../test/buying.ts'
import { aFestival, anArtist, anInterest, anOrganizer } from '../../../test/catalogue.ts'
import { enterAsFan } from '../../../test/fan-session.ts'
import { anEmail } from '../../../test/guests.ts'
import { aPaidTicket } from '../../../test/sales.ts'
import { aTransfer } from '../../../test/transfers.ts'
import { addPieces, aPlaceInLine, aSoldOutTier, offer } from '../../../test/waiting.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld({
  parts: { pagesFolder: await builtPages('<!-- head --><!-- body -->') },
})
const { app, db, post } = world
await world.jobs.start()
const password = 'correct horse battery'
const browser = { accept: 'text/html,application/xhtml+xml' }

/** A person with the cookie of a fan's session. */
async function aFan(email = anEmail()): Promise<Person & { cookie: string }> {
  const names = { firstName: 'Ada', lastName: 'Marsh' }
  const { body } = await post('/users', { ...names, email, password })
  const proven = { email_proven_at: new Date() }
  await db.updateTable('users').set(proven).where('id', '=', body.id).execute()
  const { token } = (await post('/auth/user', { email, password })).body
  const { cookie } = await enterAsFan(world, { email, password })
  return { ...names, id: body.id, email, token, cookie }
}

const aGuest = () => enterAsFan(world)

const open = (url: string, { cookie }: { cookie?: string } = {}) =>
  app.inject({ url, headers: { ...browser, ...(cookie && { cookie }) } })

/** Buys a ticket of a new tier for a person. */
async function buy(as: Person, given: Parameters<typeof aTier>[1] = {}) {
  const tier = await aTier(world, given)
  const asked = { payment_type: 'ticket', entity_id: tier.id }
  const { status, body } = await post('/payments', asked, { as })
  assert.equal(status, 201, body.error)
  const { order_number } = body
  return {
    id: String(body.id),
    order_number: String(order_number),
    festival_id: tier.festival_id,
    tier,
  }
}

// Requirement (rules): contract §6.5 Mails, undeliverable: /tickets says so
test('/tickets says that mails come back, with the form that corrects the e-mail of a guest', async () => {
  const [guest, ada] = [await enterAsFan(world), await aFan()]
  const email = anEmail()
  const { user_id } = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('is_guest', '=', true)
    .select('user_id')
    .orderBy('tokens.created_at', 'desc')
    .executeTakeFirstOrThrow()
  assert.ok(user_id)
  await db.updateTable('users').set({ email }).where('id', '=', user_id).execute()
  const tier = await aTier(world)
  await aPaidTicket(world, { tier, user_id })
  const note = { status: '5.1.1', noted_at: new Date() }
  await db
    .insertInto('undeliverable_emails')
    .values([
      { user_id, email, ...note },
      { user_id: ada.id, email: ada.email, ...note },
    ])
    .execute()
  const page = (await open('/tickets', guest)).body
  assert.match(page, new RegExp(`Our mails to ${email} come back. Correct your e-mail below`))
  assert.match(
    page,
    /<details class="again" open>[^]*type="text" autocomplete="[a-z]+" inputmode="email"/,
  )
  assert.match((await open('/tickets', ada)).body, /come back. Check that your mailbox/)
  const other = { email: anEmail() }
  await db.updateTable('users').set(other).where('id', '=', user_id).execute()
  assert.doesNotMatch((await open('/tickets', guest)).body, /come back/)
})

suite('/me', () => {
  test('leads strangers to signing in, and is kept nowhere', async () => {
    const { statusCode, headers } = await open('/me')
    assert.deepEqual([statusCode, headers.location], [303, '/sign-in?next=/me'])
    const page = await open('/me', await aFan())
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.match(page.body, /<meta name="robots" content="noindex">/)
    assert.equal((await open('/me/')).statusCode, 308)
  })

  test('shows what is a fan’s own, as text, and nothing of another', async () => {
    const [ada, bo] = [await aFan(), await aFan()]
    const name = '<b>Ebb</b> & Trio'
    await anInterest(world, { user_id: ada.id, artist_id: (await anArtist(world, { name })).id })
    const { id, order_number } = await buy(ada)
    const { body } = await open('/me', ada)
    assert.ok(body.includes('&lt;b&gt;Ebb&lt;/b&gt; &amp; Trio'))
    assert.ok(body.includes(`${ada.email} is confirmed.`))
    assert.ok(body.includes(`<code>${order_number}</code>`))
    const other = (await open('/me', bo)).body
    for (const own of [ada.email, id, 'Ebb']) assert.ok(!other.includes(own), own)
    const [pdf, theirs] = [
      await open(`/me/orders/${id}/pdf`, ada),
      await open(`/me/orders/${id}/pdf`, bo),
    ]
    assert.deepEqual([pdf.headers['content-type'], theirs.statusCode], ['application/pdf', 404])
    assert.equal((await open(`/me/orders/${id}/pdf`)).statusCode, 303)
  })

  test('says on a page of another language that a notification is in English', async () => {
    const { id: user_id, cookie } = await aFan()
    const data = { badge_id: newId() }
    const told = { title: 'Badge unlocked', message: 'Buy a ticket', cause: 'badge' }
    await notify({ ...world, now: new Date() }, [
      { user_id, type: 'badge.unlocked', data, ...told },
    ])
    const german = `${cookie}; festival_language=de`
    for (const [sent, mark] of [
      [cookie, ''],
      [german, ' lang="en"'],
    ] as const) {
      const { body } = await open('/me', { cookie: sent })
      assert.ok(body.includes(`<h3${mark}>Badge unlocked</h3>`), body)
      assert.ok(body.includes(`<p${mark}>Buy a ticket</p>`), body)
    }
  })

  test('invites a guest to make an account, and asks nothing that needs one', async () => {
    const { statusCode, body } = await open('/me', await aGuest())
    assert.equal(statusCode, 200)
    assert.match(body, /You buy without an account[^]*next=\/me/)
    assert.doesNotMatch(body, /Delete the account|Your details|My account<\/a>/)
  })

  test('says an e-mail that is not confirmed', async () => {
    const ada = await aFan()
    await db.updateTable('users').set({ email_proven_at: null }).where('id', '=', ada.id).execute()
    const { body } = await open('/me', ada)
    assert.match(body, new RegExp(`is not confirmed[^]*data-prove="${ada.id}"`))
  })
})

suite('/tickets', () => {
  test('offers what the state of a ticket allows', async () => {
    const ada = await aFan()
    const terms = { refund_until_days: 14, refund_percent: 80 }
    const { id: festival_id } = await aFestival(world, terms)
    const ticket = await buy(ada, { festival_id })
    const acts = async () =>
      [...(await open('/tickets', ada)).body.matchAll(/data-do="([\w-]+)"/g)].map(([, act]) => act)
    assert.deepEqual(await acts(), ['hand-on', 'give-back', 'cancel'])
    assert.match((await open('/tickets', ada)).body, /&quot;amount&quot;:40,&quot;percent&quot;:80/)
    const transfer = await aTransfer(world, { ...ticket, user_id: ada.id }, { email: anEmail() })
    assert.deepEqual(await acts(), ['take-back'])
    await world.del(`/transfers/${transfer}`, { as: ada })
    assert.equal((await post(`/payments/${ticket.id}/return`, {}, { as: ada })).status, 201)
    assert.deepEqual(await acts(), ['keep'])
    await world.del(`/payments/${ticket.id}/return`, { as: ada })
    const used = { validated_at: new Date() }
    await db.updateTable('tickets').set(used).where('payment_id', '=', ticket.id).execute()
    assert.deepEqual(await acts(), [])
  })

  test('says what is offered to a confirmed e-mail alone, and why others do not see it', async () => {
    const [ada, bo] = [await aFan(), await aFan()]
    const ticket = await buy(ada)
    await aTransfer(world, { ...ticket, user_id: ada.id }, bo)
    assert.match((await open('/tickets', bo)).body, /Ada Marsh offers you/)
    await db.updateTable('users').set({ email_proven_at: null }).where('id', '=', bo.id).execute()
    const unproven = (await open('/tickets?offered=1', bo)).body
    assert.doesNotMatch(unproven, /offers you/)
    assert.match(unproven, /confirm your e-mail/)
    assert.match((await open('/tickets?offered=1')).body, /A ticket was offered to you\. Sign in/)
  })

  test('has places in line, and the way to the checkout of what is held', async () => {
    const ada = await aFan()
    const tier = await aSoldOutTier(world, 2)
    const place = await aPlaceInLine(world, tier, { as: ada, quantity: 2 })
    assert.match((await open('/tickets', ada)).body, /You are first in line\./)
    await addPieces(world, tier, 2)
    await offer(world)
    const href = `/checkout?festival=${tier.festival_id}&amp;items=${tier.id}:2&amp;offer=${place.id}`
    assert.ok((await open('/tickets', ada)).body.includes(href))
  })

  test('says what was done once, and nothing that it does not know', async () => {
    assert.match((await open('/tickets?done=kept')).body, /id="done"/)
    for (const done of ['nothing', 'constructor', '<b>']) {
      const { body } = await open(`/tickets?done=${encodeURIComponent(done)}`)
      assert.doesNotMatch(body, /id="done"/, done)
    }
  })
})

suite('pages that are the same for all', () => {
  test('know the session, and say nothing of its fan', async () => {
    const ada = await aFan()
    const { id } = await aFestival(world)
    const [stranger, own] = [await open(`/guide/${id}`), await open(`/guide/${id}`, ada)]
    assert.doesNotMatch(stranger.body, /festival-fan|My account/)
    assert.match(own.body, /<meta name="festival-fan" content="[^"]+" data-account="">/)
    assert.match(own.body, /href="\/me">My account/)
    assert.ok(!own.body.includes(ada.email) && !own.body.includes(ada.id))
    const main = (body: string) => /<main[^]*<\/main>/.exec(body)?.[0]
    assert.equal(main(own.body), main(stranger.body))
    const guest = await open(`/guide/${id}`, await aGuest())
    assert.match(guest.body, /<meta name="festival-fan" content="[^"]+">/)
    assert.doesNotMatch(guest.body, /My account/)
  })

  test('an organizer shares an address with the operation, which other callers still reach', async () => {
    const organizer = await anOrganizer(world, { description: '<i>By the water</i>' })
    const festival = await aFestival(world, { organizer_id: organizer.id })
    const path = `/organizers/${organizer.id}`
    const page = await open(path)
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /&lt;i&gt;By the water/)
    assert.ok(page.body.includes(`href="/guide/${festival.id}"`))
    assert.ok(
      page.body.includes(`<link rel="canonical" href="http://localhost${path}">`) ||
        page.body.includes(`${path}">`),
    )
    assert.equal((await app.inject({ url: path })).json().id, organizer.id)
    const keyed = { ...browser, 'x-festival-session': 'any' }
    assert.doesNotMatch((await app.inject({ url: path, headers: keyed })).body, /<html/)
    assert.equal((await open('/organizers/none')).statusCode, 404)
    assert.match((await open(`/guide/${festival.id}`)).body, new RegExp(`href="${path}"`))
  })

  test('a tier that is sold out can be waited for', async () => {
    const tier = await aSoldOutTier(world)
    const free = await aTier(world, { festival_id: tier.festival_id })
    const { body } = await open(`/guide/${tier.festival_id}`)
    const rows = new Map(
      [...body.matchAll(/data-tier="([^"]+)"([^]*?)<\/li>/g)].map(([, id = '', row = '']) => [
        id,
        row,
      ]),
    )
    assert.match(rows.get(tier.id) ?? '', /class="wait"[^]*next=%2Fguide%2F/)
    assert.doesNotMatch(rows.get(free.id) ?? '', /class="wait"/)
  })
})
