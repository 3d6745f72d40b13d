/**
 * `npm run bench`: measures the service against its targets, and reports which it meets. `--quick` takes
 * some minutes; `--only reads,purchase` measures some parts; `--size 2000,100000` other catalogues. `--check` runs
 * every part for a moment, to show that it works. `--against FOLDER` compares this checkout with another.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { against, comparedParts } from './against/against.ts'
import { openDatabases } from './databases.ts'
import { failOnHang } from './hang.ts'
import { growth } from './parts/growth.ts'
import { parts } from './parts/index.ts'
import { reportOf } from './report.ts'
import type { Row } from './row.ts'
import { type Run, runPart, type Scale } from './run.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    against: { type: 'string' },
    only: { type: 'string' },
    size: { type: 'string' },
  },
})
const scale: Scale = values.check ? 'check' : values.quick ? 'quick' : 'full'
const settings = {
  full: { sizes: '2000,100000,1000000', rounds: 5, seconds: 2 },
  quick: { sizes: '2000,20000', rounds: 3, seconds: 0.5 },
  check: { sizes: '200,400', rounds: 1, seconds: 0.1 },
}[scale]
const sizes = (values.size ?? settings.sizes).split(',').map(Number)
const say = (line: string) => {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${line}\n`)
}

await using closing = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void closing.disposeAsync().finally(() => process.exit(1)))
}
closing.defer(failOnHang)
const databases = await openDatabases(say)
closing.defer(() => databases.close())
const run: Run = { ...settings, scale, sizes, databases, say, closing }
if (values.against === undefined) await measure()
else await compare(values.against)

async function measure() {
  // Without two sizes there is no growth to see.
  const known = Object.keys(parts).filter((name) => parts[name] !== growth || sizes.length > 1)
  const rows: Row[] = []
  for (const name of namesOf(Object.keys(parts), known)) {
    const measured = parts[name] ? await runPart(run, name, parts[name]) : []
    // The figures of a check mean nothing.
    if (scale === 'check') process.stdout.write(`${name}: ${measured.length} rows\n`)
    rows.push(...measured)
  }
  if (scale !== 'check') {
    const text = await reportOf(run, rows)
    process.stdout.write(text)
    if (scale === 'full' && values.only === undefined) {
      await writeFile(new URL('results/bench.md', import.meta.url), text)
    }
  }
  const failed = rows.filter((row) => row.failed)
  for (const { work, detail } of failed) process.stdout.write(`FAILED: ${work}: ${detail}\n`)
  if (failed.length > 0) process.exitCode = 1
}

async function compare(folder: string) {
  const { text, isSlower } = await against(run, folder, namesOf(comparedParts, comparedParts))
  process.stdout.write(text)
  if (isSlower) process.exitCode = 1
}

/** The parts of `--only`, or the usual ones. @throws Error that lists all of them */
function namesOf(all: string[], usual: string[]): string[] {
  const names = values.only?.split(',') ?? usual
  const unknown = names.filter((name) => !all.includes(name))
  if (unknown.length > 0) {
    throw new Error(`--only takes ${all.join(', ')}, not ${unknown.join(', ')}`)
  }
  return names
}
