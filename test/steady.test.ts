/** Tests give the same answer on a slow machine as on a quick one: what makes them depend on time is refused here. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Beside them are harnesses, which measure times on purpose, and pages in browsers, whose clock is the real one. */
const files = globSync([
  '{src,common}/**/*.test.ts',
  'test/*.ts',
  'test/{authorisation,records,report,journeys}/**/*.ts',
])
  .filter((file) => file !== 'test/steady.test.ts')
  .toSorted()

/** Files that may, and why. */
const clocks: Record<string, string> = {
  'src/platform/jobs/admission.test.ts': 'keeps the loop busy on purpose',
  'src/server/drain.test.ts': 'a least time, which a slow machine only makes longer',
  'test/own-time.ts': 'counts the time that this process ran, for when timers act',
  'test/purchase-model.long.test.ts': 'says how long it took',
  'test/receiver.ts': 'notes when a request came, for harnesses',
  'test/until.ts': 'lets a failure name what was missing',
}

/** The least patience, ms: half of what a test may take. */
const patience = 60_000

const rules: { what: string; instead: string; found: (text: string, file: string) => string[] }[] =
  [
    {
      what: 'reads a clock to compare times',
      instead:
        'compare counts of work, or the CPU time of test/cpu.ts; wait for an event; a comparison of speed is a part of bench/',
      found: (text, file) =>
        file in clocks
          ? []
          : matches(text, /performance\.now\(\)|process\.hrtime|process\.uptime/g),
    },
    {
      what: 'gives up waiting sooner than a slow machine needs',
      instead: `leave the patience of until() as it is, or give ${patience} ms or more`,
      found: (text) =>
        [...text.matchAll(/\buntil\(/g)]
          .map(({ index }) => callAt(text, index))
          .filter((call) => tooShort(/,\s*(\d[\d_]*),?\s*\)$/.exec(call)?.[1])),
    },
    {
      what: 'ends a test, or a program, sooner than a slow machine needs',
      instead: 'leave the limit to the command that runs the tests',
      found: (text) =>
        matches(text, /\{[^{}]*\btimeout: (\d[\d_]*)[^{}]*\},? (?:async )?\(/g, tooShort),
    },
    {
      what: 'moves a clock that goes by itself, with which leases end on a slow machine',
      instead: 'move a steadyClock() of test/clock.ts',
      found: (text) => [
        ...[...text.matchAll(/\baWorld\(/g)]
          .map(({ index }) => callAt(text, index))
          .filter((call) => /\bnow: \(\) => new Date\(Date/.test(call)),
        ...matches(text, /\bnow = \(\) => new Date\(Date\.now\(\)/g),
      ],
    },
  ]

function matches(text: string, pattern: RegExp, isWrong = (_number: string) => true): string[] {
  return [...text.matchAll(pattern)].flatMap(([all, number = '']) => (isWrong(number) ? [all] : []))
}

/** Returns the call that begins at a place of a text, up to its closing parenthesis. */
function callAt(text: string, start: number): string {
  let open = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') open++
    if (text[at] === ')' && --open === 0) return text.slice(start, at + 1)
  }
  return ''
}

function tooShort(number: string | undefined): boolean {
  return number !== undefined && Number(number.replaceAll('_', '')) < patience
}

for (const { what, instead, found } of rules) {
  test(`no test ${what}`, () => {
    const wrong = files.flatMap((file) =>
      found(readFileSync(file, 'utf8'), file).map((text) => `${file}: ${text.slice(0, 120)}`),
    )
    assert.deepEqual(wrong, [], `Instead: ${instead}`)
  })
}

test('each file that may read a clock does', () => {
  const idle = Object.keys(clocks).filter(
    (file) => !readFileSync(file, 'utf8').includes('performance.now()'),
  )
  assert.deepEqual(idle, [])
})

test('the rules find what they are about', () => {
  const examples = [
    'assert.ok(performance.now() - began < 1000)',
    "await until('the end', async () => reader.isOver(), 1_500)",
    "test('a silent store ends', { timeout: 5_000 }, async () => {",
    'const world = await aWorld({ now: () => new Date(Date.now() + ahead) })',
  ]
  for (const [index, { found }] of rules.entries()) {
    const text = examples[index] ?? ''
    assert.equal(found(text, 'any.test.ts').length, 1, text)
  }
})
