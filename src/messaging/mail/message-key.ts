/** Signed message ids of mails to users, so that a report about one proves that the service has sent it. */
import type { Vault } from '#platform/secrets/vault'

const id = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
/** `<kind>.<about>.<user>.<signature>` */
export const isMessageKey = new RegExp(
  `^(?<key>\\w{1,40}\\.${id}\\.(?<user>${id}))\\.(?<mac>[\\w-]{43})$`,
)

const context = 'message id'
const textOf = (key: string, email: string) => `${key}\n${email}`

export const signedKey = {
  /** Signs a key for the e-mail that the mail goes to. */
  of: (vault: Vault, key: string, email: string): string =>
    `${key}.${vault.mac(textOf(key, email), context).toString('base64url')}`,
  /** Returns true if such a mail went to this e-mail. */
  isGood: (vault: Vault, signed: string, email: string): boolean => {
    const { key = '', mac = '' } = isMessageKey.exec(signed)?.groups ?? {}
    return vault.isMac(Buffer.from(mac, 'base64url'), textOf(key, email), context)
  },
}
