import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

/**
 * Secrets that have to be read again, such as signing keys, as they lie in the database: AES-256-GCM
 * with a key derived from `SECRET_KEY`. `context` says what a secret is and whose; sealed for one
 * context it opens in no other, so that rows cannot be exchanged.
 */
export type Vault = {
  seal(secret: Uint8Array | string, context: string): Buffer
  /** @throws SealBroken when it was sealed with another key or context, or has been changed */
  open(sealed: Uint8Array, context: string): Buffer
}

export class SealBroken extends Error {
  override name = 'SealBroken'
}

/** The form of what is sealed: version, nonce, tag, then the secret. */
const [version, nonceLength, tagLength] = [1, 12, 16]
const algorithm = 'aes-256-gcm'

/** @param secretKey `SECRET_KEY`: it is stretched to a key, so it has to be random, not memorable */
export function createVault(secretKey: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'festival vault 1', 32))
  return {
    seal: (secret, context) => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
      const sealed = [cipher.update(secret), cipher.final()]
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ...sealed])
    },
    open: (sealed, context) => {
      const bytes = Buffer.from(sealed)
      const [nonceEnd, tagEnd] = [1 + nonceLength, 1 + nonceLength + tagLength]
      if (bytes[0] !== version || bytes.length < tagEnd) throw unreadable(context)
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(1, nonceEnd))
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(nonceEnd, tagEnd))
        return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()])
      } catch (cause) {
        throw unreadable(context, cause)
      }
    },
  }
}

function unreadable(context: string, cause?: unknown) {
  return new SealBroken(`The ${context} was not sealed with this SECRET_KEY`, { cause })
}

/** `SECRET_KEY`, else the one in `DATA_DIR/secret.key`, which the first process makes for all. */
export async function secretKeyOf({
  SECRET_KEY,
  DATA_DIR,
}: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): Promise<string> {
  if (SECRET_KEY) return SECRET_KEY
  const path = join(DATA_DIR, 'secret.key')
  return (await readKey(path)) ?? makeKey(DATA_DIR, path)
}

async function readKey(path: string): Promise<string | undefined> {
  try {
    const key = (await readFile(path, 'utf8')).trim()
    if (key.length >= 32) return key
    throw new Error(`${path} holds no key. Restore it; without it what was sealed cannot be read`)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** A file appears under its name only once it is whole: of two processes one wins, both read its key. */
async function makeKey(folder: string, path: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
    await file.sync()
    await file.close()
    await link(draft, path).catch((error: unknown) => {
      if (!isCode(error, 'EEXIST')) throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  const key = await readKey(path)
  if (key === undefined) throw new Error(`${path} is gone again`)
  return key
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
