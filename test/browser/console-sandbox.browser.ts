/** The console of a sandbox says what it is, and moves its clock. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { MovableClock } from '#platform/values/movable-clock'
import { aFestival } from '../catalogue.ts'
import { until } from '../until.ts'
import { aSite, assertAccessible } from './site.ts'

const day = 86_400_000
const folder = await mkdtemp(join(tmpdir(), 'festival-clock-'))
after(() => rm(folder, { recursive: true }))
const clock = new MovableClock(join(folder, 'clock.json'))
const site = await aSite({ now: clock.now, parts: { clock } })
const inDays = (days: number) => new Date(clock.now().getTime() + days * day)

async function enter(path: string, look: Parameters<typeof site.open>[1] = {}) {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const opened = await site.open(`/console${path}`, { ...look, as: admin })
  return { ...opened, admin }
}

test('the clock is moved by a step and to a time, and the page shows what is then', async () => {
  const festival = await aFestival(site, { start_time: inDays(2), end_time: inDays(3) })
  const { page, admin, done } = await enter(`/festivals/${festival.id}/details`, {
    expected: /40[01]/,
  })
  const mark = page.locator('.mark').first()
  await mark.getByText('Upcoming').waitFor()
  await page.getByRole('button', { name: 'Sandbox' }).click()
  const panel = page.getByRole('dialog', { name: 'Sandbox' })
  await panel.getByText('Nothing here is real').waitFor()

  const to = inDays(2.5).toISOString().slice(0, 16)
  await panel.getByLabel('Move to (UTC)').fill('2020-01-01T00:00')
  await panel.getByRole('button', { name: 'Move', exact: true }).click()
  await panel.getByRole('alert').getByText('the clock goes forward only').waitFor()
  await panel.getByRole('button', { name: 'An hour' }).click()
  await until(
    'an hour',
    async () => clock.now() >= inDays(0) && (await panel.getByRole('alert').count()) === 0,
  )
  await panel.getByLabel('Move to (UTC)').fill(to)
  await panel.getByRole('button', { name: 'Move', exact: true }).click()
  await until('it is there', async () => clock.now().toISOString().slice(0, 16) >= to, 60_000)
  // The session has ended by this clock.
  await page.getByRole('textbox', { name: 'Password' }).waitFor()
  await site.signIn(page, admin)
  await page.goto(`${site.url}/console/festivals/${festival.id}/details`)
  await mark.getByText('On now').waitFor()
  await page.getByRole('button', { name: 'Sandbox' }).click()
  const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  await panel.getByRole('status').getByText(shown.format(clock.now())).waitFor()
  await done()
})

test('only a session in a sandbox is told that it is one', async () => {
  const answer = await fetch(`${site.url}/console/session`)
  assert.equal((await answer.json()).is_sandbox, undefined)
})

for (const look of [{}, { width: 390, dark: true }]) {
  test(`the clock of a sandbox is accessible: ${JSON.stringify(look)}`, async () => {
    const { page, done } = await enter('/', look)
    await page.getByRole('button', { name: 'Sandbox' }).click()
    await page.getByText('Nothing here is real').waitFor()
    await assertAccessible(page, 'the clock')
    await page
      .getByRole('button', { name: /account/i })
      .first()
      .click({ trial: true })
    const wider = 'document.documentElement.scrollWidth - innerWidth'
    assert.ok((await page.evaluate<number>(wider)) <= 0)
    await done()
  })
}
