/**
 * The compressed size of each page, as the table in docs/pages.md: what a first view loads, and what is
 * loaded when it is needed. `--check` fails when a page is over its limit, or the table more than 5 % off;
 * `--out FOLDER` reads another build than pages/dist.
 */
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const report = join(root, 'docs', 'pages.md')
const tolerance = 0.05

/** The limits, in kB of a thousand bytes. */
const limits: Record<string, Partial<Record<Column, number>>> = {
  console: { 'first script': 190, 'first style': 40 },
  gate: { 'first script': 24, later: 480 },
  'box-office': { 'first script': 20 },
  guide: { 'first script': 22, 'first style': 15 },
  'guide/worker': { 'first script': 5 },
  docs: { 'first script': 12, later: 1_400 },
  'docs/recipes': { 'first script': 1, 'first style': 4 },
}

const columns = ['first script', 'first style', 'first font', 'first other', 'later'] as const
type Column = (typeof columns)[number]
type Sizes = Record<Column, number>

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'pages', 'dist') },
    check: { type: 'boolean', default: false },
  },
})
const sizes = Object.fromEntries(
  Object.keys(limits).map((name) => {
    // `docs/recipes` stands for the texts beside the reference, of which it is the longest.
    const [page = '', text = 'index'] = name.split('/')
    // The worker is loaded after the page, by itself.
    const file = text === 'worker' ? 'worker.js' : `${text}.html`
    return [name, measure(join(values.out, page), file)]
  }),
)
const table = tableOf(sizes)
process.stdout.write(`${table}\n`)
const faults = values.check ? [...tooLarge(sizes), ...outOfDate(sizes)] : []
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
if (!values.check) write(table)

/** The bytes of a page's files as they are sent, by type and by when they are loaded. */
function measure(folder: string, page: string): Sizes {
  const first = firstView(folder, page)
  const sums: Sizes = {
    'first script': 0,
    'first style': 0,
    'first font': 0,
    'first other': 0,
    later: 0,
  }
  for (const file of globSync('**/*', { cwd: folder }).map((name) => name.replaceAll('\\', '/'))) {
    const path = join(folder, file)
    if (/\.(gz|br)$/.test(file) || !isFile(path)) continue
    if (first.has(file)) sums[columnOf(file)] += sentBytes(path)
    // What belongs to another page of the folder is none of this one.
    else if (page === 'index.html' && file !== 'worker.js' && !file.endsWith('.html'))
      sums.later += sentBytes(path)
  }
  return sums
}

function sentBytes(path: string): number {
  return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function columnOf(file: string): Column {
  const kinds: Record<string, Column> = {
    '.js': 'first script',
    '.css': 'first style',
    '.woff2': 'first font',
  }
  return kinds[extname(file)] ?? 'first other'
}

/** The files a browser loads before the user does anything: the page, and what it refers to. */
function firstView(folder: string, page: string): Set<string> {
  const seen = new Set<string>()
  const waiting = [page]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !isFile(join(folder, file))) continue
    seen.add(file)
    waiting.push(...namedIn(file, readFileSync(join(folder, file), 'utf8')))
  }
  return seen
}

function namedIn(file: string, text: string): string[] {
  const page = /^\/[\w-]+\//
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
  const within = (name: string) =>
    page.test(name) ? name.replace(page, '') : posix.join(posix.dirname(file), name)
  if (file.endsWith('.html')) {
    // Of the words, a reader loads those of one language.
    const others = /<script [^>]*data-words="(?!de")[^>]*>/g
    return [...text.replace(others, '').matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) =>
      within(name),
    )
  }
  // A browser loads only the parts of a font whose letters it needs: here the Latin ones.
  const isUsual = (name: string) => !name.endsWith('.woff2') || /-latin-[^e]/.test(name)
  if (file.endsWith('.css')) {
    return named(/url\(["']?([^"')]+)["']?\)/g)
      .filter(isUsual)
      .map(within)
  }
  // Static imports only: `import(…)` loads later.
  if (file.endsWith('.js')) {
    return named(/(?:\bfrom|\bimport)\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g).map(within)
  }
  return []
}

function inKb(bytes: number): string {
  return (bytes / 1_000).toFixed(bytes < 99_500 ? 1 : 0)
}

function tableOf(all: Record<string, Sizes>): string {
  const head = ['Page', 'script', 'style', 'font', 'other', 'when needed']
  const rows = Object.entries(all).map(([page, row]) => [
    page,
    ...columns.map((column) => {
      const limit = limits[page]?.[column]
      return `${inKb(row[column])}${limit === undefined ? '' : ` of ${limit}`}`
    }),
  ])
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function tooLarge(all: Record<string, Sizes>): string[] {
  return Object.entries(all).flatMap(([page, row]) =>
    columns
      .filter(
        (column) => row[column] / 1_000 > (limits[page]?.[column] ?? Number.POSITIVE_INFINITY),
      )
      .map(
        (column) =>
          `${page}: ${inKb(row[column])} kB (${column}) is more than ${limits[page]?.[column]} kB`,
      ),
  )
}

/** The table as it is in the document, compared number by number. */
function outOfDate(all: Record<string, Sizes>): string[] {
  const written = readFileSync(report, 'utf8')
  return Object.entries(all).flatMap(([page, row]) => {
    const line = written.split('\n').find((line) => line.startsWith(`| ${page} |`)) ?? ''
    const told = line.split('|').slice(2, -1).map(Number.parseFloat)
    const isNear = columns.every(
      (column, index) => Math.abs((told[index] ?? 0) - row[column] / 1_000) <= margin(row[column]),
    )
    return isNear ? [] : [`docs/pages.md is out of date for ${page}: node scripts/page-sizes.ts`]
  })
}

function margin(bytes: number): number {
  return Math.max((bytes / 1_000) * tolerance, 0.5)
}

function write(fresh: string): void {
  const text = readFileSync(report, 'utf8')
  writeFileSync(report, text.replace(/^\| Page \|[^]*?\n(?!\|)/m, `${fresh}\n`))
}
