import { sql } from 'kysely'
import { changesInside } from '#shop/tickets'
import type { Faults } from './refund-faults.ts'

/** The people counted in each zone are as many as its passages leave inside. */
export const insideFaults: Faults = sql`
  select format('Zone %s of festival %s: %s inside, but its passages leave %s', zone, festival_id,
                coalesce(z.inside, 0), coalesce(c.people, 0))
  from gate_zones z full join (
    select festival_id, zone, sum(change) as people from (${changesInside(sql<boolean>`true`)}) changes
    group by festival_id, zone
  ) c using (festival_id, zone)
  where coalesce(z.inside, 0) <> coalesce(c.people, 0)`
