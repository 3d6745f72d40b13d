/**
 * Runs beside the ordinary reporter: every test that docs/contract-coverage.md names must have passed. A row whose
 * test is gone, renamed, skipped or failing fails the run. Each of the two suites judges the rows of its own files.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

type Row = { sentence: string; name: string; file: string }

const { SUITE } = process.env

function readRows(): Row[] {
  return readFileSync('docs/contract-coverage.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| .* \| .* \| `.*` \|$/.test(line))
    .map((line) => {
      const [sentence = '', name = '', file = ''] = line.slice(2, -2).split(' | ')
      return { sentence, name: name.replaceAll('\\|', '|'), file: file.replaceAll('`', '') }
    })
    .filter(({ file }) => file.endsWith('.long.test.ts') === (SUITE === 'long'))
}

/** `…` in a name matches any text: a table of cases makes many tests. */
function isNamed(test: string, name: string): boolean {
  const [start = '', ...rest] = name.split('…')
  return rest.length === 0
    ? test === name
    : test.startsWith(start) && test.endsWith(rest.at(-1) ?? '')
}

/** The names of the passed tests, by file; a file that ran without any has none. */
async function collect(events: AsyncIterable<TestEvent>): Promise<Map<string, string[]>> {
  const passed = new Map<string, string[]>()
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || !data.file) continue
    const file = relative(process.cwd(), data.file)
    const names = passed.get(file) ?? []
    const counts = type === 'test:pass' && data.skip === undefined && data.todo === undefined
    passed.set(file, counts ? [...names, data.name] : names)
  }
  return passed
}

export default async function* coverage(events: AsyncIterable<TestEvent>) {
  const passed = await collect(events)
  const rows = readRows()
  const isProven = ({ name, file }: Row) => passed.get(file)?.some((test) => isNamed(test, name))
  const unproven = rows.filter((row) => !isProven(row))
  for (const { sentence, name, file } of unproven) {
    yield `✖ not proven: ${sentence}: no test "${name}" passed in ${file}\n`
  }
  yield `ℹ contract: ${rows.length - unproven.length} of ${rows.length} rows proven\n`
  if (unproven.length > 0) process.exitCode = 1
}
