import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { expectEnd } from '#platform/database/signing'
import type { Database } from '#platform/database/tables'
import { digest, isSecret, newSecret } from '#platform/secrets/tokens'
import type { Bus } from '#platform/sync/bus'
import { type Found, Memory } from '#platform/sync/memory'
import { Problem } from '#platform/values/errors'
import type { Clock } from '#platform/values/time'
import { type Permission, type Scope, scopesOf } from './callers.ts'
import { isBuiltIn, tokenOfPage } from './page-session.ts'
import { requirePermission, requireScope } from './required.ts'
import type { Session } from './sessions.ts'
import {
  type ClientCaller,
  type DeviceCaller,
  findTokens,
  type Holder,
  type UserCaller,
} from './token-lookup.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call: anyone, a client, or through one a user, at a `gate` a device as well. */
    access?: 'public' | 'client' | 'user' | 'gate'
    scope?: Scope
    permission?: Permission
    /** On a route for clients: a user who sends a token as well is let in, or refused, by it. */
    maybeUser?: true
    /** On a route for clients: whether this request is answered for a user, and so needs their token as well. */
    needsUser?: (request: FastifyRequest) => boolean
    /**
     * Another way in than the headers, asked first: the session it stands for, or `address` where the
     * address itself lets its caller in, who stays unknown; undefined if it is not used.
     */
    entrance?: (request: FastifyRequest) => Promise<Session | 'address' | undefined>
  }
  interface FastifyRequest {
    client: ClientCaller | null
    user: UserCaller | null
    device: DeviceCaller | null
  }
}

type Entry = 'client' | 'user' | 'gate'

const [clientTokens, userTokens, gateTokens] = ['fst_client', 'fst_user', 'fst_gate'] as const

/** Whose token it is to be: the client's own, or that of a user or a device through it, and how long. */
type Issue = { clientId: string; userId?: string; deviceId?: string; seconds?: number }

type Subject = { userId: string } | { clientId: string } | { deviceId: string }

function nameOf(subject: Subject): string {
  if ('userId' in subject) return `user:${subject.userId}`
  return 'clientId' in subject ? `client:${subject.clientId}` : `device:${subject.deviceId}`
}

/** Tokens of every kind: made, checked from memory, and ended on every process within a second. */
export class Access {
  readonly #db: Database
  readonly #bus: Bus
  readonly #now: Clock
  readonly #remembered: Memory<Holder>
  readonly #lastOver = new WeakMap<Socket, { token: string; hash: string }>()
  /** the life of a token */
  readonly #seconds: number

  constructor({ db, bus, now, ttlDays }: { db: Database; bus: Bus; now: Clock; ttlDays: number }) {
    this.#db = db
    this.#bus = bus
    this.#now = now
    this.#seconds = ttlDays * 86_400
    this.#remembered = new Memory({ bus, now, topic: 'access', most: 100_000 })
  }

  /** Makes a token and says how long it lives. The token itself is kept nowhere. */
  async issue(db: Database, { clientId, userId, deviceId, seconds = this.#seconds }: Issue) {
    const token = newSecret(userId ? userTokens : deviceId ? gateTokens : clientTokens)
    const created_at = this.#now()
    const expires_at = new Date(created_at.getTime() + seconds * 1000)
    await db
      .insertInto('tokens')
      .values({
        hash: digest(token),
        client_id: clientId,
        user_id: userId ?? null,
        device_id: deviceId ?? null,
        created_at,
        expires_at,
      })
      .execute()
    return { token, seconds, expires_at }
  }

  /** Ends all tokens of a user, but for the one with the hash `except`. */
  async endUser(db: Database, userId: string, except = ''): Promise<void> {
    if (except === '') expectEnd(userId)
    await db
      .deleteFrom('tokens')
      .where('user_id', '=', userId)
      .where('hash', '!=', Buffer.from(except, 'base64url'))
      .execute()
    await this.#bus.tell(db, 'access', [`user:${userId}`])
  }

  /** Ends all tokens of a client, and those its users got through it. */
  async endClient(db: Database, clientId: string): Promise<void> {
    expectEnd()
    await db.deleteFrom('tokens').where('client_id', '=', clientId).execute()
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

  /** Scopes, roles, permissions or a maker changed: the tokens stay, what is remembered of them goes. */
  async changed(db: Database, subject: Subject): Promise<void> {
    await this.#bus.tell(db, 'access', [nameOf(subject)])
  }

  /** The client whose token came over this connection, if it is remembered. */
  clientOf(token: unknown, connection: Socket): ClientCaller | undefined {
    if (typeof token !== 'string' || !token.startsWith(clientTokens)) return undefined
    const holder = this.#remembered.peek(this.#hashOver(connection, token))
    return holder && !isBuiltIn(holder.client.id) ? holder.client : undefined
  }

  /** The hash of a token; that of the last over a connection is at hand, as it mostly comes again. */
  #hashOver(connection: Socket, token: string): string {
    const last = this.#lastOver.get(connection)
    if (last?.token === token) return last.hash
    const hash = hashOf(token)
    this.#lastOver.set(connection, { token, hash })
    return hash
  }

  /** Lets a request in, or says why not: C, then U, then scope and permission. */
  async admit(request: FastifyRequest): Promise<void> {
    const { scope, permission, entrance } = request.routeOptions.config
    const access = entryOf(request)
    if (access === 'public') return
    const session = await entrance?.(request)
    if (session === 'address') return
    if (session) return this.#recall(request, session)
    const pageToken = request.headers['x-f-authorization'] ? undefined : tokenOfPage(request)
    if (pageToken === undefined) await this.#admitByHeaders(request, access)
    else await this.#admitPage(request, pageToken, access)
    if (scope) requireScope(request, scope)
    if (permission) requirePermission(request, permission)
  }

  async #admitByHeaders(request: FastifyRequest, access: Entry): Promise<void> {
    const clientToken = headerOf(request, 'x-f-authorization', 'Missing the service header')
    const { client } = await this.#holderOf(clientToken, clientTokens)
    // Everybody is given the guide's: it opens what the guide reads, and that with its key alone.
    if (isBuiltIn(client.id)) throw new Problem(401, 'Invalid token')
    request.client = client
    const { maybeUser } = request.routeOptions.config
    const isUser = maybeUser && request.headers['x-f-authentication'] !== undefined
    if (access !== 'client') await this.#admitBesideClient(request, access)
    else if (isUser) await this.#admitBesideClient(request, 'user')
  }

  /** One token tells a page's client and who uses it, whose permissions bring the scopes. */
  async #admitPage(request: FastifyRequest, token: string, access: Entry): Promise<void> {
    const { client, user, device } = await this.holderOfPage(token)
    if (device && access !== 'gate') throw new Problem(401, 'Invalid token')
    if (!user && !device && !(access === 'client' && isCatalogueRead(request))) {
      throw new Problem(401, 'Missing the user header')
    }
    request.client = user ? { ...client, scopes: scopesOf(user) } : client
    request.user = user
    request.device = device
  }

  /** Who uses a page of ours with the token in its cookie; 401 for one that is not good. */
  async holderOfPage(token: string): Promise<Holder> {
    const kind = [userTokens, gateTokens].find((kind) => token.startsWith(`${kind}_`))
    return this.#holderOf(token, kind ?? clientTokens)
  }

  async #admitBesideClient(request: FastifyRequest, access: 'user' | 'gate'): Promise<void> {
    const token = headerOf(request, 'x-f-authentication', 'Missing the user header')
    const isDevice = access === 'gate' && token.startsWith(gateTokens)
    const { user, device } = await this.#holderOf(token, isDevice ? gateTokens : userTokens)
    request.user = user
    request.device = device
  }

  async #holderOf(token: string, kind: string): Promise<Holder> {
    if (!isSecret(token, kind)) throw new Problem(401, 'Invalid token')
    return this.#holderOfHash(hashOf(token))
  }

  async #holderOfHash(hash: string): Promise<Holder> {
    const holder = await this.#remembered.recall(hash, () => this.#find(hash))
    if (!holder) throw new Problem(401, 'Invalid token')
    return holder
  }

  async #recall(request: FastifyRequest, session: Session): Promise<void> {
    request.client = (await this.#holderOfHash(session.client)).client
    request.user = (await this.#holderOfHash(session.user)).user
  }

  async #find(hash: string): Promise<Found<Holder> | undefined> {
    const holder = (await findTokens(this.#db, [hash])).get(hash)
    if (!holder || holder.expiresAt <= this.#now()) return undefined
    const { client, user, device, expiresAt, hangsOn } = holder
    const names = [`client:${client.id}`, `token:${hash}`, ...hangsOn]
    if (user) names.push(`user:${user.id}`)
    if (device) names.push(`device:${device.id}`)
    return { value: holder, names, until: expiresAt }
  }
}

/** Who may make this request. */
function entryOf(request: FastifyRequest): Entry | 'public' {
  const { access = 'public', needsUser } = request.routeOptions.config
  return needsUser?.(request) ? 'user' : access
}

const hashOf = (token: string) => digest(token).toString('base64url')

/** What a page may read before a user has signed in, as a client. */
function isCatalogueRead({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return config.caching !== undefined && (method === 'GET' || method === 'HEAD')
}

function headerOf(request: FastifyRequest, name: string, missing: string): string {
  const value = request.headers[name]
  if (typeof value !== 'string' || value.trim() === '') throw new Problem(401, missing)
  return value.trim()
}

/** A route that does not say who may call it stops the boot. */
export function requireAccessOnRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    if (!config?.access) throw new Error(`${method} ${url} does not say who may call it`)
  })
}
