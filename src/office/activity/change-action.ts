import { sql } from 'kysely'

/** The action of a change: that a draft is published is as good as its creation, which was none before. */
export const changeAction = sql`
  case when jsonb_typeof(a.changes -> 'published_at' -> 'to') = 'string' then 'festival.create'
       when f.published_at is null and a.action = 'festival.create' then 'festival.update'
       else a.action end`
