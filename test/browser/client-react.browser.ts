/** The React hooks in a browser, on a real service: an application that is built of them. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { notify } from '#messaging/notifications'
import { newId } from '#platform/values/ids'
import { aTier } from '../buying.ts'
import { aFestival, aGig, aName, anArtist } from '../catalogue.ts'
import { aNotice } from '../notices.ts'
import { until } from '../until.ts'
import type { Person } from '../world.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'festival-hooks-'))
after(() => rm(folder, { recursive: true, force: true }))
const country = aName('Land')
await buildPage('gate', {})
// The oldest version that is promised.
await buildPage('console', { react: 'react-18', 'react-dom': 'react-dom-18' })
// In place of our pages, so that they are served with the same policies.
process.env['TEST_PAGES'] = folder
const { aSite } = await import('./site.ts')
const site = await aSite()

/** Builds the application as a page, with the example of the README as one part of it. */
async function buildPage(name: string, alias: Record<string, string>) {
  const readme = await readFile(join(root, 'client', 'README.md'), 'utf8')
  const [, example = ''] = /```tsx\n([^]*?)```/.exec(readme) ?? []
  const source = example
    .replace("'https://festival.example'", 'location.origin')
    .replace(
      /clientId: 'client_\w+'/,
      'clientToken: JSON.parse(decodeURIComponent(location.hash.slice(1))).client',
    )
    .replace("'fst_user_…'", 'JSON.parse(decodeURIComponent(location.hash.slice(1))).user')
    .replace("'Denmark'", JSON.stringify(country))
  const id = join(root, 'test/browser/hooks/readme.tsx')
  await build({
    configFile: false,
    root: join(root, 'test/browser/hooks'),
    base: `/${name}/`,
    logLevel: 'warn',
    resolve: {
      alias: {
        ...alias,
        '@festival/client/react': join(root, 'client/src/react/index.ts'),
        '@festival/client': join(root, 'client/src/index.ts'),
      },
    },
    plugins: [
      {
        name: 'readme',
        resolveId: (name) => (name === 'readme' ? id : null),
        load: (name) => (name === id ? source : null),
      },
    ],
    build: {
      outDir: join(folder, name),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      },
    },
  })
}

type Shown = { show: string[]; as?: Person; at?: string; festival?: string; artist?: string }

/** Opens the application. `expected` are messages in the console, such as that of a 404. */
async function open({ show, as, at = 'gate', ...given }: Shown, expected?: RegExp) {
  const state = { client: site.client.token, user: as?.token, show, ...given }
  const path = `/${at}#${encodeURIComponent(JSON.stringify(state))}`
  return site.open(path, expected ? { expected } : {})
}

/** The requests of a page to a path, and how many of them it has ended. */
async function asked(page: Page, path: string) {
  const all = await page.evaluate<{ path: string; isAborted: boolean }[]>('asked')
  const here = all.filter((one) => one.path === path)
  return [here.length, here.filter(({ isAborted }) => isAborted).length]
}

const tell = (person: Person, title: string) =>
  notify({ db: site.db, bus: site.bus, now: new Date() }, [aNotice(person, { title })])

const streams = 'GET /notifications/sse'
/** Until the stream is open, what is sent could be in the list already. */
const untilStreaming = (page: Page) =>
  until('the list read again', async () => (await asked(page, 'GET /notifications'))[0] === 2)

before(async () => {
  for (let count = 0; count < 12; count++) await aFestival(site, { country })
})

for (const [version, at] of [
  ['19', 'gate'],
  ['18', 'console'],
] as const) {
  test(`the example of the README, with React ${version}: a list that is read on, and notifications as they are sent`, async () => {
    const person = await site.aUser()
    await tell(person, 'Old news')
    const { page, done } = await open({ show: ['readme'], as: person, at })
    const entries = page.getByRole('listitem')
    await entries.nth(9).waitFor()
    assert.equal(await entries.count(), 10)
    assert.match(await page.evaluate<string>('react'), new RegExp(`^${version}\\.`))
    await page.getByRole('button', { name: 'More' }).click()
    await entries.nth(11).waitFor()
    assert.equal(await page.getByRole('button', { name: 'More' }).count(), 0)
    // One page for the first ten and one for the rest, though StrictMode mounts everything twice.
    assert.deepEqual(await asked(page, 'GET /festivals'), [2, 0])

    await page.getByRole('heading', { name: '1 unread' }).waitFor()
    await untilStreaming(page)
    await tell(person, 'Fresh news')
    await page.getByRole('heading', { name: '2 unread' }).waitFor()
    const titles = page.getByRole('button', { name: 'news' })
    assert.deepEqual(await titles.allTextContents(), ['Fresh news', 'Old news'])
    await titles.first().click()
    await page.getByRole('heading', { name: '1 unread' }).waitFor()
    const isRead = async () =>
      (await site.get('/notifications', { as: person })).body.find(
        ({ title }: { title: string }) => title === 'Fresh news',
      ).read
    await until('read', isRead)
    await done()
  })
}

test('components share a stream, which ends with the last of them and comes back with the first', async () => {
  const person = await site.aUser()
  const { page, done } = await open({ show: ['bell', 'bell', 'payments'], as: person })
  await untilStreaming(page)
  assert.deepEqual(await asked(page, streams), [1, 0])
  await tell(person, 'News')
  const bells = page.getByRole('button', { name: '1 unread' })
  await bells.nth(1).waitFor()
  await bells.first().click()
  await page.getByRole('button', { name: '0 unread' }).nth(1).waitFor()

  await page.getByRole('button', { name: 'Leave' }).click()
  await until('the stream ended', async () => (await asked(page, streams))[1] === 1)
  await tell(person, 'Missed news')
  await page.getByRole('button', { name: 'Come back' }).click()
  await bells.nth(1).waitFor()
  assert.deepEqual(await asked(page, streams), [2, 1])
  await done()
})

test('an error is shown with its code', async () => {
  const shown = ['festival', 'activity']
  const { page, done } = await open({ show: shown, festival: newId() }, /40[14]/)
  await page.getByRole('alert').getByText('404 not_found').waitFor()
  await page.getByRole('alert').getByText('401 unauthorized').waitFor()
  await done()
})

test('one record, and a list of another group', async () => {
  const { id, name } = await aFestival(site)
  const artist = await anArtist(site)
  await aGig(site, { festival_id: id, artist_id: artist.id })
  await aGig(site, { festival_id: id, artist_id: artist.id })
  const { page, done } = await open({ show: ['festival', 'gigs'], festival: id, artist: artist.id })
  await page.getByRole('heading', { name }).waitFor()
  await page.getByText('1 gigs and more').waitFor()
  assert.deepEqual(await asked(page, 'GET /gigs'), [1, 0])
  await done()
})

test('following shows at once and is made; what is refused is undone', async () => {
  const person = await site.aUser()
  const artist = await anArtist(site)
  const followed = async () =>
    (await site.get('/interest', { as: person })).body.map(
      ({ entity_id }: { entity_id: string }) => entity_id,
    )
  const { page, done } = await open({ show: ['interests'], as: person, artist: artist.id })
  await page.getByText('Not following, 0 in all').waitFor()
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByText('Following, 1 in all').waitFor()
  await until('followed', async () => (await followed())[0] === artist.id)
  await page.getByRole('button', { name: 'Unfollow' }).click()
  await page.getByText('Not following, 0 in all').waitFor()
  await until('unfollowed', async () => (await followed()).length === 0)
  // The second change of both waits for the first one.
  await page.getByRole('button', { name: 'Both' }).click()
  const deleted = async () =>
    (await page.evaluate<{ path: string }[]>('asked')).filter(({ path }) =>
      path.startsWith('DELETE'),
    )
  await until('both made', async () => (await deleted()).length === 2)
  await until('unfollowed again', async () => (await followed()).length === 0)
  await page.getByText('Not following, 0 in all').waitFor()
  await done()

  const other = await open({ show: ['interests'], as: person, artist: newId() }, /404/)
  await other.page.getByText('Not following, 0 in all').waitFor()
  await other.page.getByRole('button', { name: 'Follow', exact: true }).click()
  await other.page.getByRole('alert').getByText('404 not_found').waitFor()
  await other.page.getByText('Not following, 0 in all').waitFor()
  await other.done()
})

test('payments are read again when a notification tells of one', async () => {
  const person = await site.aUser()
  const tier = await aTier(site)
  const { page, done } = await open({ show: ['payments', 'bell'], as: person })
  await page.getByText('Payments:').waitFor()
  await untilStreaming(page)
  const body = {
    payment_type: 'ticket',
    entity_id: tier.id,
    processorPaymentMethodId: 'pm_card_visa',
  }
  assert.equal((await site.post('/payments', body, { as: person })).status, 201)
  await page.getByText('Payments: succeeded').waitFor()
  await done()
})

test('a list without a stream is read again from time to time', async () => {
  const first = await anArtist(site, { name: aName('Aalto') })
  const { page, done } = await open({ show: ['artists'] })
  await page.getByText(first.name).waitFor()
  const second = await anArtist(site, { name: aName('Aalto') })
  await page.getByText(second.name).waitFor()
  await done()
})
