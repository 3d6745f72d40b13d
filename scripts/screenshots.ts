/**
 * Pictures of every page, light and dark, on a desktop and on a phone: `npm run screenshots -- FOLDER
 * [--readme]`. Starts its own service with demo data and a few sales, so that none of your data is in them.
 * `--readme` also updates those of the README. The last four are a film: from a festival to its gate.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { createFestival, type FestivalClient } from '../client/src/index.ts'
import { launch } from '../test/browser/chromium.ts'

type Shown = { name: string; path: string }
type BrowserPage = { browser: Browser; url: string; login: Record<string, string>; device: string }

const { positionals, values } = parseArgs({
  options: { readme: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [folder = 'screenshots'] = positionals
/** The pictures of the README, and their width there, in pixels. */
const forReadme: Record<string, number> = {
  'console-light-1360': 1_200,
  'guide-dark-390': 390,
}

await using closing = new AsyncDisposableStack()
const service = await start(closing)
const place = { ...service, ...(await prepare(service)), browser: await launch() }
closing.defer(() => place.browser.close())
await mkdir(folder, { recursive: true })
for (const dark of [false, true]) {
  for (const width of [1360, 390]) await shoot(place, { dark, width })
}
await film(place)

/** The service on a temporary folder and port. */
async function start(stack: AsyncDisposableStack) {
  const data = await mkdtemp(join(tmpdir(), 'festival-screenshots-'))
  stack.defer(() => rm(data, { recursive: true, force: true, maxRetries: 20 }))
  const { PATH = '' } = process.env
  const env = { PATH, DATA_DIR: data, PORT: '0', HOST: '127.0.0.1' }
  const child = spawn(process.execPath, ['src/main.ts'], { env })
  const ended = once(child, 'exit')
  stack.defer(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('Ready in')) break
  }
  const [url] = /http:\/\/localhost:\d+/.exec(output) ?? []
  if (!url) throw new Error(`The service did not start:\n${output}`)
  return { url, kept: parseEnv(await readFile(join(data, 'first-start.env'), 'utf8')) }
}

type Service = Awaited<ReturnType<typeof start>>

/** Sells tickets, so that there is something to see, and sets up a gate. */
async function prepare({ url, kept }: Service) {
  const clientId = kept['CLIENT_ID']
  const festival = createFestival({ baseUrl: url, clientId, clientSecret: kept['CLIENT_SECRET'] })
  const login = { email: kept['ADMIN_EMAIL'] ?? '', password: kept['ADMIN_PASSWORD'] ?? '' }
  const { festivals } = await festival.festivals.list({ time: 'upcoming' })
  for (const [index, firstName] of ['Ada', 'Noor', 'Liv', 'Tomas', 'Ines', 'Jonas'].entries()) {
    await buy(festival, { firstName, index, tiers: festivals.flatMap(({ tickets }) => tickets) })
  }
  await festival.signIn(login.email, login.password)
  const [first] = festivals
  if (!first) throw new Error('There is no demo data')
  for (const name of ['Bookings', 'Box office']) await festival.clients.create({ name })
  const device = await festival.gate.addDevice(first.id, { name: 'North gate' })
  const gate = `/gate#${kept['GATE_TOKEN']}`
  return { login, device: device.token, shown: pagesOf(first.id), gate }
}

type Buyer = { firstName: string; index: number; tiers: { id: string; price: number }[] }

async function buy(festival: FestivalClient, { firstName, index, tiers }: Buyer): Promise<void> {
  const email = `${firstName.toLowerCase()}@people.example`
  const password = 'correct horse battery'
  await festival.users.create({ firstName, lastName: 'Marsh', email, password })
  const buyer = festival.as(undefined)
  await buyer.signIn(email, password)
  for (const { id, price } of tiers.slice(index, index + 9)) {
    const body = { payment_type: 'ticket', entity_id: id, amount: price } as const
    // Tiers that are not on sale are skipped.
    await buyer.payments.create(body).catch(() => {})
  }
}

function pagesOf(festival: string): Shown[] {
  return [
    { name: 'guide', path: '/' },
    { name: 'guide-festival', path: `/guide/${festival}` },
    { name: 'console-sign-in', path: '/console' },
    { name: 'console', path: '/console' },
    { name: 'console-festivals', path: '/console/festivals' },
    { name: 'console-festival', path: `/console/festivals/${festival}` },
    { name: 'console-attendees', path: `/console/festivals/${festival}/attendees` },
    { name: 'console-report', path: `/console/festivals/${festival}/report` },
    { name: 'console-gate', path: `/console/festivals/${festival}/gate` },
    { name: 'console-box-office', path: `/console/festivals/${festival}/box-office` },
    { name: 'console-people', path: '/console/people' },
    { name: 'console-clients', path: '/console/clients' },
    { name: 'gate-set-up', path: '/gate' },
    { name: 'gate', path: '/gate' },
    { name: 'docs', path: '/docs' },
  ]
}

type Look = { dark: boolean; width: number }

async function shoot(at: BrowserPage & { shown: Shown[] }, { dark, width }: Look): Promise<void> {
  const context = await at.browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    deviceScaleFactor: width < 600 ? 2 : 1,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    baseURL: at.url,
  })
  const page = await context.newPage()
  for (const { name, path } of at.shown) {
    if (name === 'console') await page.request.post('/console/session', { data: at.login })
    if (name === 'gate') await page.request.post('/gate/session', { data: { token: at.device } })
    await page.goto(path)
    await settled(page)
    const file = `${name}-${dark ? 'dark' : 'light'}-${width}`
    const picture = await page.screenshot({ path: join(folder, `${file}.png`) })
    const size = forReadme[file]
    if (values.readme && size !== undefined) await keep(picture, file, size)
    process.stdout.write(`${join(folder, `${file}.png`)}\n`)
  }
  await context.close()
}

/** Two tickets, bought by a visitor and shown at the gate: four pictures side by side. */
async function film({ browser, url, gate }: BrowserPage & { gate: string }): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, baseURL: url })
  const page = await context.newPage()
  const pictures: Buffer[] = []
  const shot = async () => pictures.push(await page.screenshot())
  await page.goto('/')
  await page
    .getByRole('link', { name: /^Harbour Nights/ })
    .first()
    .click()
  const more = page.getByRole('button', { name: 'One more: Weekend' })
  await more.click()
  await more.click()
  await page.evaluate("document.querySelector('#tickets').scrollIntoView()")
  await shot()
  await page.getByRole('button', { name: 'Buy 2 tickets' }).click()
  await page.getByText('Held for you for').waitFor()
  await page.getByLabel('E-mail').fill('ada@harbour.example')
  await shot()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/tickets/)
  await settled(page)
  await shot()
  const [code = ''] = await page.locator('.pass code').allTextContents()
  await page.goto(gate)
  await page.getByRole('button', { name: 'Find a ticket' }).click()
  await page.getByLabel('Short code, name or e-mail').fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Admit/ }).click()
  await page.locator('#answer-title').getByText('Admitted').waitFor()
  await shot()
  await context.close()
  const strip = await sideBySide(pictures)
  await sharp(strip).toFile(join(folder, 'film.png'))
  if (values.readme) await keep(strip, 'film', 1_200)
}

async function sideBySide(pictures: Buffer[]): Promise<Buffer> {
  const [width, height, gap] = [390, 780, 20]
  const layers = pictures.map((input, nth) => ({ input, left: nth * (width + gap), top: 0 }))
  const whole = { width: pictures.length * (width + gap) - gap, height, channels: 4 as const }
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { ...whole, background: clear } })
    .composite(layers)
    .png()
    .toBuffer()
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  // A page with a live stream is never idle: then the current state has to do.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {})
  await page.evaluate('document.fonts.ready.then(() => {})')
}

/** Small enough for a README: at most 150 kB. */
async function keep(picture: Buffer, name: string, width: number): Promise<void> {
  await mkdir('docs/screenshots', { recursive: true })
  const file = `docs/screenshots/${name}.webp`
  // Twice as many pixels on a phone, as its screen has.
  const pixels = width < 600 ? width * 2 : width
  const small = sharp(picture).resize({ width: pixels }).webp({ quality: 82 })
  const { size } = await small.toFile(file)
  if (size > 150_000) throw new Error(`${file} has ${size} bytes`)
}
