/** The guides beside the API reference: all their code runs against the real service. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createClient } from '#identity/clients'
import { notify } from '#messaging/notifications'
import { docsTexts } from '../src/web/server/docs-texts.ts'
import { aTier } from './buying.ts'
import { aFestival, aName } from './catalogue.ts'
import { aNotice } from './notices.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
await world.jobs.start()
const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
const markdown = readFileSync(new URL('../pages/docs/guides.md', import.meta.url), 'utf8')

const titles = [...markdown.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title)

/** The pieces of code of a guide. */
function blocksOf(title: string): string[] {
  const section = markdown.split(/^## /m).find((one) => one.startsWith(`${title}\n`))
  assert.ok(section, title)
  return [...section.matchAll(/```js\n([^]*?)```/g)].map(([, code = '']) => code)
}

/** The code of several guides, in one. */
const codeOf = (...guides: string[]) => guides.flatMap(blocksOf).join('\n')

type Run = (console: { log: (...values: unknown[]) => void }) => Promise<Record<string, any>>
const AsyncFunction = (async () => {}).constructor as new (...source: string[]) => Run

/** Runs code and returns what it logged, and the named values that it made. */
async function run(code: string, names: string[]) {
  const credentials = await createClient(world.db, { name: 'Guide', scopes: [] })
  const filled = code
    .replace('https://festival.example', url)
    .replace("'client_…'", `'${credentials.id}'`)
    .replace("'fst_secret_…'", `'${credentials.client_secret}'`)
    .replace('ada@harbour.example', `${aName('ada').replace(' ', '-')}@harbour.example`)
  const logged: unknown[][] = []
  const guide = new AsyncFunction('console', `${filled}\nreturn { ${names.join(', ')} }`)
  return { logged, made: await guide({ log: (...values) => void logged.push(values) }) }
}

/** A tier of a festival that begins in an hour. */
async function aSale() {
  const [start_time, end_time] = [soon(1), soon(2)]
  const festival = await aFestival(world, { start_time, end_time })
  return aTier(world, { festival_id: festival.id, price_cents: 8950 })
}

const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000)

test('every guide is there, in order, and has code or leads to the text that has it', () => {
  assert.deepEqual(titles, [
    'Sell a ticket',
    'Errors',
    'Paging',
    'Idempotency',
    'Live stream',
    'Webhooks',
    'Testing',
    'Contract and changes',
  ])
  for (const title of titles.slice(0, 6)) assert.notEqual(codeOf(title), '')
  const links = [...markdown.matchAll(/\]\(\/docs\/(\w+)\)/g)].map(([, name = '']) => name)
  const texts = docsTexts
    .filter(({ name, parent }) => parent === undefined && name !== 'webhooks')
    .map(({ name }) => name)
  assert.deepEqual([...new Set(links)].toSorted(), texts.toSorted())
})

test('five calls sell a ticket, and an error is a sentence with a code', async () => {
  await aSale()
  const { logged, made } = await run(codeOf('Sell a ticket', 'Errors'), ['payment'])
  assert.equal(made['payment'].status, 'succeeded')
  assert.deepEqual(logged[0]?.slice(0, 2), ['succeeded', made['payment'].amount])
  assert.match(`${logged[0]?.[2]}`, /\/qr\.svg\?signature=/)
  assert.deepEqual(logged[1]?.slice(0, 2), [409, 'price_changed'])
  assert.match(`${logged[1]?.[2]}`, /\w/)
})

test('all pages are read, and a repeated order is one purchase', async () => {
  for (let made = 0; made < 51; made++) await aSale()
  const code = codeOf('Sell a ticket', 'Paging', 'Idempotency')
  const { logged, made } = await run(code, ['names'])
  assert.ok(made['names'].length > 50)
  assert.equal(new Set(made['names']).size, made['names'].length)
  assert.deepEqual(logged.at(-1), [true])
})

/** Writes a notification to every user. */
async function tellAll() {
  const users = await world.db.selectFrom('users').select('id').execute()
  const notices = users.map((user) => aNotice(user))
  await notify({ db: world.db, bus: world.bus, now: new Date() }, notices)
}

test('the live stream brings what happens', async () => {
  await aSale()
  const told = setInterval(() => void tellAll().catch(() => {}), 100)
  try {
    const { logged } = await run(codeOf('Sell a ticket', 'Live stream'), ['text'])
    assert.deepEqual(logged.at(-1), ['First ticket'])
  } finally {
    clearInterval(told)
  }
})

test('an endpoint is created, and only what its secret has signed is genuine', async () => {
  const [helper = ''] = blocksOf('Sell a ticket')
  const operator = await world.aUser({ permissions: ['manage_clients'] })
  const tokens = { 'x-f-authorization': world.client.token, 'x-f-authentication': operator.token }
  const signedIn = `Object.assign(tokens, ${JSON.stringify(tokens)})`
  const code = [helper, signedIn, ...blocksOf('Webhooks')].join('\n')
  const { made } = await run(code, ['endpoint', 'isGenuine'])
  const { endpoint, isGenuine } = made
  assert.match(endpoint.secret, /^whsec_/)
  const body = '{"type":"payment.succeeded"}'
  const at = new Date()
  const signed = (when: Date) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': `${Math.floor(when.getTime() / 1000)}`,
    'webhook-signature': new Webhook(endpoint.secret).sign('msg_1', when, body),
  })
  assert.equal(await isGenuine(endpoint.secret, signed(at), body), true)
  assert.equal(await isGenuine(endpoint.secret, signed(at), `${body} `), false)
  const old = new Date(at.getTime() - 400_000)
  assert.equal(await isGenuine(endpoint.secret, signed(old), body), false)
})
