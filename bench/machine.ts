import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, release, type } from 'node:os'
import { type Databases, run } from './databases.ts'
import { here } from './server.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../node_modules/autocannon/package.json', import.meta.url), 'utf8'),
)

/** Before the processor is pinned: afterwards fewer cores are visible. */
export const cores = availableParallelism()

/** The machine of the measurement. */
export async function machine(databases: Databases): Promise<string> {
  const [row] = await run<{ server_version: string }>(databases.server, 'show server_version')
  return [
    `${cores} cores (${cpus()[0]?.model ?? 'unknown'}) for servers, PostgreSQL and load`,
    `${type()} ${release()}, Node ${process.version}, PostgreSQL ${row?.server_version.split(' ')[0]} whose commits wait for the disk`,
    `load by autocannon ${version} in one process, pinned to no core but where a line says so.`,
  ].join('; ')
}

/** The commit of a checkout, as in `4568b994 of 2026-11-28`, and whether files have changed since. */
export function buildOf(root = here): string {
  const git = (...given: string[]) =>
    execFileSync('git', ['-C', root, ...given], { encoding: 'utf8' }).trim()
  try {
    // The results are written by the benchmark itself.
    const changed = git(
      'status',
      '--porcelain',
      '--',
      '.',
      ':!bench/results',
      ':!bench/reference/plans.md',
    )
    const commit = git('log', '-1', '--format=%h of %cs')
    return `commit ${commit}${changed === '' ? '' : ' with uncommitted changes'}`
  } catch {
    return 'a build without git'
  }
}
