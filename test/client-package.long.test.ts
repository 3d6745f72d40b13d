/** The npm package of the client, as the service gives it out: what is in it, and that npm installs it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { createClient } from '#identity/clients'
import { buildClient } from '../scripts/build-client.ts'
import { hovers } from './language-server.ts'
import { inProduction } from './production.ts'
import { aWorld } from './world.ts'

const folder = await mkdtemp(join(tmpdir(), 'festival-client-'))
after(() => rm(folder, { recursive: true, force: true }))
const pagesFolder = join(folder, 'pages')
const file = join(pagesFolder, 'client.tgz')
await buildClient(file)

const world = await aWorld({
  parts: { pagesFolder },
  env: inProduction,
})
const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
const address = `${url}/client.tgz`

// Requirement (rules): `/client.tgz` is the same file of every service of a version
test('the same sources make the same bytes, wherever they are built', async () => {
  const again = join(folder, 'again', 'client.tgz')
  const program = join(process.cwd(), 'scripts/build-client.ts')
  await promisify(execFile)(process.execPath, [program, '--out', again], { cwd: folder })
  assert.ok((await readFile(again)).equals(await readFile(file)))
})

// Requirement (rules): The package has no dependencies and no scripts
test('the package has its code, types, README and licences, and nothing to run or to install', async () => {
  const texts = new Map<string, string>()
  for await (const entry of createReadStream(file).pipe(createGunzip()).pipe(extract())) {
    texts.set(entry.header.name, await text(entry))
  }
  const names = [...texts.keys()]
  const others = names.filter((name) => !/^package\/dist\/[\w/-]+\.(js|d\.ts)$/.test(name))
  assert.deepEqual(others.toSorted(), [
    'package/LICENSE',
    'package/README.md',
    'package/THIRD-PARTY-LICENSES',
    'package/package.json',
  ])
  const manifest = JSON.parse(texts.get('package/package.json') ?? '')
  for (const key of ['scripts', 'dependencies', 'devDependencies', 'private', 'repository']) {
    assert.ok(!(key in manifest), key)
  }
  assert.equal(manifest.engines.node, '>=20')
  assert.deepEqual(manifest.peerDependenciesMeta, { react: { optional: true } })
  const targets = JSON.stringify(manifest.exports).match(/\.\/[\w/.]+\.\w+(?=")/g) ?? []
  assert.ok(targets.length > 4)
  for (const target of targets) assert.ok(names.includes(`package${target.slice(1)}`), target)
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  assert.equal(manifest.version, version)
})

// Requirement (rules): `/client.tgz` is public, in production as well, with an ETag
test('every service gives it out, to every caller, and it is sent once', async () => {
  const response = await fetch(address)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/gzip')
  assert.equal(response.headers.get('content-encoding'), null)
  assert.equal(response.headers.get('cache-control'), 'public, no-cache')
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(await readFile(file)))
  const { statusCode, body } = await world.app.inject({
    url: '/client.tgz',
    headers: { 'if-none-match': response.headers.get('etag') ?? '' },
  })
  assert.deepEqual([statusCode, body], [304, ''])
})

// Requirement (rules): `/client.tgz` is 503 while it is not built
test('until it is built it is 503, like the pages', async () => {
  const empty = await aWorld({ parts: { pagesFolder: join(folder, 'none') } })
  const { statusCode, headers, body } = await empty.app.inject('/client.tgz')
  assert.equal(statusCode, 503)
  assert.equal(headers['retry-after'], '5')
  assert.equal(JSON.parse(body).code, 'unavailable')
})

/** Node and npm as users have them: those of the system, not those that the service brings. */
const PATH = `${process.env['PATH']}`
  .split(delimiter)
  .filter((place) => !place.includes('node_modules'))
  .join(delimiter)

/** Runs a program in an application's folder; npm, which asks for the versions of React, finds no registry. */
async function run(cwd: string, program: string, args: string[]): Promise<string> {
  const none = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' }
  const env = { ...process.env, PATH, ...none }
  const { stdout } = await promisify(execFile)(program, args, { cwd, env })
  return stdout
}

// Requirement (rules): `npm install …/client.tgz` works without a registry, from Node 20 on
test('npm installs it from the service, without a registry, on the Node of the system', async () => {
  const app = join(folder, 'app')
  await mkdir(app)
  await writeFile(join(app, 'package.json'), '{"type": "module"}')
  await run(app, 'npm', ['install', '--engine-strict', '--no-audit', '--no-fund', address])
  const installed = await readdir(join(app, 'node_modules'))
  assert.deepEqual(
    installed.filter((name) => !name.startsWith('.')),
    ['@festival'],
  )
  const { id, client_secret } = await createClient(world.db, { name: 'Shop', scopes: [] })
  await writeFile(
    join(app, 'shop.js'),
    `import { createFestival, FestivalError } from '@festival/client'
    const festival = createFestival({ baseUrl: '${url}', clientId: '${id}', clientSecret: '${client_secret}' })
    const { pagination } = await festival.festivals.list()
    const error = await festival.users.create({ email: 'no' }).catch((error) => error)
    console.log(pagination.total, error instanceof FestivalError, error.code, error.fields.map(({ path }) => path).join())`,
  )
  assert.match(await run(app, 'node', ['shop.js']), /^0 true invalid .*email/)
})

/** Each method with the comment that an editor shows beside it. */
const comments = {
  'festivals.¦list': 'Festivals by start',
  'festivals.¦get': 'A festival with its gigs',
  'festivals.list.¦all': 'Iterates over all festivals',
  'gigs.¦list': 'Gigs by start',
  'gigs.¦all': 'Iterates over all items of `list`',
  'webhooks.deliveries.¦all': 'Iterates over all items of the list',
  'payments.¦create': 'Buy a ticket',
  'artists.¦create': 'artist',
  '¦search': 'Artists, festivals and genres by name',
  'notifications.¦read': 'Mark a notification as read',
  'notifications.¦stream': 'Iterates over notifications as they are sent',
  '¦signIn': 'Signs a user in',
}

// Requirement (rules): The client: editors show what each method does
test('an editor shows what a method does', async () => {
  const calls = Object.keys(comments).map((place) => `void festival.${place}`)
  const program = [
    "import { createFestival } from '@festival/client'",
    'const festival = createFestival()',
    ...calls,
  ].join('\n')
  const shown = await hovers(join(folder, 'app', 'hover.ts'), program)
  for (const [index, [place, comment]] of Object.entries(comments).entries())
    assert.ok(shown[index]?.includes(comment), `${place}: ${shown[index]}`)
})
