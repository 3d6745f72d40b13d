/** Mails to buyers, sent through a real SMTP server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { sendMails } from '#messaging/mail'
import { createMailer } from '#platform/outgoing/mail'
import { languageCodes, languages, type ReaderLanguage } from '#platform/values/reader-languages'
import { longDate } from '#platform/zones/local-time'
import { aPlaceToSleep, aPlan, aTier, points } from '../../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../../test/catalogue.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aGuest } from '../../../../test/guests.ts'
import { linesIn } from '../../../../test/pdf.ts'
import { aPostOffice } from '../../../../test/post-office.ts'
import { until } from '../../../../test/until.ts'
import { aWorld, type Person, type World } from '../../../../test/world.ts'
import { confirmationOf, purchaseMail } from './mails.ts'
import type { Unit } from './units.ts'

const refused = new Set<string>()
const office = await aPostOffice((address) => (refused.has(address) ? 'Try later' : undefined))
after(() => void office.close())

const origin = 'https://festival.example'
const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ now, env: { PUBLIC_URL: origin, SMTP_URL: office.url() } })
const { db, aUser } = world
await world.jobs.start()
const admin = await aUser({ roles: ['admin'] })
const evil = '<b>Tide</b> & "Sons"\r\nBcc: eve@example.com'

const buy = async (as: Person, body: object, { post }: Pick<World, 'post'> = world) => {
  const answer = await post('/payments', { payment_type: 'ticket', ...body }, { as })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

async function aSale(given: { name?: string; tier?: object } = {}) {
  const { id: organizer_id } = await anOrganizer(world)
  const festival = await aFestival(world, {
    organizer_id,
    venue: 'Harbour Park',
    country: 'Denmark',
    start_time: new Date('2099-07-01T18:00:00.000Z'),
    end_time: new Date('2099-07-03T22:00:00.000Z'),
    time_zone: 'Europe/Copenhagen',
    ...(given.name !== undefined && { name: given.name }),
  })
  return { festival, tier: await aTier(world, { festival_id: festival.id, ...given.tier }) }
}

const dueOf = ({ id }: Pick<Person, 'id'>, of: Pick<World, 'db'> = world) =>
  of.db.selectFrom('mails_due').selectAll().where('user_id', '=', id).execute()

test('a purchase is confirmed in the language that its buyer chose, with sums and times as written there', async () => {
  const { tier } = await aSale()
  const expected: Record<Exclude<ReaderLanguage, 'en'>, [subject: string, ...said: string[]]> = {
    de: ['Bestätigung', '1. Juli 2099 um 20:00 MESZ bis', 'Bezahlt: 50,00 €', 'Guten Tag,'],
    fr: ['Confirmation :', 'Du 1 juillet 2099 à 20:00', 'Payé: 50,00 €', 'Bonjour,'],
    es: ['Confirmación', 'Del 1 de julio de 2099', 'Pagado: 50,00 €', 'Hola:'],
    it: ['Conferma:', '1 luglio 2099 alle ore 20:00 CEST –', 'Pagato: 50,00 €', 'Buongiorno,'],
  }
  for (const [language, [subject, ...said]] of Object.entries(expected)) {
    const ada = await aUser()
    const changed = await world.put(`/users/${ada.id}`, { language }, { as: ada })
    assert.equal(changed.body.language, language)
    await buy(ada, { entity_id: tier.id })
    const { subject: title = '', text = '' } = await office.next(ada.email)
    assert.ok(plain(title).startsWith(subject), title)
    for (const words of said) assert.ok(plain(text).includes(words), `${words}: ${text}`)
  }
})

test('what is bought has its name in the language of the mail, when it is bought and when it is given back', async () => {
  const names = JSON.stringify({ de: { name: 'Wochenende' } })
  const { tier } = await aSale({ tier: { name: 'Weekend', translations: names } })
  for (const [language, name, other] of [
    ['de', 'Wochenende', 'Weekend'],
    ['fr', 'Weekend', 'Wochenende'],
  ] as const) {
    const ada = await aUser()
    await world.put(`/users/${ada.id}`, { language }, { as: ada })
    const payment = await buy(ada, { entity_id: tier.id })
    const bought = await office.next(ada.email)
    await world.post(`/payments/${payment.id}/refund`, {}, { as: admin })
    for (const { text = '' } of [bought, await office.next(ada.email)]) {
      assert.ok(text.includes(name) && !text.includes(other), text)
    }
  }
})

const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

// Requirement (rules): contract §6.5 Mails: confirmation of a purchase
test('a purchase is confirmed: what, when, where, price with VAT, points, total; the ticket is attached', async () => {
  const ada = await aUser()
  await points(world, ada, 1000)
  const { festival, tier } = await aSale({
    tier: { vat: JSON.stringify({ rate: 19, exemption: null }) },
  })
  const { id, order_number } = await buy(ada, { entity_id: tier.id, pointsToUse: 1000 })
  const mail = await office.next(ada.email, 'Confirmation: ')
  assert.equal(mail.subject, `Confirmation: ${festival.name}`)
  for (const line of [
    `Ticket: ${tier.name}`,
    `Festival: ${festival.name}`,
    'When: 1 July 2099 at 20:00 CEST to 4 July 2099 at 00:00 CEST',
    'Where: Harbour Park, Denmark',
    'Price: €50.00',
    'VAT included: €6.39 (19 %)',
    'Total price: €50.00',
    'Points used: 1,000, worth €10.00',
    'Paid: €40.00',
    `Purchase: ${order_number}`,
    `${origin}/guide/${festival.id}`,
  ]) {
    assert.ok(mail.text?.split('\n').includes(line), `${line} is not in ${mail.text}`)
  }
  assert.match(mail.text ?? '', /confirmation, and no\s+invoice/)
  assert.ok(mail.html?.includes(`href="${origin}/guide/${festival.id}"`))
  const [file, ...others] = mail.attachments
  assert.deepEqual(others, [])
  assert.deepEqual([file?.filename, file?.mimeType], [`ticket-${id}.pdf`, 'application/pdf'])
  assert.equal(Buffer.from(file?.content as ArrayBuffer).toString('latin1', 0, 5), '%PDF-')
  await until('nothing is left', async () => (await dueOf(ada)).length === 0)
  assert.equal((await office.received(ada.email)).length, 1)
})

test('a confirmation has a line for each offer, whatever was bought at once, and the sums of all', () => {
  const unit = (given: Partial<Unit>): Unit => ({
    id: 'unit',
    order_number: '7K3M9QXT2A',
    payment_type: 'ticket',
    entity_id: 'weekend',
    status: 'succeeded',
    price_cents: 10_000,
    discount_cents: 0,
    given_by: null,
    amount_cents: 9_000,
    points_used: 1_000,
    vat: { rate: 7, exemption: null },
    vat_cents: 589,
    livemode: true,
    created_at: now(),
    festival_id: 'tide',
    festival_name: 'Tide',
    festival_start: null,
    festival_end: null,
    festival_zone: null,
    festival_venue: null,
    festival_country: null,
    festival_photo: null,
    festival_cancelled_at: null,
    moved_refund_until: null,
    festival_address: null,
    seller: 'Harbour Nights',
    contact_email: null,
    may_sell: true,
    item_name: 'Weekend',
    item_archived: false,
    item_since: null,
    item_until: null,
    ...given,
  })
  const tent = { payment_type: 'accommodation', entity_id: 'tent', item_name: 'Tent' } as const
  const other = { festival_id: 'ebb', festival_name: 'Ebb', entity_id: 'day', item_name: 'Day' }
  const to = {
    about: 'order',
    user_id: 'ada',
    is_proven: true,
    is_guest: false,
    language: null,
    email: 'ada@people.example',
  }
  const linesOf = (units: Unit[]) =>
    confirmationOf(to, units).lines.map(({ ticket, stay, festival, quantity, price, vat }) => [
      ticket ?? stay,
      festival,
      quantity,
      price,
      vat,
    ])
  const order = [
    unit({}),
    unit({}),
    unit({ ...tent, points_used: 0, amount_cents: 10_000, vat_cents: 654 }),
  ]
  assert.deepEqual(linesOf(order), [
    ['Weekend', undefined, { many: 2 }, { cents: 20_000 }, { cents: 1_178 }],
    ['Tent', undefined, undefined, { cents: 10_000 }, { cents: 654 }],
  ])
  const { total, points, pointsWorth, paid, festivals, festivalNames } = confirmationOf(to, order)
  assert.deepEqual(
    [total, points, pointsWorth, paid, festivals.length, festivalNames],
    [{ cents: 30_000 }, { many: 2_000 }, { cents: 2_000 }, { cents: 28_000 }, 1, 'Tide'],
  )
  assert.deepEqual(
    linesOf([...order, unit(other)]).map(([, festival]) => festival),
    ['Tide', 'Tide', 'Ebb'],
  )
  assert.equal(confirmationOf(to, [...order, unit(other)]).festivals.length, 2)
})

// Requirement (rules): contract §6.5 Mails: of places to sleep and memberships
test('a place to sleep has a ticket too, a membership none; an exemption is said', async () => {
  const ada = await aUser()
  const { festival } = await aSale()
  const vat = JSON.stringify({ rate: null, exemption: 'Exempt, section 4' })
  const stay = await aPlaceToSleep(world, {
    festival_id: festival.id,
    check_in: new Date('2099-07-01T15:00:00.000Z'),
    vat,
  })
  await buy(ada, { payment_type: 'accommodation', entity_id: stay.id })
  const slept = await office.next(ada.email, `Confirmation: ${festival.name}`)
  assert.match(slept.text ?? '', new RegExp(`^Place to sleep: ${stay.name}$`, 'm'))
  assert.match(slept.text ?? '', /^From: 1 July 2099 at 17:00 CEST$/m)
  assert.match(slept.text ?? '', /^VAT: Exempt, section 4$/m)
  assert.equal(slept.attachments.length, 1)
  const plan = await aPlan(world)
  await buy(ada, { payment_type: 'subscription', entity_id: plan.id })
  const member = await office.next(ada.email, `Confirmation: ${plan.name}`)
  assert.match(member.text ?? '', new RegExp(`^Membership: ${plan.name}$`, 'm'))
  assert.doesNotMatch(member.text ?? '', /Festival:|attached/)
  assert.deepEqual(member.attachments, [])
})

// Requirement (rules): contract §6.5 Mails: text of a user is one line
test('a name of a festival stays text: no markup, no header, no line of its own', async () => {
  const ada = await aUser()
  const { tier } = await aSale({ name: evil })
  await buy(ada, { entity_id: tier.id })
  const mail = await office.next(ada.email, 'Confirmation: ')
  assert.equal(mail.subject, 'Confirmation: <b>Tide</b> & "Sons" Bcc: eve@example.com')
  assert.ok(!mail.headers.some(({ key }) => key === 'bcc'))
  assert.ok(!mail.html?.includes('<b>'), `${mail.html}`)
  assert.ok(mail.html?.includes('&lt;b&gt;Tide&lt;/b&gt; &amp; &quot;Sons&quot; Bcc:'))
  assert.deepEqual(office.letters.find(({ to }) => to.includes(ada.email))?.to, [ada.email])
})

const hostile = 'Win at https://evil.example/now, www.evil.example or evil。example'

// Requirement (rules): contract §6.5 Mails: an e-mail that is not confirmed
test('a guest’s purchase brings the tickets, names and dates, but no free text and no link of another user', async () => {
  const guest = await aGuest(world, { firstName: 'Call evil.example', lastName: '+49 1234' })
  const { festival, tier } = await aSale({
    name: `Tide ${hostile}`,
    tier: { name: `Day ${hostile}`, vat: JSON.stringify({ rate: null, exemption: 'PILLS' }) },
  })
  const { organizer_id } = festival
  await db
    .updateTable('festivals')
    .set({ address: 'PILLS Street', description: 'PILLS', venue: `Pier ${hostile}` })
    .where('id', '=', festival.id)
    .execute()
  await db
    .updateTable('organizers')
    .set({
      legal_name: `Tide ApS ${hostile}`,
      legal_address: 'PILLS Quay',
      contact_email: 'tickets@tide.example',
    })
    .where('id', '=', organizer_id)
    .execute()
  const payment = await buy(guest, { entity_id: tier.id })
  const mail = await office.next(guest.email, 'Confirmation: Tide')
  assert.deepEqual(
    mail.replyTo?.map(({ address }) => address),
    ['tickets@tide.example'],
  )
  assert.ok(
    mail.html?.includes(`href="${origin}/tickets?email=${encodeURIComponent(guest.email)}"`),
  )
  const text = plain(mail.text ?? '')
  for (const said of [
    'Seller: Tide ApS',
    'Ticket: Day',
    'When: 1 July 2099',
    'Where: Pier',
    'six digits',
  ]) {
    assert.ok(text.includes(said), `${said} is not in ${text}`)
  }
  const [file] = mail.attachments
  assert.equal(mail.attachments.length, 1)
  const lines = (await linesIn(Buffer.from(file?.content as ArrayBuffer))).join(' ')
  assert.ok(lines.includes('Sold by Tide ApS'), lines)
  await world.post(`/payments/${payment.id}/refund`, {}, { as: admin })
  await office.next(guest.email, 'Refund: Tide')
  await buy(guest, { entity_id: tier.id })
  await world.post(`/festivals/${festival.id}/cancel`, { reason: 'PILLS' }, { as: admin })
  await office.next(guest.email, 'Tide')
  // The refund of the second purchase may have been mailed by now.
  await until('its mails', async () => (await office.received(guest.email)).length >= 4)
  const mails = await office.received(guest.email)
  const files = mails.flatMap(({ attachments }) => attachments)
  const printed = await Promise.all(files.map(pdfText))
  const read = mails.flatMap(({ subject, text, html }) => [subject, text, html])
  for (const words of [...read, ...printed]) {
    assert.doesNotMatch(words ?? '', /PILLS|evil\.example|evil。example|\+49/)
  }
})

const pdfText = async ({ content }: { content: unknown }) =>
  (await linesIn(Buffer.from(content as ArrayBuffer))).join(' ')

// Requirement (rules): contract §6.5 Mails: an account with an e-mail that is not confirmed
test('the mail of an account whose e-mail is not confirmed brings the tickets, and leads to where it is confirmed', async () => {
  const ada = await aUser({ isProven: false })
  const { festival, tier } = await aSale()
  await buy(ada, { entity_id: tier.id })
  const mail = await office.next(ada.email, `Confirmation: ${festival.name}`)
  assert.equal(mail.attachments.length, 1)
  assert.ok(mail.html?.includes(`href="${origin}/me"`))
  assert.doesNotMatch(mail.html ?? '', /\/console/)
})

// Requirement (rules): contract §6.5 Mails: the ticket that is attached
test('the ticket that is mailed says who sells it, with which VAT, and since when it exists', async () => {
  const printed: Record<ReaderLanguage, [rate: string, sold: string]> = {
    en: ['7 % VAT included', 'Sold by Harbour Nights ApS, Kalvø Havnevej 4'],
    de: ['inkl. 7 % MwSt.', 'Verkauft von Harbour Nights ApS, Kalvø Havnevej 4'],
    fr: ['TVA de 7 % incluse', 'Vendu par Harbour Nights ApS, Kalvø Havnevej 4'],
    es: ['IVA del 7 % incluido', 'Vendido por Harbour Nights ApS, Kalvø Havnevej 4'],
    it: ['IVA 7 % inclusa', 'Venduto da Harbour Nights ApS, Kalvø Havnevej 4'],
  }
  for (const language of languageCodes) {
    const [rate, sold] = printed[language]
    const ada = await aUser()
    await world.put(`/users/${ada.id}`, { language }, { as: ada })
    const { festival, tier } = await aSale({
      tier: { vat: JSON.stringify({ rate: 7, exemption: null }) },
    })
    await db
      .updateTable('organizers')
      .set({ legal_name: 'Harbour Nights ApS', legal_address: 'Kalvø Havnevej 4' })
      .where('id', '=', festival.organizer_id)
      .execute()
    await buy(ada, { entity_id: tier.id })
    const { attachments } = await office.next(ada.email)
    const [file] = attachments
    assert.ok(file)
    assert.equal(file.mimeType, 'application/pdf')
    assert.equal(file.disposition, 'attachment')
    const { byteLength } = file.content as ArrayBuffer
    assert.ok(byteLength > 5_000 && byteLength < 100_000, `${byteLength} bytes`)
    const text = await pdfText(file)
    const issued = longDate(now(), 'Europe/Copenhagen', languages[language].locale)
    for (const words of [festival.name, rate, sold, issued]) {
      assert.ok(text.includes(words), `${words} is not in ${text}`)
    }
  }
})

// Requirement (rules): contract §6.5 Mails: refund
test('a refund is mailed once: how much, what is kept back, and what ended', async () => {
  const ada = await aUser()
  const { festival, tier } = await aSale()
  const { id } = await buy(ada, { entity_id: tier.id })
  await world.post(`/payments/${id}/refund`, { amount: 12.5 }, { as: admin })
  const part = await office.next(ada.email, `Refund: ${festival.name}`)
  assert.match(part.text ?? '', /^€12\.50 is on its way back to you/m)
  assert.match(part.text ?? '', /What you bought stays\s+yours/)
  await world.post(`/payments/${id}/refund`, {}, { as: admin })
  await until('the second', async () => (await office.received(ada.email, 'Refund')).length === 2)
  const [, rest] = await office.received(ada.email, 'Refund')
  assert.match(rest?.text ?? '', /^Given back: €37\.50$/m)
  assert.match(rest?.text ?? '', /has ended with it/)
  const free = await aTier(world, { festival_id: festival.id, price_cents: 0 })
  const gift = await buy(ada, { entity_id: free.id })
  await world.post(`/payments/${gift.id}/refund`, {}, { as: admin })
  await until('the third', async () => (await office.received(ada.email, 'Refund')).length === 3)
  const [, , nothing] = await office.received(ada.email, 'Refund')
  assert.match(nothing?.text ?? '', /Nothing was charged for it/)
})

// Requirement (rules): contract §6.5 Mails: festival cancelled; ticket accepted
test('who holds something for a cancelled festival is told why, and what becomes of the money', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { festival, tier } = await aSale()
  await buy(ada, { entity_id: tier.id })
  const given = await buy(ada, { entity_id: tier.id })
  const { body: offer } = await world.post(
    `/payments/${given.id}/transfer`,
    { email: bo.email },
    { as: ada },
  )
  await world.post(`/transfers/${offer.id}/accept`, {}, { as: bo })
  const told = await office.next(ada.email, `Your ticket for ${festival.name} is handed on`)
  assert.match(told.text ?? '', /your code no longer\s+admits/)
  await world.post(`/festivals/${festival.id}/cancel`, { reason: 'The storm.' }, { as: admin })
  const toBuyer = await office.next(ada.email, `${festival.name} is cancelled`)
  assert.match(toBuyer.text ?? '', /^Its organizer says: The storm\.$/m)
  assert.match(toBuyer.text ?? '', /All that you paid for it is given back/)
  assert.doesNotMatch(toBuyer.text ?? '', /handed on to you/)
  const toHolder = await office.next(bo.email, `${festival.name} is cancelled`)
  assert.match(toHolder.text ?? '', /goes back to the\s+person\s+who\s+bought\s+it/)
  assert.doesNotMatch(toHolder.text ?? '', /All that you paid/)
  await until('the refunds', async () => (await office.received(ada.email, 'Refund')).length === 2)
  assert.deepEqual(await office.received(bo.email, 'Refund'), [])
})

// Requirement (rules): contract §6.5 Mails: fails nothing, tried again for a day
test('a mail that the server refuses fails no purchase; it is tried again, and given up after a day', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { tier } = await aSale()
  for (const { email } of [ada, bo]) refused.add(email)
  for (const as of [ada, bo]) await buy(as, { entity_id: tier.id })
  // Postponed: no longer leased to the process that has tried it.
  const isTried = async (as: Person) =>
    (await dueOf(as)).some(
      ({ tries, due_at }) => tries === 1 && due_at.getTime() < now().getTime() + 60_000,
    )
  await until('a try', async () => (await isTried(ada)) && (await isTried(bo)))
  refused.delete(ada.email)
  assert.deepEqual(await office.received(ada.email), [])
  clock.ahead += 60_000
  await office.next(ada.email, 'Confirmation')
  while ((await dueOf(bo)).length > 0) {
    clock.ahead += 24 * 3_600_000
    await sendMails(world.app, { purchase: purchaseMail(world.app) }, AbortSignal.timeout(60_000))
  }
  assert.deepEqual(await office.received(bo.email), [])
  const gaveUp = world.lines.filter((line) =>
    line.includes('A mail was abandoned after its last attempt'),
  )
  assert.equal(gaveUp.length, 1)
  assert.ok(!world.lines.some((line) => line.includes(bo.email)), 'the log names no one')
})

// Requirement (rules): contract §6.5 Mails: at least once, one message id
test('a mail whose process died is sent by another when its lease is over, under the same message id', async () => {
  const ada = await aUser()
  const { tier } = await aSale()
  const { id } = await buy(ada, { entity_id: tier.id })
  const first = await office.next(ada.email)
  // The state after a process has sent the mail and died before it noted that.
  await until('it is noted', async () => (await dueOf(ada)).length === 0)
  const lease = new Date(now().getTime() + 300_000)
  const row = { kind: 'purchase', about: id, user_id: ada.id, due_at: lease, tries: 1 }
  await db.insertInto('mails_due').values(row).execute()
  clock.ahead += 301_000
  await until('the second', async () => (await office.received(ada.email)).length === 2)
  const [, second] = await office.received(ada.email)
  assert.equal(second?.messageId, first.messageId)
})

// Requirement (rules): contract §6.5 Mails: suspended and erased users
test('a user who was erased or suspended gets no mail, and none waits for them', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const suspended_at = now()
  await db.updateTable('users').set({ suspended_at }).where('id', '=', bo.id).execute()
  await world.del(`/users/${ada.id}`, { as: ada })
  const { tier } = await aSale()
  for (const { id } of [ada, bo]) {
    const about = tier.id
    const row = { kind: 'cancellation', about, user_id: id, due_at: now() }
    await db.insertInto('mails_due').values(row).execute()
    await until('it is gone', async () => (await dueOf({ id })).length === 0)
  }
  assert.deepEqual(await office.received(bo.email), [])
})

test('a stop does not wait for a mail server that is silent; the mail stays due', async () => {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  after(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const endless = 600_000
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'office@festival.example',
    folder: '',
    timeouts: { connection: endless, greeting: endless, socket: endless, send: endless },
  })
  after(() => mailer.close())
  const stopped = await aWorld({ parts: { mailer } })
  const ada = await stopped.aUser()
  await stopped.jobs.start()
  const connected = once(silent, 'connection')
  await buy(ada, { entity_id: (await aTier(stopped)).id }, stopped)
  await connected
  await stopped.jobs.stop()
  const [due, ...others] = await dueOf(ada, stopped)
  assert.deepEqual([due?.kind, due?.tries, others.length], ['purchase', 1, 0])
})

for (const [how, env] of [
  ['switched off', { SMTP_URL: office.url(), MAIL_CONFIRMATIONS: 'false' }],
  [
    'not sent, as in production without a mail server',
    {
      NODE_ENV: 'production',
      CLIENT_ID: 'app',
      CLIENT_SECRET: 'a secret of the client',
      ADMIN_EMAIL: 'admin@harbour.example',
      ADMIN_PASSWORD: 'correct horse',
      ALLOW_SIMULATED_PAYMENTS: 'true',
      ORGANIZERS: 'open',
    },
  ],
] as const) {
  // Requirement (rules): contract §6.5 Mails: MAIL_CONFIRMATIONS
  test(`where they are ${how}, no mails of purchases are made, and none pile up`, async () => {
    const quiet = await aWorld({ env })
    const tier = await aTier(quiet)
    const ada = await quiet.aUser()
    const { id } = await buy(ada, { entity_id: tier.id }, quiet)
    assert.deepEqual(await dueOf(ada, quiet), [])
    const staff = await quiet.aUser({ roles: ['admin'] })
    await quiet.post(`/payments/${id}/refund`, {}, { as: staff })
    await quiet.jobs.start()
    await until('nothing is left', async () => (await dueOf(ada, quiet)).length === 0)
    assert.deepEqual(await office.received(ada.email), [])
  })
}
