import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, release, type } from 'node:os'
import { type Databases, run } from './databases.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../node_modules/autocannon/package.json', import.meta.url), 'utf8'),
)

/** Before the processor is pinned: afterwards fewer cores are visible. */
export const cores = availableParallelism()

/** The machine of the measurement. */
export async function machine(databases: Databases): Promise<string> {
  const database = await databases.empty('machine')
  const [row] = await run<{ server_version: string }>(database, 'show server_version')
  return [
    `${cores} cores (${cpus()[0]?.model ?? 'unknown'}) for servers, PostgreSQL and load`,
    `${type()} ${release()}, Node ${process.version}, PostgreSQL ${row?.server_version.split(' ')[0]} whose commits wait for the disk`,
    `load by autocannon ${version} in one process, pinned to no core but where a line says so.`,
  ].join('; ')
}
