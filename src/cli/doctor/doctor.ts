import type { Command } from 'commander'
import { BadConfiguration, readConfig } from '#platform/config/read'
import { type Config } from '#platform/config/variables'
import { warningsOf } from '#platform/config/warnings'
import { plural, print } from '../terminal/output.ts'
import { checkDatabase, noneYet } from './database.ts'
import {
  type Check,
  checkDisk,
  checkFolder,
  checkLibatomic,
  checkNode,
  checkPort,
} from './machine.ts'
import { checkMail } from './mail.ts'
import { checkWallets } from './wallets.ts'

/** `festival doctor` */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .helpGroup('Run it:')
    .description('Check machine, data folder, port and database')
    .option('--ledger', 'also check payments, tickets and points against each other')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival doctor --json\n  festival doctor --ledger')
    .action(async (options: { ledger?: boolean; json?: boolean }) => {
      const { ledger: withLedger = false } = options
      const checks = await examine(process.env, { withLedger })
      const ok = checks.every((check) => check.ok)
      print(options, { ok, checks }, [...checks.flatMap(describe), verdictOf(checks)])
      if (!ok) process.exitCode = 1
    })
}

function verdictOf(checks: Check[]): string {
  if (!checks.every(({ ok }) => ok)) return 'Something is to be done, as said above'
  if (checks.every(({ detail }) => detail !== noneYet)) return 'All is well'
  return 'There is no service here yet, but nothing is in its way. `npm start` makes one; DATA_DIR leads to one that is elsewhere'
}

/** Runs all checks. Changes nothing, and leaves nothing running. */
export async function examine(
  env: Record<string, string | undefined>,
  { withLedger = false } = {},
): Promise<Check[]> {
  const config = readEnvironment(env)
  const machine = [checkNode(), await checkLibatomic()]
  if ('ok' in config) return [config, ...machine]
  const folder = await checkFolder(config.DATA_DIR)
  const wallets = await checkWallets(config, new Date())
  return [
    configured(config),
    checkMail(config),
    ...machine,
    folder,
    await checkDisk(config.DATA_DIR),
    await checkPort(config),
    ...(wallets ? [wallets] : []),
    ...(await checkDatabase(config)),
    ...(withLedger ? [await examineLedger(config)] : []),
  ]
}

/** Loaded only on demand, since it imports most of the service. */
async function examineLedger(config: Config): Promise<Check> {
  const { checkLedger } = await import('./ledger.ts')
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
  if (warnings.length === 0) return { name, ok: true, detail: 'every variable is valid' }
  const detail = `every variable is valid, ${plural(warnings.length, 'warning')}`
  return { name, ok: true, detail, faults: warnings }
}

function describe({ name, ok, detail, advice, faults = [] }: Check): string[] {
  const mark = ok ? '✓' : '✗'
  const rest = [...(advice ? [advice] : []), ...faults]
  return [`${mark} ${name.padEnd(15)} ${detail}`, ...rest.map((line) => `${' '.repeat(18)}${line}`)]
}
