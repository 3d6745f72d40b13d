import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { encodeQR } from 'qr'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const admin = await site.aPersonWith({ permissions: ['manage_rewards'] })
const visitor = await site.aPersonWith({})
const { token: client } = await site.aClient(['manage_rewards'])
const as = admin

async function openRewards(tab = '', look: Parameters<typeof site.open>[1] = {}) {
  const opened = await site.open(`/console/rewards/${tab}`, { ...look, as: admin })
  await opened.page.getByRole('heading', { name: 'Rewards' }).waitFor()
  return opened
}

/** A text field of a dialog, by its label. */
async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    await page.getByRole('textbox', { name: label }).fill(value)
}

test('an event from an app gives the points of the rule created here', async () => {
  const { page, done } = await openRewards()
  await page.getByRole('button', { name: 'New rule' }).click()
  await fill(page, { Event: 'Stage found', Points: '3', 'Daily maximum': '2' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Lowercase letters, digits').waitFor()
  await page.getByLabel('Event').fill('stage_found')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Stage found/ }).waitFor()
  const send = async () =>
    (await site.post('/rewards/events', { event_type: 'stage_found' }, { as: visitor })).body
      .points_awarded
  assert.deepEqual([await send(), await send(), await send()], [3, 3, 0])

  await page.getByRole('button', { name: 'Stage found' }).click()
  await page.getByRole('button', { name: 'Delete rule' }).click()
  await page
    .getByRole('dialog', { name: /^Delete .*\?$/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByText('The rule is deleted').waitFor()
  assert.equal(await page.getByRole('row', { name: /Stage found/ }).count(), 0)
  await done()
})

test('an invalid rule is refused in the form', async () => {
  const { page, done } = await openRewards('', { expected: /status of 400/ })
  await page.getByRole('button', { name: 'New rule' }).click()
  await fill(page, { Event: 'hug_given', 'Daily maximum': '' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('daily_cap is required').waitFor()
  await done()
})

test('a badge is created, changed and deleted', async () => {
  const { page, done } = await openRewards('badges')
  await page.getByRole('button', { name: 'New badge' }).first().click()
  await fill(page, { Name: 'Night owl', Description: 'There at five', 'How many are needed': '4' })
  await page.getByRole('combobox', { name: 'Counts' }).fill('check_in')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create badge' }).click()
  await page.getByRole('button', { name: 'Night owl' }).click()
  await page.getByLabel('How many are needed').fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Night owl.*5/ }).waitFor()
  const { body } = await site.get('/rewards/badges', { as })
  const made = body.find(({ name }: { name: string }) => name === 'Night owl')
  assert.equal(made.progress.target, 5)
  await page.getByRole('button', { name: 'Night owl' }).click()
  await page.getByRole('button', { name: 'Delete badge' }).click()
  await page
    .getByRole('dialog', { name: /^Delete .*\?$/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByText('Night owl is deleted').waitFor()
  await done()
})

test('levels are written as a whole, in ascending order', async () => {
  const { page, done } = await openRewards('levels')
  await page.getByText('Level 1', { exact: true }).waitFor()
  const before = (await site.get('/rewards/levels', { as, client })).body.levels
  const next = before.length + 1
  await page.getByRole('button', { name: 'Add a level' }).click()
  await page.getByLabel(`Points for level ${next}`).fill('1')
  await page.getByRole('button', { name: 'Save levels' }).click()
  await page.getByText(/^More than/).waitFor()
  await page.getByLabel(`Points for level ${next}`).fill('900000')
  await page
    .getByRole('combobox', { name: `Benefits of level ${next}` })
    .fill('A key to the island')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save levels' }).click()
  await page.getByText('The levels are saved').waitFor()
  const after = (await site.get('/rewards/levels', { as, client })).body.levels
  assert.deepEqual(after.slice(0, -1), before)
  assert.equal(after.at(-1).points, 900_000)
  assert.equal(after.at(-1).benefits[0].name, 'A key to the island')
  await done()
})

test('a challenge’s code is shown once, printed on cards, and claimed', async () => {
  const { page, done } = await openRewards('challenges')
  await page.getByRole('button', { name: 'New challenge' }).first().click()
  await fill(page, { Name: 'Find the lighthouse', Points: '15', 'Maximum claims': '40' })
  await page.getByRole('button', { name: 'Create challenge' }).click()
  const shown = page.getByRole('dialog', { name: /The code of Find the lighthouse/ })
  const code = await shown.getByLabel('Secret').innerText()
  const link = `${site.url}/me#challenge=${code}`
  const picture = `data:image/svg+xml,${encodeURIComponent(encodeQR(link, 'svg', { ecc: 'medium' }))}`
  const ofLink = shown.getByRole('img', { name: 'The link of its cards as a QR code' })
  assert.equal(await ofLink.getAttribute('src'), picture)
  assert.equal(await page.locator('.printed-card img').first().getAttribute('src'), picture)
  await shown.getByText(link).waitFor()
  await shown.getByLabel('Cards to print').fill('12')
  await page.emulateMedia({ media: 'print' })
  const pdf = await page.pdf({ preferCSSPageSize: true })
  assert.equal(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length, 2)
  assert.equal(await page.locator('.printed-card:visible').count(), 12)
  assert.match(await page.locator('.printed-card').first().innerText(), new RegExp(code))
  assert.equal(await page.locator('body > *:visible').count(), 1)
  await page.emulateMedia({ media: 'screen' })
  await shown.getByLabel('I have stored it').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: /Find the lighthouse.*0 of 40/ }).waitFor()
  assert.ok(!(await page.content()).includes(code))
  const claimed = await site.post(`/rewards/challenges/claim/${code}`, undefined, { as: visitor })
  assert.deepEqual([claimed.status, claimed.body.points_awarded], [201, 15])
  await page.reload()
  await page.getByRole('row', { name: /Find the lighthouse.*1 of 40/ }).waitFor()
  await done()
})

/** A badge that two visitors have begun and one has unlocked, and a challenge that was claimed, each on two days. */
async function takenUp() {
  const word = randomBytes(5).toString('hex')
  const given = { as, client }
  await site.put(`/rewards/rules/found_${word}`, { points: 0, daily_cap: 9 }, given)
  const badge = { name: `Finder ${word}`, event_type: `found_${word}`, target: 2 }
  assert.equal((await site.post('/rewards/badges', badge, given)).status, 201)
  const code = randomBytes(8).toString('hex')
  const swim = { name: `Swim ${word}`, points: 1, code }
  const { body: challenge } = await site.post('/rewards/challenges', swim, given)
  const [ada, bo] = [await site.aUser(), await site.aUser()]
  const find = (by: typeof ada) =>
    site.post('/rewards/events', { event_type: `found_${word}` }, { as: by })
  await find(ada)
  await find(bo)
  await sql`update reward_events set created_at = '2026-07-01T12:00Z' where event_type = ${badge.event_type}`.execute(
    site.db,
  )
  await find(ada)
  await site.post(`/rewards/challenges/claim/${code}`, undefined, { as: ada })
  await sql`update challenge_claims set claimed_at = '2026-07-02T12:00Z' where challenge_id = ${challenge.id}`.execute(
    site.db,
  )
  await site.post(`/rewards/challenges/claim/${code}`, undefined, { as: bo })
  return { badge, challenge }
}

// Requirement (rules): contract §5.4: uptake in the console
test('how badges and challenges are taken up is shown, in all and over time', async () => {
  const { badge, challenge } = await takenUp()
  const { page, done } = await openRewards('badges')
  await page.getByRole('row', { name: new RegExp(`${badge.name}.*2.*2.*1$`) }).waitFor()
  await page.getByRole('button', { name: badge.name }).click()
  await page.getByText('2 have begun, 1 has unlocked it.').waitFor()
  const unlocked = page.getByRole('table', { name: 'Unlocked by day' }).getByRole('row')
  assert.equal(await unlocked.count(), 3)
  assert.deepEqual(await unlocked.nth(1).getByRole('cell').allTextContents(), ['1 Jul 2026', '0'])
  await page.locator('.recharts-area-area').waitFor()
  await assertAccessible(page, 'a badge')
  await page.goto(`${site.url}/console/rewards/challenges?challenge=${challenge.id}`)
  await page.getByText('Claimed 2 times.').waitFor()
  const claimed = page.getByRole('table', { name: 'Claimed by day' }).getByRole('row')
  assert.deepEqual(await claimed.nth(1).getByRole('cell').allTextContents(), ['2 Jul 2026', '1'])
  assert.equal(await claimed.nth(2).getByRole('cell').nth(1).textContent(), '2')
  await page.locator('.recharts-area-area').waitFor()
  await assertAccessible(page, 'a challenge')
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/uptake.png` })
  await done()
})

for (const { width, dark, where } of looks) {
  test(`rewards are accessible ${where}`, async () => {
    const { page, done } = await openRewards('', { dark, width })
    await page.getByRole('button', { name: 'Ticket purchased' }).click()
    await page.getByRole('button', { name: 'Delete rule' }).waitFor()
    await assertAccessible(page, 'a rule')
    for (const [tab, shown] of [
      ['rules', 'New rule'],
      ['badges', 'New badge'],
      ['levels', 'Add a level'],
      ['challenges', 'New challenge'],
    ] as const) {
      await page.goto(`${site.url}/console/rewards/${tab}`)
      await page.getByRole('button', { name: shown }).first().waitFor()
      await assertAccessible(page, tab)
    }
    await done()
  })
}
