import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import type { Bus } from './bus.ts'
import { type Cache, createCache } from './cache.ts'
import type { Database } from './database.ts'
import { forbidden, Problem } from './errors.ts'
import { digest, isSecret, newSecret } from './secrets.ts'
import type { Clock } from './time.ts'

/** What a client may be allowed beyond calling (contract, section 2). */
export const scopes = ['manage_subscriptions', 'read_emails', 'manage_rewards'] as const
export type Scope = (typeof scopes)[number]

/** What a user may be allowed beyond their own things. An admin may all. */
export const permissions = [
  'create_subscriptions',
  'manage_clients',
  'manage_users',
  'manage_rewards',
  'manage_catalog',
] as const
export type Permission = (typeof permissions)[number]

export type ClientCaller = { id: string; scopes: string[] }
export type UserCaller = { id: string; isAdmin: boolean; permissions: string[]; token: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call: nobody is asked, a client, or a user through a client. */
    access?: 'public' | 'client' | 'user'
    scope?: Scope
    permission?: Permission
  }
  interface FastifyRequest {
    client: ClientCaller | null
    user: UserCaller | null
  }
}

const [clientTokens, userTokens] = ['fst_client', 'fst_user'] as const

type Holder = { client: ClientCaller; user: UserCaller | null; expiresAt: Date }

/** Tokens of every kind: made, checked from memory, and ended on every process within a second. */
export class Access {
  readonly #db: Database
  readonly #bus: Bus
  readonly #now: Clock
  readonly #remembered: Cache<Holder>
  /** the life of a token */
  readonly #seconds: number

  constructor({ db, bus, now, ttlDays }: { db: Database; bus: Bus; now: Clock; ttlDays: number }) {
    this.#db = db
    this.#bus = bus
    this.#now = now
    this.#seconds = ttlDays * 86_400
    this.#remembered = createCache<Holder>(bus, 100_000)
    bus.on('access', (subjects) => this.#forget(new Set(subjects)))
  }

  /** Makes a token and says how many seconds it lives. The token itself is kept nowhere. */
  async issue(db: Database, { clientId, userId }: { clientId: string; userId?: string }) {
    const token = newSecret(userId ? userTokens : clientTokens)
    const created_at = this.#now()
    const expires_at = new Date(created_at.getTime() + this.#seconds * 1000)
    await db
      .insertInto('tokens')
      .values({
        hash: digest(token),
        client_id: clientId,
        user_id: userId ?? null,
        created_at,
        expires_at,
      })
      .execute()
    return { token, seconds: this.#seconds }
  }

  /** Ends all tokens of a user, but for the one with the hash `except`. */
  async endUser(db: Database, userId: string, except = ''): Promise<void> {
    await db
      .deleteFrom('tokens')
      .where('user_id', '=', userId)
      .where('hash', '!=', Buffer.from(except, 'base64url'))
      .execute()
    await this.#bus.tell(db, 'access', [`user:${userId}`])
  }

  /** Ends all tokens of a client, and those its users got through it. */
  async endClient(db: Database, clientId: string): Promise<void> {
    await db.deleteFrom('tokens').where('client_id', '=', clientId).execute()
    await this.#bus.tell(db, 'access', [`client:${clientId}`])
  }

  /** Ends one token, by its hash. */
  async endToken(db: Database, hash: string): Promise<void> {
    await db.deleteFrom('tokens').where('hash', '=', Buffer.from(hash, 'base64url')).execute()
    await this.#bus.tell(db, 'access', [`token:${hash}`])
  }

  /** Scopes, roles or permissions changed: the tokens stay, what is remembered of them goes. */
  async changed(db: Database, subject: { userId: string } | { clientId: string }): Promise<void> {
    const name = 'userId' in subject ? `user:${subject.userId}` : `client:${subject.clientId}`
    await this.#bus.tell(db, 'access', [name])
  }

  /** Lets a request in, or says why not: C, then U, then scope and permission. */
  async admit(request: FastifyRequest): Promise<void> {
    const { access, scope, permission } = request.routeOptions.config
    if (access === undefined || access === 'public') return
    const clientToken = headerOf(request, 'x-f-authorization', 'Missing the service header')
    request.client = (await this.#holderOf(clientToken, clientTokens)).client
    if (access === 'user') {
      const userToken = headerOf(request, 'x-f-authentication', 'Missing the user header')
      request.user = (await this.#holderOf(userToken, userTokens)).user
    }
    if (scope) requireScope(request, scope)
    if (permission) requirePermission(request, permission)
  }

  async #holderOf(token: string, kind: string): Promise<Holder> {
    if (!isSecret(token, kind)) throw new Problem(401, 'Invalid token')
    const hash = digest(token)
    const load = () => findHolder(this.#db, hash)
    const holder = await this.#remembered.get(hash.toString('base64url'), load)
    if (!holder || holder.expiresAt <= this.#now()) throw new Problem(401, 'Invalid token')
    return holder
  }

  /** A subject is "user:…", "client:…" or "token:…". */
  #forget(subjects: Set<string>) {
    this.#remembered.drop(
      ({ client, user }, hash) =>
        subjects.has(`client:${client.id}`) ||
        subjects.has(`token:${hash}`) ||
        (user !== null && subjects.has(`user:${user.id}`)),
    )
  }
}

/** One look-up for both kinds; whoever is suspended or erased holds nothing. */
async function findHolder(db: Database, hash: Buffer): Promise<Holder | undefined> {
  const { rows } = await sql<{
    client_id: string
    scopes: string[]
    user_id: string | null
    is_admin: boolean
    permissions: string[] | null
    expires_at: Date
  }>`
    select c.id as client_id, c.scopes, u.id as user_id, coalesce('admin' = any (u.roles), false) as is_admin,
           u.permissions, t.expires_at
    from tokens t
    join clients c on c.id = t.client_id and c.suspended_at is null
    left join users u on u.id = t.user_id and u.suspended_at is null and u.erased_at is null
    where t.hash = ${hash} and (t.user_id is null or u.id is not null)`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const token = hash.toString('base64url')
  return {
    client: { id: row.client_id, scopes: row.scopes },
    user: row.user_id
      ? { id: row.user_id, isAdmin: row.is_admin, permissions: row.permissions ?? [], token }
      : null,
    expiresAt: row.expires_at,
  }
}

function headerOf(request: FastifyRequest, name: string, missing: string): string {
  const value = request.headers[name]
  if (typeof value !== 'string' || value.trim() === '') throw new Problem(401, missing)
  return value.trim()
}

function requireScope(request: FastifyRequest, scope: Scope) {
  if (!callingClient(request).scopes.includes(scope)) {
    throw forbidden(`Missing client scope: ${scope}`, 'missing_scope')
  }
}

function requirePermission(request: FastifyRequest, permission: Permission) {
  if (!mayUser(signedIn(request), permission)) {
    throw forbidden(`Missing user permission: ${permission}`, 'missing_permission')
  }
}

/** Whether the user holds a permission; an admin holds them all. */
export function mayUser(user: UserCaller, permission: Permission): boolean {
  return user.isAdmin || user.permissions.includes(permission)
}

/** The user of a route with `access: 'user'`. */
export function signedIn({ user }: FastifyRequest): UserCaller {
  if (user === null) throw new Error("signedIn() on a route without access: 'user'")
  return user
}

/** The client of a route that is not public. */
export function callingClient({ client }: FastifyRequest): ClientCaller {
  if (client === null) throw new Error('callingClient() on a public route')
  return client
}

/** A route that does not say who may call it stops the boot. */
export function requireAccessOnRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    if (!config?.access) throw new Error(`${method} ${url} does not say who may call it`)
  })
}
