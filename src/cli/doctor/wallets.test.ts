/** `festival doctor` reports on the files of wallets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#platform/config/read'
import { missingPrograms, walletFiles } from '../../../test/wallet-files.ts'
import { checkWallets } from './wallets.ts'

const skip = missingPrograms && `${missingPrograms} is not installed`
const files = skip ? undefined : walletFiles({ days: 90 })
const { apple = {}, google = {}, at = String } = files ?? {}
const now = Date.now()
/** The report this number of days from now. */
const check = (env: Record<string, string>, days = 0) =>
  checkWallets(readConfig(env), new Date(now + days * 86_400_000))

test('doctor says until when wallets are good, and nothing without them', { skip }, async () => {
  assert.equal(await check({}), undefined)
  const said = async (days: number) => {
    const { ok, detail } = (await check({ ...apple, ...google }, days)) ?? {}
    return [ok, detail?.replace(/\d{4}-\d\d-\d\d/, 'DAY')]
  }
  assert.deepEqual(await said(0), [true, `Apple until DAY, Google as ${files?.account}`])
  assert.deepEqual(await said(61), [true, 'the certificate of Apple Wallet ends on DAY'])
  assert.deepEqual(await said(91), [false, 'the certificate of Apple Wallet ended on DAY'])
})

for (const [wrong, fault] of [
  [{ APPLE_WALLET_KEY: at('other.key') }, /_KEY is not the key of/],
  [{ APPLE_WALLET_ISSUER: at('other.pem') }, /_ISSUER did not issue/],
  [{ APPLE_WALLET_KEY: at('none') }, /cannot be read/],
  [{ APPLE_WALLET_KEY: at('pass.pem') }, /not in the form/],
  [{ APPLE_WALLET_CERTIFICATE: at('wwdr.pem'), APPLE_WALLET_KEY: at('wwdr.key') }, /Pass Type ID/],
] as const) {
  test(`doctor says of files that cannot be used: ${fault.source}`, { skip }, async () => {
    const { ok, faults } = (await check({ ...apple, ...wrong })) ?? {}
    assert.equal(ok, false)
    assert.match(`${faults}`, fault)
  })
}
