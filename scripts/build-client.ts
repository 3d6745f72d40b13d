/**
 * Builds the npm package of the client, `@festival/client`, as one file: `node scripts/build-client.ts
 * [--out FILE]`, by default pages/dist/client.tgz. It has no dependencies, since what it needs is part of it,
 * and the same sources make the same bytes.
 */
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { build, type Rolldown, transformWithOxc } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const client = join(root, 'client')
/** Its code is part of ours. */
const inlined = 'eventsource-parser'

/** Builds the package into a file, which is replaced at once. */
export async function buildClient(out: string): Promise<void> {
  const files = {
    'package.json': manifest(),
    'README.md': readFileSync(join(client, 'README.md'), 'utf8'),
    LICENSE: readFileSync(join(root, 'LICENSE'), 'utf8'),
    'THIRD-PARTY-LICENSES': thirdParty(),
    ...(await scripts()),
    ...(await declarations()),
  }
  // The time that npm gives to the files of every package.
  const mtime = new Date('1985-10-26T08:15:00Z')
  const tar = pack()
  for (const [name, data] of Object.entries(files)) {
    tar.entry({ name: `package/${name}`, mode: 0o644, mtime }, data)
  }
  tar.finalize()
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(`${out}.new`, gzipSync(await buffer(tar), { level: 9 }))
  renameSync(`${out}.new`, out)
}

/** Without what only stops npm from publishing the sources. */
function manifest(): string {
  const { private: _, ...published } = JSON.parse(
    readFileSync(join(client, 'package.json'), 'utf8'),
  )
  return `${JSON.stringify(published, null, 2)}\n`
}

function thirdParty(): string {
  const license = readFileSync(join(root, 'node_modules', inlined, 'LICENSE'), 'utf8')
  return `dist/index.js contains ${inlined}:\n\n${license}`
}

/** The code of both entries, with what they share beside them. */
async function scripts(): Promise<Record<string, string>> {
  const built = await build({
    configFile: false,
    root: client,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: {
        entry: { index: 'src/index.ts', 'react/index': 'src/react/index.ts' },
        formats: ['es'],
      },
      rolldownOptions: {
        external: ['react'],
        // Without comments that name files, whose paths depend on where this runs.
        experimental: { attachDebugInfo: 'none' },
        // 'use client' stays at the top of its entry, which is what it is for.
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      },
    },
  })
  const [bundle] = [built].flat() as Rolldown.RolldownOutput[]
  const files = (bundle?.output ?? []).map((part) => [
    `dist/${part.fileName}`,
    'code' in part ? part.code : '',
  ])
  return Object.fromEntries(files)
}

/**
 * The types of each source. Every export says its type, so that they need no compiler: the set-up of the
 * service does not install one.
 */
async function declarations(): Promise<Record<string, string>> {
  const sources = globSync('**/*.ts', { cwd: join(client, 'src') }).toSorted()
  const types = sources.map(async (name) => {
    const source = readFileSync(join(client, 'src', name), 'utf8')
    const { declaration = '' } = await transformWithOxc(source, name, {
      typescript: { declaration: {} },
    })
    const text = declaration.replace(/(from "\.[^"]*)\.ts"/g, '$1.js"')
    return [`dist/${name.replace(/\.ts$/, '.d.ts')}`, text]
  })
  return Object.fromEntries(await Promise.all(types))
}

if (import.meta.main) {
  const out = join(root, 'pages', 'dist', 'client.tgz')
  const { values } = parseArgs({ options: { out: { type: 'string', default: out } } })
  await buildClient(values.out)
}
