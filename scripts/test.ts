/**
 * Runs a suite of tests: `node scripts/test.ts SUITE`. Files, folders and patterns that follow are run instead
 * of the whole suite; options of `node --test` (as `--test-name-pattern=month`) are passed on.
 */
import { globSync, statSync } from 'node:fs'
import { runOnGround } from '../test/ground.ts'
import { writeWorkers } from './test-workers.ts'

/** `shared`: how many files at most share the process of a worker; each leaves some 15 MB behind in it. */
type Suite = {
  files: string[]
  options: string[]
  shared?: number
  env?: Record<string, string>
}

// Most files wait a while for something: three at a time keep two cores busy.
const atOnce = 3
const together = `--test-concurrency=${atOnce}`
const isLong = (file: string) => file.endsWith('.long.test.ts')
const all = globSync('{src,common,test}/**/*.test.ts')
const suites: Record<string, Suite> = {
  // The quick suite: `npm test`.
  all: { files: all.filter((file) => !isLong(file)), options: [together], shared: 40 },
  // Stories of minutes: processes that are started and killed, random histories, large festivals.
  long: { files: all.filter(isLong), options: [together], shared: 40 },
  // What talks to the database in a way that depends on its version.
  database: {
    files: [
      'src/{platform,core,catalogue,shop/payments,office,people/me,identity/users}/**/*.test.ts',
    ],
    options: [together],
    shared: 40,
  },
  pages: { files: ['test/browser/*.browser.ts'], options: [together], shared: 12 },
  // Each page in the light on a desk and in the dark on a telephone.
  'pages:half': {
    files: ['test/browser/*.browser.ts'],
    options: [together],
    shared: 12,
    env: { TEST_LOOKS: 'half' },
  },
  deploy: {
    files: ['test/deploy/*.deploy.ts'],
    options: ['--test-concurrency=1', '--test-timeout=1800000'],
  },
}

const [name = '', ...given] = process.argv.slice(2)
const suite = suites[name]
if (!suite)
  throw new Error(`There is no suite ${name}; there are ${Object.keys(suites).join(', ')}`)
Object.assign(process.env, suite.env)
const options = given.filter((argument) => argument.startsWith('-'))
const chosen = given.filter((argument) => !argument.startsWith('-')).map(filesIn)

const spec = ['--test-reporter=spec', '--test-reporter-destination=stdout']
const files = (chosen.length > 0 ? chosen : suite.files).flatMap((pattern) => globSync(pattern))
// Without files the runner would take all that it finds.
if (files.length === 0) throw new Error(`No test file matches ${given.join(' ')}`)
// A suite that a filter leaves out runs no hook, so that the next file would wait for ever.
const shared = options.length === 0 && files.length > 1 ? suite.shared : undefined
// In CI: a time after which no file is begun, s since 1970. The first file is another one each day, so that none is always
// left out.
const { TEST_UNTIL } = process.env
const until = TEST_UNTIL === undefined ? undefined : Number(TEST_UNTIL) * 1000
const first = until === undefined ? 0 : Math.floor(Date.now() / 86_400_000) % files.length
const sorted = files.toSorted()
const inTurn = [...sorted.slice(first), ...sorted.slice(0, first)]
using workers = shared ? writeWorkers(inTurn, { atOnce, most: shared, until }) : undefined
process.exitCode = await runOnGround([
  // For what hangs. Files that share a process have a limit of their own.
  ...(workers ? [] : ['--test-timeout=1800000']),
  // A test that failed may leave a server or a timer behind, for which its process would wait for ever.
  '--test-force-exit',
  ...spec,
  ...suite.options,
  ...options,
  ...(workers?.paths ?? files),
])
const leftOut = workers?.leftOut() ?? []
for (const file of leftOut) console.log(`left out for lack of time: ${file}`)
if (leftOut.length === files.length) process.exitCode = 1
for (const file of workers?.unfinished() ?? []) {
  // As the runner names a file that broke off.
  console.log(`\ntest at ${file}:1:1\n✖ ${file} did not end`)
  process.exitCode = 1
}

/** The pattern of the tests in a folder; a file or a pattern stays as it is. */
function filesIn(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  return isFolder ? `${path.replace(/\/$/, '')}/**/*.{test,browser}.ts` : path
}
