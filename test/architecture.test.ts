/** The rules of the architecture: which module may import which, and which may write which table. */
import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

/** The areas of CONTRIBUTING.md, bottom up, each with its modules. */
const rows = [
  ...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| `([a-z]+)` \| (.*) \|$/gm),
].map(([, area = '', text = '']) => ({
  area,
  modules: [...text.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name),
}))
/** Areas without modules: they are one. */
const whole = new Set(['platform', 'web'])
/** How high each module stands: it imports lower ones, never a higher one. */
const heightOf = new Map(
  rows
    .flatMap(({ area, modules }) => (whole.has(area) ? [area] : modules))
    .map((module, height) => [module, height]),
)
/** The folders of the platform: each imports from those before it. No file lies beside them. */
const folders = [
  'values',
  'zones',
  'config',
  'observe',
  'postgres',
  'database',
  'secrets',
  'photos',
  'outgoing',
  'sync',
  'jobs',
  'http',
]
/** The whole application, the process and the command line are outside the areas: they may import from any module. */
const outside = new Set(['api', 'server', 'cli'])

/** Any module may read any table in SQL; only its owner writes it. */
const owners: Record<string, string> = {
  accommodations: 'accommodations',
  announcements: 'festivals',
  announcers: 'festivals',
  artist_aliases: 'artists',
  artist_genres: 'artists',
  artists: 'artists',
  audit_log: 'platform',
  backups: 'cli',
  badges: 'rewards',
  challenge_claims: 'rewards',
  challenges: 'rewards',
  client_secrets: 'clients',
  clients: 'clients',
  email_confirmations: 'auth',
  event_tallies: 'rewards',
  festival_documents: 'festivals',
  festival_news: 'festivals',
  festivals: 'festivals',
  gate_devices: 'gate',
  gate_passages: 'gate',
  gate_scans: 'gate',
  gate_staff: 'gate',
  gate_zones: 'gate',
  genres: 'artists',
  gigs: 'festivals',
  hearts: 'hearts',
  holders_told: 'notifications',
  openid_accounts: 'openid',
  passkeys: 'passkeys',
  passkey_challenges: 'passkeys',
  calendar_feeds: 'calendars',
  idempotency_keys: 'platform',
  message_recipients: 'messages',
  messages: 'messages',
  invitation_counts: 'invitations',
  invitations: 'invitations',
  inboxes: 'notifications',
  interests: 'interests',
  levels: 'rewards',
  limited_emails: 'payments',
  live_streams: 'access',
  mail_budgets: 'mail',
  mails_due: 'mail',
  order_mails: 'payments',
  membership_terms: 'subscriptions',
  migrations: 'platform',
  notifications: 'notifications',
  notification_settings: 'notifications',
  organizer_days: 'notifications',
  organizer_managers: 'organizers',
  organizers: 'organizers',
  outbox: 'domain-events',
  password_resets: 'auth',
  sign_in_codes: 'auth',
  orders: 'payments',
  order_attempts: 'payments',
  disputes: 'payments',
  payment_events: 'payments',
  payments: 'payments',
  photo_folders: 'platform',
  places: 'festivals',
  push_keys: 'push',
  push_subscriptions: 'push',
  pushes_due: 'push',
  point_entries: 'rewards',
  points: 'rewards',
  processor_events: 'payments',
  queue_counts: 'queue',
  queue_draws: 'queue',
  queue_entries: 'queue',
  queue_notices: 'queue',
  queue_parts: 'queue',
  queue_receipts: 'queue',
  queue_servings: 'queue',
  queue_tiers: 'queue',
  queues: 'queue',
  recovery_codes: 'second-factor',
  refunds: 'payments',
  reward_events: 'rewards',
  reward_rules: 'rewards',
  second_factors: 'second-factor',
  sign_in_failures: 'auth',
  simulated_charges: 'payments',
  simulated_refunds: 'payments',
  stream_tickets: 'notifications',
  subscriptions: 'subscriptions',
  ticket_changes: 'tickets',
  ticket_returns: 'returns',
  ticket_keys: 'tickets',
  ticket_links: 'payments',
  ticket_transfers: 'transfers',
  tickets: 'tickets',
  tiers: 'festivals',
  till_leases: 'box-office',
  till_movements: 'box-office',
  till_refunds: 'box-office',
  till_sales: 'box-office',
  till_shifts: 'box-office',
  tokens: 'access',
  undeliverable_emails: 'mail',
  users: 'users',
  voucher_codes: 'vouchers',
  vouchers: 'vouchers',
  waiting_announcements: 'notifications',
  waiting_entries: 'waiting',
  webhook_attempts: 'webhooks',
  webhook_deliveries: 'webhooks',
  webhooks: 'webhooks',
  wrong_codes: 'rewards',
}

const sources = globSync('src/*/**/*.ts', {
  exclude: ['**/*.test.ts', 'src/platform/database/tables.ts'],
}).map((path) => ({ path, module: moduleOf(path), text: readFileSync(path, 'utf8') }))

function moduleOf(path: string): string {
  const [, area = '', module = ''] = path.split('/')
  return !whole.has(area) && !outside.has(area) && heightOf.has(module) ? module : area
}

test('every folder of src is an area with the modules that are listed, or is outside them', () => {
  const found = new Set(
    sources.map(({ path, module }) => {
      const area = path.split('/')[1] ?? ''
      return whole.has(area) || outside.has(area) ? area : `${area}/${module}`
    }),
  )
  const listed = rows.flatMap(({ area, modules }) =>
    whole.has(area) ? [area] : modules.map((module) => `${area}/${module}`),
  )
  assert.deepEqual([...found].toSorted(), [...listed, ...outside].toSorted())
})

/** What the imports of a file break of the rules; none for a file outside the areas. */
function brokenBy(path: string, text: string): string[] {
  const module = moduleOf(path)
  if (outside.has(module)) return []
  const height = (name: string) => heightOf.get(name) ?? Number.POSITIVE_INFINITY
  return [...text.matchAll(/(?:from |import[ (])'([#.][^']*)'/g)].flatMap(([, address = '']) => {
    if (address.startsWith('.')) {
      const other = moduleOf(join(dirname(path), address))
      return other === module ? [] : [`${module} leaves its folder for ${other}`]
    }
    const parts = address.slice(1).split('/')
    const other = parts[whole.has(`${parts[0]}`) ? 0 : parts.length - 1] ?? ''
    if (other === module || height(other) < height(module)) return []
    return [`${module} may not import ${address}`]
  })
}

test('an import of each kind that breaks a rule is found', () => {
  const plants: [path: string, address: string][] = [
    ['src/core/access/tokens.ts', '#shop/payments'],
    ['src/shop/tickets/wallet.ts', '#shop/payments'],
    ['src/shop/payments/routes.ts', '#shop/queue/state'],
    ['src/shop/payments/routes.ts', '../queue/state.ts'],
    ['src/platform/jobs/jobs.ts', '#core/access'],
    ['src/shop/payments/routes.ts', '#web'],
    ['src/shop/payments/routes.ts', '../../api/app.ts'],
    ['src/shop/payments/routes.ts', '#shop/nothing'],
  ]
  for (const [path, address] of plants) {
    assert.equal(brokenBy(path, `import { a } from '${address}'`).length, 1, address)
    assert.equal(brokenBy(path, `await import('${address}')`).length, 1, address)
    assert.equal(brokenBy(path, `import '${address}'`).length, 1, address)
  }
  const right = ["from '#shop/tickets'", "from '#platform/values/ids'", "from '../model/states.ts'"]
  for (const one of right) assert.deepEqual(brokenBy('src/shop/payments/charging/pay.ts', one), [])
})

for (const { path, module, text } of sources) {
  test(`${path} imports only lower modules, by their index`, () => {
    assert.deepEqual(brokenBy(path, text), [])
  })

  test(`${path} writes only its own tables`, () => {
    const writes = text.matchAll(
      /\b(?:insertInto|updateTable|deleteFrom)\('(\w+)|\b(?:insert into|delete from|update) (\w+)(?=[\s(`])/g,
    )
    for (const [found, built, written] of writes) {
      const table = built ?? written ?? ''
      if (found === 'update set' || !(table in owners)) continue
      assert.equal(owners[table], module, `${table} belongs to ${owners[table]}`)
    }
  })
}

test('the platform has no file beside its folders, and no folder that is not listed', () => {
  const names = readdirSync('src/platform')
  assert.deepEqual(names.filter((name) => name !== 'README.md').toSorted(), folders.toSorted())
})

for (const { path, text } of sources.filter((one) => one.module === 'platform')) {
  const height = folders.indexOf(path.split('/')[2] ?? '')

  test(`${path} imports only from the folders before its own`, () => {
    for (const [, folder = ''] of text.matchAll(/(?:from|import\() ?'#platform\/([a-z]+)/g)) {
      assert.ok(folders.indexOf(folder) <= height, `${folders[height]} may not import ${folder}`)
    }
    assert.doesNotMatch(text, /from '\.\.\//)
  })

  test(`${path} names nothing of festivals`, () => {
    // The variables of the environment are those of the whole service.
    if (path.startsWith('src/platform/config/')) return
    const nouns = /\b(gig|artist|organizer|tier|ticket|gate|reward|badge|line-?up)s?\b/gi
    assert.deepEqual(text.match(nouns) ?? [], [])
  })
}

test('every table has an owner', () => {
  const tables = readFileSync('src/platform/database/tables.ts', 'utf8').matchAll(
    /^ {2}(\w+): \{$/gm,
  )
  const unowned = [...tables].flatMap(([, table = '']) => (table in owners ? [] : [table]))
  assert.deepEqual(unowned, [])
})

test('only the process, the command line and tests import the application', () => {
  for (const { path, module, text } of sources) {
    if (!outside.has(module)) assert.doesNotMatch(text, /app\.ts'/, path)
  }
})

test('SQL tells no local time but that of UTC, since PostgreSQL has time zone data of another age than Node', () => {
  const sources = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  // Those before are run on empty tables only, and `knows_time_zone` is no longer called.
  const migrations = globSync('migrations/*.sql').filter((file) => file > 'migrations/0171')
  const local = /\bat\s+time\s+zone\s+(?!'UTC')|\btimezone\(|\bdate_trunc\([^()]*,[^()]*,/i
  for (const file of [...sources, ...migrations]) {
    const statement = local.exec(
      readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\/?\*|--).*/gm, ''),
    )
    assert.equal(statement?.[0], undefined, file)
  }
})
