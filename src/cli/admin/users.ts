import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { Type } from 'typebox'
import { permissions } from '#core/access'
import {
  Account,
  createUser,
  Email,
  findUserByEmail,
  grantRight,
  LastName,
  listAccounts,
  NewPassword,
  revokeRight,
} from '#identity/users'
import { asSystem } from '#platform/database/signing'
import { checker } from '#platform/http/requests/checker'
import { withAliases } from '#platform/values/aliases'
import { didYouMean } from '#platform/values/closest'
import { Name } from '#platform/values/shapes'
import { withAdminContext } from '../terminal/admin-context.ts'
import { CommandError, print } from '../terminal/output.ts'
import { inviteByOperator } from './invite.ts'

type Json = { json?: boolean }
type NewAccount = Json & {
  email: string
  firstName: string
  lastName: string
  admin?: boolean
  passwordStdin?: boolean
}

const json = ['--json', 'print the result as one JSON document'] as const
const advice = 'no account has this e-mail. `festival user create` makes one'
const rights = ['admin', ...permissions]
const rolesHeld = ['organizer', 'gate', 'admin']

const check = checker(
  Type.Object({
    firstName: Name('Ada', 100),
    lastName: LastName,
    email: Email,
    password: NewPassword,
  }),
)

const checkEmail = checker(Type.Object({ email: Email }))

/** `festival user create|list|grant|revoke` */
export function addUser(program: Command): void {
  const verbs = program
    .command('user')
    .helpGroup('Administration:')
    .description('Accounts and their rights')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  festival user list --role admin')
  addCreate(verbs)
  addList(verbs)
  addGrant(verbs)
  addRevoke(verbs)
}

function addCreate(verbs: Command): void {
  verbs
    .command('create')
    .description(
      'Create an account; without --password-stdin a password is generated and shown once',
    )
    .argument('<email>', 'its e-mail address')
    .option('--first-name <name>', 'first name', 'Festival')
    .option('--last-name <name>', 'last name', 'User')
    .option('--admin', 'give it every permission')
    .option('--password-stdin', 'read the password from the standard input')
    .option(...json)
    .addHelpText(
      'after',
      '\nExample:\n  festival user create ada@harbour.example --first-name Ada --last-name Marsh --admin',
    )
    .action(async (email: string, options: NewAccount) => {
      const given = options.passwordStdin ? await readPassword() : undefined
      const password = given ?? randomBytes(12).toString('base64url')
      const { firstName, lastName } = options
      const account = check({ firstName, lastName, email, password })
      const user = await withAdminContext(
        async (context) => {
          const created = await createUser(context, account)
          if (options.admin)
            await asSystem('user.set_roles', () => grantRight(context, email, 'admin'))
          return created
        },
        advice,
        '`festival user grant` gives it rights',
      )
      const shown = { id: user.id, email, ...(given === undefined && { password }) }
      print(options, { ...shown, admin: options.admin === true }, [
        `${email} is ${options.admin ? 'an admin' : 'an account'} now, id ${user.id}`,
        ...(given === undefined
          ? [`password  ${password}`, 'It is shown this once: store it now.']
          : []),
      ])
    })
}

type Filter = Json & { search?: string; role?: string; limit: number }

function addList(verbs: Command): void {
  verbs
    .command('list')
    .description('List accounts with their rights, the newest first')
    .option(
      '--search <text>',
      'only accounts with this text in the name or at the start of the e-mail',
    )
    .addOption(new Option('--role <role>', 'those with this role').choices(rolesHeld))
    .option('--limit <count>', 'the maximum number of accounts', readCount, 100)
    .option(...json)
    .addHelpText('after', '\nExample:\n  festival user list --role admin')
    .action(async ({ search, role, limit, ...options }: Filter) => {
      const filter = { ...(search !== undefined && { q: search }), ...(role && { role }) }
      const part = { limit, offset: 0, after: undefined }
      const asked = { ...filter, ...part, mayReadEmails: true }
      const { rows: users, total } = await withAdminContext(
        ({ db }) => listAccounts(db, asked),
        advice,
      )
      const lines = users.map(({ id, email, firstName, lastName, suspended, ...held }) => {
        const given = [...held.roles.map(({ id: name }) => name), ...held.permissions].join(', ')
        const mark = suspended ? '  suspended' : ''
        return `${id}  ${email}  ${firstName} ${lastName}  [${given}]${mark}`
      })
      const rest = total > users.length ? [`and ${total - users.length} more`] : []
      const result = { users: withAliases(Type.Array(Account), users), total }
      print(options, result, users.length > 0 ? [...lines, ...rest] : ['No users'])
    })
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1 to 9999')
}

function addGrant(verbs: Command): void {
  addRight(
    verbs,
    'grant',
    'Give an account a right; an e-mail that is not confirmed is invited',
  ).action(async (email: string, right: string, options: Json) => {
    const result = await withAdminContext(async (context) => {
      const known = await findUserByEmail(context.db, email)
      return known?.email_proven_at
        ? asSystem(actionOf(right), () => grantRight(context, email, right))
        : inviteByOperator(context, checkEmail({ email }).email, right)
    }, advice)
    if ('roles' in result) return printRights(options, email, result)
    print(options, { email, invited: true, expires_at: result.expires_at }, [
      `${email} is not confirmed, or has no account: it was invited, and gets ${right} when it accepts`,
      `The invitation is good until ${result.expires_at.toISOString()}`,
      ...(result.file ? [`No SMTP_URL is set: the mail is ${result.file}`] : []),
    ])
  })
}

function addRevoke(verbs: Command): void {
  addRight(verbs, 'revoke', 'Take a right away again').action(
    async (email: string, right: string, options: Json) => {
      const user = await withAdminContext(
        (context) => asSystem(actionOf(right), () => revokeRight(context, email, right)),
        advice,
      )
      printRights(options, email, user)
    },
  )
}

function addRight(verbs: Command, verb: string, description: string): Command {
  return verbs
    .command(verb)
    .description(description)
    .argument('<email>', 'the e-mail of the account')
    .argument('<right>', `one of ${rights.join(', ')}`, readRight)
    .option(...json)
    .addHelpText('after', `\nExample:\n  festival user ${verb} ada@harbour.example manage_catalog`)
}

type UserRights = { id: string; roles: { id: string }[]; permissions: string[] }

function printRights(
  options: Json,
  email: string,
  { id, roles, permissions: given }: UserRights,
): void {
  const held = [...roles.map((role) => role.id), ...given]
  print(options, { id, email, roles, permissions: given }, [`${email} holds: ${held.join(', ')}`])
}

const actionOf = (right: string) => (right === 'admin' ? 'user.set_roles' : 'user.set_permissions')

function readRight(word: string): string {
  if (rights.includes(word)) return word
  const hint = didYouMean(word, rights)
  throw new InvalidArgumentError(`"${word}" is no right${hint} There are: ${rights.join(', ')}`)
}

/** The password, without a trailing line break, as `echo` writes it. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) {
    throw new CommandError(
      '--password-stdin reads the password from the standard input: use a pipe',
    )
  }
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}
