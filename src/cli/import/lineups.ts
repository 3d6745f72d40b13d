import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readArtistNames } from '#catalogue/artists'
import { asSystem } from '#platform/database/signing'
import { type Database } from '#platform/database/tables'
import { listenForInterruption } from '../terminal/interrupt.ts'
import { CommandError, plural, sentence } from '../terminal/output.ts'
import { showProgress } from '../terminal/progress.ts'
import { describeLineup } from './describe-lineup.ts'
import { importLineup, type LineupOptions, type LineupReport } from './save-lineup.ts'
import { describeTimes } from './times.ts'

export type LineupsReport = {
  lineups: (LineupReport & { file: string })[]
  failed: { file: string; error: string }[]
  seconds: number
  interrupted: boolean
}

/** Returns true if a path leads to a folder. A path that does not exist is reported when it is read. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

/**
 * Imports all line-ups of a folder, its `.json` files by name, each in a transaction and with an entry in the
 * audit log of its own. A file that cannot be imported is reported at the end; the others are imported.
 */
export async function importLineups(
  db: Database,
  folder: string,
  options: LineupOptions,
): Promise<LineupsReport> {
  requireNoneOf(options, ['map', 'rejected', 'start', 'festival'])
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  if (files.length === 0)
    throw new CommandError(`${folder} has no line-ups: no file name ends in .json`)
  const start = performance.now()
  const interruption = listenForInterruption()
  const progress = showProgress(process.stderr)
  const names = await readArtistNames(db)
  const report: LineupsReport = { lineups: [], failed: [], seconds: 0, interrupted: false }
  let rows = 0
  try {
    for (const [index, file] of files.entries()) {
      try {
        const lineup = await asSystem('festival.import', () =>
          importLineup(db, join(folder, file), { ...options, names }),
        )
        report.lineups.push({ file, ...lineup })
        rows += lineup.gigs
      } catch (error) {
        report.failed.push({ file, error: sentence(error) })
      }
      progress.show((index + 1) / files.length, rows)
      if (interruption.asked) break
    }
  } finally {
    progress.clear()
    interruption.done()
  }
  const seconds = Number(((performance.now() - start) / 1000).toFixed(2))
  return { ...report, seconds, interrupted: interruption.asked }
}

function requireNoneOf(options: LineupOptions, names: (keyof LineupOptions)[]) {
  const given = names.find((name) => options[name] !== undefined)
  if (given)
    throw new CommandError(`--${given} is for one file: import the files one by one with it`)
}

/** The report for a person. */
export function describeLineups(report: LineupsReport): string[] {
  const { lineups, failed, interrupted } = report
  const gigs = lineups.reduce((sum, lineup) => sum + lineup.gigs, 0)
  return [
    ...lineups.flatMap((lineup) => [
      `✓ ${lineup.file}`,
      ...describeLineup(lineup).map((line) => `  ${line}`),
    ]),
    ...failed.flatMap(({ file, error }) => [`✗ ${file}`, `  ${error}`]),
    `${plural(lineups.length, 'line-up')} with ${plural(gigs, 'gig')} imported in ${report.seconds} s`,
    ...describeTimes(lineups.reduce((sum, lineup) => sum + lineup.times_read_as_utc, 0)),
    ...(failed.length > 0 ? [`${plural(failed.length, 'file')} not imported, as said above`] : []),
    ...(interrupted
      ? ['Stopped before the end: run the same command again to import the rest']
      : []),
  ]
}
