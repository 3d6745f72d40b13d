/**
 * `npm run bench`: measures the service against its targets, and reports which it meets. `--quick` takes
 * three minutes; `--only reads,purchase` measures some parts; `--size 2000,100000` other catalogues.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openDatabases } from './databases.ts'
import { machine } from './machine.ts'
import { arrays } from './parts/arrays.ts'
import { draw } from './parts/draw.ts'
import { growth } from './parts/growth.ts'
import { orders } from './parts/orders.ts'
import { pages } from './parts/pages.ts'
import { processes } from './parts/processes.ts'
import { purchase } from './parts/purchase.ts'
import { queue } from './parts/queue.ts'
import { reads } from './parts/reads.ts'
import { start } from './parts/start.ts'
import { streams } from './parts/streams.ts'
import { tokens } from './parts/tokens.ts'
import { unseen } from './parts/unseen.ts'
import { validation } from './parts/validation.ts'
import { attempt, type Part, type Row } from './row.ts'

const parts: Record<string, Part> = {
  reads,
  unseen,
  growth,
  tokens,
  pages,
  purchase,
  orders,
  validation,
  processes,
  queue,
  draw,
  streams,
  arrays,
  start,
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    size: { type: 'string' },
  },
})
const names = values.only?.split(',') ?? Object.keys(parts)
const unknown = names.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  throw new Error(`--only takes ${Object.keys(parts).join(', ')}, not ${unknown.join(', ')}`)
}
const say = (line: string) => {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${line}\n`)
}
const databases = await openDatabases(say)
const run = {
  isQuick: values.quick,
  sizes: (values.size ?? (values.quick ? '2000' : '2000,100000,1000000')).split(',').map(Number),
  rounds: values.quick ? 3 : 5,
  seconds: values.quick ? 0.5 : 2,
  databases,
  say,
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void databases.close().finally(() => process.exit(1)))
}
const rows: Row[] = []
try {
  for (const name of names) {
    rows.push(...(await attempt(run, name, async () => (await parts[name]?.(run)) ?? [])))
  }
  const text = await report()
  process.stdout.write(text)
  const file = values.quick ? 'results/quick.md' : 'results/bench.md'
  if (values.only === undefined) await writeFile(new URL(file, import.meta.url), text)
} finally {
  await databases.close()
}

async function report(): Promise<string> {
  const asked = ['npm run bench', ...process.argv.slice(2)]
    .join(' ')
    .replace('bench --', 'bench -- --')
  const verdict = ({ target, reached }: Row) =>
    target === ''
      ? ''
      : reached === undefined
        ? 'not measured'
        : reached
          ? 'reached'
          : 'not reached'
  const table = rows.map(
    (row) => `| ${row.work} | ${row.figure} | ${row.target} | ${verdict(row)} |`,
  )
  const numbers = rows.flatMap(({ work, detail }) => (detail ? [`- ${work}: ${detail}`] : []))
  return [
    '# What the service reaches',
    '',
    `\`${asked}\`: medians of ${run.rounds} rounds of ${run.seconds} s, all that is compared in turn. ${await machine(databases)}`,
    '',
    '| Work | Figure | Target | |',
    '|---|---|---|---|',
    ...table,
    '',
    '## Numbers',
    '',
    ...numbers,
    '',
  ].join('\n')
}
