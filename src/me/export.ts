import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { iso } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { withPhotoAddresses } from '#platform/http/answers/answers'
import { findLevel, listBadges } from '#rewards'
import { rolesOf, userColumns } from '#users'
import type { Account } from './export-schemas.ts'
import { type Section, sections } from './export-sections.ts'

const rowsPerChunk = 500

type Row = { item: unknown; at: unknown; id: unknown }

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
  const whole = JSON.stringify({ exported_at: now, ...account })
  return Readable.from(texts(db, userId, withPhotoAddresses(whole, origin)))
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

async function* texts(db: Database, userId: string, whole: string) {
  yield whole.slice(0, -1)
  for (const section of sections) {
    yield `,"${section.name}":[`
    let rows = await nextRows(db, userId, { section })
    let isFirst = true
    while (rows.length > 0) {
      const items = JSON.stringify(rows.map(({ item }) => item)).slice(1, -1)
      yield isFirst ? items : `,${items}`
      isFirst = false
      const isLast = rows.length < rowsPerChunk
      rows = isLast ? [] : await nextRows(db, userId, { section, after: rows.at(-1) })
    }
    yield ']'
  }
  yield '}'
}

type Place = { section: Section; after?: Row | undefined }

/** Returns the next rows of a list after `after`: newest first, then by id. */
async function nextRows(db: Database, userId: string, { section, after }: Place): Promise<Row[]> {
  const { table, owner, item } = section
  const [at, id] = [sql.ref(`t.${section.at}`), sql.ref(`t.${section.id}`)]
  const order = sql`order by ${at} desc, ${id}`
  const older = after
    ? sql`and ${at} <= ${after.at} and (${at} < ${after.at} or ${id} > ${after.id})`
    : sql``
  const { rows } = await sql<Row>`
    select ${item} as item, ${at} as at, ${id} as id
    from (
      select * from ${sql.table(table)} t where ${sql.ref(`t.${owner}`)} = ${userId} ${older}
      ${order} limit ${sql.lit(rowsPerChunk)}
    ) t
    ${order}`.execute(db)
  return rows
}
