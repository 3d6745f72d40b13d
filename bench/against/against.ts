/**
 * `--against FOLDER`: this build beside an earlier one, of another checkout, and that one beside itself. All three
 * services run at once, on copies of one database, and are loaded in turn.
 */
import { resolve } from 'node:path'
import { withPool } from '../databases.ts'
import { differences } from '../differences.ts'
import { fill } from '../fill.ts'
import { buildOf, machine } from '../machine.ts'
import { catalogue } from '../million.ts'
import { answerOf } from '../readers.ts'
import { command } from '../report.ts'
import { type Run, within } from '../run.ts'
import { here } from '../server.ts'
import { startService } from '../service.ts'
import { judge, type Verdict } from './judge.ts'
import { type Compared, measureRounds, type Three } from './rounds.ts'
import { worksOn } from './works.ts'

export { comparedParts } from './works.ts'

type Row = { name: string; time?: Verdict; cpu?: Verdict; note: string }

/** Compares by these parts. `isSlower` where a row is, or where one could not be measured. */
export async function against(
  settings: Run,
  folder: string,
  names: string[],
): Promise<{ text: string; isSlower: boolean }> {
  const root = resolve(folder)
  const run = { ...settings, rounds: settings.scale === 'check' ? 1 : 5 }
  const { three, works } = await openThree(run, root)
  const rows: Row[] = []
  for (const compared of names.flatMap((name) => works[name] ?? [])) {
    run.say(compared.name)
    rows.push(await measureRow(run, three, compared))
  }
  const slower = rows.filter(({ time, cpu }) => !time || time.isSlower || cpu?.isSlower)
  const heading = `\`${command()}\`: ${buildOf()} beside ${buildOf(root)}. ${await machine(run.databases)}`
  return { text: reportOf(heading, rows, slower), isSlower: slower.length > 0 }
}

/** The earlier build makes the database, so that this one migrates its copy, as an update does. */
async function openThree(run: Run, root: string) {
  const { databases, say } = run
  const size = run.sizes.findLast((one) => one <= 100_000) ?? 2_000
  const database = await databases.create()
  await within(run, (own) => startService(own, { database, root }))
  await withPool(database, (pool) => fill(pool, catalogue, { size, say }))
  const works = await worksOn(database, run, size)
  await withPool(database, (pool) => pool.query('vacuum analyze'))
  const copies = [await databases.create(database), await databases.create(database)] as const
  say('starting three services')
  const start = async (name: string, from: string, build: string) => {
    const server = await startService(run, { database: from, root: build })
    return { name, url: server.url, server }
  }
  const three: Three = {
    old: await start('old', database, root),
    again: await start('again', copies[0], root),
    next: await start('new', copies[1], here),
  }
  return { three, works }
}

async function measureRow(run: Run, three: Three, compared: Compared): Promise<Row> {
  const { name } = compared
  try {
    const note = await changesOf(three, compared)
    const { time, cpu } = await measureRounds(run, three, compared)
    return { name, time: judge(time), cpu: judge(cpu), note }
  } catch (error) {
    return { name, note: `failed: ${error instanceof Error ? error.message : error}` }
  }
}

/** How the answer of this build differs. @throws Error when one build answers differently twice */
async function changesOf({ old, again, next }: Three, { workOf }: Compared): Promise<string> {
  const { ask, headers } = workOf()
  if (typeof ask === 'function' || ask.method !== undefined) return ''
  const [first, second, changed] = await Promise.all(
    [old, again, next].map(({ url }) => answerOf(url, ask.path, headers)),
  )
  const unsteady = differences(first, second)
  if (unsteady.length > 0) throw new Error(`One build answers differently: ${unsteady.join('; ')}`)
  const changes = differences(first, changed)
  return changes.length > 0 ? `its answer changed: ${changes.slice(0, 5).join('; ')}` : ''
}

function reportOf(heading: string, rows: Row[], slower: Row[]): string {
  const ratio = (verdict?: Verdict) => verdict?.ratio.toFixed(3) ?? 'failed'
  const spread = (verdict?: Verdict) => (verdict ? `± ${(100 * verdict.spread).toFixed(1)} %` : '')
  const lines = rows.map(({ name, time, cpu, note }) => {
    const cells = [name, ratio(time), spread(time), ratio(cpu), spread(cpu), note]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '# This build beside an earlier one',
    '',
    heading,
    '',
    'Ratios above 1 are slower: time per request, and CPU of the service and PostgreSQL per request. Old / old is the largest difference of a round between two processes of the earlier build.',
    '',
    '| Work | Time, new / old | Old / old | CPU, new / old | Old / old | |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
    ...slower.map((row) => `SLOWER: ${row.name}: ${reasonOf(row)}`),
    ...(slower.length === 0 ? ['No row is slower by more than 3 % and than its spread.'] : []),
    '',
  ].join('\n')
}

function reasonOf({ time, cpu, note }: Row): string {
  const parts = Object.entries({ time, CPU: cpu }).flatMap(([name, verdict]) =>
    verdict?.isSlower
      ? `${name} ${verdict.ratio.toFixed(3)} times, spread ${(100 * verdict.spread).toFixed(1)} %`
      : [],
  )
  return parts.length > 0 ? parts.join('; ') : note
}
