import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '#platform/config/read'
import type { Config } from '#platform/config/variables'
import { connect } from '#platform/database/connections'
import { findPostgres } from '#platform/postgres/server'
import { MovableClock } from '#platform/values/movable-clock'
import { parseTime } from '#platform/values/time'
import { fillWithDemo } from '../../server/demo/demo.ts'
import type { Fill } from '../../server/ready.ts'
import { CommandError } from '../terminal/output.ts'
import { copyCatalogue, photosIn } from './sandbox-catalogue.ts'
import { type LoadServe, readPort } from './serve.ts'

type SandboxOptions = { at?: Date; port: string; fresh?: boolean; json?: boolean }

const more = `
It is a service of its own, in DATA_DIR/sandbox: a database that the first start fills from the catalogue here, never with
people or sales, the simulated processor, mail that is caught, and a clock that goes forward when it is told to:

  curl -X POST localhost:3001/sandbox/clock -H 'content-type: application/json' -d '{"to": "2027-08-01"}'

Of the environment it takes HOST, LOG_LEVEL and CORS_ORIGINS alone: it cannot reach your database, processor, mail or bucket.

Example:
  festival sandbox --at 2027-07-01`

/** `festival sandbox` */
export function addSandbox(program: Command, load: LoadServe): void {
  program
    .command('sandbox')
    .helpGroup('Run it:')
    .description('Try a year in an afternoon, on a copy of the catalogue and a clock of its own')
    .option('--at <time>', 'the start time of a new sandbox (default: now)', readTime)
    .option('--port <port>', 'TCP port', readPort, '3001')
    .option('--fresh', 'delete the existing sandbox and create a new one')
    .option('--json', 'print its address as one line of JSON, before its log')
    .addHelpText('after', more)
    .action(async ({ at, port, fresh, json }: SandboxOptions) => {
      const config = readConfig(process.env)
      const folder = join(config.DATA_DIR, 'sandbox')
      if (fresh) await remove(folder)
      const clock = await openClock(folder, at)
      const serve = await load()
      const sandbox = {
        env: settingsOf(process.env, folder),
        clock,
        fill: fillFrom(config, folder),
      }
      await serve({ port, withDemo: true, sandbox, json })
    })
}

function readTime(text: string): Date {
  const ms = parseTime(text)
  if (ms === undefined) throw new InvalidArgumentError('It must be a time, such as 2027-07-01')
  return new Date(ms)
}

async function remove(folder: string): Promise<void> {
  if (await findPostgres(folder)) {
    throw new CommandError(`A sandbox runs in ${folder}. Stop it first, with Ctrl+C`)
  }
  await rm(folder, { recursive: true, force: true })
}

async function openClock(folder: string, at: Date | undefined): Promise<MovableClock> {
  const isThere = existsSync(join(folder, 'postgres'))
  const clock = new MovableClock(join(folder, 'clock.json'))
  if (at === undefined) return clock
  if (isThere) {
    throw new CommandError(
      `There is a sandbox in ${folder} already, whose clock shows ${clock.now().toISOString()}. Move that one with POST /sandbox/clock, or add --fresh to begin anew`,
    )
  }
  if (at <= clock.now()) throw new CommandError('--at must be in the future')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  clock.moveTo(at)
  return clock
}

/** Only variables listed here reach a sandbox: not, for example, keys of a processor or addresses of databases. */
const taken = ['HOST', 'LOG_LEVEL', 'CORS_ORIGINS']

function settingsOf(env: NodeJS.ProcessEnv, folder: string): Record<string, string | undefined> {
  return {
    ...Object.fromEntries(taken.map((name) => [name, env[name]])),
    DATA_DIR: folder,
    // Receivers of an application under development are on this machine.
    WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true',
  }
}

/** Copies the catalogue of the database here; if there is none yet, fills with demo data. */
function fillFrom(config: Config, folder: string): Fill {
  const isThere = config.DATABASE_URL !== undefined || existsSync(join(config.DATA_DIR, 'postgres'))
  if (isThere) return (pool) => copyCatalogue(config, { pool, photos: photosIn(folder) })
  return (working, now) => fillWithDemo(connect(working), now)
}
