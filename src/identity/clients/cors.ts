import { sql } from 'kysely'
import type { Infrastructure } from '#platform/http/infrastructure'
import { Memory } from '#platform/sync/memory'

/**
 * Returns a function that returns the origins of all publishable clients: their pages may call, even if CORS_ORIGINS
 * does not list them. Cached until one changes. While the database does not answer the list is empty, since the request
 * itself fails with the reason.
 */
export function originsOfClients({ db, bus, now }: Pick<Infrastructure, 'db' | 'bus' | 'now'>) {
  const memory = new Memory<string[]>({ bus, now, topic: 'access', most: 1 })
  const find = async () => {
    const { rows } = await sql<{ origin: string }>`
      select distinct unnest(origins) as origin from clients where suspended_at is null`.execute(db)
    return { value: rows.map(({ origin }) => origin), names: ['origins'] }
  }
  return async (): Promise<string[]> => {
    return (await memory.recall('origins', find).catch(() => [])) ?? []
  }
}
