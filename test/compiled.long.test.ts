/** Where `npm start` keeps compiled code: never where another user of the machine could put some. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const stranger = 12_345
const isRoot = process.geteuid?.() === 0
const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))

/** A project with our start script and a program that says where its compiled code is kept. */
async function aProject() {
  const base = await mkdtemp(join(tmpdir(), 'festival-compiled-'))
  folders.push(base)
  const root = join(base, 'project')
  for (const folder of ['src', 'node_modules', 'data', '../tmp']) {
    await mkdir(join(root, folder), { recursive: true })
  }
  await cp('src/compiled.mjs', join(root, 'src/compiled.mjs'))
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  await writeFile(
    join(root, 'src/main.ts'),
    `import { getCompileCacheDir } from 'node:module'
    import './compiled.mjs'
    const dir: string = getCompileCacheDir() ?? 'nowhere'
    console.log(dir, process.argv.slice(2).join())`,
  )
  const start = (env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', `${scripts.start} "$@"`, 'start', '--port', '1'],
      {
        cwd: root,
        encoding: 'utf8',
        env: {
          PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
          TMPDIR: join(base, 'tmp'),
          ...env,
        },
      },
    )
    assert.equal(status, 0, stderr)
    const [place = '', args] = stdout.trim().split(' ')
    assert.equal(args, '--port,1')
    return { place, said: stderr }
  }
  const own = join(root, 'node_modules/.cache/compile')
  return { base, root, own, data: join(root, 'data/compiled'), start }
}

async function plant(folder: string, { owner = 0, mode = 0o755 } = {}): Promise<string> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, mode)
  if (owner > 0) await chown(folder, owner, owner)
  return folder
}

test('compiled code is kept in the project, where only its owner reads and writes', async () => {
  const { own, base, start } = await aProject()
  for (let times = 0; times < 2; times++) {
    const { place, said } = start()
    assert.ok(place.startsWith(own), place)
    assert.equal(said, '')
  }
  assert.equal((await readdir(own)).length, 1)
  const ls = spawnSync('stat', ['-c', '%a', own], { encoding: 'utf8' })
  assert.equal(ls.stdout.trim(), '700')
  assert.deepEqual(await readdir(join(base, 'tmp')), [])
})

test('a folder planted in the shared temporary folder is not used', { skip: !isRoot }, async () => {
  const { base, start } = await aProject()
  const planted = await plant(join(base, 'tmp/node-compile-cache'), {
    owner: stranger,
    mode: 0o777,
  })
  const { place } = start()
  assert.ok(!place.startsWith(planted), place)
  assert.deepEqual(await readdir(planted), [])
})

for (const [what, put] of [
  ['of another user', (folder: string) => plant(folder, { owner: stranger })],
  ['that all can write to', (folder: string) => plant(folder, { mode: 0o777 })],
  [
    'that is a symbolic link',
    async (folder: string) => {
      await mkdir(dirname(folder), { recursive: true })
      await symlink(await plant(`${dirname(dirname(folder))}/elsewhere`), folder)
    },
  ],
  [
    'in a folder that all can write to',
    (folder: string) => plant(dirname(folder), { mode: 0o777 }),
  ],
] as const) {
  test(`a folder ${what} is not used: the data folder is, or none`, { skip: !isRoot }, async () => {
    const { own, data, start } = await aProject()
    await put(own)
    const second = start()
    assert.ok(second.place.startsWith(data), second.place)
    assert.equal(second.said, '')
    await rm(data, { recursive: true })
    await put(data)
    const none = start()
    assert.equal(none.place, 'nowhere')
    assert.match(none.said, /^Compiled code is not kept, so starts take longer: .*data.*\n$/)
    const given = start({ NODE_COMPILE_CACHE: own })
    if (what === 'that is a symbolic link') return assert.ok(given.place.startsWith(own))
    assert.equal(given.place, 'nowhere')
    assert.match(given.said, /^Compiled code is not kept, so starts take longer: .*\n$/)
  })
}

test('the operator’s own folder is used', async () => {
  const { base, start } = await aProject()
  const given = await plant(join(base, 'given'), { mode: 0o700 })
  const { place, said } = start({ NODE_COMPILE_CACHE: given })
  assert.ok(place.startsWith(given), place)
  assert.equal(said, '')
})
