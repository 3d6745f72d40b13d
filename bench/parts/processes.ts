import { execFileSync } from 'node:child_process'
import { compare, numbersOf, perSecondOf, ratio, type Work } from '../contest.ts'
import { run as query } from '../databases.ts'
import { cores } from '../machine.ts'
import { atLeast, printed, type Row, short } from '../row.ts'
import type { Part } from '../run.ts'
import { startService, tokensFor } from '../service.ts'
import { buyer, openShop, sellTickets } from '../shop.ts'

const connections = 32

/**
 * Two processes against one, on work that is nearly all the service's own CPU: the code of a ticket as a
 * picture. A cached list is reported as well: there the load generator needs a core for itself.
 */
export const processes: Part = async (run) => {
  const database = await run.databases.empty()
  await openShop(database)
  const services = await Promise.all(
    ['1', '2'].map(async (workers) => {
      const env = { WORKERS: workers }
      const service = await startService(run, { database, env })
      return { name: `WORKERS=${workers}`, url: service.url, server: service }
    }),
  )
  run.closing.defer(pinTo(cores - 1))
  await sellTickets(database, 256)
  const { users } = await tokensFor(database, [buyer(1)])
  const [ticket] = await query<{ id: string }>(
    database,
    'select id from payments where user_id = $1 limit 1',
    [buyer(1)],
  )
  const both = async (name: string, work: Work): Promise<Row> => {
    run.say(`two processes: ${name}`)
    const results = await compare(services, work, run)
    const figure = ratio(results, ['WORKERS=2', 'WORKERS=1'], perSecondOf)
    return name === 'qr.svg'
      ? atLeast(
          `two processes: ${name}/s, times one`,
          { figure, target: 1.6, unit: '×' },
          how(numbersOf(results)),
        )
      : printed(`two processes: ${name}/s, times one`, `${short(figure)}×`, how(numbersOf(results)))
  }
  const work = { headers: users[0] ?? {}, connections }
  return [
    await both('qr.svg', { ...work, ask: { path: `/payments/${ticket?.id}/qr.svg` } }),
    await both('festivals from memory', { ...work, ask: { path: '/festivals' } }),
  ]

  function how(numbers: string) {
    return `${numbers}; CPU is that of the first process alone; the load generator was held to the last of ${cores} cores, which it shares with the servers and PostgreSQL`
  }
}

/** Pins this process, which makes the load, to one core; returns a function that releases it. */
function pinTo(core: number): () => void {
  const taskset = (cores: string) => {
    try {
      execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', cores, `${process.pid}`])
    } catch {
      // Other systems have no taskset: there it is not pinned.
    }
  }
  taskset(`${core}`)
  return () => taskset(`0-${cores - 1}`)
}
