/** The operator's key for Google Wallet (docs/operating.md). */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Config } from '#platform/config/variables'
import { BadWallet, parsed } from './apple.ts'

/** The service account that signs links, and the issuer that owns the objects in them. */
export type GoogleWallet = { issuer: string; email: string; key: KeyObject }

/** Reads the file that Google issued; undefined if the settings name none. @throws BadWallet */
export async function readGoogleWallet(config: Config): Promise<GoogleWallet | undefined> {
  const { GOOGLE_WALLET_KEY: path, GOOGLE_WALLET_ISSUER: issuer } = config
  if (!path || !issuer) return undefined
  const { email, key } = await parsed(path, (content) => {
    const { client_email, private_key } = JSON.parse(content.toString())
    return { email: client_email, key: createPrivateKey(private_key) }
  })
  if (typeof email !== 'string' || !email.includes('@') || email.length > longestEmail) {
    throw new BadWallet('GOOGLE_WALLET_KEY has no client_email of a service account')
  }
  // A longer key would leave no room for the ticket in a link.
  if (key.asymmetricKeyType !== 'rsa' || key.asymmetricKeyDetails?.modulusLength !== 2_048) {
    throw new BadWallet('GOOGLE_WALLET_KEY is not an RSA key of 2,048 bits, as those of Google are')
  }
  return { issuer, email, key }
}

/** The names of an account and its project have at most 30 characters each, besides Google's domain. */
const longestEmail = 100
