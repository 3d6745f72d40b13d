/**
 * `npm run bench:plans`: runs every read on a catalogue of a million festivals, and every operation on a
 * million sales, and shows the cost of each: round trips, indexes, milliseconds. A sequential scan of a
 * large table fails. `--only catalogue` or `--only sales` measures one of the two.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { catalogueReads } from './catalogue-reads.ts'
import { fill } from './fill.ts'
import { buildOf, cores } from './machine.ts'
import { type Measured, measure, type Operation, tooManyRoundTrips } from './measure.ts'
import { catalogue, searchTexts } from './million.ts'
import { saleOperations } from './sale-operations.ts'
import { sales } from './sales.ts'
import { openStage } from './stage.ts'

const { values } = parseArgs({
  options: { size: { type: 'string', default: '1000000' }, only: { type: 'string' } },
})
const size = Number(values.size)
if (![undefined, 'catalogue', 'sales'].includes(values.only))
  throw new Error('--only catalogue or sales')
const say = (line: string) => process.stdout.write(`${line}\n`)
const faults: string[] = []

const stage = await openStage(async (working) => {
  await fill(working, [...catalogue, searchTexts], { size, say })
  if (values.only !== 'catalogue') await fill(working, sales, { size, say })
})
try {
  if (values.only !== 'sales') {
    await report(await catalogueReads(stage), {
      file: 'plans.md',
      title: `Plans at ${size} festivals, ${size} artists and ${size} gigs`,
      check: tooManyRoundTrips,
      columns: [
        ['Request', ({ name }) => `\`${name}\``],
        ['Round trips', ({ roundTrips }) => `${roundTrips}`],
        ['ms, median of 5', ({ ms }) => ms.toFixed(1)],
        ['Indexes', ({ indexes }) => indexes.join(', ')],
      ],
    })
  }
  if (values.only !== 'catalogue') {
    await report(await saleOperations(stage), {
      file: 'sales.md',
      title: `Plans at ${size} payments`,
      check: () => [],
      columns: [
        ['Operation', ({ name }) => `\`${name}\``],
        ['Round trips', ({ roundTrips }) => `${roundTrips}`],
        ['ms, median of 5', ({ ms }) => ms.toFixed(1)],
        ['ms in PostgreSQL', ({ msInDatabase }) => msInDatabase.toFixed(2)],
        ['Pages read', ({ pages }) => `${pages}`],
        ['Indexes', ({ indexes }) => indexes.join(', ')],
      ],
    })
  }
} finally {
  await stage.close()
}
for (const fault of new Set(faults)) say(`FAULT ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0

type Report = {
  file: string
  title: string
  check: (measured: Measured) => string[]
  columns: [head: string, cell: (measured: Measured) => string][]
}

async function report(operations: Operation[], { file, title, check, columns }: Report) {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const table = [line(columns.map(([head]) => head)), `|${'---|'.repeat(columns.length)}`]
  for (const operation of operations) {
    const measured = await measure(stage, operation)
    faults.push(...measured.faults, ...check(measured))
    table.push(line(columns.map(([, cell]) => cell(measured))))
    say(table.at(-1) ?? '')
  }
  const machine = `Node ${process.version}, PostgreSQL 18, ${cores} cores. \`npm run bench:plans -- --size ${size}\` on ${buildOf()}.`
  const heading = `# ${title}\n\n${machine} Milliseconds are of this machine; indexes, pages and round trips are not.\n\n`
  await writeFile(new URL(`results/${file}`, import.meta.url), `${heading}${table.join('\n')}\n`)
}
