/** Every page shows stored texts as text: all fields of the API, on all pages. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { scopes } from '#core/access'
import { bankEnv, statementOf } from '../bank/statements.ts'
import { describedBy } from '../described.ts'
import { hostileBody, hostileText, operationsWithText } from '../hostile.ts'
import { somePaidTickets } from '../sales.ts'
import type { Person } from '../world.ts'
import { buyAs, openAs } from './fans.ts'
import { aSite } from './site.ts'

const site = await aSite({ env: bankEnv })
const described = describedBy(site.app) as Parameters<typeof hostileBody>[0]
const fields: string[] = []
const { token: client } = await site.aClient([...scopes])

/** Calls an operation with a body that is hostile wherever possible; returns the answer. */
async function store(operation: string, as: Person, given: Record<string, unknown> = {}) {
  const [method = '', template = ''] = operation.split(' ')
  const { body, fields: filled } = hostileBody(described, operation, given)
  const url = template.replaceAll(/\{(\w+)\}/g, (_, name) => `${given[name]}`)
  const answer = await site.call(method, url, { as, body, client })
  assert.ok(answer.status < 300, `${operation}: ${answer.text}`)
  fields.push(...filled)
  return answer.body
}

const day = (number: number) => `2099-07-0${number}T12:00:00.000Z`

/** Every kind of record with hostile texts, and an admin who can see them. */
async function aHostileCatalogue() {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const email = () => `${crypto.randomUUID()}@people.example`
  await store('PUT /users/{id}', admin, { id: admin.id, email: admin.email })
  await store('POST /users', admin, { email: email(), password: site.password })
  const organizer = await store('POST /organizers', admin, { id: 'hostile', photo: null })
  await store('PUT /organizers/{id}/seller', admin, {
    id: organizer.id,
    tax_number: null,
    invoice_prefix: null,
    contact_phone: null,
  })
  const first = await site.post('/artists', { name: 'Wren' }, { as: admin })
  const artist = await store('PUT /artists/{id}', admin, {
    id: first.body.id,
    photo: null,
    music_streaming: "https://people.example/?q='onfocus='hit=1'autofocus='",
    audio_sharing: 'https://people.example/',
    video_sharing: null,
  })
  await store('POST /interest', admin, { entity_type: 'organizer', entity_id: organizer.id })
  const festival = await store('POST /festivals', admin, {
    id: undefined,
    artist: undefined,
    artist_id: artist.id,
    place_id: undefined,
    organizer_id: organizer.id,
    photo: null,
    site_plan: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    coordinates: undefined,
    start_time: day(1),
    end_time: day(4),
    valid_since: null,
    valid_until: null,
    sales_start: null,
    sales_end: null,
    bounds: undefined,
    lat: 55.7,
    lng: 12.6,
    zones: undefined,
    // VAT has either a rate or the text of an exemption.
    rate: undefined,
  })
  await store('POST /accommodations', admin, {
    festival_id: festival.id,
    check_in: null,
    check_out: null,
    photo: null,
    zones: undefined,
    rate: undefined,
  })
  await store('POST /subscriptions', admin, { rate: undefined })
  await store('POST /rewards/badges', admin, {
    event_type: 'festival_attended',
    entity_type: null,
    icon: null,
  })
  await store('PUT /rewards/levels', admin, { level: undefined, id: undefined, points: 0 })
  await store('POST /rewards/challenges', admin, {
    code: 'HOSTILE-CHALLENGE',
    starts_at: null,
    ends_at: null,
    active: true,
  })
  await store('POST /clients', admin, { scopes: [], origins: [] })
  const url = `https://people.example/${encodeURIComponent(hostileText)}`
  await store('POST /webhooks', admin, { url, events: null, organizer_id: null, enabled: false })
  await store('POST /festivals/{id}/vouchers', admin, {
    id: festival.id,
    code: null,
    codes: 2,
    amount: undefined,
    price: undefined,
    entity_ids: null,
    starts_at: null,
    ends_at: null,
  })
  await store('POST /festivals/{id}/messages', admin, {
    id: festival.id,
    entity_id: null,
    language: null,
    inside: null,
    urgent: false,
  })
  const device = await store('POST /festivals/{id}/gate-devices', admin, {
    id: festival.id,
    zone: undefined,
  })
  const shift = await store('POST /festivals/{id}/shifts', admin, { id: festival.id, float: 100 })
  const rows = JSON.stringify([{ artist: hostileText, place: hostileText }])
  const file = { file: Buffer.from(rows).toString('base64'), sheet: undefined, columns: undefined }
  const times = { day_ends_at: undefined, day_order: undefined }
  for (const operation of ['POST /festivals/{id}/lineup/preview', 'POST /festivals/{id}/lineup'])
    await store(operation, admin, { id: festival.id, ...file, ...times, removes: 100 })
  return { admin, organizer, artist, festival, device, shift }
}

const { admin, organizer, festival, device, shift } = await aHostileCatalogue()

async function sell() {
  const [tier] = await site.db
    .selectFrom('tiers')
    .selectAll()
    .where('festival_id', '=', festival.id)
    .execute()
  assert.ok(tier)
  const sold = await somePaidTickets(site, 2, { tier, user_id: admin.id })
  // The owner of the payment does not refund it.
  const staff = await site.aPersonWith({ roles: ['admin'] })
  await store('POST /payments/{id}/refund', staff, { id: sold[0]?.id, amount: null })
  await store('POST /festivals/{id}/complimentary', staff, {
    id: festival.id,
    entity_id: tier.id,
    quantity: 1,
    email: 'press@people.example',
  })
  await site.put(`/payments/${sold[1]?.id}/validate`, {}, { as: admin })
  const { order } = await buyAs(site, admin, { festival_id: festival.id })
  await store('PUT /orders/{id}/billing', admin, { id: order.id, country: 'DE', vat_id: null })
}
await sell()

/** A transfer with a hostile sender and reference: anyone can send one. */
async function receiveTransfer() {
  const transactions = [{ lines: [hostileText], name: hostileText, iban: 'DE02120300000000202051' }]
  const entries = [{ cents: 500, transactions }]
  const file = statementOf(entries).toString('base64')
  await store('POST /bank/statements', admin, { file })
}
await receiveTransfer()

/** What ran, what became an element, and whether the text is there to be read. */
async function look(page: Page) {
  const found = await page.evaluate<[unknown, number, string]>(`[
    window.hit, document.querySelectorAll('[data-hit]').length,
    document.body.innerText + [...document.querySelectorAll('input,textarea')].map((f) => f.value).join(' '),
  ]`)
  return { ran: found[0], elements: found[1], isRead: found[2].includes('data-hit') }
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  // A page with an open stream is never idle.
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => {})
}

/** Looks at a page whose lists may still load, until a text is there to be read, for at most 20 s. */
async function lookWhenRead(page: Page): ReturnType<typeof look> {
  const until = Date.now() + 20_000
  let found = await look(page)
  while (!found.isRead && Date.now() < until) {
    await page.waitForTimeout(200)
    found = await look(page)
  }
  return found
}

/** Pages that count as one: their addresses differ only in an id or a query value. */
const kindOf = (url: URL) =>
  (url.pathname + url.search.replaceAll(/=[^&]*/g, '')).replaceAll(/[\da-f-]{36}|\/hostile\b/g, ':')

/** Follows every link within a page's own addresses, once for each kind. */
async function visit(
  page: Page,
  { start, isOwn, reading }: { start: string; isOwn: (path: string) => boolean; reading: string[] },
) {
  const waiting = [new URL(start, site.url)]
  const seen = new Map<string, Awaited<ReturnType<typeof look>>>()
  for (let url = waiting.shift(); url; url = waiting.shift()) {
    if (seen.has(kindOf(url))) continue
    await page.goto(url.href)
    await settled(page)
    const kind = kindOf(url)
    seen.set(kind, await (reading.includes(kind) ? lookWhenRead(page) : look(page)))
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href]')].filter((a) => !a.download).map((a) => a.href)`,
    )
    const ours = links.map((link) => new URL(link)).filter(({ origin }) => origin === site.url)
    waiting.push(...ours.filter(({ pathname }) => isOwn(pathname)))
  }
  return seen
}

function assertHarmless(seen: Awaited<ReturnType<typeof visit>>, reading: string[]): void {
  for (const [where, { ran, elements }] of seen) {
    assert.equal(ran, undefined, `${where}: it ran`)
    assert.equal(elements, 0, `${where}: it is markup`)
  }
  for (const where of reading) {
    assert.ok(seen.get(where)?.isRead, `${where} does not show it: ${[...seen.keys()]}`)
  }
}

/** Free text that is shown nowhere, or that is stored by a call made here as well. */
const elsewhere = [
  /^(POST|PUT) \/auth\//,
  /^POST \/(interest|rewards\/events|payments|orders|orders\/\{id\}\/(refund|pay|resend)|gate\/scans)$/,
  /^POST \/gate\/\{festivalId\}\/(find|admit|undo)$/,
  /^POST \/(shifts|leases)\/\{id\}\/[\w-]+$/,
  /^POST \/festivals\/\{id\}\/(queue|queue\/group|duplicate)$/,
  /^POST \/(organizers\/\{id\}\/managers|festivals\/\{id\}\/gate-staff|users\/invitations)$/,
  /^POST \/invitations\/accept$/,
  /^POST \/users\/\{id\}\/photo$/,
  /^POST \/artists$/,
  /^PUT \/(clients|organizers|festivals|accommodations|subscriptions|webhooks)\/\{id\}$/,
  /^PUT \/(festivals\/\{id\}\/vouchers\/\{voucherId\}|orders\/\{id\}\/voucher)$/,
  /^PUT \/(rewards\/(badges|challenges)\/\{id\}|users\/\{id\}\/\w+|payments\/\{id\}\/validate)$/,
  /^PUT \/festivals\/\{id\}\/messages\/\{message_id\}$/,
  /^POST \/festivals\/\{id\}\/cancel$/,
  // Details of a buyer, as of an order, and the number of an order.
  /^POST \/payments\/\{id\}\/invoice$/,
  /^POST \/bank\/entries\/\{id\}\/decision$/,
  // An address that no answer has, a name with what an authenticator signs, and codes.
  /^POST \/users\/i\/(push-subscriptions|passkeys|second-factor\/[\w-]+)$/,
]

test('every free text of the API was made hostile', () => {
  const called = new Set(fields.map((field) => field.split(' ', 2).join(' ')))
  const left = operationsWithText(described).filter(
    (operation) => !called.has(operation) && !elsewhere.some((known) => known.test(operation)),
  )
  assert.deepEqual(left, [])
  assert.ok(fields.length >= 37, `${fields.length}: ${fields.join(', ')}`)
})

suite('stored texts are shown as text', () => {
  test('in the guide', async () => {
    const { page, done } = await site.open('/', { expected: /40[04]/ })
    const isGuide = (path: string) =>
      path === '/' || (/^\/(guide|organizers)\//.test(path) && !/\.\w+$/.test(path))
    const reading = ['/', '/guide/:', '/guide/artists/:', '/organizers:']
    const seen = await visit(page, { start: '/', isOwn: isGuide, reading })
    await page.goto(`${site.url}/?for=data-hit`)
    await settled(page)
    seen.set('search', await lookWhenRead(page))
    const asked = new URLSearchParams({ for: hostileText, country: hostileText })
    for (const query of [`?for=${asked.get('for')}`, `?${asked}`, `?country=${hostileText}`]) {
      await page.goto(new URL(query, site.url).href)
      seen.set(query, await look(page))
    }
    await page.goto(`${site.url}/guide/${encodeURIComponent(hostileText)}`)
    seen.set('visitor', await look(page))
    assertHarmless(seen, [...reading, 'search'])
    await done()
  })

  test('on a fan’s own pages', async () => {
    const { page, done } = await openAs(site, admin, '/me')
    const seen: Awaited<ReturnType<typeof visit>> = new Map()
    for (const path of [
      '/me',
      '/tickets',
      `/guide/${festival.id}`,
      `/organizers/${organizer.id}`,
    ]) {
      await page.goto(`${site.url}${path}`)
      await settled(page)
      // What the script lays over a page for all is text as well.
      if (!/me|tickets/.test(path)) await page.getByRole('button', { name: /ollow/ }).waitFor()
      seen.set(path, await lookWhenRead(page))
    }
    assertHarmless(seen, ['/me', '/tickets'])
    await done()
  })

  test('in a waiting room', async () => {
    const tiers = await site.db
      .selectFrom('tiers')
      .select('id')
      .where('festival_id', '=', festival.id)
      .execute()
    const url = `/festivals/${festival.id}/queue`
    const [opens_at, draw_at] = [0, 600_000].map((ms) => new Date(Date.now() + ms).toISOString())
    const terms = { tiers: tiers.map(({ id }) => id), opens_at, draw_at, source: 'organizer' }
    assert.equal((await site.put(url, terms, { as: admin })).status, 200)
    const path = `/guide/${festival.id}/queue`
    const { page, done } = await openAs(site, admin, path)
    await page.getByRole('button', { name: 'Take a number' }).waitFor()
    assertHarmless(new Map([[path, await look(page)]]), [path])
    await done()
    assert.equal((await site.del(url, { as: admin })).status, 200)
  })

  test('in the console', async () => {
    const { page, context, done } = await site.open('about:blank', {
      expected: /401|403|404/,
      as: admin,
    })
    const reading = ['festivals', 'artists', 'clients', 'webhooks'].map(
      (list) => `/console/${list}`,
    )
    const isOwn = (path: string) => path.startsWith('/console')
    const seen = await visit(page, { start: '/console', isOwn, reading })
    assert.ok(seen.size > 5, [...seen.keys()].join())
    await page.goto(`${site.url}/console/festivals/${festival.id}/attendees`)
    await page.getByRole('table', { name: 'Attendees' }).getByText('data-hit').first().waitFor()
    seen.set('attendees', await look(page))
    await page.goto(`${site.url}/console/festivals/${festival.id}/messages`)
    await page
      .getByRole('main')
      .getByRole('button', { name: /data-hit/ })
      .click()
    await page.getByRole('region', { name: 'The mail' }).getByText('data-hit').first().waitFor()
    seen.set('messages', await look(page))
    await page.goto(`${site.url}/console/festivals/${festival.id}/report`)
    await page.getByRole('table', { name: 'By VAT' }).getByText('data-hit').first().waitFor()
    seen.set('report', await look(page))
    await page.goto(`${site.url}/console/money/transfers`)
    await page.getByRole('main').getByText('data-hit').first().waitFor()
    seen.set('transfers', await look(page))
    for (const part of ['purchases', 'rewards', 'told']) {
      await page.goto(`${site.url}/console/people/${admin.id}?part=${part}`)
      await page.getByRole('tabpanel').getByRole('heading').first().waitFor()
      seen.set(`person ${part}`, await look(page))
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search the console' }).fill('data-hit')
    await page.getByRole('option', { name: 'data-hit' }).first().waitFor()
    seen.set('palette', await look(page))
    assertHarmless(seen, [
      'attendees',
      'report',
      'transfers',
      'person purchases',
      'person told',
      'palette',
      'messages',
      ...reading,
    ])
    await context.clearCookies()
    await done()
  })

  test('at the gate', async () => {
    const { page, done } = await site.open('/gate', { width: 390, expected: /./ })
    const data = { token: device.token }
    assert.equal((await page.request.post(`${site.url}/gate/session`, { data })).status(), 200)
    await page.reload()
    await settled(page)
    await page.getByText('data-hit').first().waitFor()
    assertHarmless(new Map([['/gate', await look(page)]]), ['/gate'])
    await done()
  })

  test('at the box office', async () => {
    const { page, done } = await site.open(`/box-office#${shift.token}`, { expected: /./ })
    await page.locator('#items').getByText('data-hit').first().waitFor()
    await settled(page)
    assertHarmless(new Map([['/box-office', await look(page)]]), ['/box-office'])
    await done()
  })

  test('in the reference, in the answer of a request', async () => {
    const { page, done } = await site.open('/docs#tag/organizers/GET/organizers')
    await page.locator('#waiting').waitFor({ state: 'detached' })
    const operation = page.locator('[id="api-1/tag/organizers/GET/organizers"]')
    await operation.getByRole('button', { name: /Test Request/ }).click()
    const dialog = page.getByRole('dialog', { name: 'API Client' })
    await dialog.getByRole('button', { name: /Send/ }).first().click()
    await dialog.getByText('data-hit').first().waitFor()
    assertHarmless(new Map([['/docs', await look(page)]]), ['/docs'])
    await done()
  })
})
