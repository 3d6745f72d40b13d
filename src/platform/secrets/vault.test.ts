import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import {
  createVault,
  deleteOtherKey,
  fingerprintOf,
  otherKeyOf,
  renewKeyFile,
  SealBroken,
  secretKeyOf,
} from './vault.ts'

const folder = await mkdtemp(join(tmpdir(), 'festival-vault-'))
after(() => rm(folder, { recursive: true, force: true }))

const vault = createVault('a key of at least thirty-two characters')

test('opens what it sealed, whatever the content', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (secret, context) => {
      const sealed = vault.seal(secret, context)
      assert.deepEqual(new Uint8Array(vault.open(sealed, context)), secret)
      assert.notDeepEqual(vault.seal(secret, context), sealed)
    }),
  )
  assert.equal(vault.open(vault.seal('Grüße', 'a'), 'a').toString(), 'Grüße')
})

test('knows the HMAC of a text of its context, by either key, and no other', () => {
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
  const both = createVault(second, first)
  for (const key of [first, second]) {
    const mac = createVault(key).mac('text', 'a')
    assert.equal(both.isMac(mac, 'text', 'a'), true)
    for (const [text, context] of [
      ['other', 'a'],
      ['text', 'b'],
    ] as const) {
      assert.equal(both.isMac(mac, text, context), false)
    }
    assert.equal(both.isMac(mac.subarray(1), 'text', 'a'), false)
    assert.equal(createVault('c'.repeat(32), undefined).isMac(mac, 'text', 'a'), false)
  }
  assert.equal(both.isMac(new Uint8Array(), 'text', 'a'), false)
})

test('hides the secret', () => {
  const sealed = vault.seal('an unmistakable secret', 'note')
  assert.equal(sealed.includes('unmistakable'), false)
})

test('opens nothing that was changed, cut, or sealed for another context', () => {
  const sealed = vault.seal('secret', 'ticket key 1')
  fc.assert(
    fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.throws(() => vault.open(changed, 'ticket key 1'), SealBroken)
    }),
  )
  for (let length = 0; length < sealed.length; length++) {
    assert.throws(() => vault.open(sealed.subarray(0, length), 'ticket key 1'), SealBroken)
  }
  assert.throws(() => vault.open(sealed, 'ticket key 2'), SealBroken)
})

test('opens nothing sealed with another key', () => {
  const other = createVault('another key of thirty-two characters')
  assert.throws(() => other.open(vault.seal('secret', 'a'), 'a'), {
    name: 'SealBroken',
    message: 'The a was not sealed with this SECRET_KEY',
  })
})

test('while keys are replaced, texts sealed with either open, and the new one seals', () => {
  const [old, next] = ['x'.repeat(32), 'y'.repeat(32)]
  const both = createVault(next, old)
  const before = createVault(old).seal('secret', 'a')
  assert.equal(both.open(before, 'a').toString(), 'secret')
  const after = both.reseal(before, 'a')
  assert.equal(
    createVault(next)
      .open(after ?? before, 'a')
      .toString(),
    'secret',
  )
  assert.equal(both.reseal(after ?? before, 'a'), undefined)
  assert.throws(() => both.reseal(before, 'b'), SealBroken)
  assert.throws(() => both.reseal(createVault('z'.repeat(32)).seal('secret', 'a'), 'a'), SealBroken)
  assert.throws(() => createVault(old).open(both.seal('secret', 'a'), 'a'), SealBroken)
})

test('the fingerprint of a key identifies it, and reveals nothing more', () => {
  assert.match(fingerprintOf('x'.repeat(32)), /^[\da-f]{16}$/)
  assert.equal(fingerprintOf('x'.repeat(32)), fingerprintOf('x'.repeat(32)))
  assert.notEqual(fingerprintOf('x'.repeat(32)), fingerprintOf('x'.repeat(33)))
})

test('the key of the environment is taken as it is', async () => {
  const key = 'x'.repeat(32)
  assert.equal(await secretKeyOf({ SECRET_KEY: key, DATA_DIR: join(folder, 'none') }), key)
  assert.deepEqual(await readdir(folder), [])
})

test('many processes that create the key at once all get the same one', async () => {
  for (let round = 0; round < 20; round++) {
    const config = { SECRET_KEY: undefined, DATA_DIR: join(folder, `${round}`, 'data') }
    const starts = Array.from({ length: 8 }, async (_, late) => {
      // Each start begins a little after the one before it: some find the key, some create one.
      for (let turn = 0; turn < late; turn++) await setImmediate()
      return secretKeyOf(config)
    })
    const keys = await Promise.all(starts)
    assert.equal(new Set(keys).size, 1)
    assert.equal(await secretKeyOf(config), keys[0])
    assert.deepEqual(await readdir(config.DATA_DIR), ['secret.key'])
  }
})

test('the key is 256 random bits that only its owner may read', async () => {
  const config = { SECRET_KEY: undefined, DATA_DIR: join(folder, 'new') }
  const key = await secretKeyOf(config)
  assert.equal(Buffer.from(key, 'base64url').length, 32)
  const path = join(config.DATA_DIR, 'secret.key')
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.equal((await readFile(path, 'utf8')).trim(), key)
})

test('a damaged key file stops the start, rather than being replaced', async () => {
  const damaged = join(folder, 'damaged')
  await mkdir(damaged)
  await writeFile(join(damaged, 'secret.key'), '')
  await assert.rejects(
    secretKeyOf({ SECRET_KEY: undefined, DATA_DIR: damaged }),
    /secret\.key holds no key/,
  )
})

test('a new key file replaces the old one, which still opens until it is removed', async () => {
  const config = {
    SECRET_KEY: undefined,
    SECRET_KEY_OTHER: undefined,
    DATA_DIR: join(folder, 'renewed'),
  }
  const old = await secretKeyOf(config)
  assert.equal(await otherKeyOf(config), undefined)
  await renewKeyFile(config.DATA_DIR)
  const [next, other] = [await secretKeyOf(config), await otherKeyOf(config)]
  assert.notEqual(next, old)
  assert.equal(other, old)
  // A second renewal would lose the secrets that the first key has sealed.
  await assert.rejects(renewKeyFile(config.DATA_DIR), { code: 'EEXIST' })
  assert.deepEqual([await secretKeyOf(config), await otherKeyOf(config)], [next, old])
  await deleteOtherKey(config.DATA_DIR)
  assert.equal(await otherKeyOf(config), undefined)
  assert.deepEqual(await readdir(config.DATA_DIR), ['secret.key'])
  assert.equal((await stat(join(config.DATA_DIR, 'secret.key'))).mode & 0o777, 0o600)
})
