import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#platform/config/variables'
import { diskStore, type PhotoStore } from '#platform/photos/stores'
import { photoStoreOf } from '../../server/infrastructure.ts'
import { copyIn, copyOut } from '../backup/copy.ts'
import { listed, quoted } from '../backup/tables.ts'
import { withDatabase } from '../terminal/database.ts'

/** The catalogue tables of a database: offers and line-ups, but no data of people who buy or attend. */
const catalogue = [
  'genres',
  'artists',
  'artist_aliases',
  'artist_genres',
  'organizers',
  'festivals',
  'places',
  'gigs',
  'tiers',
  'accommodations',
  'gate_zones',
  'subscriptions',
  'reward_rules',
  'badges',
  'levels',
  'challenges',
]

/** Counters of sales start at zero. */
const counters = new Set(['sold', 'held'])

type Column = { name: string; refers: boolean }

/**
 * Copies the catalogue, in one snapshot, and its pictures, into a database that is not in use yet.
 * @returns the numbers of rows
 */
export async function copyCatalogue(
  from: Config,
  to: { pool: pg.Pool; photos: PhotoStore },
): Promise<Record<'festivals' | 'artists' | 'gigs', number>> {
  const rows: Record<string, number> = {}
  const client = await to.pool.connect()
  try {
    await withDatabase(from, async ({ pool }) => {
      const source = await pool.connect()
      try {
        await source.query('begin isolation level repeatable read read only')
        await source.query('set local statement_timeout = 0')
        await client.query('begin')
        // Rows are copied unchanged: no trigger changes or records them, and they may refer to later rows.
        await client.query('set local session_replication_role = replica')
        await client.query(`truncate ${listed(catalogue)} cascade`)
        for (const table of catalogue) rows[table] = await copyTable(source, client, table)
        await client.query('commit')
        await source.query('commit')
      } finally {
        source.release()
      }
    })
    for (const name of await picturesIn(client)) {
      const picture = await photoStoreOf(from).get(name)
      if (picture) await to.photos.put(name, picture)
    }
  } finally {
    client.release()
  }
  const { festivals = 0, artists = 0, gigs = 0 } = rows
  return { festivals, artists, gigs }
}

async function copyTable(
  source: pg.ClientBase,
  target: pg.ClientBase,
  table: string,
): Promise<number> {
  const columns = await columnsOf(source, table)
  const taken = columns.map(({ name, refers }) => {
    if (refers) return 'null'
    return counters.has(name) ? '0' : quoted(name)
  })
  const names = columns.map(({ name }) => name)
  let rows = 0
  const query = `select ${taken.join(', ')} from ${quoted(table)}`
  for await (const part of copyOut(source, query)) {
    rows += await copyIn(target, `${quoted(table)} (${listed(names)})`, part.bytes)
  }
  return rows
}

/** All stored columns. `refers`: true if it refers to a table outside of the catalogue, such as the user who created the row. */
async function columnsOf(client: pg.ClientBase, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname::text as name, exists (
       select from pg_constraint c where c.contype = 'f' and c.conrelid = a.attrelid
         and a.attnum = any (c.conkey) and not c.confrelid::regclass::text = any ($2)) as refers
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [table, catalogue],
  )
  return rows
}

/** The names of the stored pictures of all copied rows. */
async function picturesIn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select string_agg(format('select %I as path from %I', column_name, table_name), ' union ') as statement
     from information_schema.columns
     where table_schema = 'public' and table_name = any ($1) and column_name in ('photo', 'icon', 'site_plan')`,
    [catalogue],
  )
  const found = await client.query<{ name: string }>(
    `select substr(path, length('/photos/') + 1) as name from (${rows[0]?.statement}) p where path like '/photos/%'`,
  )
  return found.rows.map(({ name }) => name)
}

/** Returns the store of pictures of the service in this data folder. */
export const photosIn = (folder: string) => diskStore(join(folder, 'photos'))
