/** The rules of the architecture: which module may import which, and which may write which table. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** A module imports the platform and lower layers, never its own layer, never a higher one. */
const storeys = [
  ['platform'],
  ['clients', 'users', 'artists', 'organizers', 'gigs', 'search', 'interests', 'notifications'],
  ['auth', 'festivals', 'accommodations', 'subscriptions', 'rewards', 'tickets'],
  ['payments'],
  ['activity', 'audit', 'gate', 'mail', 'sales', 'webhooks', 'me'],
  ['invitations'],
  ['pages'],
]
const storeyOf = new Map(storeys.flatMap((rooms, height) => rooms.map((room) => [room, height])))
/** The process and the command line are outside the layers: they may import any module's index. */
const outside = new Set(['serve', 'cli'])

/** Any module may read any table in SQL; only its owner writes it. */
const owners: Record<string, string> = {
  accommodations: 'accommodations',
  announcements: 'festivals',
  announcers: 'festivals',
  artist_genres: 'artists',
  artists: 'artists',
  audit_log: 'platform',
  badges: 'rewards',
  challenge_claims: 'rewards',
  challenges: 'rewards',
  client_secrets: 'clients',
  clients: 'clients',
  email_confirmations: 'auth',
  event_tallies: 'rewards',
  festival_documents: 'festivals',
  festivals: 'festivals',
  gate_devices: 'gate',
  gate_scans: 'gate',
  gate_staff: 'gate',
  genres: 'artists',
  gigs: 'festivals',
  idempotency_keys: 'platform',
  invitation_counts: 'invitations',
  invitations: 'invitations',
  inboxes: 'notifications',
  interests: 'interests',
  levels: 'rewards',
  membership_terms: 'subscriptions',
  migrations: 'platform',
  notifications: 'notifications',
  organizer_days: 'notifications',
  organizer_managers: 'organizers',
  organizers: 'organizers',
  outbox: 'platform',
  password_resets: 'auth',
  payment_events: 'payments',
  payments: 'payments',
  places: 'festivals',
  point_entries: 'rewards',
  points: 'rewards',
  processor_events: 'payments',
  refunds: 'payments',
  reward_events: 'rewards',
  reward_rules: 'rewards',
  sign_in_failures: 'auth',
  simulated_charges: 'platform',
  simulated_refunds: 'platform',
  stream_tickets: 'notifications',
  subscriptions: 'subscriptions',
  ticket_changes: 'tickets',
  ticket_keys: 'tickets',
  tickets: 'tickets',
  tiers: 'festivals',
  tokens: 'platform',
  users: 'users',
  waiting_announcements: 'notifications',
  webhook_attempts: 'webhooks',
  webhook_deliveries: 'webhooks',
  webhooks: 'webhooks',
  wrong_codes: 'rewards',
}

const sources = globSync('src/*/**/*.ts', {
  exclude: ['**/*.test.ts', 'src/platform/tables.ts'],
}).map((path) => ({ path, room: path.split('/')[1] ?? '', text: readFileSync(path, 'utf8') }))

test('every folder of src is a module of a layer, or is outside them', () => {
  const rooms = new Set(sources.map(({ room }) => room))
  const known = new Set([...storeyOf.keys(), ...outside])
  assert.deepEqual([...rooms.difference(known)], [])
})

for (const { path, room, text } of sources) {
  test(`${path} imports only lower layers`, () => {
    for (const [, other = ''] of text.matchAll(/from '#([a-z]+)/g)) {
      if (other === room || outside.has(room)) continue
      const height = storeyOf.get(other) ?? Number.POSITIVE_INFINITY
      assert.ok(height < (storeyOf.get(room) ?? -1), `${room} may not lean on ${other}`)
    }
  })

  test(`${path} imports other modules by their index`, () => {
    if (outside.has(room)) return
    assert.doesNotMatch(text, /from '\.\.\//)
    assert.doesNotMatch(text, /from '#(?!platform)[a-z]+\//)
  })

  test(`${path} writes only its own tables`, () => {
    const writes = text.matchAll(
      /\b(?:insertInto|updateTable|deleteFrom)\('(\w+)|\b(?:insert into|delete from|update) (\w+)(?=[\s(`])/g,
    )
    for (const [found, built, written] of writes) {
      const table = built ?? written ?? ''
      if (found === 'update set' || !(table in owners)) continue
      assert.equal(owners[table], room, `${table} belongs to ${owners[table]}`)
    }
  })
}

test('every table has an owner', () => {
  const tables = readFileSync('src/platform/tables.ts', 'utf8').matchAll(/^ {2}(\w+): \{$/gm)
  const unowned = [...tables].flatMap(([, table = '']) => (table in owners ? [] : [table]))
  assert.deepEqual(unowned, [])
})

test('only the process, the command line and tests import the application', () => {
  for (const { path, room, text } of sources) {
    if (!outside.has(room)) assert.doesNotMatch(text, /app\.ts'/, path)
  }
})
