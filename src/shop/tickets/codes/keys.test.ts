import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { transact } from '#platform/database/transactions'
import { createVault } from '#platform/secrets/vault'
import { openCodes, publicKeys, rotateTicketKey } from '#shop/tickets'
import { aWorld } from '../../../../test/world.ts'
import { encodeCode } from './code.ts'
import { signingKey } from './keys.ts'

const world = await aWorld()
const { db } = world
const secret = 'a secret of at least thirty-two characters'
const start = Date.UTC(2027, 6, 1)

/** Stands for another process: the same secret, a cache of its own. */
const aProcess = (secondsLater = 0, key = secret) => {
  const vault = createVault(key)
  return { db, vault, now: new Date(start + secondsLater * 1000) }
}

async function codeOf(at: ReturnType<typeof aProcess>) {
  const none = { valid_since: null, valid_until: null, revision: 0 }
  return encodeCode(
    { payment_id: randomUUID(), entity_id: randomUUID(), ...none },
    await signingKey(at),
  )
}

async function keyOf(code: string) {
  const [opened] = await openCodes(db, [code])
  assert.ok(opened && 'key_id' in opened, JSON.stringify(opened))
  return opened.key_id
}

test('the first key exists once the service runs', async () => {
  const [key] = await publicKeys(db)
  assert.deepEqual([key?.id, key?.public_key.length], [1, 32])
})

test('of many processes that start at once, all end with one key', async () => {
  const before = (await publicKeys(db)).length
  const processes = Array.from({ length: 8 }, () => aProcess())
  const keys = await Promise.all(processes.map(signingKey))
  assert.equal(new Set(keys.map(({ id }) => id)).size, 1)
  assert.equal((await publicKeys(db)).length, before + 1)
})

// Requirement (rules): contract §7 Tickets: private keys lie sealed with SECRET_KEY
test('a private key is stored encrypted', async () => {
  const at = aProcess()
  const { id, privateKey } = await signingKey(at)
  const row = await db
    .selectFrom('ticket_keys')
    .select('private_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
  assert.equal(row.private_key.includes(seed), false)
  assert.equal(at.vault.open(row.private_key, `ticket key ${id}`).includes(seed), true)
})

// Requirement (rules): contract §7 Tickets: keys rotate, old ones keep verifying
test('after a rotation this process signs with the new key at once, others within a minute', async () => {
  const [here, there] = [aProcess(), aProcess()]
  const [mine, theirs] = [await codeOf(here), await codeOf(there)]
  const id = await rotateTicketKey(here)
  assert.equal(await keyOf(await codeOf(here)), id)
  assert.ok((await keyOf(await codeOf({ ...there, now: new Date(start + 59_999) }))) < id)
  assert.equal(await keyOf(await codeOf({ ...there, now: new Date(start + 60_000) })), id)
  for (const old of [mine, theirs]) assert.ok((await keyOf(old)) < id)
})

test('two rotations at once make two keys', async () => {
  const ids = await Promise.all([rotateTicketKey(aProcess()), rotateTicketKey(aProcess())])
  assert.equal(new Set(ids).size, 2)
})

test('a process with another secret creates a key of its own; its signatures are valid', async () => {
  const stranger = aProcess(0, 'another secret of thirty-two characters')
  const known = await publicKeys(db)
  const code = await codeOf(stranger)
  const id = await keyOf(code)
  assert.equal(
    known.some((key) => key.id === id),
    false,
  )
  assert.notEqual(await keyOf(await codeOf(aProcess())), id)
})

test('a key created in a transaction that is rolled back is not cached', async () => {
  const at = aProcess(0, 'a third secret of at least 32 characters')
  const undone = new Error('rolled back')
  const attempt = transact(db, async (trx) => {
    await signingKey({ ...at, db: trx })
    throw undone
  })
  await assert.rejects(attempt, undone)
  await keyOf(await codeOf(at))
})
