/**
 * Every operation of the description × every kind of caller: who is let in, who is refused with which
 * status, and that a refused call changes nothing. `test/authorisation/policies.ts` has the expected
 * results.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { permissions, scopes } from '#core/access'
import { aStage, askerOf, headersOf, operationsOf } from './authorisation/calls.ts'
import { type Identity, identities, type Outcome } from './authorisation/outcomes.ts'
import { opened, outcomeOf, scoped, tabled } from './authorisation/policies.ts'
import { requestOf } from './authorisation/requests.ts'
import { hashes } from './authorisation/rows.ts'
import { aScene, type Caller, type Scene } from './authorisation/scene.ts'
import { bankEnv } from './bank/statements.ts'
import { openReader } from './event-stream.ts'
import { aNetworkPrinter } from './network-printer.ts'
import { aWorld } from './world.ts'

// Stands still: on a slow machine a scan would be too old to be undone.
const started = new Date()
const { env } = await aNetworkPrinter()
const world = await aWorld({ now: () => started, env: { ...env, ...bankEnv } })
const { app, db, access, call, aUser } = world
const service = await app.listen({ port: 0, host: '127.0.0.1' })

const operations = operationsOf(world).all
const stage = await aStage(world)
const ask = askerOf(world)

/** The response of a stream does not end. */
async function open(operation: string, scene: Scene, caller: Caller) {
  const reader = await openReader(service + requestOf(operation, scene).url, headersOf(caller))
  reader.close()
  return { status: reader.status, text: reader.text() }
}

const isStream = (operation: string) => operation.endsWith('/sse')

/** Calls all operations that have this outcome for a caller, and returns those with another outcome. */
async function differing(
  { scene, caller }: { scene: Scene; caller: Caller },
  expected: (operation: string) => Outcome | undefined,
  are: 'refused' | 'let in',
): Promise<string[]> {
  const differences: string[] = []
  for (const operation of operations) {
    const outcome = expected(operation)
    if (outcome === undefined || (outcome === 'in') !== (are === 'let in')) continue
    const send = are === 'let in' && isStream(operation) ? open : ask
    // A caller who is let in by mistake could delete itself and be unknown to the following calls.
    const as = operation === 'POST /auth/logout' ? await again(caller) : caller
    const { status, text } = await send(operation, scene, as)
    const isRight = outcome === 'in' ? status < 300 : `${status}` === outcome
    if (!isRight) differences.push(`${operation}: ${status} instead of ${outcome}, ${text}`)
  }
  return differences
}

/** The same user with another token, which may end. */
async function again({ client, user }: Caller): Promise<Caller> {
  if (user === null || /^fst_(gate|till)/.test(user)) return { client, user }
  const me = await call('GET', '/users/i', { client, headers: { 'x-f-authentication': user } })
  const { token } = await access.issue(db, { clientId: world.client.id, userId: me.body.id })
  return { client, user: token }
}

const scenes = new Map<Identity, Scene>()
for (const identity of identities) scenes.set(identity, await aScene(stage))
const sceneOf = (identity: Identity) => {
  const scene = scenes.get(identity)
  assert.ok(scene)
  return { scene, caller: scene.callers[identity] }
}

const permitted = (permission: string, operation: string) =>
  opened[permission]?.includes(operation) ? 'in' : outcomeOf(operation, 'stranger')

const holders = await Promise.all(
  permissions.map(async (permission) => {
    const scene = await aScene(stage)
    const holder = await aUser({ permissions: [permission] })
    await db
      .updateTable('users')
      .set({ password_hash: stage.hash })
      .where('id', '=', holder.id)
      .execute()
    const caller = { client: stage.client, user: holder.token }
    return { permission, scene, caller }
  }),
)

// Requirement (rules): The matrix misses no operation of the description
test('the table of policies names every operation of the description, each once', () => {
  assert.deepEqual(tabled.toSorted(), operations.toSorted())
  assert.ok(tabled.length > 80, `${tabled.length} operations`)
})

test('section 3.1 of the contract says what roles within an organizer open, and nothing else', async () => {
  const text = await readFile('docs/contract/access.md', 'utf8')
  const [, table = ''] = text.split('| Operations | accountant | sales | editor |')
  const rows = table.split('\n\n')[0]?.split('\n').slice(2) ?? []
  const said = rows.flatMap((row) => {
    const [, names = '', ...cells] = row.split('|').map((cell) => cell.trim())
    const [accountant, sales, editor] = cells.map((cell) => cell !== '')
    const clerk = cells[0] === 'yes'
    return [...names.matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, name = '']) => [
      name.replaceAll(/:(\w+)/g, '{$1}'),
      { accountant, clerk, sales, editor },
    ])
  })
  const roles = ['accountant', 'clerk', 'sales', 'editor'] as const
  const opens = operations.flatMap((operation) => {
    if (outcomeOf(operation, 'stranger') === 'in') return []
    const entries = roles.map((role) => [role, outcomeOf(operation, role) === 'in'] as const)
    return entries.some(([, isIn]) => isIn) ? [[operation, Object.fromEntries(entries)]] : []
  })
  assert.deepEqual(Object.fromEntries(said), Object.fromEntries(opens))
})

for (const identity of identities) {
  // Requirement (rules): Object- and function-level authorisation by a generated matrix: every operation ×
  //   no token, client only, another user, the owner, a manager, gate, admin
  test(`refused as the table says, and nothing changes: ${identity}`, async () => {
    const before = await hashes(world)
    const expected = (operation: string) => outcomeOf(operation, identity)
    assert.deepEqual(await differing(sceneOf(identity), expected, 'refused'), [])
    assert.deepEqual(await hashes(world), before)
  })
}

for (const { permission, ...played } of holders) {
  // Requirement (rules): Permissions × operations
  test(`a permission opens what the table says, and nothing else: ${permission}`, async () => {
    const before = await hashes(world)
    const expected = (operation: string) => permitted(permission, operation)
    assert.deepEqual(await differing(played, expected, 'refused'), [])
    assert.deepEqual(await hashes(world), before)
  })
}

// Requirement (rules): Client scopes × operations
test('a scope the client lacks refuses an admin too, and names the scope', async () => {
  const before = await hashes(world)
  const { scene, caller } = sceneOf('admin')
  for (const [scope, needing] of Object.entries(scoped)) {
    const others = scopes.filter((other) => other !== scope)
    const { token: client } = await world.aClient(others)
    for (const operation of needing) {
      const { status, text } = await ask(operation, scene, { ...caller, client })
      assert.deepEqual([operation, status], [operation, 403])
      assert.match(text, new RegExp(`"error":"Missing client scope: ${scope}"`))
    }
  }
  const { clients, tokens, ...after } = await hashes(world)
  const { clients: _, tokens: __, ...unchanged } = before
  assert.deepEqual(after, unchanged)
})

test('the default client lacks no more than the scopes that the table names', async () => {
  const scene = await aScene(stage)
  const needing = new Set(Object.values(scoped).flat())
  const expected = (operation: string) =>
    needing.has(operation) ? undefined : outcomeOf(operation, 'admin')
  const { token: client } = await world.aClient()
  const caller = { ...scene.callers.admin, client }
  await world.jobs.start()
  assert.deepEqual(await differing({ scene, caller }, expected, 'let in'), [])
})

for (const identity of identities) {
  // Requirement (rules): Object- and function-level authorisation by a generated matrix: allowed callers
  //   are admitted
  test(`let in as the table says: ${identity}`, async () => {
    const expected = (operation: string) => outcomeOf(operation, identity)
    // A new scene: a file for the bank takes the refunds of every scene before it.
    const scene = await aScene(stage)
    const played = { scene, caller: scene.callers[identity] }
    assert.deepEqual(await differing(played, expected, 'let in'), [])
  })
}

for (const { permission, caller } of holders) {
  test(`let in by a permission as the table says: ${permission}`, async () => {
    // A new scene, as above.
    const played = { scene: await aScene(stage), caller }
    const expected = (operation: string) =>
      opened[permission]?.includes(operation) ? 'in' : undefined
    assert.deepEqual(await differing(played, expected, 'let in'), [])
  })
}
