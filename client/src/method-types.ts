import type {
  Artist,
  ArtistBody,
  ArtistsBody,
  Festival,
  FestivalMap,
  FestivalPage,
  ListFestivalsQuery,
  Operations,
} from './types.ts'
import type { CallOptions } from './wire.ts'

type Key = keyof Operations
type Body<O> = O extends { body: infer B } ? B : never
type Query<O> = O extends { query: infer Q } ? Q : never
/** Is true when none of its fields is required. */
type IsOptional<T> = Record<string, never> extends T ? true : false

/** The argument after the ids: a body or a query, optional when none of its fields is required. */
type Input<O> = O extends { body: unknown }
  ? undefined extends Body<O>
    ? [body?: Body<O>]
    : [body: Body<O>]
  : O extends { query: unknown }
    ? IsOptional<Query<O>> extends true
      ? [query?: Query<O> | undefined]
      : [query: Query<O>]
    : []

/** Calls an operation: the ids of its path, then its body or query, then options. */
type Call<K extends Key> = (
  ...args: [
    ...params: Operations[K]['params'],
    ...input: Input<Operations[K]>,
    options?: CallOptions | undefined,
  ]
) => Promise<Operations[K]['answer']>

type Intersection<T> = (T extends unknown ? (it: T) => void : never) extends (it: infer I) => void
  ? I
  : never
/** Is T, unless T is a union; then never. */
type Single<T> = [T] extends [Intersection<T>] ? T : never
type ArraysIn<A> = { [F in keyof A]-?: A[F] extends readonly unknown[] ? F : never }[keyof A]
type Element<L> = L extends readonly (infer T)[] ? T : never
/** An item of a list: of a bare array, or of the only array in an answer. */
type Item<A> = A extends readonly unknown[] ? Element<A> : Element<A[Single<ArraysIn<A>> & keyof A]>

type Places = { page: 'page'; offset: 'part'; before: 'cursor'; after: 'cursor' }
type FormIn<Q> = 'page' extends keyof Q
  ? 'page'
  : 'offset' extends keyof Q
    ? 'part'
    : Places[keyof Q & keyof Places]
/** The form of a list (docs/contract, section 1.4), or never. */
type FormOf<O> = O extends { query: infer Q; answer: infer A }
  ? [Item<A>] extends [never]
    ? never
    : FormIn<Q>
  : never

/** The query parameters that remain when the client turns the pages. */
type AllQuery<Q> = Omit<Q, keyof Places | 'limit'> & {
  /** Items for each request: 100, which is also the maximum */
  limit?: number | undefined
}

type AllInput<O> =
  IsOptional<Query<O>> extends true
    ? [query?: AllQuery<Query<O>> | undefined]
    : [query: AllQuery<Query<O>>]

/** A list that can be read to its end. */
export interface List<K extends Key> {
  /** Iterates over all items of the list, and requests page after page as they are needed. */
  all(
    ...args: [
      ...params: Operations[K]['params'],
      ...query: AllInput<Operations[K]>,
      options?: CallOptions | undefined,
    ]
  ): AsyncGenerator<Item<Operations[K]['answer']>, void, undefined>
}

type Filter = ListFestivalsQuery

/** Makes the list of festivals use its earlier form, unless one of `Current` is given too. */
type Earlier = 'offset' | 'organizer' | 'start_time' | 'end_time'
type Current = 'page' | 'time' | 'ids' | 'near' | 'expand'
type RequiredFilter<Field extends keyof Filter> = { [F in Field]: Pick<Required<Filter>, F> }[Field]
type PageQuery = Omit<Filter, 'map' | Earlier>
type Box = Record<'min_lat' | 'max_lat' | 'min_lng' | 'max_lng', number>

/** The list of festivals, in the requested form. */
export interface ListFestivals {
  (query: Filter & Box & { map: true }, options?: CallOptions): Promise<FestivalMap>
  (query?: PageQuery, options?: CallOptions): Promise<FestivalPage>
  (
    query: Omit<Filter, 'map'> & RequiredFilter<Current>,
    options?: CallOptions,
  ): Promise<FestivalPage>
  (query: Omit<Filter, 'map' | Current>, options?: CallOptions): Promise<Festival[]>
  /** Iterates over all festivals, and requests page after page as they are needed. */
  all(
    query?: AllQuery<Omit<Filter, 'map'>>,
    options?: CallOptions,
  ): AsyncGenerator<Festival, void, undefined>
}

/** One artist, or several: all of them or none. */
export interface CreateArtists {
  (body: ArtistBody, options?: CallOptions): Promise<Artist>
  (body: ArtistsBody, options?: CallOptions): Promise<Artist[]>
}

type Special = { 'GET /festivals': ListFestivals; 'POST /artists': CreateArtists }

/** The method of an operation, with `all` where it is a list. */
export type Method<K extends Key> = K extends keyof Special
  ? Special[K]
  : [FormOf<Operations[K]>] extends [never]
    ? Call<K>
    : Call<K> & List<K>

/** The arguments of an operation after its ids, as its entry in the table of operations names them. */
type Takes<O> = O extends { body: unknown }
  ? ['body']
  : O extends { query: unknown }
    ? [[FormOf<O>] extends [never] ? 'query' : FormOf<O>]
    : []
/** Each operation as the table must list it: a wrong entry does not compile. */
export type Entry = { [K in Key]: readonly [K, ...Takes<Operations[K]>] }[Key]
/** The table of operations. */
export type Table = { readonly [name: string]: Entry | { readonly [name: string]: Entry } }
