/**
 * A festival's document is the whole of it as JSON text, and its light form, kept beside its rows. It is right or absent:
 * triggers make it absent in the transaction that changes what it shows, and a change of ours writes it
 * again at its end. What is absent is built whenever it is read, until it is written.
 */
import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'

type Named = { festivals?: string[]; artists?: string[]; organizers?: string[] }

/**
 * Holds the names a change is going to show, and those its festivals show already, until the commit. It
 * must come before the change touches a festival's document, since who renames an artist or an organizer
 * holds that one first: else the two wait for each other.
 */
export async function holdNames(
  db: Database,
  { festivals = [], artists = [], organizers = [] }: Named,
): Promise<void> {
  await sql`
    select hold_names(${festivals}::uuid[], ${artists}::uuid[], ${organizers}::text[])`.execute(db)
}

/** Holds the documents of festivals that change, and makes them absent: before anything others wait for. */
export async function forgetDocuments(db: Database, ids: string[]): Promise<void> {
  await sql`select forget_festival_documents(${ids}::uuid[])`.execute(db)
}

/** Writes the documents of festivals as they are now. */
export async function writeDocuments(db: Database, ids: string[]): Promise<void> {
  await sql`select write_festival_documents(${ids}::uuid[])`.execute(db)
}

const atOnce = 100
const mostARound = 50_000

/** Writes documents that are absent, a few in each transaction. Gives how many. */
export async function writeAbsentDocuments(db: Database): Promise<number> {
  let written = 0
  let after = '00000000-0000-0000-0000-000000000000'
  while (written < mostARound) {
    const { rows } = await sql<{ festival_id: string }>`
      select festival_id from festival_documents where body is null and festival_id > ${after}
      order by festival_id limit ${atOnce}`.execute(db)
    const festivals = rows.map(({ festival_id }) => festival_id)
    const last = festivals.at(-1)
    if (last === undefined) break
    await transact(db, async (trx) => {
      await holdNames(trx, { festivals })
      await writeDocuments(trx, festivals)
    })
    written += festivals.length
    after = last
  }
  return written
}

/** Where documents are not right, this statement makes all of them absent, so that they are written anew. */
export const makeAllAbsent = 'update festival_documents set body = null, light = null'

type Compared = { documents: number; absent: number; differing: string[] }

/**
 * Builds every festival's document anew and compares it with the one that is kept, a few in each
 * statement. Gives the ids of festivals whose document is not what it should be.
 */
export async function compareDocuments(db: Database): Promise<Compared> {
  const compared: Compared = { documents: 0, absent: 0, differing: [] }
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (after !== undefined) {
    const { rows } = await sql<{ id: string; is_absent: boolean; is_right: boolean }>`
      select f.id, d.body is null as is_absent,
             d.body = festival_document(f.id) and d.light = festival_light(f.id) as is_right
      from (
        select id from festivals where id > ${after} and deleted_at is null order by id limit ${atOnce}
      ) f left join festival_documents d on d.festival_id = f.id order by f.id`.execute(db)
    for (const { id, is_absent, is_right } of rows) {
      compared.documents++
      if (is_absent) compared.absent++
      else if (!is_right) compared.differing.push(id)
    }
    after = rows.at(-1)?.id
  }
  return compared
}
