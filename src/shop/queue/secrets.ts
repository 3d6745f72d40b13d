import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Database } from '#platform/database/tables'
import { SealBroken, type Vault } from '#platform/secrets/vault'

/** The secrets of a queue: a seed of its own until the draw, and the key that signs its receipts. */
export type Secrets = { seed: Buffer; key: KeyObject }

/** The start of an Ed25519 private key in PKCS8; its 32 bytes follow. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export const newSecrets = () => randomBytes(64)

export const readSecrets = (bytes: Buffer): Secrets => ({
  seed: bytes.subarray(0, 32),
  key: createPrivateKey({
    key: Buffer.concat([pkcs8, bytes.subarray(32)]),
    format: 'der',
    type: 'pkcs8',
  }),
})

/** Returns the public half of a key, 32 bytes. */
export const publicHalf = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')

export const signed = (key: KeyObject, text: Uint8Array): Buffer => sign(null, text, key)

/** Returns the context under which the secrets of a queue are sealed. */
export const contextOf = (id: string) => `queue ${id}`

/** Reseals the secrets of every queue; returns the number resealed, and the ids of secrets that this vault cannot open. */
export async function resealQueues({ db, vault }: { db: Database; vault: Vault }) {
  const report: { resealed: number; lost: string[] } = { resealed: 0, lost: [] }
  const rows = await db.selectFrom('queues').select(['id', 'secrets']).execute()
  for (const { id, secrets } of rows) {
    try {
      const sealed = vault.reseal(secrets, contextOf(id))
      if (!sealed) continue
      await db.updateTable('queues').set({ secrets: sealed }).where('id', '=', id).execute()
      report.resealed++
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      report.lost.push(id)
    }
  }
  return report
}
