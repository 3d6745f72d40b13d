/** The examples of the client's README: each type-checks, and runs against the real service. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { transformWithOxc } from 'vite'
import { createClient, createPublishableClient } from '#identity/clients'
import { createUser } from '#identity/users'
import { notify } from '#messaging/notifications'
import { buildClient } from '../scripts/build-client.ts'
import { aTier } from './buying.ts'
import { aFestival } from './catalogue.ts'
import { anApplication, execute, typeCheck } from './client-project.ts'
import { aNotice } from './notices.ts'
import { aWorld } from './world.ts'

const pagesFolder = await mkdtemp(join(tmpdir(), 'festival-readme-'))
after(() => rm(pagesFolder, { recursive: true, force: true }))
await buildClient(join(pagesFolder, 'client.tgz'))
const world = await aWorld({ parts: { pagesFolder } })
const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
const folder = join(world.folder, 'readme')
const [email, password] = ['ada@harbour.example', 'correct horse battery staple']

const readme = readFileSync(new URL('../client/README.md', import.meta.url), 'utf8')
/** Each heading with an example, and the file it runs as. */
const examples = readme.split(/^## /m).flatMap((section) => {
  const [, kind, code] = /```(tsx?)\n([^]*?)```/.exec(section) ?? []
  const [title = ''] = section.split('\n')
  const name = `${title.replaceAll(' ', '-')}.${kind}`
  return code ? [{ title, code, file: join(folder, name) }] : []
})

before(async () => {
  const client = await createClient(world.db, { name: 'Read me', scopes: [] })
  const page = { name: 'Page', allow_without_origin: true }
  const { id: publishable } = await createPublishableClient(world.db, page)
  const user = await createUser(world, { email, password, firstName: 'Ada', lastName: 'Marsh' })
  const festival = await aFestival(world, { name: 'Harbour Nights', country: 'Denmark' })
  await aTier(world, { festival_id: festival.id, name: 'Weekend' })
  // Repeated until the example listens.
  const telling = setInterval(() => {
    const notices = [aNotice(user)]
    void notify({ db: world.db, bus: world.bus, now: new Date() }, notices).catch(() => {})
  }, 100)
  telling.unref()

  await install()
  const background = '#c0ffee'
  const pixels = { create: { width: 4, height: 4, channels: 3 as const, background } }
  await sharp(pixels).png().toFile(join(folder, 'me.png'))
  for (const { code, file } of examples) {
    const filled = code
      .replace('https://festival.example', url)
      .replace('client_0a92d6b8f3c4e1a7b2d9c05f', publishable)
      .replace('client_5f0c9d2b7a1e4c3f8b6d0a92', client.id)
      .replace('fst_secret_…', client.client_secret)
    await writeFile(file, filled)
  }
})

/** As the README says, from this service. React is what an application has already. */
async function install() {
  const [, command = ''] = /```sh\nnpm (install .*)\n```/.exec(readme) ?? []
  const args = command.replace('http://localhost:3000', url).split(' ')
  assert.ok(args.includes(`${url}/client.tgz`))
  const react = ['react', 'react-dom', '@types/react', '@types/react-dom', 'csstype']
  await anApplication(folder, args, react)
}

test('its examples, and the calls in its sentences, type-check against the package as it is published', async () => {
  const calls: string[] = readme.match(/(?<=`)festival(\.\w+)+\([^`\n]*\)(?=`)/g) ?? []
  assert.ok(calls.length > 2, 'calls in its sentences')
  const lines = [
    "import { createFestival } from '@festival/client'",
    'declare const id: string, email: string, userToken: string',
    'const festival = createFestival()',
    ...calls.map((call, index) => `export const call${index} = () => ${call}`),
  ]
  await writeFile(join(folder, 'calls.ts'), lines.join('\n'))
  await typeCheck(folder)
})

/** A program that renders a component, as a server does: Node itself reads no JSX. */
async function rendered(file: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
  await writeFile(`${file}.mjs`, code)
  const program = join(folder, 'server.mjs')
  const lines = [
    "import { createElement } from 'react'",
    "import { renderToString } from 'react-dom/server'",
    `import { App } from '${file}.mjs'`,
    'console.log(renderToString(createElement(App)))',
  ]
  await writeFile(program, lines.join('\n'))
  return program
}

/** What an example prints or writes. */
const outcomes: Record<string, (printed: string) => void | Promise<void>> = {
  Begin: (printed) => assert.equal(printed, '1 of 1\n'),
  'In a page or an app': (printed) => assert.equal(printed, 'Ada chooses from 1\n'),
  Call: async () => {
    const artists = await world.db.selectFrom('artists').select(['name', 'bio']).execute()
    assert.deepEqual(artists, [{ name: 'Ebb Trio', bio: 'Three brothers and a tide organ' }])
  },
  'Go through lists': (printed) => assert.equal(printed, '2099-07-01 Harbour Nights\n'),
  'Buy a ticket': async (printed) => {
    assert.equal(printed, '')
    assert.equal((await readFile(join(folder, 'ticket.pdf'))).toString('latin1', 0, 5), '%PDF-')
  },
  Errors: (printed) =>
    assert.deepEqual(printed.match(/^\w+ \w+/gm), [
      'firstName too_short',
      'email format',
      'password too_short',
    ]),
  Live: (printed) => assert.equal(printed, 'First ticket\n'),
  React: (printed) => assert.match(printed, /^<section><p>Loading …<\/p>.*<h2>0 unread<\/h2>/),
  Files: async () => {
    const { photo } = await world.db
      .selectFrom('users')
      .select('photo')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    assert.match(`${photo}`, /webp$/)
  },
  'In a page with a session': (printed) => assert.equal(printed, ''),
}

test('every example has an expected outcome', () => {
  assert.deepEqual(
    examples.map(({ title }) => title),
    Object.keys(outcomes),
  )
})

for (const { title, file } of examples) {
  test(`its example "${title}" does what it says`, async () => {
    const program = file.endsWith('.tsx') ? await rendered(file) : file
    await outcomes[title]?.(await execute(folder, process.execPath, [program]))
  })
}
