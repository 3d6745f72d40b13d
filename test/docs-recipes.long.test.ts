/** `docs/recipes.md`: its examples type-check against the client, and print what they say, as do those for a terminal. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildClient } from '../scripts/build-client.ts'
import { anApplication, execute, typeCheck } from './client-project.ts'
import { assertPrints, blocksOf, runShell } from './examples.ts'
import { aFirstStart, aFreePort } from './guide-service.ts'

const guide = readFileSync(new URL('../docs/recipes.md', import.meta.url), 'utf8')
const pagesFolder = await mkdtemp(join(tmpdir(), 'festival-recipes-'))
after(() => rm(pagesFolder, { recursive: true, force: true }))
await buildClient(join(pagesFolder, 'client.tgz'))

const env = { WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true' }
const { folder, url, credentials } = await aFirstStart({ env, pagesFolder })
const port = await aFreePort()

const filled = (code: string) =>
  code
    .replaceAll('https://festival.example', url)
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`)
    .replace('listen(4000', `listen(${port}`)
    .replace('client_…', credentials.PUBLISHABLE_CLIENT_ID)

/** The files of each section, in the order of the text. */
const files = {
  'Set up': ['festival.ts'],
  Home: ['home.ts'],
  'Near a place': ['near.ts'],
  'A festival': ['screen.ts'],
  Buying: ['buying.ts', 'order.ts'],
  'Several tickets at once': ['basket.ts', 'hold.ts'],
  'Vouchers and free tickets': ['staff.ts', 'voucher.ts'],
  '3-D Secure': ['secure.ts'],
  'The wallet': ['wallet.ts'],
  'Handing a ticket on': ['hand-on.ts'],
  'Giving a ticket to the next in line': ['give-back.ts'],
  'Followed artists': ['followed.ts'],
  'The live stream': ['stream.ts'],
  'Receiving webhooks': ['endpoint.ts', 'receiver.ts'],
}
const written = Object.entries(files).flatMap(([title, names]) => {
  const blocks = blocksOf(guide, title, 'ts')
  return names.map((file, at) => ({ title, file, code: filled(blocks[at] ?? '') }))
})
const shell = (title: string) => blocksOf(guide, title, 'sh').map(filled)
const [setUp = ''] = shell('Set up')

before(async () => {
  await anApplication(folder, ['install', `${url}/client.tgz`], ['standardwebhooks'])
  for (const { file, code } of written) await writeFile(join(folder, file), code)
})

test('every example is in a section of the list, and has a file', () => {
  const all = [...guide.matchAll(/^```(?:ts|sh)$/gm)].length
  const shells = Object.keys(files).flatMap(shell).length
  assert.equal(written.length + shells, all)
  for (const { file, code } of written) assert.notEqual(code, '', file)
})

// Requirement (rules): `/docs/recipes`: its examples type-check against the client
test('its examples type-check against the client as it is given out', () => typeCheck(folder))

const firstStart = '--env-file=data/first-start.env'
const screens = Object.keys(files).filter((title) => title !== 'Receiving webhooks')
// Requirement (rules): `/docs/recipes`: the same with curl
test('those for a terminal print what they say', () =>
  runShell(screens.flatMap(shell).join('\n'), folder))

for (const { title, file, code } of written.filter(({ title }) => screens.includes(title))) {
  // Requirement (rules): `/docs/recipes`: the calls of four screens, a purchase with 3-D Secure and
  //   retries, and the stream, with the client
  test(`${title}: ${file} prints what it says`, async () =>
    assertPrints(await execute(folder, process.execPath, [firstStart, file]), code))
}

// Requirement (rules): `/docs/recipes`: a receiver of webhooks verifies the signature
test('the receiver takes what the service signed, and nothing else', async () => {
  const [create = '', send = ''] = shell('Receiving webhooks')
  const listening = `curl -s -o answer http://127.0.0.1:${port}/`
  const lines = [
    setUp,
    create,
    'node receiver.ts > received & trap "kill $!" EXIT',
    `for try in $(seq 100); do ${listening} && break; sleep 0.1; done`,
    send,
    'cat received',
    '# → webhook.test',
  ]
  await runShell(lines.join('\n'), folder)
})

test('the client creates an endpoint, and writes its secret', async () => {
  await execute(folder, process.execPath, [firstStart, 'endpoint.ts'])
  assert.match(readFileSync(join(folder, 'webhook-secret'), 'utf8'), /^whsec_/)
})
