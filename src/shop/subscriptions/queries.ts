import { type RawBuilder, sql } from 'kysely'
import { followsInNames } from '#platform/database/search-names'
import type { Database } from '#platform/database/tables'
import { untranslated } from '#platform/database/translated'
import { subscriptionColumns } from './columns.ts'
import type { Subscription } from './schemas.ts'

/** `translations`: true to include texts in other languages. */
type Shown = { translations?: boolean | undefined }

type Window = {
  after?: { name: string; id: string } | undefined
  limit: number
  offset: number
} & Shown

/** Returns the plans on sale by name, then id; if `after` is given, the plans that follow it. */
export async function listSubscriptions(
  db: Database,
  { after, limit, offset, ...shown }: Window,
): Promise<Subscription[]> {
  const follows = after ? followsInNames('subscriptions', after, 's') : sql<boolean>`true`
  return read(db, shown, sql`${follows} order by search_name, id limit ${limit} offset ${offset}`)
}

export async function findSubscription(
  db: Database,
  id: string,
  shown: Shown = {},
): Promise<Subscription | undefined> {
  const [subscription] = await read(db, shown, sql`id = ${id}`)
  return subscription
}

async function read(
  db: Database,
  { translations }: Shown,
  condition: RawBuilder<unknown>,
): Promise<Subscription[]> {
  const selected = subscriptionColumns.select('s')
  const { rows } = await sql<Subscription>`
    select s.id, ${sql.join(translations ? selected : untranslated(selected))}, s.created_at as "createdAt"
    from subscriptions s where s.archived_at is null and ${condition}`.execute(db)
  return rows
}
