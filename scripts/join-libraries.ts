/**
 * Bundles libraries that consist of hundreds of small files into a few large ones, in node_modules/.joined.
 * `src/server/joined.ts` makes the service use them, and has the gain; without them it loads the libraries as they are.
 */
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const entries = [
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/swagger',
  'kysely',
  'typebox',
  'typebox/compile',
  'typebox/format',
  'typebox/value',
]

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version

const fileOf = (entry: string) => `${entry.replace('@', '').replace('/', '-')}.js`

const fresh = mkdtempSync(join(modules, '.joined-'))
try {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: fresh,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [fileOf(entry).slice(0, -3), entry])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  // The package name of a path: `@scope/name`, or `name`.
  const libraries = new Set(entries.map((entry) => /^(@[^/]+\/)?[^/]+/.exec(entry)?.[0] ?? entry))
  const joined = {
    versions: Object.fromEntries([...libraries].map((name) => [name, versionOf(name)])),
    files: Object.fromEntries(entries.map((entry) => [entry, fileOf(entry)])),
  }
  writeFileSync(join(fresh, 'index.json'), JSON.stringify(joined))
  writeFileSync(join(fresh, 'package.json'), JSON.stringify({ type: 'module' }))
  chmodSync(fresh, 0o755)
  rmSync(join(modules, '.joined'), { recursive: true, force: true })
  renameSync(fresh, join(modules, '.joined'))
} finally {
  rmSync(fresh, { recursive: true, force: true })
}
