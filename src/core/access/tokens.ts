import { sql } from 'kysely'
import { expectEnd } from '#platform/database/signing'
import type { Database } from '#platform/database/tables'
import { digest, newSecret } from '#platform/secrets/tokens'
import type { Bus } from '#platform/sync/bus'
import type { Clock } from '#platform/values/time'

/** The prefixes of tokens, by kind. */
export const [clientTokens, userTokens, gateTokens, tillTokens] = [
  'fst_client',
  'fst_user',
  'fst_gate',
  'fst_till',
] as const

/**
 * The owner of a new token (the client, or a user or a device through it), its life, and the scopes of a client's token
 * that has only some of the scopes of its client.
 */
type Issue = {
  clientId: string
  userId?: string
  deviceId?: string
  /** true if the device is a till */
  isTill?: boolean
  seconds?: number | undefined
  scopes?: string[] | undefined
  /** true if the user has given a second factor */
  secondFactor?: boolean
  /** the time when the user confirmed their identity; absent: now */
  provenAt?: Date | undefined
}

type Subject = { userId: string } | { clientId: string } | { deviceId: string }

function nameOf(subject: Subject): string {
  if ('userId' in subject) return `user:${subject.userId}`
  return 'clientId' in subject ? `client:${subject.clientId}` : `device:${subject.deviceId}`
}

function kindOf({ userId, deviceId, isTill }: Issue): string {
  if (userId) return userTokens
  if (deviceId) return isTill ? tillTokens : gateTokens
  return clientTokens
}

/** Returns the start of a day in UTC, the precision of a token's last use. */
export const startOfDay = (time: Date): Date => new Date(time.toISOString().slice(0, 10))

/** Creates tokens of every kind, and ends them on every process within a second. */
export class Tokens {
  readonly #bus: Bus
  readonly #now: Clock
  /** the usual life of a token, in seconds */
  readonly seconds: number

  constructor({ bus, now, seconds }: { bus: Bus; now: Clock; seconds: number }) {
    this.#bus = bus
    this.#now = now
    this.seconds = seconds
  }

  /** Creates a token, and returns it with its life. The token itself is stored nowhere. */
  async issue(db: Database, issue: Issue) {
    const { clientId, userId, deviceId, seconds = this.seconds, scopes } = issue
    const { secondFactor, provenAt } = issue
    const token = newSecret(kindOf(issue))
    const created_at = this.#now()
    const expires_at = new Date(created_at.getTime() + seconds * 1000)
    await db
      .insertInto('tokens')
      .values({
        hash: digest(token),
        client_id: clientId,
        user_id: userId ?? null,
        device_id: deviceId ?? null,
        scopes: scopes ?? null,
        created_at,
        expires_at,
        second_factor: secondFactor ?? false,
        proven_at: provenAt ?? null,
        last_used_on: startOfDay(created_at),
      })
      .execute()
    return { token, seconds, expires_at }
  }

  /** Extends a token, by its hash, to so many seconds from now. A token that has ended stays ended. */
  async extend(db: Database, hash: string, seconds: number): Promise<void> {
    const now = this.#now()
    await db
      .updateTable('tokens')
      .set({ expires_at: new Date(now.getTime() + seconds * 1000) })
      .where('hash', '=', Buffer.from(hash, 'base64url'))
      .where('expires_at', '>', now)
      .execute()
    await this.#bus.tell(db, 'access', [`token:${hash}`])
  }

  /** Ends all tokens of a user, except the one with the hash `except`. */
  async endUser(db: Database, userId: string, except = ''): Promise<void> {
    if (except === '') expectEnd(userId)
    await db
      .deleteFrom('tokens')
      .where('user_id', '=', userId)
      .where('hash', '!=', Buffer.from(except, 'base64url'))
      .execute()
    await this.#bus.tell(db, 'access', [`user:${userId}`])
  }

  /** Ends all tokens of many users. */
  async endUsers(db: Database, userIds: string[]): Promise<void> {
    await db
      .deleteFrom('tokens')
      .where('user_id', '=', sql<string>`any (${userIds}::uuid[])`)
      .execute()
    await this.#bus.tell(
      db,
      'access',
      userIds.map((userId) => nameOf({ userId })),
    )
  }

  /** Ends all tokens of a client, and all tokens its users got through it. */
  async endClient(db: Database, clientId: string): Promise<void> {
    expectEnd()
    await db.deleteFrom('tokens').where('client_id', '=', clientId).execute()
    await this.#bus.tell(db, 'access', [`client:${clientId}`])
  }

  /** Ends the tokens of a client itself; its users stay signed in. */
  async endClientAlone(db: Database, clientId: string): Promise<void> {
    await db
      .deleteFrom('tokens')
      .where('client_id', '=', clientId)
      .where('user_id', 'is', null)
      .where('device_id', 'is', null)
      .execute()
    await this.#bus.tell(db, 'access', [`client:${clientId}`])
  }

  /** Ends the token of a device. */
  async endDevice(db: Database, deviceId: string): Promise<void> {
    await db.deleteFrom('tokens').where('device_id', '=', deviceId).execute()
    await this.#bus.tell(db, 'access', [`device:${deviceId}`])
  }

  /** Ends one token, by its hash. */
  async endToken(db: Database, hash: string): Promise<void> {
    await db.deleteFrom('tokens').where('hash', '=', Buffer.from(hash, 'base64url')).execute()
    await this.#bus.tell(db, 'access', [`token:${hash}`])
  }

  /** Drops remembered rights after scopes, roles, permissions or a maker changed. The tokens stay valid. */
  async changed(db: Database, subject: Subject): Promise<void> {
    await this.#bus.tell(db, 'access', [nameOf(subject)])
  }
}
