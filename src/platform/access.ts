import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import type { Bus } from './bus.ts'
import { createCache } from './cache.ts'
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

type Holder = { client: ClientCaller; user: UserCaller | null; expiresAt: Date }

/** Tokens of every kind: made, checked from memory, and ended everywhere within a second. */
export type Access = {
  /** Makes a token. `seconds` is its life; the token itself is kept nowhere. */
  issue(
    db: Database,
    to: { clientId: string; userId?: string },
  ): Promise<{ token: string; seconds: number }>
  /** Ends all tokens of a user, but for the one with the hash `except`. */
  endUser(db: Database, userId: string, except?: string): Promise<void>
  /** Ends all tokens of a client, and those its users got through it. */
  endClient(db: Database, clientId: string): Promise<void>
  /** Ends one token, by its hash. */
  endToken(db: Database, token: string): Promise<void>
  /** Scopes, roles or permissions changed: tokens stay, what is remembered of them goes. */
  changed(db: Database, subject: { userId: string } | { clientId: string }): Promise<void>
  /** The hook that lets a request in, or says why not: C, then U, then scope and permission. */
  admit(request: FastifyRequest): Promise<void>
}

export function createAccess({
  db,
  bus,
  now,
  ttlDays,
}: {
  db: Database
  bus: Bus
  now: Clock
  ttlDays: number
}): Access {
  const remembered = createCache<Holder>(bus, 100_000)
  const seconds = ttlDays * 86_400

  // A subject is "user:…", "client:…" or "token:…".
  bus.on('access', (subjects) => {
    const old = new Set(subjects)
    remembered.drop(
      ({ client, user }, token) =>
        old.has(`client:${client.id}`) ||
        old.has(`token:${token}`) ||
        (user !== null && old.has(`user:${user.id}`)),
    )
  })

  const holderOf = async (token: string, kind: 'fst_client' | 'fst_user') => {
    if (!isSecret(token, kind)) throw new Problem(401, 'Invalid token')
    const hash = digest(token)
    const holder = await remembered.get(hash.toString('base64url'), () => findHolder(db, hash))
    if (
      !holder ||
      holder.expiresAt <= now() ||
      (holder.user === null) !== (kind === 'fst_client')
    ) {
      throw new Problem(401, 'Invalid token')
    }
    return holder
  }

  return {
    issue: async (trx, { clientId, userId }) => {
      const token = newSecret(userId ? 'fst_user' : 'fst_client')
      const expires_at = new Date(now().getTime() + seconds * 1000)
      await trx
        .insertInto('tokens')
        .values({
          hash: digest(token),
          client_id: clientId,
          user_id: userId ?? null,
          created_at: now(),
          expires_at,
        })
        .execute()
      return { token, seconds }
    },
    endUser: async (trx, userId, except) => {
      await trx
        .deleteFrom('tokens')
        .where('user_id', '=', userId)
        .$if(except !== undefined, (query) =>
          query.where('hash', '!=', Buffer.from(except ?? '', 'base64url')),
        )
        .execute()
      await bus.tell(trx, 'access', [`user:${userId}`])
    },
    endClient: async (trx, clientId) => {
      await trx.deleteFrom('tokens').where('client_id', '=', clientId).execute()
      await bus.tell(trx, 'access', [`client:${clientId}`])
    },
    endToken: async (trx, token) => {
      await trx.deleteFrom('tokens').where('hash', '=', Buffer.from(token, 'base64url')).execute()
      await bus.tell(trx, 'access', [`token:${token}`])
    },
    changed: (trx, subject) =>
      bus.tell(trx, 'access', [
        'userId' in subject ? `user:${subject.userId}` : `client:${subject.clientId}`,
      ]),
    admit: async (request) => {
      const { access, scope, permission } = request.routeOptions.config
      if (access === undefined || access === 'public') return
      const clientToken = headerOf(request, 'x-f-authorization', 'Missing the service header')
      request.client = (await holderOf(clientToken, 'fst_client')).client
      if (access === 'user') {
        const userToken = headerOf(request, 'x-f-authentication', 'Missing the user header')
        request.user = (await holderOf(userToken, 'fst_user')).user
      }
      if (scope) requireScope(request, scope)
      if (permission) requirePermission(request, permission)
    },
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
