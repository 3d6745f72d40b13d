/** A newer page at the gate takes over whole or not at all, and never during a scan. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { aDevice, aRunningGate } from '../gate.ts'

const built =
  process.env['TEST_PAGES'] ?? fileURLToPath(new URL('../../pages/dist', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'festival-pages-'))
await cp(join(built, 'gate'), join(folder, 'gate'), { recursive: true })
for (const packed of ['sw.js.gz', 'sw.js.br', 'index.html.gz', 'index.html.br']) {
  await rm(join(folder, 'gate', packed), { force: true })
}
// A copy is served here, so that it can be replaced by a newer one.
process.env['TEST_PAGES'] = folder
const { aSite } = await import('./site.ts')
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const site = await aSite({ args: camera })
after(() => rm(folder, { recursive: true, force: true }))

const [page, worker] = ['index.html', 'sw.js'].map((name) => join(folder, 'gate', name)) as [
  string,
  string,
]
const [pageBefore, workerBefore] = [await readFile(page, 'utf8'), await readFile(worker, 'utf8')]

/** Publishes a newer version; `assets` are cached by its worker beside the existing files. */
async function release(version: string, assets: string[] = []) {
  const marked = pageBefore.replace('</head>', `<meta name="version" content="${version}"></head>`)
  await writeFile(page, marked)
  const list = assets.map((name) => `"/gate/assets/${name}",`).join('')
  const changed = workerBefore
    .replace(/"[\da-f]{12}"/, `"${version}"`)
    .replace('["/gate/assets/', `[${list}"/gate/assets/`)
  assert.notEqual(changed, workerBefore)
  await writeFile(worker, changed)
}

const isVersion = (page: Page, version: string) =>
  page.locator(`meta[name=version][content="${version}"]`).waitFor({ state: 'attached' })
const update = '(async () => (await navigator.serviceWorker.getRegistration()).update())()'

test('a newer page takes over when it is complete, and not during a scan', async () => {
  const { token } = await aDevice(site, await aRunningGate(site))
  const { page, context, done } = await site.open(`/gate#${token}`, {
    expected: /status of 404|Failed to update/,
  })
  await context.grantPermissions(['camera'])
  await page.locator('#as-of', { hasText: ':' }).waitFor()
  await page.evaluate('navigator.serviceWorker.ready')
  await release('two')
  await page.reload()
  await isVersion(page, 'two')
  await page.locator('#device', { hasText: 'North gate' }).waitFor()

  await release('broken', ['not-there.js'])
  await page.evaluate(`${update}.then((it) => it.installing && new Promise((resolve) =>
    it.installing.addEventListener('statechange', (event) => event.target.state === 'redundant' && resolve())))`)
  await page.reload()
  await isVersion(page, 'two')

  await page.getByRole('button', { name: 'Start scanning' }).click()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await release('three')
  await page.evaluate(update)
  await page.getByText('A newer version of this page is ready.').waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await isVersion(page, 'two')
  await page.getByRole('button', { name: 'Update' }).click()
  await isVersion(page, 'three')
  assert.equal((await page.evaluate<string[]>('caches.keys()')).length, 1)
  await done()
})
