import { sql } from 'kysely'

/** The action of a change. Publishing a draft counts as its creation; creating the draft counts as a change. */
export const changeAction = sql`
  case when jsonb_typeof(a.changes -> 'published_at' -> 'to') = 'string' then 'festival.create'
       when f.published_at is null and a.action = 'festival.create' then 'festival.update'
       else a.action end`
