import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config/variables'

/**
 * Seals secrets for the database that have to be read again, such as signing keys: AES-256-GCM with a key derived from
 * `SECRET_KEY`. `context` identifies a secret and its owner; sealed for one context it opens in no other, so that rows
 * cannot be exchanged. While keys are exchanged the vault knows two: it seals with the first and opens secrets sealed
 * with either.
 */
export type Vault = {
  seal(secret: Uint8Array | string, context: string): Buffer
  /** @throws SealBroken when it was sealed with another key or context, or has been changed */
  open(sealed: Uint8Array, context: string): Buffer
  /** Seals the same secret with the first key; undefined if it is already. @throws SealBroken */
  reseal(sealed: Uint8Array, context: string): Buffer | undefined
  /** Returns the HMAC of a text: equal texts of one context have equal HMACs, which do not reveal them. */
  mac(text: string, context: string): Buffer
  /** Returns true if `mac` is the HMAC of a text, by either key. It takes the same time for every wrong one. */
  isMac(mac: Uint8Array, text: string, context: string): boolean
}

export class SealBroken extends Error {
  override name = 'SealBroken'
}

/** The form of a sealed secret: version, nonce, tag, then the secret. */
const [version, nonceLength, tagLength] = [1, 12, 16]
const algorithm = 'aes-256-gcm'

/**
 * @param secretKey `SECRET_KEY`: it is stretched to a key, so it has to be random, not memorable
 * @param otherKey `SECRET_KEY_OTHER`, which only opens
 */
export function createVault(secretKey: string, otherKey?: string): Vault {
  const first = lockOf(secretKey)
  const other = otherKey === undefined ? undefined : lockOf(otherKey)
  return {
    seal: first.seal,
    mac: first.mac,
    isMac: (mac, text, context) =>
      [first, other].some((lock) => lock && isSame(lock.mac(text, context), mac)),
    open: (sealed, context) => {
      try {
        return first.open(sealed, context)
      } catch (error) {
        if (!other) throw error
        return other.open(sealed, context)
      }
    },
    reseal: (sealed, context) => {
      try {
        first.open(sealed, context)
        return undefined
      } catch (error) {
        if (!other) throw error
        return first.seal(other.open(sealed, context), context)
      }
    },
  }
}

const isSame = (right: Uint8Array, given: Uint8Array) =>
  right.length === given.length && timingSafeEqual(right, given)

function lockOf(secretKey: string): Pick<Vault, 'seal' | 'open' | 'mac'> {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'festival vault 1', 32))
  return {
    mac: (text, context) => createHmac('sha256', key).update(`${context}\n${text}`).digest(),
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

/** Returns a fingerprint that shows, in a backup, which key sealed its secrets. It reveals nothing of the key. */
export function fingerprintOf(secretKey: string): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'festival fingerprint', 8)).toString('hex')
}

function unreadable(context: string, cause?: unknown) {
  return new SealBroken(`The ${context} was not sealed with this SECRET_KEY`, { cause })
}

type KeyLocation = Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>

/** Returns `SECRET_KEY`, else the key in `DATA_DIR/secret.key`, which the first process makes for all. */
export async function secretKeyOf(config: KeyLocation): Promise<string> {
  const { DATA_DIR } = config
  return (await findSecretKey(config)) ?? makeKey(DATA_DIR, keyFile(DATA_DIR))
}

/** Returns the same key; undefined if none has been made yet. */
export async function findSecretKey({
  SECRET_KEY,
  DATA_DIR,
}: KeyLocation): Promise<string | undefined> {
  return SECRET_KEY ?? (await readKey(keyFile(DATA_DIR)))
}

/** Returns `SECRET_KEY_OTHER`, or the key that a new key file has replaced: only while keys are exchanged. */
export async function otherKeyOf(
  config: KeyLocation & Pick<Config, 'SECRET_KEY_OTHER'>,
): Promise<string | undefined> {
  const { SECRET_KEY, SECRET_KEY_OTHER, DATA_DIR } = config
  if (SECRET_KEY !== undefined || SECRET_KEY_OTHER !== undefined) return SECRET_KEY_OTHER
  return readKey(otherKeyFile(DATA_DIR))
}

const keyFile = (folder: string) => join(folder, 'secret.key')
const otherKeyFile = (folder: string) => join(folder, 'secret.key.other')

/** Puts a key into a data folder that has none. */
export async function storeSecretKey(folder: string, key: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(keyFile(folder), `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
}

/** Makes a new key in the data folder. The previous one still opens, as `secret.key.other`, until `forgetOtherKey`. */
export async function renewKeyFile(folder: string): Promise<void> {
  const [path, other] = [keyFile(folder), otherKeyFile(folder)]
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await draftKey(draft)
    // Both names hold a key at every moment: a process that starts meanwhile finds one that opens.
    await link(path, other)
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Deletes the key that `secret.key` has replaced: nothing is sealed with it any more. */
export async function deleteOtherKey(folder: string): Promise<void> {
  await rm(otherKeyFile(folder), { force: true })
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

/** Makes a key file. It appears under its name only once it is whole: one of two processes wins, both read its key. */
async function makeKey(folder: string, path: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await draftKey(draft)
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

async function draftKey(path: string) {
  const key = randomBytes(32).toString('base64url')
  await writeFile(path, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
