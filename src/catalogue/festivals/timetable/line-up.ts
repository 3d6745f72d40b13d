import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { billed, lastBilled } from '#catalogue/gigs'
import type { Database } from '#platform/database/tables'
import { type Kind, PageAnswer, PageQuery, type Part, pageOf } from '#platform/http/cursors'
import { found } from '#platform/values/errors'
import { searchName } from '#platform/values/names'
import { Name, Uuid } from '#platform/values/shapes'

const Billed = Type.Object(
  { id: Uuid, name: Name('Ebb Trio'), ...billed },
  { title: 'BilledArtist' },
)
type Billed = Static<typeof Billed>

/** `GET /festivals/:id/artists`. */
export const LineUp = PageAnswer({ artists: Type.Array(Billed) })

/** The most artists on a page. */
export const mostArtists = 300
export const LineUpQuery = Type.Object({
  ...PageQuery(100, mostArtists).properties,
  sort: Type.Enum(['name', 'billing'], {
    default: 'name',
    description:
      '`billing`: headliners first, and of them and of the others those with a `billing` in its order, then those without one by name',
    examples: ['billing'],
  }),
})
type LineUpQuery = Static<typeof LineUpQuery>

type Found = { total: number; rows: Billed[] }

/** The orders of the artists, as SQL and as keys of one of them. */
const orders = {
  name: {
    order: ['text', 'id'],
    keys: sql`search_name, id`,
    keysOf: ({ name, id }: Billed) => [searchName(name), id],
  },
  billing: {
    order: ['boolean', 'count', 'text', 'id'],
    keys: sql`not headliner, coalesce(billing, ${sql.lit(lastBilled + 1)}), search_name, id`,
    keysOf: ({ headliner, billing, name, id }: Billed) => [
      !headliner,
      billing ?? lastBilled + 1,
      searchName(name),
      id,
    ],
  },
} as const

/**
 * Returns a page of the artists of a festival, each once: an artist with several gigs has the best billing of them,
 * and the text of its act if all of them have this text.
 * @throws 404 for an unknown festival
 */
export function pageOfLineUp(db: Database, id: string, { sort, ...query }: LineUpQuery) {
  const { keys, ...list } = orders[sort]
  return pageOf<readonly Kind[], Billed>(query, {
    ...list,
    find: async (part) => found(await findLineUp(db, { id, keys }, part), 'Festival'),
  })
}

type LineUpRequest = { id: string; keys: RawBuilder<unknown> }

async function findLineUp(
  db: Database,
  { id, keys }: LineUpRequest,
  { limit, offset, after }: Part<string[]>,
): Promise<Found | undefined> {
  const follows = after ? sql`where (${keys}) > (${sql.join(after)})` : sql``
  const { rows } = await sql<Found>`
    with playing as (
      select a.id, a.name, a.search_name, b.headliner, b.billing, b.billing_text from artists a
      join (
        select g.artist_id, bool_or(g.headliner) as headliner, min(g.billing) as billing,
               case when count(g.billing_text) = count(*) and min(g.billing_text) = max(g.billing_text)
                 then min(g.billing_text) end as billing_text
        from gigs g where g.festival_id = ${id} and g.artist_id is not null group by g.artist_id
      ) b on b.artist_id = a.id
    )
    select (select count(*)::int from playing) as total, array(
      select json_build_object('id', id, 'name', name, 'headliner', headliner, 'billing', billing, 'billing_text', billing_text)
      from playing ${follows}
      order by ${keys} limit ${limit} offset ${offset}) as rows
    from festivals where id = ${id} and deleted_at is null`.execute(db)
  return rows[0]
}
