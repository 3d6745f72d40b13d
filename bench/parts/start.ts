/**
 * How long a start takes, from the command to the first page, on an empty and on an existing folder; and
 * the memory of the idle service and its PostgreSQL.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../load.ts'
import { atMost } from '../row.ts'
import { type Part, scaled } from '../run.ts'
import { here, stop } from '../server.ts'

/** The command of `npm start`. */
const service = [process.execPath, '--import', './src/compiled.mjs', 'src/main.ts']

export const start: Part = async (run) => {
  const { rounds, say, closing } = run
  const rest = scaled(run, { full: 10_000, quick: 10_000, check: 100 })
  const times: { first: number; later: number; byNpm: number; cpu: number; firstCpu: number }[] = []
  let memory = { first: 0, later: 0, detail: '' }
  for (let round = 0; round < rounds; round++) {
    say(`starting, round ${round + 1} of ${rounds}`)
    const folder = await mkdtemp(join(tmpdir(), 'festival-start-'))
    closing.defer(() => rm(folder, { recursive: true, force: true }))
    const startOnce = (command: string[], resting = 0) =>
      measureStart(closing, command, { folder, resting })
    const seen = round === 0 ? rest : 0
    const [first, later] = [await startOnce(service, seen), await startOnce(service, seen)]
    const { seconds: byNpm } = await startOnce(['npm', 'start', '--silent'])
    times.push({
      first: first.seconds,
      later: later.seconds,
      byNpm,
      cpu: later.cpu,
      firstCpu: first.cpu,
    })
    if (round === 0)
      memory = { first: first.memory.total, later: later.memory.total, detail: later.memory.detail }
  }
  const of = (name: keyof (typeof times)[number]) => median(times.map((time) => time[name]))
  const [firstCpu, cpu] = [of('firstCpu').toFixed(2), of('cpu').toFixed(2)]
  return [
    atMost(
      'first start, on an empty folder, to the first page',
      seconds(of('first'), 2),
      `with demo data; ${firstCpu} s of CPU in the service`,
    ),
    atMost(
      'later start, to the first page',
      seconds(of('later'), 0.7),
      `${cpu} s of CPU; ${of('byNpm').toFixed(2)} s through npm start`,
    ),
    atMost('memory at rest after a first start', megabytes(memory.first)),
    atMost('memory at rest after a later start', megabytes(memory.later), memory.detail),
  ]
}

const seconds = (figure: number, target: number) => ({ figure, target, unit: ' s' }) as const
const megabytes = (figure: number) => ({ figure, target: 150, unit: ' MB' }) as const

/** Starts it, requests the first page, waits, and stops it. */
async function measureStart(
  closing: AsyncDisposableStack,
  [program = '', ...given]: string[],
  { folder, resting }: { folder: string; resting: number },
) {
  const began = performance.now()
  const child = spawn(program, given, {
    cwd: here,
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  closing.defer(() => stop(child, program))
  const url = await addressIn(folder, child)
  const answer = await fetch(url)
  await answer.text()
  const seconds = (performance.now() - began) / 1000
  const cpu = await cpuOf(child.pid ?? 0)
  if (answer.status !== 200) throw new Error(`The first page was answered ${answer.status}`)
  await wait(resting)
  const memory = resting > 0 ? await memoryOf(child.pid ?? 0) : { total: 0, detail: '' }
  await stop(child, program)
  return { seconds, cpu, memory }
}

/** The service writes its address to its folder once it listens, and deletes it when it stops. */
async function addressIn(folder: string, child: ChildProcess): Promise<string> {
  while (child.exitCode === null) {
    const text = await readFile(join(folder, 'service.url'), 'utf8').catch(() => '')
    if (text.endsWith('\n')) return text.trim().replace('localhost', '127.0.0.1')
    await wait(5)
  }
  throw new Error('The service has ended')
}

/** The CPU time of a process so far, in seconds. */
async function cpuOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The memory of a process and its descendants, in MB, with shared memory counted once. */
async function memoryOf(pid: number) {
  const sizes = await Promise.all((await familyOf(pid)).map(shareOf))
  const [own = 0, ...others] = sizes
  const database = others.reduce((sum, size) => sum + size, 0)
  return {
    total: own + database,
    detail: `the service ${own.toFixed(0)} MB, PostgreSQL ${database.toFixed(0)} MB`,
  }
}

async function familyOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`)
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  )
  const own = children.join(' ').split(' ').filter(Boolean).map(Number)
  return [pid, ...(await Promise.all(own.map(familyOf))).flat()]
}

/** A process that has ended meanwhile uses no memory. */
async function shareOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1000
}
