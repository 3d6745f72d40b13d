/**
 * `npm run test:faults`: causes the failures the service promises to survive. `--full` takes hours and
 * measures the figures of `docs/promises.md`; `--only kills,histories` runs some of the harnesses.
 */
import { glob } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { runOnGround } from '../ground.ts'

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const files = (await Array.fromAsync(glob('test/faults/*.faults.ts'))).toSorted()
const nameOf = (file: string) => basename(file, '.faults.ts')
const names = values.only?.split(',') ?? files.map(nameOf)
const unknown = names.filter((name) => !files.some((file) => nameOf(file) === name))
if (unknown.length > 0) {
  throw new Error(`--only takes ${files.map(nameOf).join(', ')}, not ${unknown.join(', ')}`)
}

const patience = values.full ? 12 * 3_600_000 : 600_000
process.env['FAULTS'] = values.full ? 'full' : 'usual'
process.exitCode = await runOnGround([
  `--test-timeout=${patience}`,
  // A harness that failed may leave its services behind.
  '--test-force-exit',
  // One at a time: measurements must not share the machine.
  '--test-concurrency=1',
  ...files.filter((file) => names.includes(nameOf(file))),
])
