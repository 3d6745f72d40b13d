/** The command as a process of its own, as users and scripts run it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { sql } from 'kysely'
import pg from 'pg'
import { startPostgres } from '#platform/postgres/server'
import { anOrganizer } from '../../test/catalogue.ts'
import { aWorld } from '../../test/world.ts'
import { festival } from './program.ts'

const world = await aWorld()
const { db, post, connectionString } = world
const folder = await mkdtemp(join(tmpdir(), 'festival-command-'))
after(() => rm(folder, { recursive: true }))

// Commands in this process use the same database as commands in a process of their own.
process.env['DATABASE_URL'] = connectionString

const main = fileURLToPath(new URL('../cli.ts', import.meta.url))

type Env = Record<string, string>

function start(args: string[], env: Env = { DATABASE_URL: connectionString }) {
  const { PATH = '' } = process.env
  return spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: { PATH, DATA_DIR: join(folder, 'data'), ...env },
  })
}

/** Runs the command to its end. */
async function run(args: string[], { env, input = '' }: { env?: Env; input?: string } = {}) {
  const child = start(args, env)
  child.stdin.end(input)
  return ended(child)
}

async function ended(child: ReturnType<typeof start>) {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  const json = stdout.startsWith('{') ? JSON.parse(stdout) : undefined
  return { code, stdout, stderr, json }
}

const noService = () => assert.fail('no service is to be started')

/** Runs the command here; an argument error is thrown. */
async function inProcess(args: string[]) {
  const program = await festival(args, noService)
  await program.parseAsync(args, { from: 'user' })
}

async function helpOf(words: string[]) {
  const program = await festival(words, noService)
  const verb = words.reduce(
    (command: Command | undefined, word) =>
      command?.commands.find((known) => known.name() === word),
    program,
  )
  let help = ''
  verb?.configureOutput({ writeOut: (part) => (help += part) }).outputHelp()
  return help
}

const header = 'Id,Name,Starts,Ends'
const row = (id: number) => `${id},Festival ${id},2027-07-01,2027-07-03`

async function aList(name: string, rows: number) {
  const lines = Array.from({ length: rows }, (_, index) => row(index))
  await writeFile(join(folder, `${name}.csv`), [header, ...lines, ''].join('\n'))
  const map = {
    organizer: name,
    source: { prefix: `${name}:`, column: 'Id' },
    name: 'Name',
    start_time: 'Starts',
    end_time: 'Ends',
  }
  await writeFile(join(folder, `${name}.json`), JSON.stringify(map))
  return ['import', 'festivals', `${name}.csv`, '--map', `${name}.json`]
}

test('an import reports the result in a line, and with --json in a document', async () => {
  const list = await aList('plain', 3)
  const said = await run(list)
  assert.match(
    said.stdout,
    /^3 festivals imported \(3 new, 0 updated\) in [\d.]+ s, [\d,]+ rows\/s\n6 times without an offset read as UTC, .*\n$/,
  )
  assert.deepEqual([said.code, said.stderr], [0, ''])
  const { json } = await run([...list, '--json'])
  assert.deepEqual([json.imported, json.updated, json.interrupted], [3, 3, false])
})

test('Ctrl+C ends an import after its batch, reports the result, and a second run completes it', async () => {
  const list = await aList('held', 1500)
  await run(await aList('held', 700))
  await db
    .deleteFrom('festivals')
    .where('source', 'like', 'held:%')
    .where('source', '!=', 'held:650')
    .execute()
  await aList('held', 1500)
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  await holder.query("begin; select 1 from festivals where source = 'held:650' for update")
  const child = start([...list, '--json'])
  while (!(await isWaiting())) assert.equal(child.exitCode, null)
  child.kill('SIGINT')
  await holder.end()
  const { code, json } = await ended(child)
  assert.deepEqual([code, json.imported, json.created, json.interrupted], [130, 1000, 999, true])
  const again = await run([...list, '--json'])
  assert.deepEqual([again.code, again.json.created, again.json.updated], [0, 500, 1000])
})

/** Returns true if a transaction waits for a row that this test has locked. */
async function isWaiting() {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    ) as waiting`.execute(db)
  return rows[0]?.waiting
}

const slips: [why: string, args: string[], error: RegExp][] = [
  ['an unknown command', ['imprt'], /unknown command 'imprt'\n\(Did you mean import\?\)/],
  [
    'an unknown kind',
    ['import', 'lineups', 'x'],
    /unknown command 'lineups'\n\(Did you mean lineup\?\)/,
  ],
  ['an unknown time zone', ['times', 'x', '--as-local', 'CET'], /"CET" is no time zone/],
  [
    'a festival that is not there',
    ['times', 'x', '--as-local', 'UTC'],
    /Festival not found: .* id/,
  ],
  ['an unknown option', ['doctor', '--jsn'], /unknown option '--jsn'\n\(Did you mean --json\?\)/],
  ['a missing file', ['import', 'artists'], /missing required argument 'file'/],
  ['a file that is not there', ['import', 'artists', 'none.tsv'], /none\.tsv does not exist/],
  ['a missing map', ['import', 'festivals', main], /Give --map FILE\.json/],
  [
    'a missing file before the map',
    ['import', 'festivals', 'none.csv'],
    /none\.csv does not exist/,
  ],
  ['a client without a name', ['client', 'create', ''], /name must not be empty/],
  [
    'a port that is none',
    ['serve', '--port', '70000'],
    /It must be a whole number from 0 to 65535/,
  ],
  [
    'half a year',
    ['import', 'festivals', 'x.csv', '--shift-years', '0.5'],
    /whole number of years/,
  ],
  [
    'an unknown scope',
    ['client', 'create', 'Shop', '--scopes', 'read_email'],
    /Did you mean "read_emails"\?/,
  ],
  [
    'an unknown right',
    ['user', 'grant', 'a@b.example', 'manage_catalogue'],
    /Did you mean "manage_catalog"\?/,
  ],
  [
    'an unknown client',
    ['client', 'revoke', 'unknown'],
    /Client not found: `festival client list` shows the ids/,
  ],
  [
    'a client of our own to be deleted',
    ['client', 'revoke', 'console'],
    /The client console is built in and has no secret: suspend it instead/,
  ],
  [
    'a client of our own to be given a secret',
    ['client', 'rotate', 'guide'],
    /The client guide is built in and has no secret/,
  ],
  [
    'a client to be let in that is none',
    ['client', 'resume', 'unknown'],
    /Client not found: `festival client list` shows the ids/,
  ],
  [
    'an unknown account',
    ['user', 'revoke', 'a@b.example', 'admin'],
    /User not found: no account has this e-mail/,
  ],
  [
    'an unknown role',
    ['user', 'list', '--role', 'boss'],
    /'boss' is invalid. Allowed choices are organizer, gate, admin/,
  ],
  ['no count', ['user', 'list', '--limit', '0'], /It must be a whole number from 1 to 9999/],
  ['half a certificate', ['serve', '--https-key', 'x'], /--https-cert and --https-key belong/],
  [
    'a bad e-mail to be invited',
    ['user', 'grant', 'unknown', 'admin'],
    /email must be an e-mail address/,
  ],
  ['a bad e-mail', ['user', 'create', 'unknown'], /email must be an e-mail address/],
]
for (const [why, args, error] of slips) {
  test(`${why} is reported in one sentence`, async () => {
    await assert.rejects(inProcess(args), error)
  })
}

test('an error is one line on standard error, with --json a document, and the exit status is 1', async () => {
  const told = await run(['client', 'revoke', 'unknown'])
  const error = 'Client not found: `festival client list` shows the ids'
  assert.deepEqual([told.code, told.stdout, told.stderr], [1, '', `error: ${error}\n`])
  const document = await run(['client', 'revoke', 'unknown', '--json'])
  assert.deepEqual([document.code, document.stdout], [1, ''])
  assert.deepEqual(JSON.parse(document.stderr), { error })
  const unknown = await run(['imprt'])
  const advice = "unknown command 'imprt'\n(Did you mean import?)"
  assert.equal(unknown.stderr, `error: ${advice}\nSee \`festival --help\`\n`)
  const verb = await run(['user', 'create', '--json'])
  assert.deepEqual(JSON.parse(verb.stderr), {
    error: "missing required argument 'email'",
    help: 'festival user create --help',
  })
})

test('an argument error is reported in our own words, and one of serve with its help', async () => {
  const right = await run(['user', 'grant', 'ada@harbour.example', 'nope'])
  assert.match(
    right.stderr,
    /^error: "nope" is no right\. There are: admin, .*\nSee `festival user grant/,
  )
  const half = await run(['serve', '--https-cert', 'a.pem', '--json'])
  assert.equal(JSON.parse(half.stderr).help, 'festival serve --help')
  assert.match(await helpOf(['client', 'create']), /\(default:\s+read_emails\)/)
})

test('stored text cannot control the terminal: control characters are shown, and JSON stays JSON', async () => {
  const name = '\u001b[2J\u009bGhost\u202e\r\nforged  line'
  const [email, shop] = ['ghost@harbour.example', `Shop ${name}`]
  await run(['user', 'create', email, '--first-name', name])
  await run(['client', 'create', shop])
  const seen = String.raw`\u001b[2J\u009bGhost\u202e\u000d\u000aforged  line`
  const users = await run(['user', 'list', '--search', email])
  assert.ok(users.stdout.includes(`  ${seen} User  [attender]\n`), users.stdout)
  const clients = await run(['client', 'list'])
  assert.ok(clients.stdout.includes(`  Shop ${seen}  [read_emails]`), clients.stdout)
  const { json } = await run(['user', 'list', '--search', email, '--json'])
  assert.equal(json.users[0].firstName, name)
})

test('an invalid setting, and a database that is away, are reported', async () => {
  const wrong = await run(['client', 'list'], { env: { PORT: 'x' } })
  assert.match(wrong.stderr, /^error: PORT must be a whole number/)
  const away = await run(['client', 'list', '--json'], {
    env: { DATABASE_URL: 'postgres://festival:secret@127.0.0.1:1/festival' },
  })
  const { error } = JSON.parse(away.stderr)
  assert.match(
    error,
    /cannot be reached: .*ECONNREFUSED.* Start that database, or correct DATABASE_URL/,
  )
  assert.doesNotMatch(error, /secret/)
})

const verbs = [
  'serve',
  'try',
  'drill',
  'doctor',
  'import',
  'client',
  'user',
  'import festivals',
  'import artists',
  'import lineup',
  'client create',
  'client list',
  'client rotate',
  'client suspend',
  'client resume',
  'client revoke',
  'user create',
  'user list',
  'user grant',
  'user revoke',
  'organizer approve',
  'organizer withdraw',
  'organizer list',
  'times',
  'backup',
  'restore',
  'upgrade',
  'export',
  'config',
  'queue verify',
  'documents export',
  'keys list',
  'keys rotate',
  'keys renew',
  'keys reseal',
]
for (const verb of verbs) {
  test(`festival ${verb} --help shows an example`, async () => {
    assert.match(await helpOf(verb.split(' ')), new RegExp(`Example:\n  festival ${verb}`))
  })
}

test('without arguments the command shows its usage', async () => {
  const { code, stderr } = await run([])
  assert.equal(code, 1)
  assert.match(stderr, /Run it:\n  serve .*\n  try .*\n[^]*\n  user create\|list\|grant\|revoke /)
  assert.match(stderr, /Examples:\n  festival serve [^]*Exit status: 0 done/)
  const { code: asked, stdout } = await run(['--help'])
  assert.deepEqual([asked, stdout], [0, stderr])
})

test('a client created by the command can call, until its secret is replaced or it is revoked', async () => {
  const made = await run([
    'client',
    'create',
    'Ticket shop',
    '--scopes',
    'read_emails,manage_rewards',
    '--json',
  ])
  const { id, client_secret } = made.json
  const signIn = (secret: string) => post('/auth/client', { client_id: id, client_secret: secret })
  assert.equal((await signIn(client_secret)).status, 200)
  const listed = await run(['client', 'list', '--json'])
  const shown = listed.json.clients.find((client: { id: string }) => client.id === id)
  assert.deepEqual([shown.name, shown.scopes], ['Ticket shop', ['read_emails', 'manage_rewards']])
  const rotated = await run(['client', 'rotate', id, '--json'])
  assert.equal((await signIn(client_secret)).status, 401)
  assert.equal((await signIn(rotated.json.client_secret)).status, 200)
  assert.deepEqual((await run(['client', 'revoke', id, '--json'])).json, { id, revoked: true })
  assert.equal((await signIn(rotated.json.client_secret)).status, 401)
})

test('a publishable client is created with its origins, and has no secret', async () => {
  const create = ['client', 'create', 'Shop page', '--publishable']
  const origins = ['--origin', 'https://shop.example/', '--origin', 'http://localhost:5173']
  const made = await run([...create, ...origins, '--json'])
  const { id, client_secret, kind, scopes, allow_without_origin } = made.json
  assert.deepEqual(
    [client_secret, kind, scopes, made.json.origins, allow_without_origin],
    [null, 'publishable', [], ['https://shop.example', 'http://localhost:5173'], false],
  )
  const signIn = (origin: string) =>
    world.post('/auth/client', { client_id: id }, { client: null, headers: { origin } })
  assert.equal((await signIn('https://shop.example')).status, 200)
  assert.equal((await signIn('https://evil.example')).status, 403)
  const listed = await run(['client', 'list'])
  const line = `${id}  Shop page  []  publishable https://shop.example http://localhost:5173\n`
  assert.ok(listed.stdout.includes(line), listed.stdout)
  const app = await run([...create, '--without-origin'])
  assert.match(app.stdout, /It has no secret: its id may stand in pages and apps/)
  assert.match((await run(create)).stderr, /^error: origins must name an origin/)
  assert.match((await run(['client', 'rotate', id])).stderr, /^error: A publishable client has no/)
  const scoped = await run([...create, ...origins, '--scopes', 'read_emails'])
  assert.match(scoped.stderr, /^error: scopes must be empty for a publishable client/)
})

test('a client is suspended and resumed, which also reopens the console', async () => {
  const made = await run(['client', 'create', 'Kiosk', '--json'])
  const { id, client_secret } = made.json
  const signIn = () => post('/auth/client', { client_id: id, client_secret })
  const suspended = await run(['client', 'suspend', id, '--json'])
  assert.deepEqual(suspended.json, { id, suspended: true })
  assert.equal((await signIn()).status, 401)
  assert.equal((await run(['client', 'resume', id])).stdout, `${id} is let in again\n`)
  assert.equal((await signIn()).status, 200)
})

test('an account is created with a generated password, or with one from standard input', async () => {
  const shown = await run(['user', 'create', 'ada@harbour.example', '--admin', '--json'])
  assert.equal(shown.json.admin, true)
  const signIn = (email: string, password: string) => post('/auth/user', { email, password })
  assert.equal((await signIn('ada@harbour.example', shown.json.password)).status, 200)
  const input = 'correct horse battery staple\n'
  const given = await run(['user', 'create', 'bo@harbour.example', '--password-stdin'], { input })
  assert.match(given.stdout, /^bo@harbour\.example is an account now, id \S+\n$/)
  assert.equal((await signIn('bo@harbour.example', input.trim())).status, 200)
})

test('an organizer that waits is listed, approved, and loses its approval again', async () => {
  const { id, name } = await anOrganizer({ db }, { approved_at: null })
  const waiting = async () => (await run(['organizer', 'list', '--waiting'])).stdout
  assert.ok((await waiting()).includes(`${id}  ${name}  waits for approval\n`))
  const approved = await run(['organizer', 'approve', id])
  assert.match(approved.stdout, /is approved\. What waits is announced within a minute/)
  assert.ok(!(await waiting()).includes(id))
  const { json } = await run(['organizer', 'withdraw', id, '--json'])
  assert.deepEqual(json, { id, approved: false })
  const listed = await run(['organizer', 'list', '--waiting', '--json'])
  assert.deepEqual(listed.json.organizers, [{ id, name, approved: false }])
  const unknown = await run(['organizer', 'approve', 'no-such'])
  assert.equal(
    unknown.stderr,
    'error: Organizer not found: `festival organizer list` shows the ids\n',
  )
})

// Requirement (rules): festival user list
test('accounts are listed, searched and counted', async () => {
  const email = 'quill@harbour.example'
  await run(['user', 'create', email, '--first-name', 'Quill', '--last-name', 'Ash', '--admin'])
  const again = await run(['user', 'create', email])
  assert.equal(
    again.stderr,
    'error: An account with this e-mail already exists: `festival user grant` gives it rights\n',
  )
  const { stdout } = await run(['user', 'list', '--search', 'quill@'])
  assert.match(stdout, /^[0-9a-f-]{36}  quill@harbour\.example  Quill Ash  \[attender, admin\]\n$/)
  const { json } = await run(['user', 'list', '--role', 'admin', '--search', 'uill', '--json'])
  assert.deepEqual([json.total, json.users[0].email, json.users[0].suspended], [1, email, false])
  await run(['user', 'create', 'quill.two@harbour.example', '--first-name', 'Quill'])
  const cut = await run(['user', 'list', '--search', 'quill', '--limit', '1'])
  assert.match(cut.stdout, /^[^\n]*quill\.two@[^\n]*\nand 1 more\n$/)
  assert.equal((await run(['user', 'list', '--search', 'no such user'])).stdout, 'No users\n')
})

test('options of serve reach the service', async () => {
  const asked: object[] = []
  const serveWith = async (...args: string[]) => {
    const program = await festival(['serve'], async () => async (options) => {
      asked.push(options)
    })
    await program.parseAsync(['serve', ...args], { from: 'user' })
  }
  await serveWith()
  await serveWith('--port', '8080', '--empty', '--https', '--json')
  await serveWith('--https-cert', 'a.pem', '--https-key', 'b.pem')
  const none = { port: undefined, https: undefined, json: undefined, withDemo: true }
  assert.deepEqual(asked, [
    none,
    { port: '8080', https: true, json: true, withDemo: false },
    { ...none, https: { cert: 'a.pem', key: 'b.pem' } },
  ])
})

test('rights are given and removed', async () => {
  const [email, right] = ['cy@harbour.example', 'manage_catalog']
  await run(['user', 'create', email])
  const granted = await run(['user', 'grant', email, right, '--json'])
  assert.deepEqual(granted.json.permissions, [right])
  const { stdout } = await run(['user', 'revoke', email, right])
  assert.equal(stdout, `${email} holds: attender\n`)
})

test('a right for an unconfirmed e-mail is an invitation, and the command says so', async () => {
  const email = 'di@harbour.example'
  const unproven = await world.aUser({ isProven: false })
  for (const one of [email, unproven.email]) {
    const { json } = await run(['user', 'grant', one, 'admin', '--json'])
    assert.deepEqual([json.email, json.invited], [one, true])
  }
  const { stdout } = await run(['user', 'grant', email, 'admin'])
  assert.match(stdout, /it was invited, and gets admin when it accepts\n/)
  assert.match(stdout, /No SMTP_URL is set: the mail is .*\.eml\n/)
  assert.equal((await world.get('/audit', { as: unproven })).status, 403)
})

test('without DATABASE_URL the command starts the database of the data folder and stops it again', async () => {
  const env = { DATA_DIR: join(folder, 'own') }
  const made = await run(['client', 'create', 'First', '--json'], { env })
  assert.equal(made.code, 0, made.stderr)
  const server = await startPostgres({ folder: env.DATA_DIR })
  try {
    const { json } = await run(['client', 'list', '--json'], { env })
    assert.deepEqual(
      json.clients.map(({ id }: { id: string }) => id),
      [made.json.id],
    )
  } finally {
    await server.stop()
  }
})

test('the doctor accepts a machine that can run the service', async () => {
  const { code, json } = await run(['doctor', '--json'], {
    env: { DATABASE_URL: connectionString, PORT: '0' },
  })
  assert.deepEqual(
    json.checks.filter(({ ok }: { ok: boolean }) => !ok),
    [],
  )
  assert.deepEqual([code, json.ok], [0, true])
  assert.deepEqual(
    json.checks.map(({ name }: { name: string }) => name),
    [
      'Configuration',
      'Mail',
      'Node',
      'libatomic',
      'Data folder',
      'Free disk',
      'Port',
      'Database',
      'Clock',
      'Time zones',
      'Migrations',
      'Organizers',
      'Sellers',
      'Tills',
      'Queues',
      'Backup',
    ],
  )
})

test('the doctor says what is wrong and what to do', async () => {
  const taken = createServer().listen(0)
  await once(taken, 'listening')
  const address = taken.address()
  const PORT = `${typeof address === 'object' && address ? address.port : ''}`
  const { code, json } = await run(['doctor', '--json'], {
    env: { PORT, DATA_DIR: join(main, 'data'), DATABASE_URL: 'postgres://127.0.0.1:1/festival' },
  })
  taken.close()
  assert.equal(code, 1)
  const wrong = json.checks.filter(({ ok }: { ok: boolean }) => !ok)
  assert.deepEqual(
    wrong.map(({ name }: { name: string }) => name),
    ['Data folder', 'Port', 'Database'],
  )
  for (const { name, advice } of wrong) assert.ok(advice, name)
})

test('the doctor says that there is no service yet in an empty folder, and how to begin', async () => {
  const { code, stdout } = await run(['doctor'], {
    env: { PORT: '0', DATA_DIR: join(folder, 'none') },
  })
  assert.equal(code, 0)
  assert.match(stdout, /There is no service here yet, .*`npm start` makes one/)
  assert.doesNotMatch(stdout, /All is well/)
})

test('a database that does not exist is told with how to make it', async () => {
  const url = new URL(connectionString)
  url.pathname = '/no%22db'
  const env = { DATABASE_URL: url.href, PORT: '0' }
  const told =
    /Database "no"db" does not exist\. Make it, for instance in psql: create database "no""db"/
  for (const args of [['user', 'list'], ['serve']])
    assert.match((await run(args, { env })).stderr, told)
  assert.match((await run(['doctor'], { env })).stdout, told)
})
