import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Database } from '#platform/database/tables'
import { SealBroken, type Vault } from '#platform/secrets/vault'
import type { Opened, SigningKey } from './code.ts'
import { openCode } from './code.ts'

export type TicketKeyContext = { db: Database; vault: Vault; now: Date }

/** The key of each process, cached for a minute before it looks for a newer one. */
const remembered = new WeakMap<Vault, { key: SigningKey; until: number }>()
const minute = 60_000

/** Returns the newest key that this process can use and that signs by now; creates one if there is none. */
export async function signingKey(context: TicketKeyContext): Promise<SigningKey> {
  const known = remembered.get(context.vault)
  if (known && context.now.getTime() < known.until) return known.key
  for (;;) {
    const keys = await sealedKeys(context.db)
    const key = firstToOpen(context.vault, keys.filter(signsBy(context.now)))
    if (key) remember(context, key)
    const usable = key ?? (await makeKey(context, keys))
    if (usable) return usable
  }
}

/**
 * Creates a new key and returns its id. All processes sign with it from `signsFrom` on, or a minute later; null: from
 * now on. Gates receive it with their next manifest, so a key that all of them have by then is refused nowhere. Codes
 * signed before stay good.
 */
export async function rotateTicketKey(
  context: TicketKeyContext,
  signsFrom: Date | null = null,
): Promise<number> {
  for (;;) {
    const made = await makeKey(context, await sealedKeys(context.db), signsFrom)
    if (made) return made.id
  }
}

/** Reseals every key this vault can open with the first of its own keys; returns the number resealed, and the keys that it cannot open. */
export async function resealTicketKeys({ db, vault }: Pick<TicketKeyContext, 'db' | 'vault'>) {
  const report: { resealed: number; lost: number[] } = { resealed: 0, lost: [] }
  for (const { id, private_key } of await sealedKeys(db)) {
    try {
      const sealed = vault.reseal(private_key, contextOf(id))
      if (!sealed) continue
      await db
        .updateTable('ticket_keys')
        .set({ private_key: sealed })
        .where('id', '=', id)
        .execute()
      report.resealed++
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      report.lost.push(id)
    }
  }
  return report
}

export type KeyState = {
  id: number
  created_at: Date
  /** the time from which it signs; null: since it was created */
  signs_from: Date | null
  /** the key that sealed it: the first key of the vault, its other one, or one that it does not know */
  sealed_with: 'this' | 'other' | 'unknown'
  /** true if new codes are signed with it */
  signs: boolean
}

/** Returns all keys, the newest last. */
export async function listTicketKeys({ db, vault, now }: TicketKeyContext): Promise<KeyState[]> {
  const rows = await db
    .selectFrom('ticket_keys')
    .select(['id', 'private_key', 'created_at', 'signs_from'])
    .orderBy('id', 'desc')
    .execute()
  const signing = firstToOpen(vault, rows.filter(signsBy(now)))?.id
  return rows.toReversed().map(({ private_key, ...key }) => ({
    ...key,
    sealed_with: sealOf(vault, private_key, contextOf(key.id)),
    signs: key.id === signing,
  }))
}

function sealOf(vault: Vault, sealed: Buffer, context: string): KeyState['sealed_with'] {
  try {
    return vault.reseal(sealed, context) ? 'other' : 'this'
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    return 'unknown'
  }
}

/** The most keys that a code can name (`ticket_keys_id`). */
const mostKeys = 1279

/** Returns all public keys, raw, as the manifest of a gate lists them: the newest last. */
export function publicKeys(db: Database) {
  return (
    db
      .selectFrom('ticket_keys')
      .select(['id', 'public_key', 'created_at'])
      .orderBy('id')
      // Never reached: a statement with a parameter has a name, and is planned once.
      .limit(mostKeys)
      .execute()
  )
}

/** Reads scanned texts, in their order, with one read of the keys. About 0.1 ms each, off the event loop. */
export async function openCodes(db: Database, codes: string[]): Promise<Opened[]> {
  const rows = await publicKeys(db)
  const keys = new Map(rows.map(({ id, public_key }) => [id, toPublicKey(public_key)]))
  return Promise.all(codes.map((code) => openCode(code, keys)))
}

type SealedKey = { id: number; private_key: Buffer; signs_from: Date | null }

const signsBy =
  (now: Date) =>
  ({ signs_from }: Pick<SealedKey, 'signs_from'>) =>
    signs_from === null || signs_from <= now

/** Reads all sealed keys, the newest first. */
function sealedKeys(db: Database): Promise<SealedKey[]> {
  return db
    .selectFrom('ticket_keys')
    .select(['id', 'private_key', 'signs_from'])
    .orderBy('id', 'desc')
    .execute()
}

/** Returns the first key that this vault can open. Keys sealed with another `SECRET_KEY` only verify. */
function firstToOpen(
  vault: Vault,
  keys: Pick<SealedKey, 'id' | 'private_key'>[],
): SigningKey | undefined {
  for (const { id, private_key } of keys) {
    try {
      const der = vault.open(private_key, contextOf(id))
      return { id, privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) }
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
    }
  }
  return undefined
}

/** Creates the next key after the known ones. Undefined if another process has created it meanwhile. */
async function makeKey(
  context: TicketKeyContext,
  [newest]: SealedKey[],
  signs_from: Date | null = null,
): Promise<SigningKey | undefined> {
  const { db, vault, now } = context
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const id = (newest?.id ?? 0) + 1
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  const private_key = vault.seal(der, contextOf(id))
  const made = await db
    .insertInto('ticket_keys')
    .values({ id, public_key: toRaw(publicKey), private_key, created_at: now, signs_from })
    .onConflict((oc) => oc.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return undefined
  const key = { id, privateKey }
  // A rollback of the transaction also removes its key.
  if (!db.isTransaction && signsBy(now)({ signs_from })) remember(context, key)
  return key
}

function remember({ vault, now }: TicketKeyContext, key: SigningKey) {
  remembered.set(vault, { key, until: now.getTime() + minute })
}

function contextOf(id: number): string {
  return `ticket key ${id}`
}

function toRaw(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
}

/** Parsed keys by their raw text: parsing one takes as long as verifying with it. */
const keysRead = new Map<string, KeyObject>()

function toPublicKey(raw: Buffer): KeyObject {
  const x = raw.toString('base64url')
  const key =
    keysRead.get(x) ?? createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  if (keysRead.size < mostKeys) keysRead.set(x, key)
  return key
}
