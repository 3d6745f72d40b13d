import { type AllQuery, type Groups, methodsOn } from './methods.ts'
import { readStream, type StreamOptions } from './stream.ts'
import type * as Types from './types.ts'
import { type CallOptions, ClientTokens, type Settings, Wire } from './wire.ts'

export { type Code, type ErrorBody, FestivalError, type FieldError } from './error.ts'
export type { List, Method } from './methods.ts'
export type { StreamOptions } from './stream.ts'
export type * from './types.ts'
export type { CallOptions, Settings } from './wire.ts'

export interface FestivalClient
  extends Omit<Groups, 'artists' | 'festivals' | 'notifications' | 'activity'> {
  artists: Omit<Groups['artists'], 'create'> & {
    /** Creates an artist, or several: all of them or none. */
    create: CreateArtists
  }
  festivals: Omit<Groups['festivals'], 'list' | 'all'> & {
    /** Lists festivals, in the requested form: pages, the map, or the earlier form. */
    list: ListFestivals
    /** Iterates over all festivals, and requests page after page as they are needed. */
    all: ListFestivals['all']
  }
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
  /** Ends the user's token: later calls are made as the client alone. */
  signOut(): Promise<void>
  /** The same client for another user, by their token, for a server with many users. */
  as(userToken: string | undefined): FestivalClient
}

type Stream<T> = AsyncGenerator<T, void, undefined>
type Query = Types.ListFestivalsQuery

/** Makes the list of festivals use its earlier form, unless `page` or `time` is given too. */
type Earlier = 'offset' | 'organizer' | 'start_time' | 'end_time'
type PageQuery = Omit<Query, 'map' | Earlier>
type Box = Record<'min_lat' | 'max_lat' | 'min_lng' | 'max_lng', number>

/** The list of festivals, in the requested form. */
export interface ListFestivals {
  (query: Query & Box & { map: true }, options?: CallOptions): Promise<Types.FestivalMap>
  (query?: PageQuery, options?: CallOptions): Promise<Types.FestivalPage>
  (
    query: Omit<Query, 'map'> & ({ page: number } | { time: 'upcoming' | 'past' }),
    options?: CallOptions,
  ): Promise<Types.FestivalPage>
  (query: Omit<Query, 'map' | 'page' | 'time'>, options?: CallOptions): Promise<Types.Festival[]>
  /** Iterates over all festivals, and requests page after page as they are needed. */
  all(query?: AllQuery<Omit<Query, 'map'>>, options?: CallOptions): Stream<Types.Festival>
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
  const wire = new Wire(settings, tokens, userToken)
  const { payments, notifications, activity, artists, festivals, ...others } = methodsOn(wire)
  return {
    ...others,
    artists: artists as FestivalClient['artists'],
    festivals: festivals as FestivalClient['festivals'],
    // With a key, a purchase or a refund whose answer is lost is tried again and happens once.
    payments: {
      ...payments,
      create: (body, options) => payments.create(body, { idempotencyKey: newKey(), ...options }),
      refund: (id, body, options) =>
        payments.refund(id, body, { idempotencyKey: newKey(), ...options }),
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
      const answer = await others.auth.user({ email, password })
      wire.userToken = answer.token
      return answer
    },
    async signOut() {
      if (wire.userToken === undefined) return
      await others.auth.logout()
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
