/**
 * Two services on one database. Visitors repeat what real browsers said when one bought as a guest and one with an
 * account, while others buy through the API: each gets tickets, and none is shown what belongs to another person.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { hashPassword } from '#platform/secrets/passwords'
import { auditLedger } from '#shop/payments'
import { launch } from '../browser/chromium.ts'
import { aTier } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { until } from '../until.ts'
import { aWorld, type World } from '../world.ts'
import { type RecordedAnswer, type RecordedRequest, record, repeat } from './conversation.ts'
import { crowd, insist, post, twoServices } from './crowd.ts'
import { sized } from './sized.ts'

const [visitors, buyers] = [sized(60, 200), sized(300, 2_000)]
const password = 'what all of them chose'

type Scene = { world: World; urls: string[]; tier: { id: string; name: string }; path: string }

async function aScene(): Promise<Scene> {
  const world = await aWorld()
  const services = await twoServices(world)
  const festival = await aFestival(world)
  const tier = await aTier(world, { festival_id: festival.id, quantity: 100_000 })
  const urls = services.map(({ url }) => url)
  return { world, urls, tier, path: `/guide/${festival.id}` }
}

async function anAccount(world: World): Promise<string> {
  const { id, email } = await world.aUser()
  const password_hash = await hashPassword(password)
  await world.work.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  return email
}

/** From the festival to the tickets, in a real browser; who has an account signs in first. */
async function recorded({ urls, tier, path }: Scene, email: string, account: boolean) {
  await using browser = await launch()
  const baseURL = (urls[0] ?? '').replace('127.0.0.1', 'localhost')
  const context = await browser.newContext({ baseURL })
  return await record(context, async (page) => {
    await page.goto('/tickets')
    await page.getByText('No tickets yet').waitFor()
    if (account) await signIn(page, { email, path })
    else await page.goto(path)
    await page.getByRole('button', { name: `One more: ${tier.name}` }).click()
    await page.getByRole('button', { name: /^Buy / }).click()
    await page.waitForURL(/checkout\?order=/)
    if (!account) await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.waitForURL(/\/tickets\?order=/)
    await page.locator('.pass .qr').waitFor()
  })
}

async function signIn(page: Page, { email, path }: { email: string; path: string }) {
  await page.goto(`/sign-in?next=${path}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Use a password' }).click()
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`${path}$`))
}

type Kind = { said: RecordedRequest[]; email: string; emailOf: () => Promise<string> }
/** What a person was told, and the e-mail that is theirs. */
type NotifiedPerson = { email: string; heard: RecordedAnswer[] }

/** All at once; each request goes to one service or the other. */
async function visit({ urls }: Scene, kinds: Kind[]): Promise<NotifiedPerson[]> {
  const people = await crowd(
    visitors,
    async (nth) => {
      const kind = kinds[nth % kinds.length] as Kind
      return { ...kind, own: await kind.emailOf() }
    },
    10,
  )
  let turn = 0
  return crowd(
    visitors,
    async (nth) => {
      const { said, email, own } = people[nth] as (typeof people)[number]
      const from = `127.1.${Math.floor(nth / 200)}.${1 + (nth % 200)}`
      const url = () => urls[turn++ % urls.length] ?? ''
      return { email: own, heard: await repeat(said, { url, from, own: { [email]: own } }) }
    },
    visitors,
  )
}

async function buy({ world, urls, tier }: Scene): Promise<NotifiedPerson[]> {
  const people = await crowd(buyers, () => world.aUser(), 10)
  return crowd(buyers, async (nth) => {
    const { email, token } = people[nth] as (typeof people)[number]
    const body = { payment_type: 'ticket', entity_id: tier.id }
    const asked = { client: world.client.token, token, body, key: `${tier.id} ${nth}` }
    const { status, body: answer } = await insist(() => post(`${urls[nth % 2]}/payments`, asked))
    const heard = { method: 'POST', path: '/payments', status, body: JSON.stringify(answer) }
    return { email, heard: [heard] }
  })
}

/** Whose each e-mail, order, payment, code and account is. */
async function ownersOf(world: World): Promise<Map<string, string>> {
  const { rows } = await sql<{ mark: string; owner: string }>`
    select unnest(array[u.email, u.id::text, p.id::text, p.order_id::text, t.short_code]) as mark, u.email as owner
    from users u left join payments p on p.user_id = u.id left join tickets t on t.payment_id = p.id`.execute(
    world.work,
  )
  return new Map(rows.filter(({ mark }) => mark !== null).map(({ mark, owner }) => [mark, owner]))
}

const marks = /[\w.+-]+@[\w.-]+\w|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9A-Z]{5}-?[0-9A-Z]{5}\b/g

/** What a person was shown of others, except for what they asked for by its id. */
function strangeIn({ email, heard }: NotifiedPerson, owners: Map<string, string>): string[] {
  return heard.flatMap(({ method, path, body }) =>
    [...body.matchAll(marks)].flatMap(([mark]) => {
      const owner = owners.get(mark) ?? owners.get(mark.replace('-', ''))
      return owner === undefined || owner === email || path.includes(mark)
        ? []
        : [`${method} ${path} shows ${mark}`]
    }),
  )
}

/** What the browsers said, and then all at once; with a planted bug, at services that have it. */
async function played(t: TestContext, plant?: string) {
  const calm = await aScene()
  const { world } = calm
  const [guest, member] = [anEmail(), await anAccount(world)]
  const kinds: Kind[] = [
    { said: await recorded(calm, guest, false), email: guest, emailOf: async () => anEmail() },
    { said: await recorded(calm, member, true), email: member, emailOf: () => anAccount(world) },
  ]
  const faulty = plant === undefined ? [] : await twoServices(world, plant)
  const scene = plant === undefined ? calm : { ...calm, urls: faulty.map(({ url }) => url) }
  const [seen, bought] = await Promise.all([visit(scene, kinds), buy(scene)])
  const owners = await ownersOf(world)
  const strange = [...seen, ...bought].flatMap((told) => strangeIn(told, owners))
  const answers = seen.flatMap(({ heard }) => heard)
  const failed = answers.filter(({ status }) => status >= 400)
  t.diagnostic(
    `${visitors} visitors heard ${answers.length} answers beside ${buyers} buyers; ${strange.length} showed what is another's`,
  )
  return { world, seen, bought, strange, failed, owners }
}

test(`${visitors} visitors and ${buyers} buyers at once are shown what is theirs`, async (t) => {
  const { world, seen, bought, strange, failed, owners } = await played(t)
  assert.deepEqual(failed, [])
  assert.deepEqual(strange, [])
  assert.ok(bought.every(({ heard: [answer] }) => answer?.status === 201))
  for (const { email, heard } of seen) {
    const tickets = heard.findLast(({ path }) => path.startsWith('/tickets?order='))?.body ?? ''
    const own = [...tickets.matchAll(marks)].filter(
      ([mark]) => owners.get(mark.replace('-', '')) === email,
    )
    assert.ok(own.length > 0 && tickets.includes('class="qr"'), `${email} has no ticket`)
  }
  await until('the ledger at rest', async () => {
    return (await auditLedger(world.work, { atRest: true })).length === 0
  })
})

test('it finds the planted bug sharedfan', async (t) => {
  const { strange } = await played(t, 'sharedfan')
  t.diagnostic(strange[0] ?? '')
  assert.ok(strange.length > 0, 'no visitor was shown what is another’s')
})
