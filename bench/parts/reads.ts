import { compare, cpuOf, numbersOf, perSecondOf, type Results, ratio } from '../contest.ts'
import { idsOf, openReaders, type Readers, requireSame } from '../readers.ts'
import { atLeast, atMost, printed, type Row } from '../row.ts'
import { attempt, type Part, type Run } from '../run.ts'
import { knownWorks } from '../works.ts'

export const connections = 32

/** The catalogue of these reads: the largest of the run below a million. */
export const sizeOf = ({ sizes }: Run) => sizes.findLast((size) => size <= 100_000) ?? 2_000

/** Repeated reads, against a server that returns a constant answer. */
export const reads: Part = async (run) => {
  const size = sizeOf(run)
  const readers = await openReaders(run, size)
  const [festival = ''] = await idsOf(readers.database, 1)
  const rows: Row[] = []
  for (const known of knownWorks(festival)) {
    const isLeftOut = run.scale === 'quick' && !known.isMain
    if (isLeftOut) continue
    const name = `${known.name} from memory`
    rows.push(...(await attempt(run, name, () => oneKnown(run, readers, known))))
  }
  return rows.map((row) => ({ ...row, work: `${row.work}, ${size} festivals` }))
}

type KnownWork = ReturnType<typeof knownWorks>[number]

async function oneKnown(run: Run, readers: Readers, knownWork: KnownWork): Promise<Row[]> {
  const { name, path, isReferred, isJudged, asUser } = knownWork
  run.say(`${name} from memory`)
  const { service, bare, express } = readers
  const headers = asUser ? readers.userHeaders : readers.headers
  if (isReferred) await requireSame(readers, path)
  await readers.copy(path, headers)
  const work = { headers, ask: { path }, connections }
  const results = await compare([service, bare, ...(isReferred ? [express] : [])], work, run)
  const numbers = numbersOf(results)
  const beside = ratio(results, ['service', 'bare'], cpuOf)
  const title = `${name} from memory`
  const row = isJudged
    ? atMost(
        `${title}: CPU, times bare node:http`,
        { figure: beside, target: 1.5, unit: '×' },
        numbers,
      )
    : printed(`${title}: CPU, times bare node:http`, `${beside.toFixed(2)}×`, numbers)
  return [row, ...besideExpress(title, results, name === 'list')]
}

function besideExpress(title: string, results: Results, isJudged: boolean): Row[] {
  if (!results.has('Express')) return []
  const figure = ratio(results, ['service', 'Express'], perSecondOf)
  const work = `${title}: requests/s, times Express`
  return [
    isJudged
      ? atLeast(work, { figure, target: 20, unit: '×' })
      : printed(work, `${figure.toFixed(1)}×`),
  ]
}
