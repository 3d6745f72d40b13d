/** A certificate authority of the tests' own, in the place of Apple's, and the key of a service account as Google gives it. */
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

const subject = '/UID=pass.example.festival/CN=Pass Type ID/OU=TEAM123456/O=Harbour/C=DK'
const ca = '/C=US/O=Test/CN=Test WWDR'

/** Which of the programs that check a pass are missing here; undefined: none. */
export const missingPrograms = ['openssl', 'unzip', 'shasum'].find((program) => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return false
  } catch {
    return true
  }
})

/** Files in a folder that is removed after the tests; what settings name them. */
export function walletFiles({ days = 90 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'festival-wallet-'))
  after(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => join(folder, name)
  const openssl = (line: string, ...more: string[]) =>
    execFileSync('openssl', [...line.split(' '), ...more], { cwd: folder, stdio: 'pipe' })
  const authority = (name: string) =>
    openssl(
      `req -x509 -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.pem -days 365 -subj`,
      ca,
    )
  authority('wwdr')
  authority('other')
  openssl('req -newkey rsa:2048 -nodes -keyout pass.key -out pass.csr -subj', subject)
  openssl(
    `x509 -req -in pass.csr -CA wwdr.pem -CAkey wwdr.key -set_serial 7 -out pass.pem -days ${days}`,
  )
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const account = `${'w'.repeat(30)}@${'p'.repeat(30)}.iam.gserviceaccount.com`
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(at('google.json'), JSON.stringify({ client_email: account, private_key }))
  const apple = {
    APPLE_WALLET_CERTIFICATE: at('pass.pem'),
    APPLE_WALLET_KEY: at('pass.key'),
    APPLE_WALLET_ISSUER: at('wwdr.pem'),
  }
  const google = {
    GOOGLE_WALLET_KEY: at('google.json'),
    GOOGLE_WALLET_ISSUER: '3388000000022123456',
  }
  return { at, openssl, apple, google, account, publicKey }
}
