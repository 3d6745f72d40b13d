/**
 * The service as a browser sees it: a world of its own on a real port. Pages fail their test on any error
 * in the console, any failed request, any request to another host, and anything in a request that is ignored.
 */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { aWorld, type Person } from '../world.ts'
import { launch } from './chromium.ts'

export type Site = Awaited<ReturnType<typeof aSite>>

type Look = {
  /** the account that is signed in to the console before the page is opened */
  as?: { email: string }
  /** runs before the page is opened, as to answer in place of the service */
  prepare?: (page: Page) => Promise<unknown>
  width?: number
  dark?: boolean
  javaScript?: boolean
  /** of the device; else that of this machine */
  timeZone?: string
  /** without a worker that answers for the network, every request is seen */
  serviceWorkers?: 'allow' | 'block'
  /** allowed messages in the console, such as the 401 of a wrong password */
  expected?: RegExp
}

type Options = NonNullable<Parameters<typeof aWorld>[0]> & {
  /** flags for Chromium, such as a film for its camera */
  args?: string[]
}

const password = 'correct horse battery'

/** The world behind a real port, and a browser. Both end after the tests of the file. */
export async function aSite({ args = [], parts = {}, ...options }: Options = {}) {
  const { TEST_PAGES } = process.env
  const world = await aWorld({
    ...options,
    parts: (infrastructure) => ({
      ...(typeof parts === 'function' ? parts(infrastructure) : parts),
      ...(TEST_PAGES && { pagesFolder: TEST_PAGES }),
    }),
  })
  await world.jobs.start()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const base = url.replace('127.0.0.1', 'localhost')
  const browser = await aBrowser(args)
  return {
    ...world,
    url: base,
    browser,
    open: (path: string, look?: Look) => open({ browser, base }, path, look),
    /** An account that can sign in with a password in the browser. */
    aPersonWith: (rights: { roles?: string[]; permissions?: string[] }) =>
      aPersonWith(world, rights),
    signIn: (page: Page, person: { email: string }) => signIn(page, base, person),
    password,
  }
}

/** A browser for the tests of a file. */
export async function aBrowser(args: string[] = []): Promise<Browser> {
  const browser = await launch(args)
  // Before the world ends: an open page holds a stream.
  after(() => browser.close())
  return browser
}

type BrowserSite = { browser: Browser; base: string }

/**
 * Opens an address in a fresh context. `faults` lists errors invisible to the user; `done` asserts that
 * there are none.
 */
export async function open({ browser, base }: BrowserSite, path: string, look: Look = {}) {
  const context = await aContext(browser, look)
  // For what never comes: how fast a page is depends on the machine.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const faults = watch(page, base, look.expected)
  if (look.as) await signIn(page, base, look.as)
  await look.prepare?.(page)
  const response = await page.goto(new URL(path, base).href)
  return { page, context, response, faults, done: () => done(context, faults) }
}

function aContext(browser: Browser, look: Look): Promise<BrowserContext> {
  const { width = 1360, dark = false, javaScript = true, serviceWorkers = 'allow' } = look
  return browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: javaScript,
    serviceWorkers,
    ...(look.timeZone && { timezoneId: look.timeZone }),
    reducedMotion: 'reduce',
    hasTouch: width < 600,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
}

async function done(context: BrowserContext, faults: string[]) {
  await context.close()
  assert.deepEqual(faults, [])
}

function watch(page: Page, base: string, expected?: RegExp): string[] {
  const faults: string[] = []
  const note = (fault: string) => {
    if (!expected?.test(fault)) faults.push(fault)
  }
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`))
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its requests and streams.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') {
      note(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
    }
  })
  page.on('response', (response) => {
    const ignored = response.headers()['x-ignored']
    if (ignored) note(`ignored: ${ignored} of ${response.request().method()} ${response.url()}`)
  })
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && host !== new URL(base).host) {
      note(`foreign host: ${request.url()}`)
    }
  })
  return faults
}

/** Asserts that axe finds no violation in the page as it is. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  // Passed rules are not reported, and style sheets not fetched a second time. No page has a frame of
  // another origin, so everything is found in the page itself.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], preload: false })
    .setLegacyMode()
    .analyze()
  const told = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => ({ html, failureSummary })),
  }))
  assert.equal(told.length, 0, `${where}: ${JSON.stringify(told, null, 2)}`)
}

type World = Awaited<ReturnType<typeof aWorld>>

async function aPersonWith(
  { post, db, get }: World,
  { roles = [], permissions = [] }: { roles?: string[]; permissions?: string[] },
): Promise<Person> {
  const email = `${crypto.randomUUID()}@people.example`
  const [firstName, lastName] = ['Ada', 'Marsh']
  const { body } = await post('/users', { firstName, lastName, email, password })
  const rights = { roles, permissions, email_proven_at: new Date() }
  await db.updateTable('users').set(rights).where('id', '=', body.id).execute()
  const token = (await post('/auth/user', { email, password })).body.token
  assert.equal((await get('/users/i', { as: { token } as Person })).status, 200)
  return { id: body.id, email, token, firstName, lastName }
}

/** Signs a person in to the console through its API. */
async function signIn(page: Page, base: string, { email }: { email: string }) {
  const response = await page.request.post(`${base}/console/session`, { data: { email, password } })
  assert.equal(response.status(), 200)
}
