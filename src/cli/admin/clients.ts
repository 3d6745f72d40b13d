import { type Command, InvalidArgumentError, Option } from 'commander'
import { Type } from 'typebox'
import { type Scope, scopes } from '#core/access'
import {
  Client,
  CreatedClient,
  createClient,
  createPublishableClient,
  deleteClient,
  listClients,
  NewClient,
  rotateClient,
  updateClient,
} from '#identity/clients'
import { asSystem } from '#platform/database/signing'
import { checker } from '#platform/http/requests/checker'
import { withAliases } from '#platform/values/aliases'
import { didYouMean } from '#platform/values/closest'
import { withAdminContext } from '../terminal/admin-context.ts'
import { print } from '../terminal/output.ts'

type Json = { json?: boolean }
type ShownClient = {
  id: string
  name: string
  scopes: string[]
  origins: string[]
  client_secret: string | null
}

const json = ['--json', 'print the result as one JSON document'] as const
const advice = '`festival client list` shows the ids'
const check = checker(NewClient)

/** `festival client create|list|rotate|suspend|resume|revoke` */
export function addClient(program: Command): void {
  const verbs = program
    .command('client')
    .helpGroup('Administration:')
    .description('Applications that may call the API')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  festival client list --json')
  addCreate(verbs)
  addList(verbs)
  addRotate(verbs)
  addSuspension(verbs, {
    verb: 'suspend',
    suspended: true,
    does: 'Close the API to a client; all its tokens end',
  })
  addSuspension(verbs, {
    verb: 'resume',
    suspended: false,
    does: 'Let a suspended client in again',
  })
  addRevoke(verbs)
}

type Creation = {
  scopes: Scope[]
  origin?: string[]
  withoutOrigin?: boolean
  publishable?: boolean
}

function addCreate(verbs: Command): void {
  verbs
    .command('create')
    .description('Create a client; its secret, if it has one, is shown this once')
    .argument('<name>', 'the name of the application')
    .addOption(
      new Option('--scopes <list>', `of ${scopes.join(', ')}; separated by commas`)
        .argParser(readScopes)
        .default(['read_emails'], 'read_emails'),
    )
    .addOption(
      new Option(
        '--publishable',
        'for a web page or an app: it has no secret and no scopes',
      ).implies({
        scopes: [],
      }),
    )
    .option(
      '--origin <origin>',
      'from where pages of a publishable client call; repeatable',
      (origin, before: string[] | undefined) => [...(before ?? []), origin],
    )
    .option('--without-origin', 'a publishable client takes requests without an origin, as of apps')
    .option(...json)
    .addHelpText(
      'after',
      `
Example:
  festival client create "Ticket shop" --scopes read_emails
  festival client create "Shop page" --publishable --origin https://shop.example`,
    )
    .action(async (name: string, options: Json & Creation) => {
      const { scopes: wanted, origin: origins, withoutOrigin, publishable } = options
      const asked = check({
        name,
        scopes: wanted,
        origins,
        allow_without_origin: withoutOrigin === true,
      })
      const create = publishable ? createPublishableClient : createClient
      const client = await withAdminContext(
        ({ db }) => asSystem('client.create', (): Promise<ShownClient> => create(db, asked)),
        advice,
      )
      printCreated(options, client)
    })
}

function addList(verbs: Command): void {
  verbs
    .command('list')
    .description('List the clients and the last letters of their secrets')
    .option(...json)
    .addHelpText('after', '\nExample:\n  festival client list --json')
    .action(async (options: Json) => {
      const page = { limit: 10_000, offset: 0, after: undefined, now: new Date() }
      const clients = await withAdminContext(({ db }) => listClients(db, page), advice)
      const lines = clients.map(({ id, name, kind, scopes: held, origins, suspended, secrets }) => {
        const endings =
          kind === 'publishable'
            ? ['publishable', ...origins].join(' ')
            : secrets.map(({ last_four }) => `…${last_four}`).join(' ')
        return `${id}  ${name}  [${held.join(', ')}]  ${endings}${suspended ? '  suspended' : ''}`
      })
      const result = { clients: withAliases(Type.Array(Client), clients) }
      print(options, result, lines.length > 0 ? lines : ['No clients yet'])
    })
}

function addRotate(verbs: Command): void {
  verbs
    .command('rotate')
    .description('Give a client a new secret')
    .argument('<id>', 'the client_id')
    .option('--overlap <seconds>', 'how long the previous secrets stay valid', readSeconds, 0)
    .option(...json)
    .addHelpText('after', '\nExample:\n  festival client rotate client_5f0c9d2b --overlap 3600')
    .action(async (id: string, options: Json & { overlap: number }) => {
      const client = await withAdminContext(
        ({ db }) =>
          asSystem('client.rotate', () =>
            rotateClient(db, { id, overlap_seconds: options.overlap }),
          ),
        advice,
      )
      printCreated(options, client)
    })
}

function addSuspension(
  verbs: Command,
  { verb, suspended, does }: { verb: string; suspended: boolean; does: string },
): void {
  verbs
    .command(verb)
    .description(does)
    .argument('<id>', 'the client_id')
    .option(...json)
    .addHelpText('after', `\nExample:\n  festival client ${verb} client_5f0c9d2b`)
    .action(async (id: string, options: Json) => {
      await withAdminContext(
        (context) =>
          asSystem('client.update', () =>
            updateClient({ ...context, now: () => new Date() }, id, { suspended }),
          ),
        advice,
      )
      print(options, { id, suspended }, [`${id} is ${suspended ? 'suspended' : 'let in again'}`])
    })
}

function addRevoke(verbs: Command): void {
  verbs
    .command('revoke')
    .description('Delete a client; all tokens it was given end at once')
    .argument('<id>', 'the client_id')
    .option(...json)
    .addHelpText('after', '\nExample:\n  festival client revoke client_5f0c9d2b')
    .action(async (id: string, options: Json) => {
      await withAdminContext(
        (context) => asSystem('client.delete', () => deleteClient(context, id)),
        advice,
      )
      print(options, { id, revoked: true }, [`${id} is revoked`])
    })
}

function printCreated(options: Json, client: ShownClient): void {
  const { id, name, scopes: held, origins, client_secret } = client
  const lines =
    client_secret === null
      ? [
          `${name}  [${origins.join(', ')}]`,
          `client_id      ${id}`,
          'It has no secret: its id may stand in pages and apps.',
        ]
      : [
          `${name}  [${held.join(', ')}]`,
          `client_id      ${id}`,
          `client_secret  ${client_secret}`,
          'The secret is shown this once: store it now.',
        ]
  print(options, withAliases(CreatedClient, client), lines)
}

function readScopes(text: string): Scope[] {
  return text.split(',').map((word) => {
    const scope = scopes.find((known) => known === word.trim())
    if (scope) return scope
    const hint = didYouMean(word, scopes)
    throw new InvalidArgumentError(`"${word}" is no scope${hint} There are: ${scopes.join(', ')}`)
  })
}

function readSeconds(text: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) <= 604_800) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of seconds, at most 604800 (a week)')
}
