import type { Command } from 'commander'
import { BadConfiguration, readConfig } from '#platform/config/read'
import { warningsOf } from '#platform/config/rules'
import { type Config } from '#platform/config/variables'
import { checkBackup } from './doctor-backup.ts'
import { checkDatabase } from './doctor-database.ts'
import {
  type Check,
  checkDisk,
  checkFolder,
  checkLibatomic,
  checkNode,
  checkPort,
} from './doctor-machine.ts'
import { plural, print } from './output.ts'

/** `festival doctor` */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .helpGroup('Run it:')
    .description('Check machine, data folder, port and database')
    .option('--ledger', 'hold every payment, ticket and point against each other as well')
    .option('--json', 'give the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival doctor --json\n  festival doctor --ledger')
    .action(async (options: { ledger?: boolean; json?: boolean }) => {
      const { ledger: withLedger = false } = options
      const checks = await examine(process.env, { withLedger })
      const ok = checks.every((check) => check.ok)
      print(options, { ok, checks }, [
        ...checks.flatMap(describe),
        ok ? 'All is well' : 'Something is to be done, as said above',
      ])
      if (!ok) process.exitCode = 1
    })
}

/** Looks at everything; nothing is changed, and nothing is left running. */
export async function examine(
  env: Record<string, string | undefined>,
  { withLedger = false } = {},
): Promise<Check[]> {
  const config = readEnvironment(env)
  const machine = [checkNode(), await checkLibatomic()]
  if ('ok' in config) return [config, ...machine]
  const folder = await checkFolder(config.DATA_DIR)
  return [
    configured(config),
    ...machine,
    folder,
    await checkDisk(config.DATA_DIR),
    await checkPort(config),
    ...(await checkDatabase(config)),
    await checkBackup(config.DATA_DIR),
    ...(withLedger ? [await examineLedger(config)] : []),
  ]
}

/** Loaded only when asked for, since it brings most of the service with it. */
async function examineLedger(config: Config): Promise<Check> {
  const { checkLedger } = await import('./doctor-ledger.ts')
  return checkLedger(config)
}

function readEnvironment(env: Record<string, string | undefined>): Config | Check {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error
    const detail = error.message.replaceAll('\n', '; ')
    const advice = 'Correct these variables; docs/operating.md lists them all'
    return { name: 'Configuration', ok: false, detail, advice }
  }
}

function configured(config: Config): Check {
  const [name, warnings] = ['Configuration', warningsOf(config)]
  if (warnings.length === 0) return { name, ok: true, detail: 'every variable is well' }
  const detail = `every variable is well, ${plural(warnings.length, 'warning')}`
  return { name, ok: true, detail, faults: warnings }
}

function describe({ name, ok, detail, advice, faults = [] }: Check): string[] {
  const mark = ok ? '✓' : '✗'
  const rest = [...(advice ? [advice] : []), ...faults]
  return [`${mark} ${name.padEnd(15)} ${detail}`, ...rest.map((line) => `${' '.repeat(18)}${line}`)]
}
