import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '#platform/config/read'
import { type Config } from '#platform/config/variables'
import { asSystem } from '#platform/database/signing'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import {
  createVault,
  deleteOtherKey,
  findSecretKey,
  otherKeyOf,
  renewKeyFile,
  secretKeyOf,
  type Vault,
} from '#platform/secrets/vault'
import type { KeyState } from '#shop/tickets'
import { withDatabase } from '../terminal/database.ts'
import { CommandError, plural, print } from '../terminal/output.ts'

type Json = { json?: boolean }

const json = ['--json', 'print the result as one JSON document'] as const
const hour = 3_600_000
/** Longer than a gate is ever without a network. */
const usualHours = 24

const more = `
The secret key seals the private keys that sign tickets, and what else the database must not show.
Ticket keys sign tickets; every gate knows their public halves. docs/operating.md says how both are changed.

Example:
  festival keys rotate             a new ticket key, which signs in ${usualHours} hours
  festival keys renew              a new secret.key; then restart the service, and
  festival keys reseal             seal everything with it`

/** `festival keys list|rotate|renew|reseal` */
export function addKeys(program: Command): void {
  const verbs = program
    .command('keys')
    .helpGroup('Backup:')
    .description('The keys that sign tickets, and the secret key that seals them')
    .helpCommand(false)
    .addHelpText('after', more)
  addList(verbs)
  addRotate(verbs)
  addRenew(verbs)
  addReseal(verbs)
}

/** Loaded only on demand: help needs none of them. */
const tickets = () => import('#shop/tickets')

/** Opens the vault with the settings of the service. */
async function vaultOf(config: Config): Promise<Vault> {
  return createVault(await secretKeyOf(config), await otherKeyOf(config))
}

function addList(verbs: Command): void {
  verbs
    .command('list')
    .description('List the ticket keys: which one signs, and which can be opened')
    .option(...json)
    .addHelpText('after', '\nExample:\n  festival keys list --json')
    .action(async (options: Json) => {
      const config = readConfig(process.env)
      const vault = await vaultOf(config)
      const { listTicketKeys } = await tickets()
      const keys = await withDatabase(config, ({ db }) =>
        listTicketKeys({ db, vault, now: new Date() }),
      )
      print(options, { keys }, keys.length > 0 ? keys.map(lineOf) : ['No ticket keys yet'])
    })
}

const seals = {
  this: '',
  other: '  sealed with the other secret key: festival keys reseal',
  unknown: '  only verifies: it was sealed with a secret key that is not here',
}

function lineOf({ id, created_at, signs_from, signs, sealed_with }: KeyState): string {
  const isToCome = signs_from !== null && signs_from > new Date()
  const does = signs ? '  signs' : isToCome ? `  signs from ${signs_from.toISOString()} on` : ''
  return `${`${id}`.padStart(4)}  made ${created_at.toISOString()}${does}${seals[sealed_with]}`
}

function addRotate(verbs: Command): void {
  verbs
    .command('rotate')
    .description('Create a new ticket key; tickets signed before stay valid')
    .option(
      '--after <hours>',
      'when it begins to sign: by then each gate should have had a network once',
      readHours,
      usualHours,
    )
    .option('--now', 'sign with it at once: a gate that has no network refuses such tickets')
    .option(...json)
    .addHelpText('after', '\nExample:\n  festival keys rotate --after 48')
    .action(async (options: Json & { after: number; now?: boolean }) => {
      const config = readConfig(process.env)
      const vault = await vaultOf(config)
      const now = new Date()
      const from = options.now ? null : new Date(now.getTime() + options.after * hour)
      const { rotateTicketKey } = await tickets()
      const id = await withDatabase(config, ({ db }) => rotateTicketKey({ db, vault, now }, from))
      const begins = from ? `from ${from.toISOString()} on` : 'within a minute'
      print(options, { id, signs_from: from }, [`Key ${id} is made. It signs ${begins}`])
    })
}

function addRenew(verbs: Command): void {
  verbs
    .command('renew')
    .description('Create a new secret.key in the data folder; the previous one still opens')
    .option(...json)
    .addHelpText('after', '\nExample:\n  festival keys renew')
    .action(async (options: Json) => {
      const config = readConfig(process.env)
      await requireKeyFile(config)
      await renewKeyFile(config.DATA_DIR)
      print(options, { renewed: true }, [
        'There is a new secret.key; the one so far is secret.key.other, and still opens.',
        'Restart the service, then: festival keys reseal',
      ])
    })
}

async function requireKeyFile(config: Config) {
  if (config.SECRET_KEY !== undefined) {
    throw new CommandError(
      'The key comes from SECRET_KEY: set a new one there, and the one so far as SECRET_KEY_OTHER; then restart the services, and: festival keys reseal',
    )
  }
  if ((await findSecretKey(config)) === undefined) {
    throw new CommandError(
      `There is no secret.key in ${config.DATA_DIR} yet: the first start makes it`,
    )
  }
  if ((await otherKeyOf(config)) !== undefined) {
    throw new CommandError(
      'The last exchange is not over: restart the service, if it has not been since, then: festival keys reseal',
    )
  }
}

function addReseal(verbs: Command): void {
  verbs
    .command('reseal')
    .description(
      'Seal everything with the current secret key, so that the other one can be removed',
    )
    .option(...json)
    .addHelpText('after', '\nExample:\n  festival keys reseal')
    .action(async (options: Json) => {
      const config = readConfig(process.env)
      const vault = await vaultOf(config)
      const { resealed, lost } = await withDatabase(config, ({ db }) =>
        asSystem('keys.reseal', () => transact(db, (trx) => resealAll(trx, vault))),
      )
      const isFile = config.SECRET_KEY === undefined
      if (isFile) await deleteOtherKey(config.DATA_DIR)
      const rest = isFile ? 'secret.key.other is gone' : 'SECRET_KEY_OTHER may go'
      print(options, { resealed, lost }, [
        `${plural(resealed, 'secret')} sealed anew: ${rest}`,
        ...lost.map((what) => `${what} was sealed with a key that is not here: it stays as it is`),
      ])
    })
}

type Resealed = { resealed: number; lost: string[] }

/** Reseals everything in all modules with `vault`. */
async function resealAll(db: Database, vault: Vault): Promise<Resealed> {
  const { resealTicketKeys } = await tickets()
  const { resealPushKeys } = await import('#messaging/push')
  const { resealSecondFactors } = await import('#identity/second-factor')
  const { resealQueues } = await import('#shop/queue')
  const { resealWebhookSecrets } = await import('#office/webhooks')
  const [keys, pushKeys, factors, queues, secrets] = [
    await resealTicketKeys({ db, vault }),
    await resealPushKeys({ db, vault }),
    await resealSecondFactors({ db, vault }),
    await resealQueues({ db, vault }),
    await resealWebhookSecrets({ db, vault }),
  ]
  return {
    resealed:
      keys.resealed + pushKeys.resealed + factors.resealed + queues.resealed + secrets.resealed,
    lost: [
      ...keys.lost.map((id) => `Ticket key ${id}`),
      ...pushKeys.lost.map((id) => `Push key ${id}`),
      ...factors.lost.map((id) => `The second factor of user ${id}`),
      ...queues.lost.map((id) => `The secrets of queue ${id}`),
      ...secrets.lost.map((id) => `The secret of webhook ${id}`),
    ],
  }
}

function readHours(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 720) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of hours, from 1 to 720 (a month)')
}
