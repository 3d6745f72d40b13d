/** Libraries bundled for quick starts: used when their version matches, and not needed otherwise. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'

const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** The exports that a program gets by import, and by require. */
async function loadedFrom(given: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'festival-joined-'))
  folders.push(root)
  const files = {
    'package.json': JSON.stringify({ type: 'module', dependencies: { lib: '1.0.0' } }),
    'node_modules/lib/package.json': JSON.stringify({ name: 'lib', type: 'module' }),
    'node_modules/lib/index.js': "export const from = 'pieces'",
    'main.ts': `import { createRequire } from 'node:module'
      import { useJoined } from './src/server/joined.ts'
      useJoined()
      const { from } = await import('lib')
      process.stdout.write(\`\${from} \${createRequire(import.meta.url)('lib').from}\`)`,
    ...given,
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
  await cp('src/server/joined.ts', join(root, 'src/server/joined.ts'))
  const { stdout } = await promisify(execFile)(process.execPath, ['main.ts'], { cwd: root })
  return stdout
}

const joined = (version: string) => ({
  'node_modules/.joined/package.json': JSON.stringify({ type: 'module' }),
  'node_modules/.joined/lib.js': "export const from = 'one file'",
  'node_modules/.joined/index.json': JSON.stringify({
    versions: { lib: version },
    files: { lib: 'lib.js' },
  }),
})

test('a bundled library comes from its one file', async () => {
  assert.equal(await loadedFrom(joined('1.0.0')), 'one file one file')
})

test('a bundle of another version, or none at all, leaves the library as it is', async () => {
  assert.equal(await loadedFrom(joined('0.9.0')), 'pieces pieces')
  assert.equal(await loadedFrom({}), 'pieces pieces')
  const broken = { ...joined('1.0.0'), 'node_modules/.joined/index.json': '{' }
  assert.equal(await loadedFrom(broken), 'pieces pieces')
})

// Requirement (rules): Starts find libraries and modules of our own quickly, as package.json says
test('our own modules are found as their paths and package.json say, by the longest prefix', async () => {
  const said = await loadedFrom({
    'package.json': JSON.stringify({
      type: 'module',
      dependencies: {},
      imports: { '#*': './src/*/index.ts', '#platform/*': './src/platform/*.ts' },
    }),
    'src/room/index.ts': "export { word } from './deep/word.ts'",
    'src/room/deep/word.ts': "import { ground } from '../ground.ts'\nexport const word = ground",
    'src/room/ground.ts': "import { floor } from '#platform/floor'\nexport const ground = floor",
    'src/platform/floor.ts': "export const floor = 'floor'",
    'main.ts': `import { useJoined } from './src/server/joined.ts'
      useJoined()
      const { word } = await import('#room')
      const none = await import('#nowhere').catch(({ code }) => code)
      process.stdout.write(\`\${word} \${none}\`)`,
  })
  assert.match(said, /^floor (ENOENT|ERR_MODULE_NOT_FOUND)$/)
})
