/**
 * The continuation of our lists: `next_after` of an answer, sent back as `after`, means the item after which the next
 * ones begin (docs/contract, section 1.4).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TObjectOptions, type TProperties, Type } from 'typebox'
import { aliased } from '#platform/values/aliases'
import { invalidField } from '#platform/values/errors'
import { isId } from '#platform/values/ids'
import { Nullable } from '#platform/values/shapes'
import { isStorable } from '#platform/values/text'
import { parseTime } from '#platform/values/time'
import { Limit, Offset, offsetOf, Page, Pagination, paginated } from './paging.ts'

const id = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
/** The form of a place that names keys; see `toPlace`. */
const opaque = '^[\\w-]{1,4000}$'

const After = (pattern: string) =>
  Type.Optional(Type.String({ pattern, description: '`next_after` of the answer before' }))
const next_after = (example: string) =>
  Nullable(
    Type.String({
      ...(isId(example) && { format: 'uuid' }),
      description: '`after` of the next request; null: no more items follow',
      examples: [example],
    }),
  )

/** The parameters of a list by cursor beside its filters. `pattern` is the form of its places, if they are no ids. */
export function CursorQuery(byDefault: number, maximum: number, pattern = id) {
  const query = Type.Object({ after: After(pattern), limit: Limit(byDefault, maximum) })
  return aliased(query, { after: 'before' })
}

/** The answer of a list by cursor. `example` is a place, if that is no id. */
export function CursorAnswer<Items extends TProperties>(
  items: Items,
  example = '01980000-0000-7000-8000-000000000001',
) {
  const answer = Type.Object({ ...items, next_after: next_after(example) })
  return aliased(answer, { next_after: 'next_before' })
}

/** The parameters of a list of ours in pages beside its filters. */
export function PageQuery(byDefault: number, maximum: number) {
  return Type.Object({ ...Page(byDefault, maximum).properties, after: After(opaque) })
}

/** The answer of a list of ours in pages. */
export function PageAnswer<Items extends TProperties>(items: Items, options: TObjectOptions = {}) {
  const place = toPlace([2, 'Harbour Nights', 'harbour-nights'])
  const fields = { ...items, pagination: Pagination, next_after: next_after(place) }
  return Type.Object(fields, options)
}

/** The parameters of an array of ours in parts. */
export function PartQuery(byDefault: number, maximum: number) {
  const after = Type.Optional(
    Type.String({ pattern: opaque, description: 'As in the `Link` of the answer before' }),
  )
  return Type.Object({ limit: Limit(byDefault, maximum), offset: Offset, after })
}

/** Returns the first `limit` of `limit + 1` rows, and the place of the last of them; null if no more follow. */
export function cut<Row>(rows: Row[], limit: number, placeOf: (row: Row) => string) {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, next_after: last === undefined ? null : placeOf(last) }
}

/** The checks of the keys of a place, since any caller can write one. */
const checks = {
  count: (text: string) => /^[1-9]\d{0,8}$/.test(text),
  id: isId,
  text: isStorable,
  time: (text: string) => parseTime(text) !== undefined,
  boolean: (text: string) => text === 'true' || text === 'false',
}
export type Kind = keyof typeof checks
type Keys<Kinds extends readonly Kind[]> = { -readonly [At in keyof Kinds]: string }
type Key = string | number | boolean | Date

/** Returns a place in a list as callers see it: the values by which the list is ordered, of one item. */
export function toPlace(keys: Key[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

/** Returns the keys of a place; undefined without one. Refuses (400) a text that is no place of a list ordered by these. */
export function placeIn<const Kinds extends readonly Kind[]>(
  after: string | undefined,
  kinds: Kinds,
): Keys<Kinds> | undefined {
  if (after === undefined) return undefined
  const keys = readKeys(after)
  const isPlace =
    keys.length === kinds.length && keys.every((key, index) => checks[kinds[index] ?? 'count'](key))
  if (!isPlace) throw invalidField('after', 'is not a place in this list', 'pattern')
  return keys as Keys<Kinds>
}

function readKeys(after: string): string[] {
  try {
    const keys: unknown = JSON.parse(Buffer.from(after, 'base64url').toString())
    return Array.isArray(keys) ? keys.map(String) : []
  } catch {
    return []
  }
}

/** A part of a list to find: its number of rows, from the beginning or behind the item with the keys of `after`. */
export type Part<Keys> = { limit: number; offset: number; after: Keys | undefined }

/** A list: the kinds of the values that order it, these values of a row, and the function that finds its rows. */
type List<Kinds extends readonly Kind[], Row, Found> = {
  order: Kinds
  keysOf: (row: Row) => Key[]
  find: (part: Part<Keys<Kinds>>) => Promise<Found>
}

/** Returns an answer in pages. `find` is asked for one row more, which shows whether others follow. */
export async function pageOf<const Kinds extends readonly Kind[], Row>(
  { after, ...asked }: Page & { after?: string },
  { order, keysOf, find }: List<Kinds, Row, { rows: Row[]; total: number }>,
) {
  const place = placeIn(after, ['count', ...order])
  const [number, ...keys] = place ?? [`${asked.page}`]
  const page = { page: Number(number), limit: asked.limit }
  const { rows, total } = await find({
    limit: page.limit + 1,
    offset: place ? 0 : offsetOf(page),
    after: place && (keys as Keys<Kinds>),
  })
  const { items, next_after } = cut(rows, page.limit, (row) =>
    toPlace([page.page + 1, ...keysOf(row)]),
  )
  const pagination = paginated(page, total)
  // A total that is counted only up to a limit does not show whether more follows.
  const hasMore = place ? next_after !== null : pagination.hasMore
  return { items, next_after, pagination: { ...pagination, hasMore } }
}

/** Returns a part of an array, as `pageOf` does. If others follow, `Link` has the address of the next part. */
export async function partOf<const Kinds extends readonly Kind[], Row>(
  { request, reply }: { request: FastifyRequest; reply: Pick<FastifyReply, 'header'> },
  { limit, offset, after }: { limit: number; offset: number; after?: string },
  { order, keysOf, find }: List<Kinds, Row, Row[]>,
): Promise<Row[]> {
  const rows = await find({ limit: limit + 1, offset, after: placeIn(after, order) })
  const { items, next_after } = cut(rows, limit, (row) => toPlace(keysOf(row)))
  if (next_after === null) return items
  const [path] = request.url.split('?')
  const { offset: _, ...query } = Object(request.query)
  const next = new URLSearchParams({ ...query, limit: `${limit}`, after: next_after })
  reply.header('link', `<${path}?${next}>; rel="next"`)
  return items
}
