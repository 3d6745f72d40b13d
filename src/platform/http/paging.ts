import { type Static, Type } from 'typebox'

/** The ids in a path. A malformed one is looked up as the id that no record has: 404. */
export const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
export const Slug = Type.Object({ id: Type.String() })

export const Message = Type.Object(
  { message: Type.String({ examples: ['Done'] }) },
  { title: 'Message' },
)

const whole = { maximum: 1_000_000_000 }
const PageNumber = Type.Integer({
  minimum: 1,
  ...whole,
  default: 1,
  description: 'The page, from 1',
  examples: [1],
})

/** The page of a list: 1-based. `limit` has no maximum here, since more is capped, not refused. */
export function Limit(byDefault: number, maximum: number) {
  return Type.Integer({
    minimum: 1,
    default: byDefault,
    description: `At most ${maximum}; more is capped`,
    examples: [byDefault],
  })
}

export function Page(byDefault: number, maximum: number) {
  return Type.Object({ page: PageNumber, limit: Limit(byDefault, maximum) })
}
export type Page = { page: number; limit: number }

export const Offset = Type.Integer({
  minimum: 0,
  ...whole,
  default: 0,
  description: 'How many to leave out first',
  examples: [0],
})
/** A part of a whole array: both are additions, absent means all. */
export const Part = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'At most so many; absent: all' })),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, ...whole, description: 'How many to leave out first' }),
  ),
})
export type Part = Static<typeof Part>

/** Maximum number of ids in a query. */
export const mostIds = 100

/** Options of a query with lists: the description shows that they are separated by commas. */
export const withLists = { explode: false }

/** Ids in a query: unknown and malformed ones are left out of the answer. */
export function Ids(nouns: string, id = Type.String({ format: 'uuid' })) {
  return Type.Optional(
    Type.Array(id, {
      maxItems: mostIds,
      description: `Only these ${nouns}, in this order, ids separated by commas; unknown ones are left out`,
    }),
  )
}

/** The additions to the usual answer that a query may ask for. */
export function Expand<Word extends string>(words: readonly Word[], description: string) {
  return Type.Optional(
    Type.Array(Type.Enum([...words]), {
      maxItems: words.length,
      description: `What the answer has beside, separated by commas. ${description}`,
    }),
  )
}

export const Pagination = Type.Object(
  {
    page: Type.Integer({ examples: [1] }),
    limit: Type.Integer({ examples: [20] }),
    total: Type.Integer({ examples: [1] }),
    totalPages: Type.Integer({ examples: [1] }),
    hasMore: Type.Boolean({ examples: [true] }),
  },
  { title: 'Pagination' },
)

/** A `limit` over its maximum is capped, not refused (docs/contract, section 1.9). */
export function capped<Query extends { limit: number }>(query: Query, maximum: number): Query {
  return { ...query, limit: Math.min(query.limit, maximum) }
}

/** The `pagination` of a page of `total` items. */
export function paginated({ page, limit }: Page, total: number) {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, totalPages, hasMore: page < totalPages }
}

export function offsetOf({ page, limit }: Page): number {
  return (page - 1) * limit
}
