/**
 * Prints docs/contract-coverage.md (`npm run docs:coverage`): every requirement, by chapter, and the test that proves
 * it. A comment above a test names what it proves: `// Requirement (errors): …`; its lines go on after three spaces.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'

const path = 'docs/contract-coverage.md'
const chapters = [
  'the whole',
  'records',
  'states',
  'operations',
  'authentication',
  'events',
  'errors',
  'limits',
  'versions',
  'rules',
]

const head = `# What the service promises, and the test that proves it

Each row is a requirement as it was set. A comment above the test names it, and \`npm run docs:coverage\` prints this page;
\`npm test\` fails when a requirement has lost its test. \`…\` stands for any text, where a table of cases makes many
tests. "contract §4" is chapter 4 of [the contract](contract/README.md), which says the same in full.
`

type Row = { chapter: string; requirement: string; title: string; file: string }

/** Comments that name requirements, and the beginning of the call below them up to the title of the test. */
const annotated =
  /((?:^ *\/\/ Requirement \(.+\n(?: *\/\/ {3}.+\n)*)+)(?: *\/\/.*\n)* *(?:\w+\.)?(?:test|describe)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)?/gm

/** Returns the requirements that the tests of a file name. Throws if a comment stands above no test. */
export function requirementsIn(source: string, file: string): Row[] {
  const rows = [...source.matchAll(annotated)].flatMap(([, comments = '', ...titles]) => {
    const title = (titles.find((one) => one !== undefined) ?? '…')
      .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
      .replaceAll(/\\(.)/g, '$1')
    return comments
      .replaceAll(/\n *\/\/ {3}/g, ' ')
      .trim()
      .split(/\n */)
      .map((line) => {
        const [, chapter = '', requirement = ''] = /Requirement \(([^)]*)\): (.*)/.exec(line) ?? []
        return { chapter, requirement, title, file }
      })
  })
  const named = source.match(/^ *\/\/ Requirement/gm)?.length ?? 0
  if (named !== rows.length) throw new Error(`${file}: a requirement stands above no test`)
  return rows
}

/** Returns the page of every requirement. */
export function coveragePage(): string {
  const files = globSync('{src,common,test}/**/*.{test,browser,deploy}.ts').toSorted()
  const rows = files.flatMap((file) => requirementsIn(readFileSync(file, 'utf8'), file))
  const unknown = rows.find(({ chapter }) => !chapters.includes(chapter))
  if (unknown) throw new Error(`${unknown.file}: "${unknown.chapter}" is no chapter of ${path}`)
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const tables = chapters.map((chapter) => {
    const lines = rows
      .filter((row) => row.chapter === chapter)
      .map(
        ({ requirement, title, file }) => `| ${cell(requirement)} | ${cell(title)} | \`${file}\` |`,
      )
    const name = chapter.charAt(0).toUpperCase() + chapter.slice(1)
    return `\n## ${name}\n\n| Requirement | Test | File |\n|---|---|---|\n${lines.join('\n')}\n`
  })
  return head + tables.join('')
}

if (import.meta.main) writeFileSync(path, coveragePage())
