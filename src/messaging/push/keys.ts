import { createECDH, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Database } from '#platform/database/tables'
import { SealBroken, type Vault } from '#platform/secrets/vault'
import { curve } from './encrypt.ts'
import type { PushKey } from './vapid.ts'

type PushKeyContext = { db: Database; vault: Vault; now: Date }

/** Returns the newest key that this process can use. Makes one if there is none. */
export async function pushKey(context: PushKeyContext): Promise<PushKey> {
  for (;;) {
    const rows = await context.db
      .selectFrom('push_keys')
      .select(['id', 'public_key', 'private_key'])
      .orderBy('id', 'desc')
      .execute()
    for (const row of rows) {
      const key = opened(context.vault, row)
      if (key) return key
    }
    const made = await makeKey(context, (rows[0]?.id ?? 0) + 1)
    if (made) return made
  }
}

type Row = { id: number; public_key: Buffer; private_key: Buffer }

/** Undefined if it was sealed with another `SECRET_KEY`. */
export function opened(vault: Vault, { id, public_key, private_key }: Row): PushKey | undefined {
  try {
    const der = vault.open(private_key, contextOf(id))
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return { id, privateKey, publicKey: public_key }
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

/** Undefined if another process has made it in the meantime. */
async function makeKey(
  { db, vault, now }: PushKeyContext,
  id: number,
): Promise<PushKey | undefined> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: curve })
  const publicKey = publicHalf(privateKey)
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  const made = await db
    .insertInto('push_keys')
    .values({
      id,
      public_key: publicKey,
      private_key: vault.seal(der, contextOf(id)),
      created_at: now,
    })
    .onConflict((oc) => oc.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made && { id, privateKey, publicKey }
}

/** Returns the point of a private key, uncompressed. */
function publicHalf(key: KeyObject): Buffer {
  const ecdh = createECDH(curve)
  ecdh.setPrivateKey(Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url'))
  return ecdh.getPublicKey()
}

/** The context that a key is sealed for. */
const contextOf = (id: number) => `push key ${id}`

/** Reseals every key that this vault can open, using the vault's first key. Returns their number, and the ids of keys it cannot open. */
export async function resealPushKeys({ db, vault }: Pick<PushKeyContext, 'db' | 'vault'>) {
  const report: { resealed: number; lost: number[] } = { resealed: 0, lost: [] }
  const rows = await db.selectFrom('push_keys').select(['id', 'private_key']).execute()
  for (const { id, private_key } of rows) {
    try {
      const sealed = vault.reseal(private_key, contextOf(id))
      if (!sealed) continue
      await db.updateTable('push_keys').set({ private_key: sealed }).where('id', '=', id).execute()
      report.resealed++
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      report.lost.push(id)
    }
  }
  return report
}
