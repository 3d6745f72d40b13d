import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'

/**
 * Updates the ranks of festivals: the number of gigs, at most 100, twice the followers of its artists and organizer,
 * and the tickets sold. Computed every five minutes, never in a purchase or a follow, which would make a hot row of the
 * festival. Changed ranks are announced at once.
 */
export async function refreshRanks(db: Database): Promise<void> {
  await sql`
    with artist_followers as (
      select artist_id, count(*) as followers from interests where artist_id is not null group by artist_id
    ), organizer_followers as (
      select organizer_id, count(*) as followers from interests where organizer_id is not null group by organizer_id
    ), playing as (
      select festival_id, least(count(*), 100) as gigs from gigs group by festival_id
    ), followed as (
      select festival_id, sum(af.followers) as followers
      from (select distinct festival_id, artist_id from gigs) g join artist_followers af using (artist_id)
      group by festival_id
    ), selling as (
      select festival_id, sum(sold) as sold from tiers group by festival_id
    ), ranked as (
      select f.id, (coalesce(p.gigs, 0) + 2 * (coalesce(fo.followers, 0) + coalesce(ofo.followers, 0))
                    + coalesce(s.sold, 0))::int as rank
      from festivals f
      left join playing p on p.festival_id = f.id
      left join followed fo on fo.festival_id = f.id
      left join organizer_followers ofo on ofo.organizer_id = f.organizer_id
      left join selling s on s.festival_id = f.id
      where f.deleted_at is null
    ), moved as (
      update festivals f set rank = ranked.rank from ranked
      where f.id = ranked.id and f.rank <> ranked.rank returning f.id, f.location
    )
    select tell_changes(array_remove(
      array(select 'festival:' || id from moved limit 401)
      || array(select distinct unnest(map_names(location)) from moved), null))
    where exists (select from moved)`.execute(db)
}
