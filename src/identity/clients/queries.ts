import { sql } from 'kysely'
import { followsInNames } from '#platform/database/search-names'
import type { Database } from '#platform/database/tables'
import type { Part } from '#platform/http/cursors'
import { clientColumns } from './columns.ts'

type Secret = {
  last_four: string
  created_at: Date
  ends_at: Date | null
  last_used_at: Date | null
}

export type ClientRow = {
  id: string
  name: string
  kind: 'confidential' | 'publishable'
  scopes: string[]
  origins: string[]
  allow_without_origin: boolean
  suspended: boolean
  created_at: Date
  secrets: Secret[]
}

/** Returns clients by name, then id, with the secrets that are valid at `now`. */
export async function listClients(
  db: Database,
  { limit, offset, after, now }: Part<[name: string, id: string]> & { now: Date },
): Promise<ClientRow[]> {
  const rows = await clients(db)
    .$if(after !== undefined, (query) => {
      const [name = '', id = ''] = after ?? []
      return query.where(followsInNames('clients', { id, name }))
    })
    .orderBy('search_name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return withSecrets(db, rows, now)
}

export async function findClient(
  db: Database,
  id: string,
  now: Date,
): Promise<ClientRow | undefined> {
  const rows = await clients(db).where('id', '=', id).execute()
  const [client] = await withSecrets(db, rows, now)
  return client
}

function clients(db: Database) {
  return db
    .selectFrom('clients')
    .select([
      'id',
      ...clientColumns.select('clients'),
      'created_at',
      sql<boolean>`suspended_at is not null`.as('suspended'),
    ])
    .$narrowType<Pick<ClientRow, 'kind'>>()
}

async function withSecrets(
  db: Database,
  rows: Omit<ClientRow, 'secrets'>[],
  now: Date,
): Promise<ClientRow[]> {
  const secrets = await db
    .selectFrom('client_secrets')
    .select(['client_id', 'last_four', 'created_at', 'ends_at', 'last_used_at'])
    .where((eb) => eb('client_id', '=', eb.fn.any(eb.val(rows.map(({ id }) => id)))))
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const secretsOf = Map.groupBy(secrets, ({ client_id }) => client_id)
  return rows.map((row) => ({
    ...row,
    secrets: (secretsOf.get(row.id) ?? []).map(({ client_id: _, ...secret }) => secret),
  }))
}
