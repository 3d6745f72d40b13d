/**
 * Builds the pages, and the npm package of the client that the service gives out:
 * `node scripts/build-pages.ts [--out FOLDER] [console|gate|box-office|guide|docs|client …]`, by default all, into
 * pages/dist. Each file of a page is written as it is and compressed. The earlier build is replaced at once,
 * when the new one is complete.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import reference from '@scalar/fastify-api-reference'
import react from '@vitejs/plugin-react'
import Fastify from 'fastify'
import { build, type PluginOption } from 'vite'
import { buildClient } from './build-client.ts'
import { docsTextPages, textSources } from './docs-texts.ts'
import { offlineWorker } from './offline-worker.ts'
import { preloadWords } from './words-preload.ts'
import { recordZoneData, zoneData } from './zone-data.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const names = ['console', 'gate', 'box-office', 'guide', 'docs', 'client']
/** The reference, and the frame of the texts beside it. */
const entriesOfDocs = ['index', 'text'].map((name) => join(root, 'pages', 'docs', `${name}.html`))
/** Smaller files are not worth compressing. */
const worthCompressing = 1_024

/**
 * Groups the scripts of the console: of its start, and shared by many of its pages. Without groups the
 * list of festivals loads 106 scripts of 269 kB, with them 15 of 250 kB (Vite 8.3, Brotli).
 */
const sharedByPages = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'shared', minShareCount: 6 },
]

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'pages', 'dist') } },
  allowPositionals: true,
})
/** What the pages use of the rest of the repository: when it changes, they are rebuilt. */
const taken = new Set<string>(textSources)
for (const name of positionals.length > 0 ? positionals : names) {
  if (name === 'client') await buildClient(join(values.out, 'client.tgz'))
  else await buildPage(name, values.out)
}
if (positionals.length === 0) {
  recordZoneData(values.out)
  writeFileSync(join(values.out, '.sources'), [...taken].toSorted().join('\n'))
}

async function buildPage(page: string, out: string): Promise<void> {
  mkdirSync(out, { recursive: true })
  const fresh = mkdtempSync(join(out, `.${page}-`))
  try {
    await fill(fresh, page)
    publish(fresh, join(out, page))
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

async function fill(folder: string, page: string): Promise<void> {
  const scalar = page === 'docs' ? await readReference() : undefined
  await build({
    configFile: false,
    root: join(root, 'pages', page),
    base: `/${page}/`,
    logLevel: 'warn',
    plugins: [recordUsed(), zoneData(), ...pluginsOf(page)],
    worker: { format: 'es', plugins: () => [recordUsed(), zoneData()] },
    define: { 'import.meta.env.REFERENCE': JSON.stringify(scalar?.url) ?? 'undefined' },
    build: {
      outDir: folder,
      rolldownOptions: {
        ...(page === 'docs' && { input: entriesOfDocs }),
        output: {
          chunkFileNames: nameOfChunk,
          ...(page === 'console' && { codeSplitting: { groups: sharedByPages } }),
        },
      },
      emptyOutDir: true,
      target: ['chrome125', 'safari18', 'firefox128'],
      // Without these, light-dark() colours are lost.
      cssTarget: ['chrome125', 'safari18', 'firefox128'],
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // A worker that takes over while a page loads makes browsers warn of what was preloaded without it.
        // Nor does a script that is loaded later load the page's own again.
        resolveDependencies: (_file, files, { hostType }) =>
          page === 'guide' || page === 'box-office'
            ? files.filter((file) => hostType === 'js' && !isEntry(file))
            : files,
      },
      chunkSizeWarningLimit: 1_000,
    },
  })
  if (page === 'guide') await buildWorker(folder)
  if (scalar) writeFileSync(join(folder, 'assets', scalar.name), scalar.script)
  await Promise.all(
    globSync(`${folder}/**/*.{js,css,html,svg,json,wasm,webmanifest}`).map((file) =>
      compress(file),
    ),
  )
}

/** Names a script of words by its language too, `en-public`: each language has files of the same names. */
function nameOfChunk({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const [, language] = /\/words\/(\w+)\/\w+\.ts$/.exec(facadeModuleId ?? '') ?? []
  return `assets/${language === undefined ? '' : `${language}-`}[name]-[hash].js`
}

/** The script of a page itself. */
function isEntry(file: string): boolean {
  return /\/index-[\w-]+\.js$/.test(file)
}

/**
 * The guide's worker is one file, which knows the built files by `FILES`; of the fonts, those with Latin letters. What computes
 * for a waiting room is of no use without the service.
 */
async function buildWorker(folder: string): Promise<void> {
  const files = globSync('assets/*', { cwd: folder })
    .filter((name) => !name.endsWith('.woff2') || /-latin-[^e]/.test(name))
    .filter((name) => !/\.worker-|\/bls12-381-/.test(name))
    .toSorted()
    .map((name) => `/guide/${name}`)
  await build({
    configFile: false,
    root: join(root, 'pages', 'guide'),
    logLevel: 'warn',
    plugins: [recordUsed(), zoneData()],
    define: { FILES: JSON.stringify(files) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: ['chrome125', 'safari18', 'firefox128'],
      rolldownOptions: {
        input: join(root, 'pages', 'guide', 'worker.ts'),
        output: { format: 'iife', entryFileNames: 'worker.js' },
      },
    },
  })
}

/** Replaces the earlier build of a page. */
function publish(fresh: string, now: string): void {
  chmodSync(fresh, 0o755)
  const before = `${fresh}-before`
  try {
    renameSync(now, before)
  } catch {
    // There is none on the first build.
  }
  renameSync(fresh, now)
  rmSync(before, { recursive: true, force: true })
}

function pluginsOf(page: string): PluginOption[] {
  if (page === 'console') return [react()]
  if (page === 'docs') return [docsTextPages()]
  if (page === 'guide') return [preloadWords()]
  return ['gate', 'box-office'].includes(page) ? [offlineWorker()] : []
}

function recordUsed(): PluginOption {
  return {
    name: 'note-taken',
    moduleParsed: ({ id }) => {
      const path = relative(root, id)
      if (/^(?:common|src)\//.test(path)) taken.add(path)
    },
  }
}

/**
 * The reference is one script, which its package provides only through a server. Like all assets it is
 * cached forever, so its name contains a hash.
 */
async function readReference() {
  const app = Fastify()
  await app.register(reference, { routePrefix: '/reference', configuration: { content: {} } })
  const { statusCode, rawPayload: script } = await app.inject('/reference/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error('The package of the reference gave out no script')
  const name = `scalar-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`
  return { name, url: `/docs/assets/${name}`, script }
}

async function compress(file: string): Promise<void> {
  const body = readFileSync(file)
  if (body.length < worthCompressing) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const [small, smaller] = [
    await promisify(gzip)(body, { level: 9 }),
    await promisify(brotliCompress)(body, { params }),
  ]
  writeFileSync(`${file}.gz`, small)
  writeFileSync(`${file}.br`, smaller)
}
