/**
 * Hand scanners as the system sees them: keys of a real X keyboard, with the layouts of xkb-data, into Chromium at the
 * gate. It needs Debian's packages: apt-get install xvfb xdotool x11-xkb-utils chromium.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { keyCodesFor, layoutNames } from '../browser/keyboard-layouts.ts'
import { open } from '../browser/site.ts'
import { aTier } from '../buying.ts'
import { aDevice, aRunningGate } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { aWorld } from '../world.ts'
import { isFull } from './sized.ts'

const skip = isFull
  ? false
  : 'real keyboards take a while: npm run test:faults -- --full --only hand-scanners'
const perLayout = 50
const run = promisify(execFile)
const display = `:${90 + (process.pid % 9)}`
const env = { ...process.env, DISPLAY: display }

/** A screen, a browser on it, and the service behind a port. */
async function aStage() {
  const screen = spawn('Xvfb', [display, '-screen', '0', '1360x900x24'], { stdio: 'ignore' })
  after(() => screen.kill())
  await pause(1_000)
  const world = await aWorld()
  await world.jobs.start()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    headless: false,
    args: ['--no-sandbox', '--window-position=0,0', '--window-size=1360,900'],
    env,
  })
  after(() => browser.close())
  return { world, browser, base: url.replace('127.0.0.1', 'localhost') }
}

/** Presses keys of the keyboard as fast as X takes them; Shift is held for each character that needs it. */
async function type(text: string, end: string[]): Promise<void> {
  const keys = [...keyCodesFor(text), ...end]
  await run('xdotool', ['key', '--delay', '0', ...keys], { env })
}

const stage = isFull ? await aStage() : undefined

for (const layout of layoutNames) {
  test(`${perLayout} tickets are admitted with a keyboard of the layout ${layout}`, {
    skip,
  }, async () => {
    assert.ok(stage)
    const { world, ...site } = stage
    const gate = await aRunningGate(world)
    const tier = await aTier(world, { festival_id: gate.festival.id, quantity: perLayout })
    const device = await aDevice(world, gate, 'North gate 1')
    const tickets = await somePaidTickets(world, perLayout, { tier })
    const { page, done } = await open(site, `/gate#${device.token}`)
    await page.locator('#line', { hasText: 'Online' }).waitFor()
    await page.getByLabel('Sound and vibration').click()
    await run('setxkbmap', ['-layout', layout], { env })
    for (const [index, { code }] of tickets.entries()) {
      const [before, after] =
        index % 3 === 1 ? [']Q1', '#'] : index % 3 === 2 ? ['A7', ''] : ['', '']
      await type(`${before}${code}${after}`, [index % 2 === 0 ? 'Return' : 'Tab'])
      await page
        .locator('#today')
        .getByText(`${index + 1}`, { exact: true })
        .waitFor()
      assert.match(await page.locator('#answer-title').innerText(), /^Admitted/, code)
    }
    assert.equal(await page.getByLabel('Sound and vibration').isChecked(), false)
    await done()
  })
}
