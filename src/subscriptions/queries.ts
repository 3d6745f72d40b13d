import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { subscriptionColumns } from './columns.ts'
import type { Subscription } from './schemas.ts'

type Window = {
  after?: { name: string; id: string } | undefined
  limit: number
  offset: number
}

/** Returns the plans on sale by name, then id; if `after` is given, those that follow it. */
export async function listSubscriptions(
  db: Database,
  { after, limit, offset }: Window,
): Promise<Subscription[]> {
  const follows = after
    ? sql<boolean>`(name, id) > (${after.name}, ${after.id})`
    : sql<boolean>`true`
  return read(db, sql`${follows} order by name, id limit ${limit} offset ${offset}`)
}

export async function findSubscription(
  db: Database,
  id: string,
): Promise<Subscription | undefined> {
  const [subscription] = await read(db, sql`id = ${id}`)
  return subscription
}

async function read(db: Database, condition: RawBuilder<unknown>): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select s.id, ${sql.join(subscriptionColumns.select('s'))}, s.created_at as "createdAt"
    from subscriptions s where s.archived_at is null and ${condition}`.execute(db)
  return rows
}
