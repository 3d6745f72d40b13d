/** `festival second-factor remove`: for people unable to sign in because they lost their second factor. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aStoredFactor, aStoredPasskey } from '../../../test/catalogue.ts'
import { mailsTo } from '../../../test/mailbox.ts'
import { aWorld } from '../../../test/world.ts'
import { festival } from '../program.ts'

const world = await aWorld()
const { db, get, aUser } = world
Object.assign(process.env, { DATABASE_URL: world.connectionString, DATA_DIR: world.folder })

async function run(...args: string[]) {
  const program = await festival(args, () => assert.fail('no service is to be started'))
  await program.parseAsync(args, { from: 'user' })
}

test('all that an account has lost is removed; it is signed out, told, and noted', async () => {
  const ada = await aUser()
  await aStoredFactor(world, ada)
  await aStoredPasskey(world, ada)
  await run('second-factor', 'remove', ada.email.toUpperCase())
  for (const table of ['second_factors', 'recovery_codes', 'passkeys', 'tokens'] as const) {
    const rows = await db.selectFrom(table).selectAll().where('user_id', '=', ada.id).execute()
    assert.deepEqual(rows, [], table)
  }
  assert.equal((await get('/users/i', { as: ada })).status, 401)
  assert.equal((await mailsTo(world, ada.email, 'Signing in asks for no code')).length, 1)
  const entries = await db
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('entity_id', '=', ada.id)
    .execute()
  assert.deepEqual(entries, [{ action: 'user.remove_second_factor', actor: 'system' }])
  await run('second-factor', 'remove', ada.email)
})

test('an unknown e-mail is told as such', async () => {
  await assert.rejects(run('second-factor', 'remove', 'ada@nowhere.example'), /no account has/)
})
