/** A line-up from a file, in the console: chosen, corrected, compared and imported. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aFestival, aName, anOrganizer, aPlace } from '../catalogue.ts'
import { until } from '../until.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** A festival from Friday 16 to Sunday 18 July 2027, with a stage and a manager. */
async function aGround() {
  const ada = await site.aPersonWith({})
  const organizer = await anOrganizer(site)
  await site.db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: ada.id })
    .execute()
  const festival = await aFestival(site, {
    organizer_id: organizer.id,
    time_zone: 'Europe/Berlin',
    start_time: new Date('2027-07-16T14:00:00Z'),
    end_time: new Date('2027-07-19T00:00:00Z'),
  })
  await aPlace(site, { festival_id: festival.id, name: 'Hauptbühne', type: 'stage' })
  const read = async () => (await site.get(`/festivals/${festival.id}`)).body
  return { ada, id: festival.id, read, names: [aName('Ebb'), aName('Low'), aName('Wide')] }
}

type Ground = Awaited<ReturnType<typeof aGround>>

async function open({ ada, id }: Ground, look: Parameters<typeof site.open>[1] = {}) {
  const opened = await site.open(`/console/festivals/${id}/lineup`, { ...look, as: ada })
  await panel(opened.page).waitFor()
  return opened
}

/** Chromium notes a refused preview. */
const refusal = /status of 400/

const panel = (page: Page) => page.getByRole('region', { name: 'Import a line-up' })
const column = (page: Page, name: string) =>
  panel(page).getByRole('combobox', { name, exact: true })

async function choose(page: Page, lines: string[]) {
  const buffer = Buffer.from(lines.join('\n'))
  await panel(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'lineup.csv', mimeType: 'text/csv', buffer })
  await panel(page).getByText('Columns', { exact: true }).waitFor()
}

const lines = ([first, second, third]: string[]) => [
  'Act;Stage;Day;Time;Remark',
  `${first};Hauptbuehne;Friday;20:00;`,
  `${second};Old Crane;Saturday;20:00;${third}`,
  'TBA;Old Crane;Sunday;20:00;',
  'Nobody;Old Crane;Wednesday;20:00;',
]

for (const look of [{ width: 1360 }, { width: 390, dark: true }]) {
  // Requirement (rules): contract §4.18 The console imports a line-up
  test(`a file is read, its columns are corrected, and it is imported, ${look.width} px`, async () => {
    const ground = await aGround()
    const [first = '', second = '', third = ''] = ground.names
    const { page, done } = await open(ground, { ...look, expected: refusal })
    await choose(page, lines(ground.names))
    assert.equal(await column(page, 'Act').inputValue(), 'artist')
    assert.equal(await column(page, 'Stage').inputValue(), 'place')
    assert.equal(await column(page, 'Day').inputValue(), 'day')
    assert.equal(await column(page, 'Time').inputValue(), 'start')
    await panel(page).getByText('3 added, 1 rejected').waitFor()
    await panel(page).getByText('One stage: Hauptbühne, also written “Hauptbuehne”').waitFor()
    await panel(page)
      .getByText(/the festival has no Wednesday/)
      .waitFor()
    await assertAccessible(page, 'preview')
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))

    await column(page, 'Remark').selectOption('artist')
    await panel(page).getByText(third).first().waitFor()
    assert.equal(await column(page, 'Act').inputValue(), '')
    assert.equal(await panel(page).getByText(first, { exact: true }).count(), 0)
    await column(page, 'Remark').selectOption('')
    await panel(page)
      .getByText(/Which column has the artists\?/)
      .waitFor()
    await column(page, 'Act').selectOption('artist')
    await panel(page).getByText(first, { exact: true }).first().waitFor()
    assert.equal((await ground.read()).gigs.length, 0)

    await panel(page).getByRole('button', { name: 'Import 3 gigs' }).click()
    await page.getByText('Imported: 3 added, 1 rejected').waitFor()
    const { gigs } = await ground.read()
    assert.deepEqual(
      gigs.map(({ artist, start_time }: any) => [artist?.name ?? null, start_time]),
      [
        [first, '2027-07-16T18:00:00.000Z'],
        [second, '2027-07-17T18:00:00.000Z'],
        [null, '2027-07-18T18:00:00.000Z'],
      ],
    )
    await done()
  })
}

test('a file that is imported again shows what moves and what goes, and asks before it removes', async () => {
  const ground = await aGround()
  const [first = '', second = ''] = ground.names
  const { page, done } = await open(ground)
  const head = 'Act;Stage;Day;Time'
  await choose(page, [
    head,
    `${first};Hauptbühne;Friday;20:00`,
    `${second};Hauptbühne;Friday;22:00`,
  ])
  await panel(page).getByRole('button', { name: 'Import 2 gigs' }).click()
  await page.getByText('Imported: 2 added').waitFor()
  const before = (await ground.read()).gigs
  await choose(page, [head, `${first};Hauptbühne;Friday;20:15`])
  await panel(page).getByText('1 moved, 1 removed').waitFor()
  await panel(page)
    .getByText(/^was .*20:00/)
    .waitFor()
  await panel(page).getByRole('combobox', { name: 'Show' }).selectOption('removed')
  const rows = panel(page).getByRole('table', { name: 'Rows of the file' })
  await rows.getByText(second, { exact: true }).waitFor()
  assert.equal(await rows.getByText(first, { exact: true }).count(), 0)
  await panel(page).getByRole('button', { name: 'Import 1 gig' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove 1 gig?' })
  await assertAccessible(page, 'confirmation')
  assert.equal((await ground.read()).gigs.length, 2)
  await dialog.getByRole('button', { name: 'Import and remove' }).click()
  await until('the gig to be removed', async () => (await ground.read()).gigs.length === 1)
  const [gig] = (await ground.read()).gigs
  const was = before.find(({ artist }: any) => artist.name === first)
  assert.deepEqual([gig.id, gig.start_time], [was.id, '2027-07-16T18:15:00.000Z'])
  await done()
})

test('a file that cannot be read says what to do instead', async () => {
  const { page, done } = await open(await aGround(), { expected: refusal })
  await panel(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'lineup.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    })
  await panel(page)
    .getByRole('alert')
    .getByText(/lineup\.pdf is a PDF: give the table/)
    .waitFor()
  await assertAccessible(page, 'fault')
  await done()
})
