/** The documentation: every link leads to a file and a heading, and the contract has every operation. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { anchorOf } from '../scripts/docs-texts.ts'
import { tabled } from './authorisation/policies.ts'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync(['client/README.md', 'bench/**/README.md', 'docs/**/*.md', 'src/**/README.md']),
]

/** The text of a page without its code, in which brackets are not links and `#` is not a heading. */
function readProse(page: string): string {
  return readFileSync(page, 'utf8').replaceAll(/^```[^]*?^```$/gm, '')
}

test('each section of the contract has a number of its own, and each that is named is there', () => {
  const text = readProse('docs/contract.md')
  const numbers = [...text.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, one = '']) => one)
  assert.deepEqual(numbers, [...new Set(numbers)])
  const named = [...text.matchAll(/\bsections?\s+(\d+\.\d+)/g)].map(([, one = '']) => one)
  assert.ok(named.length > 50, `${named.length}`)
  assert.deepEqual(
    named.filter((one) => !numbers.includes(one)),
    [],
  )
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

/** The files that a page names in code, as `src/api/app.ts` or, in the README of a folder, `writing/changes.ts`. */
function missingFilesOf(page: string): string[] {
  const names = [...readProse(page).matchAll(/`([\w./*-]+\/[\w./*-]*)`/g)].map(
    ([, one = '']) => one,
  )
  return names.filter((name) => {
    const isRelative = page.startsWith('src/') && /\.tsx?$/.test(name)
    if (!roots.test(name) && !isRelative) return false
    if (name.startsWith('pages/dist')) return false
    return globSync([name, join(dirname(page), name)]).length === 0
  })
}

suite('every file that a page names is there', () => {
  for (const page of pages) {
    test(`in ${page}`, () => assert.deepEqual(missingFilesOf(page), []))
  }
})

suite('every relative link leads to a file and a heading', () => {
  for (const page of pages) {
    test(`in ${page}`, () => assert.deepEqual(brokenLinksOf(page), []))
  }
})

test('docs/contract.md names every operation, with its method and path', () => {
  const contract = readFileSync('docs/contract.md', 'utf8')
  const missing = tabled
    .map((operation) => operation.replaceAll(/\{(\w+)\}/g, ':$1'))
    .filter((operation) => !contract.includes(`\`${operation}\``))
  assert.deepEqual(missing, [])
})
