import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { findLevel, listBadges } from '#audience/rewards'
import { rolesOf, userColumns } from '#identity/users'
import { iso } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { withPhotoAddresses } from '#platform/http/answers/origin'
import type { Account } from './export-schemas.ts'
import type { Section } from './export-section.ts'
import { sections } from './export-sections.ts'

/** The number of rows of a list that are read at once: together with all other lists, and alone. */
const [rowsAtFirst, rowsPerChunk] = [100, 500]

/**
 * Returns all data about a user as one JSON object, the account and then each list; undefined if the account is
 * erased. Reads in chunks by key, so that memory use is constant and no transaction stays open while the client
 * reads slowly.
 */
export async function exportUser(
  { db, now }: { db: Database; now: Date },
  userId: string,
  origin: string,
): Promise<Readable | undefined> {
  const account = await findAccount(db, userId)
  if (!account) return undefined
  const first = await firstRows(db, userId)
  const whole = withPhotoAddresses(JSON.stringify({ exported_at: now, ...account }), origin)
  return Readable.from(texts(db, userId, { whole, first }))
}

async function findAccount(db: Database, userId: string): Promise<Account | undefined> {
  const { rows } = await sql<Omit<Account, 'level' | 'badges'>>`
    select json_build_object(
        'id', u.id, ${userColumns.json('u')}, 'email_proven_at', ${iso('u.email_proven_at')},
        'created_at', ${iso('u.created_at')},
        'suspended_at', ${iso('u.suspended_at')},
        'last_sign_in_at', ${iso('u.last_sign_in_at')}) as profile,
      ${rolesOf} as roles, u.permissions,
      json_build_object('balance', coalesce(p.available + p.reserved, 0),
        'reserved', coalesce(p.reserved, 0), 'total_earned', coalesce(p.earned, 0),
        'owed', coalesce(p.owed, 0)) as points
    from users u left join points p on p.user_id = u.id
    where u.id = ${userId} and u.erased_at is null`.execute(db)
  const [account] = rows
  if (!account) return undefined
  const [level, badges] = await Promise.all([findLevel(db, userId), listBadges(db, userId)])
  return { ...account, level, badges }
}

/** Rows of a list, as text of JSON values, and the position after which the next ones begin. */
type Chunk = { name: string; items: string; count: number; at: string; id: string }

async function* texts(db: Database, userId: string, { whole, first }: Beginning) {
  yield whole.slice(0, -1)
  for (const section of sections) {
    let chunk = first.get(section.name)
    yield `,"${section.name}":[${chunk?.items ?? ''}`
    let isLast = chunk === undefined || chunk.count < rowsAtFirst
    while (chunk && !isLast) {
      const next: Chunk | undefined = await nextRows(db, userId, { section, after: chunk })
      if (next) yield `,${next.items}`
      isLast = next === undefined || next.count < rowsPerChunk
      chunk = next
    }
    yield ']'
  }
  yield '}'
}

type Beginning = { whole: string; first: Map<string, Chunk> }

/** Reads the first rows of every list that is not empty, in one statement. */
async function firstRows(db: Database, userId: string): Promise<Map<string, Chunk>> {
  const chunks = sections.map((section) => chunkOf(section, userId, { limit: rowsAtFirst }))
  const { rows } = await sql<Chunk>`${sql.join(chunks, sql` union all `)}`.execute(db)
  return new Map(rows.map((chunk) => [chunk.name, chunk]))
}

type ExportPosition = { section: Section; after: Chunk }

/** Returns the rows of a list after the last one read; undefined if there are none. */
async function nextRows(
  db: Database,
  userId: string,
  { section, after }: ExportPosition,
): Promise<Chunk | undefined> {
  const chunk = chunkOf(section, userId, { limit: rowsPerChunk, after })
  return (await chunk.execute(db)).rows[0]
}

/**
 * Selects rows of a list, the newest first, then by id. The database writes their JSON, so that a long list
 * does not hold up other requests here.
 */
function chunkOf(
  section: Section,
  userId: string,
  { limit, after }: { limit: number; after?: Chunk },
) {
  const { name, table, owner, item } = section
  const [at, id] = [sql.ref(`t.${section.at}`), sql.ref(`t.${section.id}`)]
  const older = after
    ? sql`and ${at} <= ${after.at} and (${at} < ${after.at} or ${id} > ${after.id})`
    : sql``
  return sql<Chunk>`
    select ${sql.lit(name)} as name, string_agg(r.item, ',' order by r.place) as items,
           count(*)::int as count, (array_agg(r.at order by r.place desc))[1] as at,
           (array_agg(r.id order by r.place desc))[1] as id
    from (
      select (${item})::text as item, ${at}::text as at, ${id}::text as id,
             row_number() over (order by ${at} desc, ${id}) as place
      from (
        select * from ${sql.table(table)} t where ${sql.ref(`t.${owner}`)} = ${userId} ${older}
        order by ${at} desc, ${id} limit ${sql.lit(limit)}
      ) t
    ) r
    having count(*) > 0`
}
