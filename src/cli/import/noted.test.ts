/** Changes by commands are in the audit log, as the service's are. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aName } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'
import { festival } from '../program.ts'

const { db, get, aUser, connectionString } = await aWorld()
const folder = await mkdtemp(join(tmpdir(), 'festival-noted-'))
after(() => rm(folder, { recursive: true }))
process.env['DATABASE_URL'] = connectionString
process.env['DATA_DIR'] = join(folder, 'data')
const reader = await aUser({ roles: ['admin'] })

async function run(...args: string[]) {
  const program = await festival([...args], () => assert.fail('no service is to be started'))
  await program.parseAsync([...args], { from: 'user' })
}

async function entries(query: string): Promise<any[]> {
  const { status, body } = await get(`/audit?${query}`, { as: reader })
  assert.equal(status, 200, JSON.stringify(body))
  return body.entries
}

test('a client that a command creates, rotates and revokes is recorded, without its secret', async () => {
  const name = aName('Shop')
  await run('client', 'create', name)
  const { id } = await db
    .selectFrom('clients')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  await run('client', 'rotate', id)
  await run('client', 'revoke', id)
  const noted = await entries(`entity_id=${id}`)
  assert.deepEqual(
    noted.map(({ action, actor }) => [action, actor.kind, actor.user_id, actor.client_id]),
    ['client.delete', 'client.rotate', 'client.create'].map((action) => [
      action,
      'system',
      null,
      null,
    ]),
  )
  assert.deepEqual(noted[2].changes.name, { from: null, to: name })
  assert.doesNotMatch(JSON.stringify(noted), /fst_secret|hash/)
})

test('rights that a command gives and removes are recorded', async () => {
  const ada = await aUser()
  await run('user', 'grant', ada.email, 'manage_catalog')
  await run('user', 'revoke', ada.email, 'manage_catalog')
  await run('user', 'grant', ada.email, 'admin')
  const noted = await entries(`entity_id=${ada.id}`)
  assert.deepEqual(
    noted.map(({ action, changes }) => [action, changes]),
    [
      ['user.set_roles', { roles: { from: [], to: ['admin'] } }],
      ['user.set_permissions', { permissions: { from: ['manage_catalog'], to: [] } }],
      ['user.set_permissions', { permissions: { from: [], to: ['manage_catalog'] } }],
    ],
  )
})

// Requirement (rules): Audit: commands and imports are noted as the service's own
test('an import is one entry with counts, however much it imports', async () => {
  const lines = Array.from({ length: 30 }, () => `Band ${randomBytes(6).toString('hex')}\tdub|ska`)
  const file = join(folder, 'artists.tsv')
  await writeFile(file, ['name\tgenres', ...lines, ''].join('\n'))
  const before = (await entries('action=artist.import')).length
  await run('import', 'artists', file)
  const [entry, ...others] = await entries('action=artist.import')
  assert.equal(others.length, before)
  assert.deepEqual(
    [entry.entity_type, entry.entity_id, entry.actor.kind],
    ['artist', null, 'system'],
  )
  assert.deepEqual(entry.changes, {
    created: { from: null, to: 30 },
    updated: { from: null, to: 0 },
    rejected: { from: null, to: 0 },
  })
})

test('the import of a line-up is an entry of its festival', async () => {
  const name = aName('Skerry')
  const id = name.toLowerCase().replaceAll(' ', '-')
  const times = { start_time: '2099-07-01T12:00:00Z', end_time: '2099-07-02T12:00:00Z' }
  const gigs = [{ artist: aName('Band'), start_time: '2099-07-01T20:00:00Z' }]
  const lineup = { source: `test:${id}`, organizer: { id }, festival: { name, ...times }, gigs }
  const file = join(folder, 'lineup.json')
  await writeFile(file, JSON.stringify(lineup))
  await run('import', 'lineup', file)
  const stored = await db
    .selectFrom('festivals')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const [entry, ...others] = await entries(`entity_id=${stored.id}`)
  assert.deepEqual(others, [])
  assert.deepEqual([entry.action, entry.actor.kind], ['festival.import', 'system'])
  assert.deepEqual(entry.changes.name, { from: null, to: name })
  assert.deepEqual(entry.changes['gigs.added'], { from: null, to: 1 })
})
