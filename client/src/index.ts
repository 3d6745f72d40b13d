import { operationsOn } from './methods.ts'
import { operations } from './operations.ts'
import { allFrom, allPages } from './pages.ts'
import { readStream, type StreamOptions } from './stream.ts'
import type * as Types from './types.ts'
import { type CallOptions, ClientTokens, type Settings, Wire } from './wire.ts'

export { type ErrorBody, FestivalError } from './error.ts'
export type { Method } from './methods.ts'
export type { StreamOptions } from './stream.ts'
export type * from './types.ts'
export type { CallOptions, Settings } from './wire.ts'

export interface FestivalClient extends ReturnType<typeof assemble> {
  /** The same client for another user, by their token, for a server with many users. */
  as(userToken: string | undefined): FestivalClient
}

type Query = Types.ListFestivalsQuery
/** Makes the list of festivals use its earlier form, unless `page` or `time` is given too. */
type Earlier = 'offset' | 'organizer' | 'start_time' | 'end_time'
type PageQuery = Omit<Query, 'map' | Earlier>
type Box = Record<'min_lat' | 'max_lat' | 'min_lng' | 'max_lng', number>
type Paged = { page: number }

/** The list of festivals, in the requested form. */
export interface ListFestivals {
  (query: Query & Box & { map: true }, options?: CallOptions): Promise<Types.FestivalMap>
  (query?: PageQuery, options?: CallOptions): Promise<Types.FestivalPage>
  (
    query: Omit<Query, 'map'> & (Paged | { time: 'upcoming' | 'past' }),
    options?: CallOptions,
  ): Promise<Types.FestivalPage>
  (query: Omit<Query, 'map' | 'page' | 'time'>, options?: CallOptions): Promise<Types.Festival[]>
}

/** One artist, or several: all of them or none. */
export interface CreateArtists {
  (body: Types.ArtistBody, options?: CallOptions): Promise<Types.Artist>
  (body: Types.ArtistsBody, options?: CallOptions): Promise<Types.Artist[]>
}

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
  const client = assemble(new Wire(settings, tokens, userToken))
  return Object.assign(client, { as: (token: string | undefined) => on(settings, tokens, token) })
}

function assemble(wire: Wire) {
  const groups = operations(operationsOn(wire))
  const { artists, festivals, gigs, users, payments, notifications, activity, auth } = groups
  const listFestivals = festivals.list as ListFestivals
  return {
    ...groups,
    artists: { ...artists, create: artists.create as CreateArtists },
    festivals: {
      ...festivals,
      list: listFestivals,
      /** Every festival, page by page. */
      all: allFestivals(listFestivals),
    },
    gigs: {
      ...gigs,
      /** Every gig, page by page. */
      all: allGigs(gigs.list),
    },
    users: { ...users, all: allFrom(users.list) },
    payments: {
      ...payments,
      /** Buys; a retry is safe, since the client adds an idempotency key if there is none. */
      create: (body: Types.CreatePaymentBody, options?: CallOptions) =>
        payments.create(body, { idempotencyKey: newKey(), ...options }),
      /** Refunds, in full or in part; a retry is safe for the same reason. */
      refund: (id: string, body?: Types.RefundPaymentBody, options?: CallOptions) =>
        payments.refund(id, body, { idempotencyKey: newKey(), ...options }),
      all: allFrom(payments.list),
    },
    notifications: {
      ...notifications,
      all: allFrom(notifications.list),
      /** Notifications as they are sent, until the signal is aborted. */
      stream: (options?: StreamOptions) =>
        readStream<Types.Notification>(wire, '/notifications/sse', options),
    },
    activity: {
      ...activity,
      /** Activity as it happens, until the signal is aborted. */
      stream: (options?: StreamOptions) =>
        readStream<Types.Activity>(wire, '/activity/sse', options),
    },
    /** The token of the signed-in user. */
    get userToken() {
      return wire.userToken
    },
    /** Signs a user in: later calls are made as that user. */
    async signIn(email: string, password: string): Promise<Types.UserToken> {
      const answer = await auth.user({ email, password })
      wire.userToken = answer.token
      return answer
    },
    /** Ends the user's token: later calls are made as the client alone. */
    async signOut(): Promise<void> {
      if (wire.userToken === undefined) return
      await auth.logout()
      wire.userToken = undefined
    },
  }
}

type ListGigs = (query?: Types.ListGigsQuery, options?: CallOptions) => Promise<Answer<'GET /gigs'>>

function allGigs(list: ListGigs) {
  return allPages(async (query: Types.ListGigsQuery, options) => {
    const { gigs: items, pagination } = await list(query, options)
    return { items, pagination }
  })
}

function allFestivals(list: ListFestivals) {
  return allPages(async (query: Omit<Query, 'map' | 'offset'> & Paged, options) => {
    const { festivals: items, pagination } = await list(query, options)
    return { items, pagination }
  })
}

/** Returns a unique key; `randomUUID` needs a page served over HTTPS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
