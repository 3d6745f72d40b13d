/** The documentation: every link leads to a file and a heading, and the contract has every operation. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { anchorOf } from '../scripts/docs-texts.ts'
import { tabled } from './authorisation/policies.ts'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync(['client/README.md', 'bench/**/README.md', 'docs/**/*.md', 'src/**/README.md']),
]

const readText = (page: string) => readFileSync(page, 'utf8')

/** The text of a page without its code, in which brackets are not links and `#` is not a heading. */
function readProse(page: string): string {
  return readText(page).replaceAll(/^```[^]*?^```$/gm, '')
}

const contractPages = globSync('docs/contract/*.md')
const contract = contractPages.map(readProse).join('\n')

test('each section of the contract has a number of its own, and each that is named is there', () => {
  const numbers = [...contract.matchAll(/^## (\d+(?:\.\d+)?)\.? /gm)].map(([, one = '']) => one)
  assert.deepEqual(numbers, [...new Set(numbers)])
  const code = globSync('{src,client/src,test,scripts}/**/*.{ts,tsx}').map(readText).join('\n')
  const named = [
    ...contract.matchAll(/\bsections?\s+(\d+\.\d+)/g),
    ...code.matchAll(/docs\/contract,(?:\s+\*)?\s+(?:sections?\s+)?(\d+\.\d+)/g),
  ].map(([, one = '']) => one)
  assert.ok(named.length > 50, `${named.length}`)
  assert.deepEqual(
    named.filter((one) => !numbers.includes(one)),
    [],
  )
})

test('a link to a section of the contract has the number of that section', () => {
  const links = [...contract.matchAll(/\[(?:sections? )?(\d+\.\d+)[^\]]*\]\([\w./-]*#(\d+)-/g)]
  assert.ok(links.length > 50, `${links.length}`)
  for (const [link, number = '', anchor] of links)
    assert.equal(number.replace('.', ''), anchor, link)
})

test('the index of the contract names every page and every section', () => {
  const index = readText('docs/contract/README.md')
  for (const page of contractPages.filter((one) => !one.endsWith('/README.md'))) {
    const name = basename(page)
    assert.ok(index.includes(`](${name})`), name)
    for (const [, section = ''] of readProse(page).matchAll(/^## (\d.*)$/gm))
      assert.ok(index.includes(`[${section}](${name}#${anchorOf(section)})`), section)
  }
})

/** The anchors of a page's headings, made as GitHub makes them; a repeated one is numbered. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of readProse(page).matchAll(/^#+ (.+)$/gm)) {
    const anchor = anchorOf(heading)
    let count = 0
    while (anchors.has(count === 0 ? anchor : `${anchor}-${count}`)) count += 1
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`)
  }
  return anchors
}

/** The relative links of a page that do not lead anywhere. */
function brokenLinksOf(page: string): string[] {
  const links = readProse(page)
    .replaceAll(/`[^`\n]*`/g, '')
    .matchAll(/\]\(([^()\s]+)\)/g)
  return [...links]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor))
    })
}

/** Folders of the repository that a page may name in code, with their files. */
const roots = /^(bench|client|common|deploy|docs|migrations|pages|scripts|src|test)\//

/** The page that names files below one module. */
const followed = 'docs/one-purchase.md'

/** The missing ones of the files that a page names in code, as `src/api/app.ts` or, in the README of a folder, `writing/changes.ts`. */
function missingFilesOf(page: string): string[] {
  const names = [...readProse(page).matchAll(/`([\w./*-]+\/[\w./*-]*)`/g)].map(
    ([, one = '']) => one,
  )
  const isNearby = page.startsWith('src/') || page === followed
  const folder = page === followed ? 'src/shop/payments' : dirname(page)
  return names.filter((name) => {
    if (!roots.test(name) && !(isNearby && /\.tsx?$/.test(name))) return false
    if (name.startsWith('pages/dist')) return false
    return globSync([name, join(folder, name)]).length === 0
  })
}

suite('every file that a page names is there', () => {
  for (const page of pages) {
    // Requirement (rules): Documentation: every relative link leads to a file and a heading that exist
    test(`in ${page}`, () => assert.deepEqual(missingFilesOf(page), []))
  }
})

test('the README of each area names each of its modules', () => {
  for (const area of readdirSync('src').filter((one) => existsSync(`src/${one}/README.md`))) {
    const text = readFileSync(`src/${area}/README.md`, 'utf8')
    const folders = readdirSync(`src/${area}`, { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    )
    const missing = folders.filter(({ name }) => !text.includes(`| \`${name}\``))
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
      area,
    )
  }
})

/** Names of other software, in pages about the design. */
const foreign = new Set([
  'Combobox',
  'Vary',
  'pg_dump',
  'pg_upgrade',
  'preStop',
  'SO_REUSEPORT',
  'isolatedDeclarations',
])

test('each name of the code in a page about the design is in the sources', () => {
  const sources = globSync(
    '{src,common,pages,client/src,test,scripts,migrations,docs/contract}/**/*.{ts,tsx,sql,mjs,md}',
  )
  const known = new Set(foreign)
  for (const file of sources.filter((one) => !one.endsWith('README.md'))) {
    for (const [name] of readFileSync(file, 'utf8').matchAll(/\w+/g)) known.add(name)
  }
  const about = globSync([
    'docs/{design,adr}/*.md',
    'docs/{one-purchase,glossary}.md',
    'src/**/README.md',
  ])
  const unknown = about.flatMap((page) =>
    [...readProse(page).matchAll(/`([^`\n]+)`/g)]
      .flatMap(([, code = '']) => code.match(/[\w-]+/g) ?? [])
      .filter((name) => /^(?!.*-)(?:.*[a-z][A-Z]|.*_|[A-Z][a-z])/.test(name) && !known.has(name))
      .map((name) => `${page}: ${name}`),
  )
  assert.deepEqual(unknown, [])
})

test('the page of jobs lists all that the service does by the clock', () => {
  const page = readFileSync('docs/operating/jobs.md', 'utf8')
  const begun = globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /jobs\.(?:cron\('([^']+)', '([^']+)'|everySeconds\()/g,
      ),
    ].map(([, name, cron]) => (name ? `\`${cron}\` \`${name}\` ${file}` : `seconds ${file}`)),
  )
  const rows = [...page.matchAll(/^\| (\S.*?) \| ?(\S*) \| .+ \| `(.+)` \|$/gm)].map(
    ([, when, name, file]) => (name ? `${when} ${name} ${file}` : `seconds ${file}`),
  )
  assert.deepEqual(rows.toSorted(), begun.toSorted())
})

suite('every relative link leads to a file and a heading', () => {
  for (const page of pages) {
    test(`in ${page}`, () => assert.deepEqual(brokenLinksOf(page), []))
  }
})

// Requirement (rules): Documentation: the contract has every operation with its method and path
test('the contract names every operation, with its method and path', () => {
  const missing = tabled
    .map((operation) => operation.replaceAll(/\{(\w+)\}/g, ':$1'))
    .filter((operation) => !contract.includes(`\`${operation}\``))
  assert.deepEqual(missing, [])
})
