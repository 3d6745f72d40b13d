import type { Command } from 'commander'
import { readConfig } from '#platform/config/read'
import { type Config } from '#platform/config/variables'
import { photosAreElsewhere } from '../terminal/last-backup.ts'
import { plural, print } from '../terminal/output.ts'
import { showProgress } from '../terminal/progress.ts'
import type { RestoreReport } from './restore-archive.ts'

type Options = {
  replace?: boolean
  withoutKey?: boolean
  withoutJobs?: boolean
  check?: boolean
  json?: boolean
}

const examples = `
Example:
  festival restore friday.tar --check       is the file whole, and what is in it
  festival restore friday.tar               into an empty database
  festival restore friday.tar --replace     into the one that is there, which goes`

/** `festival restore` */
export function addRestore(program: Command): void {
  program
    .command('restore')
    .helpGroup('Backup:')
    .description('Restore a backup while no service runs, and check the ledger')
    .argument('<file>', 'a file written by `festival backup`')
    .option('--check', 'only read the whole file and list its contents')
    .option('--replace', 'delete the present contents of the database first')
    .option('--without-key', 'restore even though the secret key differs')
    .option('--without-jobs', 'leave pending jobs out, so that a copy sends no mail a second time')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', examples)
    .action(async (file: string, options: Options) => {
      if (options.check) {
        const { readBackup } = await archive()
        const { manifest, ...held } = await readBackup(file)
        const { made_at, postgres, with_key, with_photos } = manifest
        const report = { file, made_at, postgres, with_key, with_photos, ...held }
        print(options, report, [
          `${file} is whole: ${sizeOf(held)}, as of ${made_at}`,
          ...(with_photos ? [] : [photosAreElsewhere]),
          with_key ? 'The secret key is in it' : 'The secret key is not in it',
        ])
        return
      }
      await run(readConfig(process.env), file, options)
    })
}

/** Loaded only on demand, since it imports most of the service. */
const archive = () => import('./restore-archive.ts')

async function run(config: Config, file: string, options: Options) {
  const progress = showProgress(process.stderr)
  const { replace = false, withoutKey = false, withoutJobs = false } = options
  const { restore } = await archive()
  const report = await restore(config, file, { replace, withoutKey, withoutJobs, progress })
  print(options, report, describe(report))
  if (report.faults.length > 0) process.exitCode = 1
}

const sizeOf = ({ rows, photos, jobs }: Pick<RestoreReport, 'rows' | 'photos' | 'jobs'>) =>
  [plural(rows, 'row'), plural(photos, 'photo'), plural(jobs, 'pending job')].join(', ')

function describe(report: RestoreReport): string[] {
  const { file, made_at, seconds, faults, ledger, key } = report
  const { payments, tickets, points } = ledger
  const size = [plural(payments, 'payment'), plural(tickets, 'ticket'), plural(points, 'point')]
  return [
    `${file}, as of ${made_at}: ${sizeOf(report)} in ${seconds} s`,
    ...(key === 'restored' ? ['The secret key lies in secret.key of the data folder again'] : []),
    ...(key === 'other'
      ? ['Tickets are signed with a new key; what the old ones signed stays valid']
      : []),
    faults.length === 0
      ? `✓ Ledger: ${size.join(', ')}: nothing amiss`
      : `✗ Ledger: ${size.join(', ')}: not right`,
    ...faults,
  ]
}
