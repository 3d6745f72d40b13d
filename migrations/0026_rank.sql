-- A festival as the API answers it, with at most so many of its gigs, places and tiers each, the first ones;
-- null: all of them.
create function festival_document(festival uuid, most int) returns text
language plpgsql stable parallel safe as $$
begin
  return (select row_to_json(whole) from (
    select f.id, f.name, f.photo, f.venue, f.country,
           json_coordinates(f.location) as coordinates,
           json_time(f.start_time) as start_time, json_time(f.end_time) as end_time,
           f.description, f.address, f.area, row_to_json(o) as organizer,
           json_time(f.cancelled_at) as cancelled_at,
           array(
             select row_to_json(r) from (
               select g.id, row_to_json(a) as artist, g.place_id,
                      json_time(g.start_time) as start_time, json_time(g.end_time) as end_time
               from gigs g left join (select id, name from artists) a on a.id = g.artist_id
               where g.festival_id = f.id order by g.start_time, g.id limit most
             ) r) as gigs,
           array(
             select row_to_json(r) from (
               select p.id, p.name, p.type, json_point(p.coordinates) as coordinates
               from places p where p.festival_id = f.id order by p.position, p.id limit most
             ) r) as places,
           array(
             select row_to_json(r) from (
               select t.id, t.name, trim_scale(t.price_cents / 100.0) as price, t.quantity,
                      json_time(t.start_time) as start_time, json_time(t.end_time) as end_time,
                      json_time(t.valid_since) as valid_since, json_time(t.valid_until) as valid_until,
                      t.festival_id
               from tiers t where t.festival_id = f.id and t.archived_at is null
               order by t.position, t.id limit most
             ) r) as tickets
    from festivals f join (select id, name from organizers) o on o.id = f.organizer_id
    where f.id = festival
  ) whole);
end $$;

create or replace function festival_document(festival uuid) returns text
language plpgsql stable parallel safe as $$
begin
  return festival_document(festival, null);
end $$;

-- How many there are of what a festival holds, as JSON.
create function festival_totals(festival uuid) returns text language sql stable parallel safe as $$
  select row_to_json(totals)::text from (
    select count(*) as gigs, count(distinct artist_id) as artists,
           (select count(*) from places where festival_id = festival) as places,
           (select count(*) from tiers where festival_id = festival and archived_at is null) as tickets
    from gigs where festival_id = festival
  ) totals
$$;
