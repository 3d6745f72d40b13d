/** The rules of the architecture: which module may import which, and which may write which table. */
import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { owners } from './table-owners.ts'

/** The areas of CONTRIBUTING.md, bottom up, each with its modules. */
const rows = [
  ...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| `([a-z]+)` \| (.*) \|$/gm),
].map(([, area = '', text = '']) => ({
  area,
  modules: [...text.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name),
}))
/** Areas without modules: they are one. */
const whole = new Set(['platform', 'web'])
/** How high each module stands: it imports lower ones, never a higher one. */
const heightOf = new Map(
  rows
    .flatMap(({ area, modules }) => (whole.has(area) ? [area] : modules))
    .map((module, height) => [module, height]),
)
/** The folders of the platform: each imports from those before it. No file lies beside them. */
const folders = [
  'values',
  'zones',
  'files',
  'config',
  'observe',
  'postgres',
  'database',
  'secrets',
  'photos',
  'paper',
  'printers',
  'outgoing',
  'sync',
  'jobs',
  'http',
]
/** The whole application, the process and the command line are outside the areas: they may import from any module. */
const outside = new Set(['api', 'server', 'cli'])

const sources = globSync('src/*/**/*.ts', {
  exclude: ['**/*.test.ts', 'src/platform/database/tables.ts'],
}).map((path) => ({ path, module: moduleOf(path), text: readFileSync(path, 'utf8') }))

function moduleOf(path: string): string {
  const [, area = '', module = ''] = path.split('/')
  return !whole.has(area) && !outside.has(area) && heightOf.has(module) ? module : area
}

test('every folder of src is an area with the modules that are listed, or is outside them', () => {
  const found = new Set(
    sources.map(({ path, module }) => {
      const area = path.split('/')[1] ?? ''
      return whole.has(area) || outside.has(area) ? area : `${area}/${module}`
    }),
  )
  const listed = rows.flatMap(({ area, modules }) =>
    whole.has(area) ? [area] : modules.map((module) => `${area}/${module}`),
  )
  assert.deepEqual([...found].toSorted(), [...listed, ...outside].toSorted())
})

/** What the imports of a file break of the rules; none for a file outside the areas. */
function brokenBy(path: string, text: string): string[] {
  const module = moduleOf(path)
  if (outside.has(module)) return []
  const height = (name: string) => heightOf.get(name) ?? Number.POSITIVE_INFINITY
  return [...text.matchAll(/(?:from |import[ (])'([#.][^']*)'/g)].flatMap(([, address = '']) => {
    if (address.startsWith('.')) {
      const other = moduleOf(join(dirname(path), address))
      return other === module ? [] : [`${module} leaves its folder for ${other}`]
    }
    const parts = address.slice(1).split('/')
    if (parts[0] === 'common' && module !== 'platform') return []
    const other = parts[whole.has(`${parts[0]}`) ? 0 : parts.length - 1] ?? ''
    if (other === module || height(other) < height(module)) return []
    return [`${module} may not import ${address}`]
  })
}

test('an import of each kind that breaks a rule is found', () => {
  const plants: [path: string, address: string][] = [
    ['src/core/access/tokens.ts', '#shop/payments'],
    ['src/shop/tickets/wallet.ts', '#shop/payments'],
    ['src/shop/payments/routes.ts', '#shop/queue/state'],
    ['src/shop/payments/routes.ts', '../queue/state.ts'],
    ['src/platform/jobs/jobs.ts', '#core/access'],
    ['src/shop/payments/routes.ts', '#web'],
    ['src/shop/payments/routes.ts', '../../api/app.ts'],
    ['src/shop/payments/routes.ts', '#shop/nothing'],
    ['src/platform/jobs/jobs.ts', '#common/codes/base45'],
  ]
  for (const [path, address] of plants) {
    assert.equal(brokenBy(path, `import { a } from '${address}'`).length, 1, address)
    assert.equal(brokenBy(path, `await import('${address}')`).length, 1, address)
    assert.equal(brokenBy(path, `import '${address}'`).length, 1, address)
  }
  const right = [
    "from '#shop/tickets'",
    "from '#common/codes/base45'",
    "from '#platform/values/ids'",
    "from '../model/states.ts'",
  ]
  for (const one of right) assert.deepEqual(brokenBy('src/shop/payments/charging/pay.ts', one), [])
})

for (const { path, module, text } of sources) {
  test(`${path} imports only lower modules, by their index`, () => {
    assert.deepEqual(brokenBy(path, text), [])
  })

  test(`${path} writes only its own tables`, () => {
    const writes = text.matchAll(
      /\b(?:insertInto|updateTable|deleteFrom)\('(\w+)|\b(?:insert into|delete from|update) (\w+)(?=[\s(`])/g,
    )
    for (const [found, built, written] of writes) {
      const table = built ?? written ?? ''
      if (found === 'update set' || !(table in owners)) continue
      assert.equal(owners[table], module, `${table} belongs to ${owners[table]}`)
    }
  })
}

test('the platform has no file beside its folders, and no folder that is not listed', () => {
  const names = readdirSync('src/platform')
  assert.deepEqual(names.filter((name) => name !== 'README.md').toSorted(), folders.toSorted())
})

/** Returns the imports of a file of `common`, packages aside, that pages could not load, or that would make a circle. */
const barredFromCommon = (text: string) =>
  [...text.matchAll(/(?:from |import[ (])'([^']*)'/g)].flatMap(([, address = '']) =>
    /^(?:\.\.?\/(?!.*(?:\.\.|src)\/)|#common\/|#platform\/(?:values|zones)\/|(?!node:|src\/)[@a-z])/.test(
      address,
    )
      ? []
      : [address],
  )

test('common imports only itself, and values and time zones of the platform', () => {
  const files = globSync('common/**/*.ts', { exclude: ['**/*.test.ts'] })
  assert.ok(files.length > 60)
  const barred = files.flatMap((file) =>
    barredFromCommon(readFileSync(file, 'utf8')).map((address) => `${file}: ${address}`),
  )
  assert.deepEqual(barred, [])
  for (const address of ['#shop/tickets', '#platform/jobs/jobs', '../src/main.ts', 'node:fs'])
    assert.deepEqual(barredFromCommon(`import { a } from '${address}'`), [address])
})

test('pages import nothing of the service but the platform and what is common', () => {
  const files = globSync('pages/**/*.{ts,tsx}', { exclude: ['pages/dist/**'] })
  const barred = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from |import[ (])'([^']*\bsrc\/[^']*|#[^']*)'/g)]
      .map(([, address = '']) => address)
      .filter((address) => !/client\/src\/|^#common\/|^#platform\/(?:values|zones)\//.test(address))
      .map((address) => `${file}: ${address}`),
  )
  assert.deepEqual(barred, [])
})

for (const { path, text } of sources.filter((one) => one.module === 'platform')) {
  const height = folders.indexOf(path.split('/')[2] ?? '')

  test(`${path} imports only from the folders before its own`, () => {
    for (const [, folder = ''] of text.matchAll(/(?:from|import\() ?'#platform\/([a-z]+)/g)) {
      assert.ok(folders.indexOf(folder) <= height, `${folders[height]} may not import ${folder}`)
    }
    assert.doesNotMatch(text, /from '\.\.\//)
  })

  test(`${path} names nothing of festivals`, () => {
    // The variables of the environment are those of the whole service.
    if (path.startsWith('src/platform/config/')) return
    const nouns = /\b(gig|artist|organizer|tier|ticket|gate|reward|badge|line-?up)s?\b/gi
    assert.deepEqual(text.match(nouns) ?? [], [])
  })
}

test('every table has an owner', () => {
  const tables = readFileSync('src/platform/database/tables.ts', 'utf8').matchAll(
    /^ {2}(\w+): \{$/gm,
  )
  const unowned = [...tables].flatMap(([, table = '']) => (table in owners ? [] : [table]))
  assert.deepEqual(unowned, [])
})

test('only the process, the command line and tests import the application', () => {
  for (const { path, module, text } of sources) {
    if (!outside.has(module)) assert.doesNotMatch(text, /app\.ts'/, path)
  }
})

test('SQL tells no local time but that of UTC, since PostgreSQL has time zone data of another age than Node', () => {
  const sources = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  // The baseline has `knows_time_zone`, which is no longer called.
  const migrations = globSync('migrations/*.sql').filter((file) => file > 'migrations/0011')
  const local = /\bat\s+time\s+zone\s+(?!'UTC')|\btimezone\(|\bdate_trunc\([^()]*,[^()]*,/i
  for (const file of [...sources, ...migrations]) {
    const statement = local.exec(
      readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\/?\*|--).*/gm, ''),
    )
    assert.equal(statement?.[0], undefined, file)
  }
})
