/** The first steps of `npm start`, in its own folder: the pages are built when they have to be. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { languageCodes } from '#platform/values/reader-languages'

const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** A copy of the files that the set-up uses, with small pages of its own. */
async function aTree(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'festival-setup-'))
  folders.push(root)
  await cp('scripts', join(root, 'scripts'), { recursive: true })
  const taken = [
    'package.json',
    'package-lock.json',
    'LICENSE',
    'client/package.json',
    'client/README.md',
    'src/platform/values/reader-languages.ts',
  ]
  for (const file of taken) await cp(file, join(root, file))
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
  const files = {
    'src/web/server/docs-texts.ts':
      "export const docsTexts = [{ name: 'client', title: 'Client', file: 'client/README.md' }]\n",
    'pages/docs/text.html': '<!doctype html><title>A text</title><main><!-- text --></main>',
    'src/price.ts': "export const price = 'ten euros'\n",
    'client/src/index.ts': "export const name = 'the client'\n",
    'client/src/react/index.ts': "export const hooks = 'hooks'\n",
    'pages/shared/said.ts': 'export const said = `as ${process.env.NODE_ENV}`\n',
    'pages/shared/sw.ts': 'console.log(FILES, VERSION)\n',
    'pages/guide/worker.ts': 'console.log(FILES)\n',
  }
  for (const page of ['console', 'gate', 'box-office', 'guide', 'docs']) {
    Object.assign(files, {
      [`pages/${page}/index.html`]:
        '<!doctype html><title>A page</title><script type="module" src="./main.ts"></script>',
      [`pages/${page}/main.ts`]: `import { name } from '../../client/src/index.ts'
        import { price } from '../../src/price.ts'
        import { said } from '../shared/said.ts'
        document.title = [name, price, said].join()`,
    })
  }
  for (const language of languageCodes) {
    for (const part of ['public', 'shop', 'account'])
      Object.assign(files, { [`common/words/${language}/${part}.ts`]: 'export const words = {}\n' })
  }
  for (const [name, text] of Object.entries(files)) await write(root, name, text)
  return root
}

async function write(root: string, name: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true })
  await writeFile(join(root, name), text)
}

/** Runs the set-up as npm does, and returns its status and output. */
async function setUp(root: string, env: Record<string, string> = {}) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['scripts/setup.mjs'], { cwd: root, env: { PATH, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      said += data
    })
  }
  const [status] = await once(child, 'close')
  return { status, said }
}

/** All built files of a page, in one string. */
async function scriptOf(root: string, page: string): Promise<string> {
  const folder = join(root, 'pages/dist', page, 'assets')
  const names = (await readdir(folder)).filter((name) => /^index.*\.js$/.test(name))
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join()
}

const inode = async (root: string) => (await stat(join(root, 'pages/dist/guide/index.html'))).ino
/** What a build prints; the lines between are for slow machines. */
const built =
  /^Building the pages \(about 10 s\) \.\.\.\n(Building the pages: \d+ s\n)*Built in \d+ s\.\n$/

// Requirement (rules): Pages are built at set-up when they changed
test('the pages are built as for production, once, and again when their sources change', async () => {
  const root = await aTree()
  const first = await setUp(root, { NODE_ENV: 'development' })
  assert.equal(first.status, 0, first.said)
  assert.match(first.said, built)
  for (const page of ['console', 'gate', 'box-office', 'guide', 'docs']) {
    const script = await scriptOf(root, page)
    for (const part of ['the client', 'ten euros', 'production']) {
      assert.ok(script.includes(part), `${page}: ${part}`)
    }
  }
  const before = await inode(root)
  for (const npm_lifecycle_event of ['prestart', 'pretest', 'precheck', 'pretest:pages']) {
    const again = await setUp(root, { npm_lifecycle_event, NODE_ENV: 'production' })
    assert.deepEqual(again, { status: 0, said: '' })
  }
  assert.equal(await inode(root), before)
  for (const [name, text, part] of [
    ['pages/shared/said.ts', "export const said = 'something else'\n", 'something else'],
    ['client/src/index.ts', "export const name = 'a new client'\n", 'a new client'],
    ['src/price.ts', "export const price = 'eleven euros'\n", 'eleven euros'],
  ] as const) {
    await write(root, name, text)
    assert.match((await setUp(root)).said, built)
    assert.ok((await scriptOf(root, 'guide')).includes(part), part)
  }
  for (const lost of ['docs', 'client.tgz']) {
    await rm(join(root, 'pages/dist', lost), { recursive: true })
    assert.match((await setUp(root)).said, built)
  }
  assert.deepEqual(await setUp(root), { status: 0, said: '' })
})

test('of two at once one builds, and the other uses the result', async () => {
  const root = await aTree()
  const both = await Promise.all([setUp(root), setUp(root)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [0, 0],
  )
  const said = both.map(({ said }) => said).toSorted()
  assert.equal(said[0], '')
  assert.match(said[1] ?? '', built)
  assert.deepEqual((await readdir(join(root, 'pages/dist'))).toSorted(), [
    '.built',
    '.sources',
    '.zones',
    'box-office',
    'client.tgz',
    'console',
    'docs',
    'gate',
    'guide',
  ])
})

test('a lock that another user has planted, or that has ended, does not block a start', async () => {
  const root = await aTree()
  const file = join(root, '.setup-turn')
  const take = `import('./scripts/setup/lock.mjs').then(({ locked }) => locked(() => false, async () => {}))`
  const digest = createHash('sha256').update(`${root}/`).digest('hex').slice(0, 16)
  const inTheTemporaryFolder = join(tmpdir(), `festival-setup-${digest}`)
  const long = new Date(Date.now() - 60_000)
  const plants = {
    'in the temporary folder': () => writeFile(inTheTemporaryFolder, '1'),
    'of a process that gave no sign of life': async () => {
      await writeFile(file, '1')
      await utimes(file, long, long)
    },
    'of a process that is gone': () => writeFile(file, '4194305'),
    'of another user': async () => {
      await writeFile(file, '1')
      if (process.geteuid?.() === 0) await chown(file, 12_345, 12_345)
      else await utimes(file, long, long)
    },
    'that is a folder': () => mkdir(file, { recursive: true }),
  }
  for (const [what, plant] of Object.entries(plants)) {
    await plant()
    const { status, stderr } = spawnSync(process.execPath, ['--eval', take], {
      cwd: root,
      encoding: 'utf8',
    })
    await rm(inTheTemporaryFolder, { force: true })
    assert.equal(status, 0, `${what}: ${stderr}`)
    assert.ok(!(await readdir(root)).includes('.setup-turn'), what)
  }
  // One of a set-up that runs is waited for.
  await writeFile(file, `${process.pid}`)
  const { signal } = spawnSync(process.execPath, ['--eval', take], { cwd: root, timeout: 1_000 })
  assert.equal(signal, 'SIGTERM')
})

test('a failed build is reported and stops the start; the earlier pages stay', async () => {
  const root = await aTree()
  assert.equal((await setUp(root)).status, 0)
  const before = await scriptOf(root, 'guide')
  const good = await readFile(join(root, 'pages/guide/main.ts'), 'utf8')
  await write(root, 'pages/guide/main.ts', "import './nowhere.ts'\n")
  for (let tries = 0; tries < 2; tries++) {
    const { status, said } = await setUp(root)
    assert.equal(status, 1)
    assert.match(said, /nowhere\.ts/)
    assert.match(said, /The pages could not be built\.\n$/)
  }
  assert.equal(await scriptOf(root, 'guide'), before)
  assert.ok((await readdir(join(root, 'pages/dist'))).every((name) => !name.startsWith('.guide')))
  await write(root, 'pages/guide/main.ts', good)
  assert.match((await setUp(root)).said, built)
})
