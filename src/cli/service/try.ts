import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv, styleText } from 'node:util'
import type { Command } from 'commander'
import { readConfig } from '#platform/config/read'
import { type Config } from '#platform/config/variables'
import { findAddress } from '../../server/running.ts'
import { CommandError, print, visible } from '../terminal/output.ts'
import { callService, type Step } from './service-calls.ts'
import { type Accounts, tour } from './try-tour.ts'

type Options = { url?: string; json?: boolean }

/** `festival try` */
export function addTry(program: Command): void {
  program
    .command('try')
    .helpGroup('Run it:')
    .description(
      'Buy three tickets, use one, transfer one and undo everything, on a running service',
    )
    .option(
      '--url <url>',
      'the address of the service (default: PUBLIC_URL, else that of DATA_DIR)',
    )
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival try --url http://localhost:3000')
    .action(async (options: Options) => {
      const config = readConfig(process.env)
      const url = urlOf(options) ?? config.PUBLIC_URL ?? (await addressHere(config))
      const accounts = await readAccounts(config.DATA_DIR)
      const steps: Step[] = []
      const service = callService(url.replace(/\/$/, ''), (step) => {
        steps.push(step)
        if (!options.json) process.stdout.write(`${lineOf(step)}\n`)
      })
      const isHandedOn = await tour(service, accounts)
      const left =
        'Handing on was left out: it takes a mail that can be read, and here mail is sent.'
      const lines = ['', 'It works. The tickets are refunded, their buyer is gone.']
      print(options, { url, steps }, isHandedOn ? lines : [...lines, left])
    })
}

function urlOf({ url }: Options): string | undefined {
  if (url === undefined || (/^https?:/i.test(url) && URL.canParse(url))) return url
  throw new CommandError(`--url must be an http(s) URL, such as http://localhost:3000: ${url}`)
}

async function addressHere({ DATA_DIR, PORT }: Config): Promise<string> {
  return (await findAddress(DATA_DIR)) ?? `http://localhost:${PORT}`
}

function lineOf({ method, path, status, milliseconds, brief }: Step): string {
  const call = visible(`${method.padEnd(6)} ${path}`).padEnd(68)
  return `${styleText('bold', call)} ${status} ${`${milliseconds} ms`.padStart(7)}   ${visible(brief)}`
}

/** Reads the accounts from the environment, otherwise from the file that the first start wrote. */
async function readAccounts(folder: string): Promise<Accounts> {
  const path = join(folder, 'first-start.env')
  const kept = parseEnv(await readFile(path, 'utf8').catch(() => ''))
  const value = (name: string) => process.env[name] || kept[name]
  const [client_id, client_secret] = [value('CLIENT_ID'), value('CLIENT_SECRET')]
  const [email, password] = [value('ADMIN_EMAIL'), value('ADMIN_PASSWORD')]
  if (client_id && client_secret && email && password) {
    return { client: { client_id, client_secret }, admin: { email, password } }
  }
  throw new CommandError(
    `${path} names no client and no administrator: set CLIENT_ID, CLIENT_SECRET, ADMIN_EMAIL and ADMIN_PASSWORD`,
  )
}
