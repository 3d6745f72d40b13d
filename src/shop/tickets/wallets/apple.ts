/** The operator's certificate for Apple Wallet (docs/operating.md). */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Config } from '#platform/config/variables'
import type { Signer } from './signature.ts'

/** The signer of passes, its team and type of pass, and the end of its certificates' validity. */
export type AppleWallet = Signer & {
  passType: string
  team: string
  validUntil: Date
}

/** Thrown if the files cannot be used; the message explains it to the operator. */
export class BadWallet extends Error {
  override name = 'BadWallet'
}

/**
 * Reads certificate, key and issuer from the files that the settings name; undefined if they name none. The certificate
 * holds the type of the pass and the team. @throws BadWallet
 */
export async function readAppleWallet(config: Config): Promise<AppleWallet | undefined> {
  const { APPLE_WALLET_CERTIFICATE, APPLE_WALLET_KEY, APPLE_WALLET_ISSUER } = config
  if (!APPLE_WALLET_CERTIFICATE || !APPLE_WALLET_KEY || !APPLE_WALLET_ISSUER) return undefined
  const read = { certificate: toCertificate, key: createPrivateKey }
  const certificate = await parsed(APPLE_WALLET_CERTIFICATE, read.certificate)
  const issuer = await parsed(APPLE_WALLET_ISSUER, read.certificate)
  const key = await parsed(APPLE_WALLET_KEY, read.key)
  requireTogether({ certificate, issuer, key })
  const ends = [certificate, issuer].map(({ validToDate }) => validToDate.getTime())
  const validUntil = new Date(Math.min(...ends))
  return { certificate, issuer, key, ...passOf(certificate), validUntil }
}

function requireTogether({ certificate, issuer, key }: Signer): void {
  if (key.asymmetricKeyType !== 'rsa' || !certificate.checkPrivateKey(key)) {
    throw new BadWallet('APPLE_WALLET_KEY is not the key of APPLE_WALLET_CERTIFICATE')
  }
  if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) {
    throw new BadWallet('APPLE_WALLET_ISSUER did not issue APPLE_WALLET_CERTIFICATE')
  }
}

function passOf(certificate: X509Certificate): Pick<AppleWallet, 'passType' | 'team'> {
  const { UID: passType, OU: team } = named(certificate)
  if (passType?.startsWith('pass.') && team) return { passType, team }
  throw new BadWallet('APPLE_WALLET_CERTIFICATE is not that of a Pass Type ID')
}

const toCertificate = (pem: Buffer) => new X509Certificate(pem)

/** Returns the fields of the subject, which are lines such as `UID=pass.example`. */
function named({ subject }: X509Certificate): Partial<Record<string, string>> {
  return Object.fromEntries(
    subject.split('\n').map((line) => {
      const [name = '', ...value] = line.split('=')
      return [name, value.join('=')]
    }),
  )
}

/** @throws BadWallet without the content of the file, which may be a key */
export async function parsed<T>(path: string, parse: (content: Buffer) => T): Promise<T> {
  const content = await readFile(path).catch(() => {
    throw new BadWallet(`${path} cannot be read`)
  })
  try {
    return parse(content)
  } catch {
    throw new BadWallet(`${path} is not in the form that is wanted`)
  }
}
