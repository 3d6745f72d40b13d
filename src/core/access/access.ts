import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Database } from '#platform/database/tables'
import { digest, isSecret } from '#platform/secrets/tokens'
import type { Bus } from '#platform/sync/bus'
import { type FreshValue, Memory } from '#platform/sync/memory'
import { Problem } from '#platform/values/errors'
import type { Clock } from '#platform/values/time'
import { type Permission, type Scope, scopesOf } from './callers.ts'
import { limitToGuests } from './guests.ts'
import { type RecordUse, recordUses } from './noted-uses.ts'
import { isBuiltIn, isSessionOf, limitsUsers, type PageToken, tokenOfPage } from './page-session.ts'
import { isCatalogueRead, limitToPublishable, requireOrigin, takesOrigin } from './publishable.ts'
import { requirePermission, requireScope } from './required.ts'
import { needsFactor, type RequiredFactors, requireFactor } from './second-factor.ts'
import { endsOf, type Session } from './sessions.ts'
import {
  type ClientCaller,
  type DeviceCaller,
  findTokens,
  type Holder,
  type UserCaller,
} from './token-lookup.ts'
import { clientTokens, gateTokens, Tokens, tillTokens, userTokens } from './tokens.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allowed callers: anyone, a client, or a user through a client. `gate` and `till` also admit a device of that kind. */
    access?: 'public' | 'client' | 'user' | 'gate' | 'till'
    scope?: Scope
    permission?: Permission
    /** On a route for clients: a request that also sends a user token is admitted, or refused, by that token. */
    maybeUser?: true
    /** On a route for clients: returns true if this request is answered for a user, and so needs their token as well. */
    needsUser?: (request: FastifyRequest) => boolean
    /** On a route for tills: also open to a till without a manager. */
    windsUp?: true
    /**
     * An alternative to the headers, checked first. Returns the session it stands for, or `address` if the address
     * itself admits the caller, who stays unknown; undefined if it is not used.
     */
    entrance?: (request: FastifyRequest) => Promise<Session | 'address' | undefined>
  }
  interface FastifyRequest {
    client: ClientCaller | null
    user: UserCaller | null
    device: DeviceCaller | null
  }
}

type Entry = 'client' | 'user' | 'gate' | 'till'

const deviceTokens = { gate: gateTokens, till: tillTokens }

type AccessOptions = {
  db: Database
  bus: Bus
  now: Clock
  ttlDays: number
  /** users required to have a second factor; absent: none */
  requires?: RequiredFactors
}

/** Authenticates callers: checks the tokens of a request, from memory, and the requirements of its route. */
export class Access extends Tokens {
  readonly #db: Database
  readonly #now: Clock
  readonly #requires: RequiredFactors
  readonly #remembered: Memory<Holder>
  readonly #noteUse: RecordUse
  readonly #lastOver = new WeakMap<Socket, { token: string; hash: string }>()

  constructor({ db, bus, now, ttlDays, requires = {} }: AccessOptions) {
    super({ bus, now, seconds: ttlDays * 86_400 })
    this.#db = db
    this.#now = now
    this.#requires = requires
    this.#remembered = new Memory({ bus, now, topic: 'access', most: 100_000 })
    this.#noteUse = recordUses(db, now)
  }

  /** Returns the client of a request's token, if the token is remembered and the client takes requests from that origin. */
  clientOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) {
    const token = headers['x-f-authorization']
    if (typeof token !== 'string' || !token.startsWith(clientTokens)) return undefined
    const { client } = this.#remembered.peek(this.#hashOver(socket, token)) ?? {}
    return client && !isBuiltIn(client.id) && takesOrigin(client, headers) ? client : undefined
  }

  /** Returns the hash of a token. The last hash of a connection is cached, as the same token mostly comes again. */
  #hashOver(connection: Socket, token: string): string {
    const last = this.#lastOver.get(connection)
    if (last?.token === token) return last.hash
    const hash = hashOf(token)
    this.#lastOver.set(connection, { token, hash })
    return hash
  }

  /** Admits or refuses a request: checks the token of the client, that of the user, then scope and permission. */
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
    // Everyone is given the guide's token: it opens only the routes that the guide reads, and only together with its
    // key.
    if (isBuiltIn(client.id)) throw new Problem(401, 'Invalid token')
    request.client = client
    requireOrigin(client, request.headers)
    const { maybeUser } = request.routeOptions.config
    const isUser = maybeUser && request.headers['x-f-authentication'] !== undefined
    if (access !== 'client') await this.#admitBesideClient(request, access)
    else if (isUser) await this.#admitBesideClient(request, 'user')
    else if (client.publishable) limitToPublishable(request)
  }

  /** One token identifies both a page's client and its user. The user's permissions bring the scopes. */
  async #admitPage(request: FastifyRequest, token: PageToken, access: Entry): Promise<void> {
    const { client, user, device } = await this.holderOnPage(token)
    if (device) requireItsRoute(request, device, access)
    const { method, routeOptions } = request
    const isRead = isCatalogueRead({ method, config: routeOptions.config })
    if (!user && !device && !(access === 'client' && isRead)) {
      throw new Problem(401, 'Missing the user header')
    }
    request.client = user ? { ...client, scopes: scopesOf(user) } : client
    request.user = user
    request.device = device
    if (user && limitsUsers(client)) limitToPublishable(request)
    limitToGuests(request)
  }

  /** Returns the holder of a token of any kind. Refuses (401) an invalid token. */
  async holderOf(token: string): Promise<Holder> {
    const kind = [userTokens, gateTokens, tillTokens].find((kind) => token.startsWith(`${kind}_`))
    return this.#holderOf(token, kind ?? clientTokens)
  }

  /** Returns the holder of a page's session. Refuses (401) a token that is invalid or is not one of a session there. */
  async holderOnPage({ token, pages }: PageToken): Promise<Holder> {
    const holder = await this.holderOf(token)
    if (!pages.some((page) => isSessionOf(page, holder))) throw new Problem(401, 'Invalid token')
    return holder
  }

  async #admitBesideClient(request: FastifyRequest, access: Exclude<Entry, 'client'>) {
    const token = headerOf(request, 'x-f-authentication', 'Missing the user header')
    const kind = access === 'user' ? userTokens : deviceTokens[access]
    const isDevice = token.startsWith(`${kind}_`)
    const holder = await this.#holderOf(token, isDevice ? kind : userTokens)
    if (holder.device) requireItsRoute(request, holder.device, access)
    this.#takeIn(request, holder)
  }

  /** A user signed in through a publishable client stays limited, whichever client calls now. */
  #takeIn(request: FastifyRequest, { client, user, device }: Holder) {
    request.user = user
    request.device = device
    if (limitsUsers(client) || request.client?.publishable) limitToPublishable(request)
    limitToGuests(request)
  }

  async #holderOf(token: string, kind: string): Promise<Holder> {
    if (!isSecret(token, kind)) throw new Problem(401, 'Invalid token', badForm(token))
    return this.#holderOfHash(hashOf(token))
  }

  async #holderOfHash(hash: string): Promise<Holder> {
    const holder = await this.#remembered.recall(hash, () => this.#find(hash))
    if (!holder) throw new Problem(401, 'Invalid token')
    requireFactor(this.#requires, holder)
    return holder
  }

  /** Returns true if a user has to give a second factor to sign in through a client. */
  requiresFactor(user: { isAdmin: boolean }, clientId: string): boolean {
    return needsFactor(this.#requires, { user, client: { id: clientId } })
  }

  /** Returns the end of each session. A session that has ended, or lacks a second factor, is missing. */
  endsOf<S extends Session>(sessions: S[]): Promise<Map<S, Date>> {
    return endsOf(this.#db, sessions, this.#requires)
  }

  async #recall(request: FastifyRequest, session: Session): Promise<void> {
    request.client = (await this.#holderOfHash(session.client)).client
    requireOrigin(request.client, request.headers)
    this.#takeIn(request, await this.#holderOfHash(session.user))
  }

  async #find(hash: string): Promise<FreshValue<Holder> | undefined> {
    const holder = (await findTokens(this.#db, [hash])).get(hash)
    if (!holder || holder.expiresAt <= this.#now()) return undefined
    if (holder.user) await this.#noteUse(hash, holder.lastUsedOn)
    const { client, user, device, expiresAt, hangsOn } = holder
    const names = [`client:${client.id}`, `token:${hash}`, ...hangsOn]
    if (user) names.push(`user:${user.id}`)
    if (device) names.push(`device:${device.id}`)
    return { value: holder, names, until: expiresAt }
  }
}

/** Limits a device to routes of its kind, gate or till. A till without a manager may only wind up. */
function requireItsRoute({ routeOptions }: FastifyRequest, device: DeviceCaller, access: Entry) {
  const isItsOwn = access === (device.isTill ? 'till' : 'gate')
  const mayCall = !device.hasEnded || routeOptions.config.windsUp === true
  if (!isItsOwn || !mayCall) throw new Problem(401, 'Invalid token')
}

/** Returns the kind of caller that may make this request. */
function entryOf(request: FastifyRequest): Entry | 'public' {
  const { access = 'public', needsUser } = request.routeOptions.config
  return needsUser?.(request) ? 'user' : access
}

/** Adds a hint for a text that cannot be a token. Other APIs send theirs behind a scheme. */
const badForm = (token: string) =>
  /^bearer\s/i.test(token) ? { hint: 'A token stands alone in its header, without Bearer' } : {}

const hashOf = (token: string) => digest(token).toString('base64url')

function headerOf(request: FastifyRequest, name: string, missing: string): string {
  const value = request.headers[name]
  if (typeof value !== 'string' || value.trim() === '') throw new Problem(401, missing)
  return value.trim()
}

/** A route that does not declare its callers stops the boot. */
export function requireAccessOnRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    if (!config?.access) throw new Error(`${method} ${url} does not say who may call it`)
  })
}
