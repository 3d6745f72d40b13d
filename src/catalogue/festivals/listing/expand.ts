import type { FastifyRequest } from 'fastify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { seesHidden } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import { asksHidden } from '#core/sale-terms'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { readList } from '#platform/http/requests/validation'
import { found } from '#platform/values/errors'
import { cacheTags, toTexts, written } from '#platform/values/raw-json'
import { findAvailability, termsOf } from '../model/availability.ts'
import type { Expansion } from '../model/expand-schemas.ts'
import { artistsJson } from '../model/json.ts'
import type { Festival } from '../model/schemas.ts'

export type Sources = Pick<Infrastructure, 'db' | 'reads' | 'config' | 'now'>

type ExpandOptions = {
  expand?: Expansion[] | undefined
  /** the most items of each list of a festival */
  nested?: number | undefined
  /** the user of `followed` */
  userId?: string | undefined
  /** the condition under which hidden tiers are shown */
  hidden?: RawBuilder<SqlBool> | undefined
}

/** JSON texts of fields, by their names. */
type Fields = Record<string, string>
type Find = (
  sources: Sources,
  ids: string[],
  options: ExpandOptions,
) => Promise<(id: string) => Fields>

/** Returns a function that adds the requested parts to the JSON text of one of these festivals. */
export type Extend = (ids: string[]) => Promise<(id: string, text: string) => string>

const asks = ({ query }: FastifyRequest, word: Expansion) =>
  readList(Object(query).expand).includes(word)

/** Route options of reads with `expand`: `followed` needs a user, and neither that nor `availability` is cached. */
export const personal = {
  access: 'client',
  caching: 'private',
  needsUser: (request: FastifyRequest) => asks(request, 'followed'),
  cache: (request: FastifyRequest) => !asks(request, 'followed') && !asks(request, 'availability'),
} as const

/** The same; hidden parts need a user, and answers with them are not cached. */
export const forManagers = {
  ...personal,
  needsUser: (request: FastifyRequest) => personal.needsUser(request) || asksHidden(request),
  cache: (request: FastifyRequest) => personal.cache(request) && !asksHidden(request),
} as const

/** The condition under which hidden tiers of `festivals f` are shown; undefined if the request does not ask for them. */
export const hiddenOf = (request: FastifyRequest) =>
  asksHidden(request) ? seesHidden(signedIn(request), 'f.organizer_id') : undefined

export const security = [{ client: [] }, { client: [], user: [] }]

/** Returns the names under which the database reports changes of the parts beside the festivals. */
export function namesBeside(expand: Expansion[] = []): string[] {
  return expand.includes('artists') ? ['artists', 'genres'] : []
}

/** Returns an `Extend`: one statement for each part, however many festivals. */
export function extender(sources: Sources, options: ExpandOptions): Extend {
  return async (ids) => {
    const parts = await Promise.all(
      (options.expand ?? []).map((word) => finders[word](sources, ids, options)),
    )
    return (id, text) => extended(text, Object.assign({}, ...parts.map((fieldsOf) => fieldsOf(id))))
  }
}

/** Returns a festival with its requested parts, or 404. */
export async function answerOne(
  sources: Sources,
  finding: Promise<Festival | undefined>,
  { id, ...options }: ExpandOptions & { id: string },
): Promise<Festival> {
  const [whole, finish] = await Promise.all([finding, extender(sources, options)([id])])
  const festival = found(whole, 'Festival')
  const names = [`festival:${id}`, ...namesBeside(options.expand)]
  if (!options.expand?.length) return cacheTags(festival, names)
  return cacheTags(written<Festival>(finish(id, toTexts(festival).join(''))), names)
}

/** Adds fields to the text of an object. */
export function extended(text: string, fields: Fields): string {
  const more = Object.entries(fields).map(([name, json]) => `,"${name}":${json}`)
  return more.length === 0 ? text : `${text.slice(0, -1)}${more.join('')}}`
}

const finders: Record<Expansion, Find> = {
  async followed({ db }, ids, { userId }) {
    if (userId === undefined) throw new Error('Only a user follows')
    const all = await findFollowed(db, ids, userId)
    return (id) => {
      const follows = all.get(id) ?? { organizer: false, artist_ids: [] }
      const followed = follows.organizer || follows.artist_ids.length > 0
      return { followed: `${followed}`, follows: JSON.stringify(follows) }
    }
  },
  async availability(sources, ids, { hidden }) {
    const all = await findAvailability(sources.db, ids, { ...termsOf(sources), hidden })
    return (id) => ({ availability: JSON.stringify(all.get(id) ?? []) })
  },
  // Part of the festivals' own texts: see `wholeJson`.
  translations: async () => () => ({}),
  async artists({ reads }, ids, { nested }) {
    const { rows } = await sql<{ id: string; text: string }>`
      select f.id, ${artistsJson(nested)} as text from festivals f
      where f.id = any (${ids}::uuid[])`.execute(reads)
    const texts = new Map(rows.map(({ id, text }) => [id, text]))
    return (id) => ({ artists: texts.get(id) ?? '[]' })
  },
}

type Follows = { organizer: boolean; artist_ids: string[] }

/** Returns the parts of festivals that a user follows: their organizer, and their artists. */
async function findFollowed(
  db: Database,
  ids: string[],
  userId: string,
): Promise<Map<string, Follows>> {
  const { rows } = await sql<Follows & { id: string }>`
    select f.id, exists (
        select from interests i where i.user_id = ${userId} and i.organizer_id = f.organizer_id
      ) as organizer, array(
        select distinct g.artist_id from gigs g join interests i on i.artist_id = g.artist_id
        where g.festival_id = f.id and i.user_id = ${userId} order by 1
      ) as artist_ids
    from festivals f where f.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...follows }) => [id, follows]))
}
