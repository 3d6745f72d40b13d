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

type Buying = { database: string; clients: number; tiers: number; seconds: number }

/** Purchases a second that pgbench makes, once the rate is stable. */
export async function buyWithPgbench({
  database,
  clients,
  tiers,
  seconds,
}: Buying): Promise<number> {
  const { pathname, searchParams } = new URL(database)
  const { stderr } = await exec('pgbench', [
    '--no-vacuum',
    '--protocol=prepared',
    '--jobs=2',
    '--progress=1',
    `--client=${clients}`,
    `--time=${settling + Math.ceil(seconds)}`,
    `--define=tiers=${tiers}`,
    `--file=${script}`,
    `--host=${searchParams.get('host')}`,
    `--port=${searchParams.get('port')}`,
    `--username=${searchParams.get('user')}`,
    pathname.slice(1),
  ])
  const each = [...stderr.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map(([, tps]) =>
    Number(tps),
  )
  const counted = each.slice(settling)
  if (counted.length === 0) throw new Error(`pgbench said ${stderr}`)
  return counted.reduce((sum, tps) => sum + tps, 0) / counted.length
}
