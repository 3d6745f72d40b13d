import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const script = fileURLToPath(new URL('purchase.sql', import.meta.url))
const exec = promisify(execFile)

/** New connections have no plans and empty caches: these seconds do not count. */
const settling = 3

/** Whether pgbench is installed; it comes with PostgreSQL, but not with our binaries. */
export async function hasPgbench(): Promise<boolean> {
  return exec('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
}

type Buying = { database: string; clients: number; tiers: number }

/** Purchases a second that pgbench makes, once the rate is stable. */
export async function rateOfPgbench(buying: Buying, seconds: number): Promise<number> {
  const said = await pgbench(buying, ['--progress=1', `--time=${settling + Math.ceil(seconds)}`])
  const each = [...said.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map(([, tps]) =>
    Number(tps),
  )
  const counted = each.slice(settling)
  if (counted.length === 0) throw new Error(`pgbench said ${said}`)
  return counted.reduce((sum, tps) => sum + tps, 0) / counted.length
}

/** Makes one purchase. */
export async function buyWithPgbench(database: string): Promise<void> {
  await pgbench({ database, clients: 1, tiers: 1 }, ['--transactions=1'])
}

/** Returns what it reports. @throws Error when a statement fails */
async function pgbench({ database, clients, tiers }: Buying, until: string[]): Promise<string> {
  const { pathname, searchParams } = new URL(database)
  const { stderr } = await exec('pgbench', [
    '--no-vacuum',
    '--protocol=prepared',
    '--jobs=2',
    `--client=${clients}`,
    ...until,
    `--define=tiers=${tiers}`,
    `--file=${script}`,
    `--host=${searchParams.get('host')}`,
    `--port=${searchParams.get('port')}`,
    `--username=${searchParams.get('user')}`,
    pathname.slice(1),
  ])
  if (/aborted|ERROR/.test(stderr)) throw new Error(`pgbench said ${stderr}`)
  return stderr
}
