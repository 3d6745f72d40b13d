import type { Groups } from './groups.ts'
import { methodsOn } from './methods.ts'
import { operations } from './operations.ts'
import { readStream, type StreamOptions } from './stream.ts'
import type * as Types from './types.ts'
import { ClientTokens, type Settings, Wire } from './wire.ts'

export { type Code, type ErrorBody, FestivalError, type FieldError } from './error.ts'
export type { CreateArtists, List, ListFestivals, Method } from './method-types.ts'
export type { StreamOptions } from './stream.ts'
export type * from './types.ts'
// Names from before the schemas of the description had names.
export type { Announcer as DecideAnnouncerAnswer, UserLevel as GetLevelAnswer } from './types.ts'
export type { CallOptions, Settings } from './wire.ts'

export interface FestivalClient extends Groups {
  notifications: Groups['notifications'] & {
    /** Iterates over notifications as they are sent, until the signal is aborted. */
    stream(options?: StreamOptions): Stream<Types.Notification>
  }
  activity: Groups['activity'] & {
    /** Iterates over activity as it happens, until the signal is aborted. */
    stream(options?: StreamOptions): Stream<Types.Activity>
  }
  /** The token of the signed-in user. */
  readonly userToken: string | undefined
  /** Signs a user in: later calls are made as that user. */
  signIn(email: string, password: string): Promise<Types.UserToken>
  /** Begins to buy without an account: later calls are made as this guest, for a day. */
  signInAsGuest(guest: Types.SignInAsGuestBody): Promise<Types.UserToken>
  /** Ends the user's token: later calls are made as the client alone. */
  signOut(): Promise<void>
  /** The same client for another user, by their token, for a server with many users. */
  as(userToken: string | undefined): FestivalClient
}

type Stream<T> = AsyncGenerator<T, void, undefined>
/** The answer of an operation: `Answer<'GET /festivals/{id}'>`. */
export type Answer<Key extends keyof Types.Operations> = Types.Operations[Key]['answer']

/**
 * Creates a client of the API. It sends nothing before the first call.
 * @throws TypeError when `baseUrl` is not an absolute http(s) URL, or is missing outside of a page
 */
export function createFestival(settings: Settings = {}): FestivalClient {
  const { baseUrl, fetch: own } = settings
  const isPlace =
    baseUrl === undefined
      ? own !== undefined || 'location' in globalThis
      : /^https?:/i.test(baseUrl) && URL.canParse(baseUrl)
  if (!isPlace) throw new TypeError(`baseUrl must be an absolute http(s) URL: ${baseUrl}`)
  return on(settings, new ClientTokens(settings), settings.userToken)
}

function on(
  settings: Settings,
  tokens: ClientTokens,
  userToken: string | undefined,
): FestivalClient {
  const wire = new Wire(settings, tokens, userToken)
  const groups = methodsOn<Groups>(wire, operations)
  const { payments, orders, notifications, activity, auth } = groups
  return {
    ...groups,
    // With a key, a purchase or refund that got no answer is sent again and happens only once.
    payments: {
      ...payments,
      create: (body, options) => payments.create(body, { idempotencyKey: newKey(), ...options }),
      refund: (id, body, options) =>
        payments.refund(id, body, { idempotencyKey: newKey(), ...options }),
    },
    orders: {
      ...orders,
      create: (body, options) => orders.create(body, { idempotencyKey: newKey(), ...options }),
      refund: (id, body, options) =>
        orders.refund(id, body, { idempotencyKey: newKey(), ...options }),
    },
    notifications: {
      ...notifications,
      stream: (options) => readStream(wire, '/notifications/sse', options),
    },
    activity: { ...activity, stream: (options) => readStream(wire, '/activity/sse', options) },
    get userToken() {
      return wire.userToken
    },
    async signIn(email, password) {
      const answer = await auth.user({ email, password })
      wire.userToken = answer.token
      return answer
    },
    async signInAsGuest(guest) {
      const answer = await auth.guest(guest)
      wire.userToken = answer.token
      return answer
    },
    async signOut() {
      if (wire.userToken === undefined) return
      await auth.logout()
      wire.userToken = undefined
    },
    as: (token) => on(settings, tokens, token),
  }
}

/** Returns a unique key; `randomUUID` needs a page served over HTTPS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
